// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/security.h"

#include "formats/wire/frame.h"

#include <algorithm>
#include <cassert>

namespace blak::wire {

std::uint32_t SecurityStreams::next()
{
    for (auto& stream : streams_)
        stream = (stream * 9301U + 49297U) % 233280U;
    return streams_[streams_[4] % 4];
}

std::uint16_t clientCheck(std::uint32_t random, std::span<const std::byte> payload, TypeSign sign)
{
    assert(!payload.empty());
    auto type = std::to_integer<std::uint32_t>(payload[0]);
    if (sign == TypeSign::Signed && type >= 128)
        type -= 256U; // wraps: only the low 16 bits count
    const auto length = static_cast<std::uint32_t>(payload.size());
    return static_cast<std::uint16_t>(random ^ length ^ (type << 4) ^ payloadCrc(payload));
}

std::uint8_t TypeMask::next()
{
    const auto mask = static_cast<std::uint8_t>(token_);
    if (sliding_) {
        token_ += static_cast<std::uint8_t>(redbook_[position_]) & 0x7FU;
        position_ = (position_ + 1) % redbook_.size();
    }
    return mask;
}

void TypeMask::restart(std::uint8_t token, std::string_view redbook)
{
    token_ = token;
    sliding_ = true;
    redbook_ = redbook.empty() ? fallbackRedbook : redbook;
    position_ = 0;
}

std::array<std::byte, 16> passwordField(std::array<std::byte, 16> md5)
{
    std::ranges::replace(md5, std::byte{0}, std::byte{1});
    return md5;
}

} // namespace blak::wire
