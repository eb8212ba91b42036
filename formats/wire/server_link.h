// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"
#include "formats/wire/frame.h"
#include "formats/wire/security.h"

#include <optional>
#include <string>

namespace blak::wire {

/// What a server makes of a client's frame.
enum class Verdict : std::uint8_t {
    Incomplete, ///< more bytes are needed
    Accepted,
    Stale,      ///< another epoch than the current one: dropped without an answer
    Forged,     ///< wrong check word: log it, hang up
    Malformed,  ///< unknown number or a body that ends early: log it, drop it
    BrokenFrame ///< framing error (in login mode also an epoch byte that is not 0): the stream is lost
};

struct Received
{
    Verdict verdict = Verdict::Incomplete;
    Message message; ///< when accepted
    std::string why; ///< when not
};

/// The server's side of one client connection: frames, check words, epoch and mask around the codec. What login and game mean
/// (accounts, timeouts, who may do what) is the server's business.
class ServerLink
{
public:
    ServerLink(Dialect dialect, std::string redbook)
        : dialect_(dialect), redbook_(std::move(redbook)), reader_(largestClientPayload)
    {
    }

    void feed(std::span<const std::byte> bytes) { reader_.feed(bytes); }

    /// The next frame of the client. Check words of servers with signed and unsigned `char` are both accepted.
    Received next();

    /// The frame for a message. Following AP_GETCHOICE, AP_GAME, BP_QUIT and BP_ECHO_PING changes seeds, mode and mask as the
    /// client does it; `epoch` is that of the frame in game mode.
    Result<std::vector<std::byte>> send(const Message& message);

    /// Appends the frame of a payload that Blakod made (type byte first) to `out`. Fails outside the game and for an empty or too
    /// long payload.
    Result<void> sendGame(std::span<const std::byte> payload, std::vector<std::byte>& out);

    /// Garbage collection: the following messages of the server carry this epoch, and the client's must. 1..255.
    void setEpoch(std::uint8_t epoch) { epoch_ = epoch; }

    /// Messages of our own, nullptr = none; they must stay until others are set.
    void setTable(const ProtocolTable* table) { table_ = table; }

    /// The token byte a BP_ECHO_PING has to carry now.
    std::uint8_t echoByte() const;

    bool inGame() const { return game_; }
    std::uint8_t epoch() const { return epoch_; }
    std::optional<std::uint8_t> nextType() const { return reader_.nextType(); } ///< number of the next message, unchecked
    std::size_t buffered() const { return reader_.buffered(); } ///< bytes fed and not taken yet

private:
    Dialect dialect_;
    std::string redbook_;
    FrameReader reader_;
    TypeMask mask_;
    std::optional<SecurityStreams> streams_;
    bool game_ = false;
    std::uint8_t epoch_ = 1;
    const ProtocolTable* table_ = nullptr;
};

} // namespace blak::wire
