// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace blak::wire {

/// Text of the mask string when the redbook resource is unknown; the server of 2012 falls back to another one.
inline constexpr std::string_view fallbackRedbook = "BLAKSTON: Greenwich Q Zjiria";
inline constexpr std::string_view fallbackRedbook2012Server = "BLAKSTON: Unknown Redbook";

/// The five random streams whose seeds AP_GETCHOICE carries.
class SecurityStreams
{
public:
    using Seeds = std::array<std::uint32_t, 5>;

    explicit SecurityStreams(const Seeds& seeds) : streams_(seeds) {}

    /// Steps all streams and gives the selected one; once per game-mode frame of the client, dropped frames included.
    std::uint32_t next();

    /// The token that the server's next BP_ECHO_PING announces (before XOR with 0xED).
    std::uint8_t echoToken() const { return static_cast<std::uint8_t>(streams_[0]); }

private:
    Seeds streams_;
};

/// How the builder of the peer's server treats `char`: x86 builds extend the sign of the type byte.
enum class TypeSign : std::uint8_t { Signed, Unsigned };

/// Check word of a client frame in game mode; `random` is SecurityStreams::next(). The payload must not be empty.
std::uint16_t clientCheck(std::uint32_t random, std::span<const std::byte> payload, TypeSign sign = TypeSign::Signed);

/// Mask of the type byte in server frames, the same on both sides. One per TCP connection: it survives BP_QUIT.
class TypeMask
{
public:
    /// Value to XOR onto the type byte of the next server frame; steps the mask.
    std::uint8_t next();

    /// A BP_ECHO_PING was sent or received: from the following frame on the mask starts at `token` (the echo's first byte XOR
    /// 0xED) and walks over `redbook`; an empty text stands for the fallback.
    void restart(std::uint8_t token, std::string_view redbook);

    static constexpr std::uint8_t echoKey = 0xED;

private:
    std::uint32_t token_ = 0;
    bool sliding_ = false;
    std::string redbook_;
    std::size_t position_ = 0;
};

/// What travels as the password: its MD5 digest with every zero byte replaced by one.
std::array<std::byte, 16> passwordField(std::array<std::byte, 16> md5);

} // namespace blak::wire
