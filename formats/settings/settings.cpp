// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/settings/settings.h"

#include "formats/base/names.h"

#include <algorithm>

namespace blak::settings {
namespace {

constexpr std::string_view blanks = " \t", comments = "#;";
constexpr std::string_view nameEnds[] = {" \t=", "="}; ///< by style
constexpr std::size_t valueColumn = 21;                ///< where old servers put the values of blakserv.cfg

std::string_view endOfName(Style style) { return nameEnds[static_cast<std::size_t>(style)]; }

/// "[Group]" gives "Group".
std::optional<std::string_view> groupOf(std::string_view line)
{
    line = trimmed(line);
    const std::size_t close = line.find(']');
    if (!line.starts_with('[') || close == std::string_view::npos)
        return std::nullopt;
    return trimmed(line.substr(1, close - 1));
}

std::optional<std::string_view> within(std::string_view text, char open, char close)
{
    if (text.size() < 2 || text.front() != open || text.back() != close)
        return std::nullopt;
    return text.substr(1, text.size() - 2);
}

std::string_view valueOf(std::string_view text, Style style)
{
    text = trimmed(text);
    if (style == Style::Equals)
        return within(text, '"', '"').value_or(text);
    if (const auto inner = within(text, '<', '>'))
        return *inner;
    return text.substr(0, text.find_first_of(blanks));
}

/// Name and value of a line; nothing for comments, groups and what makes no sense.
std::optional<Option> optionOf(std::string_view line, Style style)
{
    const std::string_view text = trimmed(line);
    if (text.empty() || comments.find(text[0]) != std::string_view::npos || text[0] == '[')
        return std::nullopt;
    const std::size_t end = text.find_first_of(endOfName(style));
    if (end == 0 || (end == std::string_view::npos && style == Style::Equals))
        return std::nullopt;
    const std::string_view name = trimmed(text.substr(0, end));
    // An empty value points behind the name, so that it has a place in the line.
    const std::string_view rest = end == std::string_view::npos ? text.substr(text.size()) : text.substr(end + 1);
    return Option{{}, name, valueOf(rest, style), 0};
}

/// How a value must be written to be read back; nothing when there is no way.
std::optional<std::string> spelled(std::string_view value, Style style)
{
    std::string plain(value);
    if (valueOf(plain, style) == value && (style == Style::Equals || !value.empty()))
        return plain;
    const std::string closed = style == Style::Equals ? '"' + plain + '"' : '<' + plain + '>';
    return valueOf(closed, style) == value ? std::optional(closed) : std::nullopt;
}

bool isOneLine(std::string_view text) { return text.find_first_of(std::string_view("\n\r\0", 3)) == std::string_view::npos; }

bool isGoodName(std::string_view name, Style style)
{
    const std::string line = std::string(name) + endOfName(style).back() + "x";
    const auto option = optionOf(line, style);
    return isOneLine(name) && option && option->name == name;
}

std::string newLine(std::string_view name, const std::string& value, Style style)
{
    std::string line(name);
    if (style == Style::Equals)
        return line + "=" + value;
    line.resize(std::max(line.size() + 1, valueColumn), ' ');
    return line + value;
}

} // namespace

std::vector<Option> File::options() const
{
    std::vector<Option> all;
    std::string_view group;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (const auto opened = groupOf(lines_[i].text)) {
            group = *opened;
        } else if (auto option = optionOf(lines_[i].text, style_)) {
            option->group = group;
            option->line = i + 1;
            all.push_back(*option);
        }
    }
    return all;
}

std::vector<std::string_view> File::groups() const
{
    std::vector<std::string_view> all;
    for (const TextLine& line : lines_)
        if (const auto group = groupOf(line.text))
            all.push_back(*group);
    return all;
}

std::optional<Option> File::find(std::string_view group, std::string_view name) const
{
    for (const Option& option : options())
        if (equalIgnoringCase(option.group, group) && equalIgnoringCase(option.name, name))
            return option;
    return std::nullopt;
}

std::optional<std::string> File::value(std::string_view group, std::string_view name) const
{
    const auto option = find(group, name);
    return option ? std::optional(std::string(option->value)) : std::nullopt;
}

Result<void> File::set(std::string_view group, std::string_view name, std::string_view value)
{
    const std::string where = "[" + std::string(group) + "] " + std::string(name);
    const auto spelling = spelled(value, style_);
    if (!isOneLine(value) || !spelling)
        return Error{"a value of this kind cannot be written", where};
    if (const auto option = find(group, name)) {
        if (option->value == value)
            return {};
        std::string& text = lines_[option->line - 1].text;
        auto begin = static_cast<std::size_t>(option->value.data() - text.data());
        std::size_t size = option->value.size();
        const std::string_view marks = style_ == Style::Blank ? "<>" : "\"\"";
        const bool isClosed =
            begin > 0 && begin + size < text.size() && text[begin - 1] == marks[0] && text[begin + size] == marks[1];
        if (isClosed) {
            --begin;
            size += 2;
        }
        if (style_ == Style::Blank && spelling->starts_with('<'))
            size = text.size() - begin; // what stands behind the brackets would make them part of the value
        const bool needsBlank =
            style_ == Style::Blank && (begin == 0 || endOfName(style_).find(text[begin - 1]) == std::string_view::npos);
        text.replace(begin, size, (needsBlank ? " " : "") + *spelling);
        return {};
    }
    if (!isGoodName(name, style_) || !isOneLine(group) || group.find(']') != std::string_view::npos || trimmed(group) != group)
        return Error{"a name of this kind cannot be written", where};

    const std::string line = newLine(name, *spelling, style_);
    std::size_t place = group.empty() ? 0 : lines_.size();
    bool isInGroup = group.empty(), exists = group.empty();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (const auto opened = groupOf(lines_[i].text)) {
            isInGroup = equalIgnoringCase(*opened, group) && !exists;
            exists = exists || isInGroup;
            place = isInGroup ? i + 1 : place;
        } else if (isInGroup && optionOf(lines_[i].text, style_)) {
            place = i + 1;
        }
    }
    if (!exists) {
        if (!lines_.empty() && !trimmed(lines_.back().text).empty())
            insert(lines_.size(), {});
        insert(lines_.size(), "[" + std::string(group) + "]");
        place = lines_.size();
    }
    insert(place, line);
    return {};
}

void File::insert(std::size_t before, std::string text)
{
    const LineEnd end = usualEnd(lines_);
    if (before == lines_.size() && before > 0 && lines_.back().end == LineEnd::None)
        lines_.back().end = end;
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(before), {std::move(text), end});
}

bool File::remove(std::string_view group, std::string_view name)
{
    const auto option = find(group, name);
    if (option)
        lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(option->line - 1));
    return option.has_value();
}

Result<File> read(std::string_view text, std::string_view file, Style style)
{
    File result(style, splitLines(text));
    for (std::size_t i = 0; i < result.lines().size(); ++i)
        if (result.lines()[i].text.find('\0') != std::string::npos)
            return Error{"expected text, found a byte 0", std::string(file) + ", line " + std::to_string(i + 1)};
    return result;
}

std::string write(const File& file) { return joinLines(file.lines()); }

} // namespace blak::settings
