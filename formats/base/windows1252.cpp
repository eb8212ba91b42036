// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/windows1252.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace blak::windows1252 {
namespace {

constexpr std::array<char16_t, 32> upper80{
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

char16_t decode(unsigned char byte) { return byte >= 0x80 && byte < 0xA0 ? upper80[byte - 0x80u] : char16_t{byte}; }

std::optional<char> encode(std::uint32_t point)
{
    if (point < 0x80 || (point >= 0xA0 && point <= 0xFF))
        return static_cast<char>(point);
    const auto found = std::find(upper80.begin(), upper80.end(), point);
    if (found == upper80.end())
        return std::nullopt;
    return static_cast<char>(0x80 + (found - upper80.begin()));
}

} // namespace

std::string toUtf8(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        const unsigned point = decode(static_cast<unsigned char>(c));
        if (point < 0x80) {
            text += static_cast<char>(point);
        } else if (point < 0x800) {
            text += static_cast<char>(0xC0u | (point >> 6));
            text += static_cast<char>(0x80u | (point & 0x3Fu));
        } else {
            text += static_cast<char>(0xE0u | (point >> 12));
            text += static_cast<char>(0x80u | ((point >> 6) & 0x3Fu));
            text += static_cast<char>(0x80u | (point & 0x3Fu));
        }
    }
    return text;
}

std::optional<std::string> fromUtf8(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : 0;
        if (length == 0 || text.size() - i < length)
            return std::nullopt;
        std::uint32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
        for (std::size_t k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xC0u) != 0x80)
                return std::nullopt;
            point = (point << 6) | (next & 0x3Fu);
        }
        if (length == 3 && point < 0x800)
            return std::nullopt;
        const auto byte = encode(point);
        if (!byte)
            return std::nullopt;
        bytes += *byte;
        i += length;
    }
    return bytes;
}

} // namespace blak::windows1252
