// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Text files as lines that come back byte for byte.
namespace blak {

enum class LineEnd : std::uint8_t {
    None, ///< only the last line of a file
    Lf,
    CrLf,
};

struct TextLine
{
    std::string text;
    LineEnd end = LineEnd::Lf;

    friend bool operator==(const TextLine&, const TextLine&) = default;
};

std::string_view bytesOf(LineEnd end);

/// Lines without their ends; a carriage return that stands elsewhere belongs to the text. No empty line follows the last end.
std::vector<TextLine> splitLines(std::string_view text);
std::string joinLines(std::span<const TextLine> lines);

/// How a new line in this file should end: like the first one.
template <typename Lines>
LineEnd usualEnd(const Lines& lines)
{
    return lines.empty() || lines.front().end == LineEnd::None ? LineEnd::Lf : lines.front().end;
}

/// Without blanks, tabs and carriage returns at both ends.
std::string_view trimmed(std::string_view text);

/// Parts between blanks and tabs.
std::vector<std::string_view> splitWords(std::string_view text);

/// Parts between separators; empty parts count.
std::vector<std::string_view> splitFields(std::string_view text, char separator);

/// A decimal number that is the whole text, within the range.
std::optional<std::int64_t> parseNumber(std::string_view text, std::int64_t least = INT64_MIN, std::int64_t most = INT64_MAX);

} // namespace blak
