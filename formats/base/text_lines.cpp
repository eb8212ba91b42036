// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/text_lines.h"

#include <algorithm>
#include <charconv>

namespace blak {
namespace {

constexpr std::string_view blanks = " \t\r";

} // namespace

std::string_view bytesOf(LineEnd end) { return end == LineEnd::None ? "" : end == LineEnd::Lf ? "\n" : "\r\n"; }

std::vector<TextLine> splitLines(std::string_view text)
{
    std::vector<TextLine> lines;
    while (!text.empty()) {
        const std::size_t feed = text.find('\n');
        std::string_view line = text.substr(0, feed);
        text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
        LineEnd end = feed == std::string_view::npos ? LineEnd::None : LineEnd::Lf;
        if (end == LineEnd::Lf && line.ends_with('\r')) {
            line.remove_suffix(1);
            end = LineEnd::CrLf;
        }
        lines.push_back({std::string(line), end});
    }
    return lines;
}

std::string joinLines(std::span<const TextLine> lines)
{
    std::string text;
    for (const TextLine& line : lines)
        text.append(line.text).append(bytesOf(line.end));
    return text;
}

std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::vector<std::string_view> splitWords(std::string_view text)
{
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t begin = text.find_first_not_of(blanks);
        if (begin == std::string_view::npos)
            return words;
        text.remove_prefix(begin);
        words.push_back(text.substr(0, text.find_first_of(blanks)));
        text.remove_prefix(words.back().size());
    }
}

std::vector<std::string_view> splitFields(std::string_view text, char separator)
{
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t end = text.find(separator);
        fields.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return fields;
        text.remove_prefix(end + 1);
    }
}

std::optional<std::int64_t> parseNumber(std::string_view text, std::int64_t least, std::int64_t most)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return std::nullopt;
    return value;
}

} // namespace blak
