// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/world.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

/// Small helpers of the administrator's commands.
namespace blak::world {

/// Takes the next word off the front; "quoted words" keep their blanks.
inline std::string_view takeWord(std::string_view& text)
{
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    text.remove_prefix(first);
    if (text.starts_with('"')) {
        const std::size_t end = std::min(text.find('"', 1), text.size());
        const std::string_view word = text.substr(1, end - 1);
        text.remove_prefix(std::min(end + 1, text.size()));
        return word;
    }
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

inline std::string_view trimBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

inline std::optional<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// As the old servers read numbers, by C: what follows the digits does not count, and the number is cut to 32 bits. In values 0x
/// begins a hexadecimal and 0 an octal one (`base` 0).
inline std::optional<std::int64_t> leadingInteger(std::string_view text, int base)
{
    const std::string word(text);
    const std::size_t digit = word.find_first_not_of("+-");
    if (digit == word.npos || word[digit] < '0' || word[digit] > '9' || (base == 10 && digit > 1))
        return std::nullopt;
    return static_cast<std::int32_t>(std::strtoll(word.c_str(), nullptr, base));
}

/// Left-aligned in a column.
inline std::string padded(std::string_view text, std::size_t width)
{
    std::string out(text);
    out.append(out.size() < width ? width - out.size() : 0, ' ');
    return out;
}

/// "0.125"
inline std::string withDecimals(double number, int decimals)
{
    char text[64];
    const auto end = std::to_chars(std::begin(text), std::end(text), number, std::chars_format::fixed, decimals);
    return end.ec == std::errc() ? std::string(std::begin(text), end.ptr) : std::string();
}

/// Right-aligned in a column.
inline std::string alignedText(std::string out, std::size_t width)
{
    out.insert(0, out.size() < width ? width - out.size() : 0, ' ');
    return out;
}

inline std::string aligned(std::int64_t number, std::size_t width) { return alignedText(std::to_string(number), width); }

} // namespace blak::world
