// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace blak::base64 {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t noLetter = 64;

constexpr std::array<std::uint8_t, 256> valuesOf()
{
    std::array<std::uint8_t, 256> values{};
    values.fill(noLetter);
    for (std::size_t i = 0; i < letters.size(); ++i)
        values[static_cast<std::uint8_t>(letters[i])] = static_cast<std::uint8_t>(i);
    return values;
}

constexpr std::array<std::uint8_t, 256> values = valuesOf();

} // namespace

std::string encode(std::span<const std::byte> bytes)
{
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i)
            three = three << 8 | (i < count ? std::to_integer<std::uint32_t>(bytes[at + i]) : 0);
        for (std::size_t i = 0; i < 4; ++i)
            out.push_back(i <= count ? letters[three >> (18 - 6 * i) & 63] : '=');
    }
    return out;
}

std::vector<std::byte> decode(std::string_view text)
{
    std::vector<std::byte> out;
    out.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : text) {
        if (letter == '=')
            break;
        const std::uint8_t value = values[static_cast<std::uint8_t>(letter)];
        if (value == noLetter)
            continue;
        bits = (bits << 6 | value) & 0xFFFF;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out.push_back(static_cast<std::byte>(bits >> count & 255));
        }
    }
    return out;
}

} // namespace blak::base64
