// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/settings/known_option.h"

#include <array>
#include <set>

namespace blak::settings {
namespace {

struct Spelling
{
    std::string_view text;
    bool value;
    Style style;
};

constexpr auto spellings = std::to_array<Spelling>({
    {"Yes", true, Style::Blank},
    {"No", false, Style::Blank},
    {"1", true, Style::Equals},
    {"0", false, Style::Equals},
    {"true", true, Style::Equals},
    {"false", false, Style::Equals},
});

} // namespace

std::optional<bool> parseBoolean(std::string_view text, Style style)
{
    for (const Spelling& spelling : spellings)
        if (spelling.style == style && equalIgnoringCase(spelling.text, text))
            return spelling.value;
    return std::nullopt;
}

std::string_view formatBoolean(bool value, Style style)
{
    if (style == Style::Blank)
        return value ? "Yes" : "No";
    return value ? "1" : "0";
}

std::optional<std::string> mismatch(std::string_view value, const KnownOption& option, Style style)
{
    const Kind kind = option.kind;
    if (kind == Kind::Boolean && !parseBoolean(value, style))
        return style == Style::Blank ? "Yes or No" : "0, 1, true or false";
    if (kind == Kind::Integer && !parseNumber(value, INT32_MIN, INT32_MAX))
        return "a whole number";
    if (kind == Kind::Integer && !parseNumber(value, option.least, option.most))
        return "a number from " + std::to_string(option.least) + " to " + std::to_string(option.most);
    if (kind == Kind::Path && value.empty())
        return "a folder";
    return std::nullopt;
}

std::vector<Finding> check(const File& file,
                           const std::function<const KnownOption*(std::string_view group, std::string_view name)>& find)
{
    std::vector<Finding> findings;
    std::set<std::string> seen;
    for (const Option& option : file.options()) {
        const std::string name = "[" + std::string(option.group) + "] " + std::string(option.name);
        const KnownOption* known = find(option.group, option.name);
        if (option.group.empty())
            findings.push_back({Severity::Warning, option.line, std::string(option.name) + " stands before the first group"});
        else if (known == nullptr)
            findings.push_back({Severity::Warning, option.line, name + " is no option that servers or clients know"});
        else if (const auto expected = mismatch(option.value, *known, file.style()))
            findings.push_back({Severity::Error, option.line,
                                name + ": expected " + *expected + ", found \"" + std::string(option.value) + "\""});
        if (!seen.insert(lowerCase(name)).second)
            findings.push_back({Severity::Warning, option.line, name + " comes again; only the first counts"});
    }
    for (std::size_t i = 0; i < file.lines().size(); ++i) {
        const std::string_view line = trimmed(file.lines()[i].text);
        if (line.starts_with('[') && line.find(']') == std::string_view::npos)
            findings.push_back({Severity::Warning, i + 1, "a group without its closing bracket"});
    }
    return findings;
}

} // namespace blak::settings
