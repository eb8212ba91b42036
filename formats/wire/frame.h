// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace blak::wire {

inline constexpr std::size_t headerSize = 7;
inline constexpr std::size_t largestClientPayload = 6000;  ///< a server refuses more from a client
inline constexpr std::size_t largestServerPayload = 40000; ///< receive buffer of the clients

/// One frame: u16 length, u16 check, u16 length again, u8 epoch, payload. The payload's first byte is the message type (in
/// frames of the server still masked).
struct Frame
{
    std::uint16_t check = 0;
    std::uint8_t epoch = 0; ///< 0 in login mode, 1..255 in game mode
    std::vector<std::byte> payload;

    friend bool operator==(const Frame&, const Frame&) = default;
};

/// zlib's CRC-32 of the payload as transmitted; the low 16 bits are the check word of server frames.
std::uint32_t payloadCrc(std::span<const std::byte> payload);

/// The bytes of a frame. Fails for an empty payload and one longer than 65535 bytes.
Result<std::vector<std::byte>> writeFrame(const Frame& frame);

/// Frame of a server (or of a client in login mode): the check word is the payload's CRC.
Frame checkedFrame(std::vector<std::byte> payload, std::uint8_t epoch);

/// Cuts a stream that arrives in pieces of any size into frames. Holds at most one incomplete frame beyond what was fed.
class FrameReader
{
public:
    explicit FrameReader(std::size_t largestPayload) : largestPayload_(largestPayload) {}

    void feed(std::span<const std::byte> bytes);

    /// The next complete frame, nothing when more bytes are needed, or the framing error (unequal length words, empty or too
    /// long payload). After an error the reader stays failed: the stream cannot be trusted any more.
    Result<std::optional<Frame>> next();

    /// The first byte of the payload to come, as soon as it is there.
    std::optional<std::uint8_t> nextType() const;
    std::size_t buffered() const { return buffer_.size() - start_; }

private:
    Error refuse(std::string what);

    std::size_t largestPayload_;
    std::vector<std::byte> buffer_;
    std::size_t start_ = 0;
    std::uint64_t consumed_ = 0; ///< stream offset of `start_`, for messages
    std::optional<Error> error_;
};

} // namespace blak::wire
