// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/companions.h"

#include <algorithm>

namespace blak::session {
namespace {

/// The first word of a text, which loses it.
std::string_view takeWord(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return word;
}

} // namespace

std::string smallLetters(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

std::string Companions::toText() const
{
    std::string text;
    for (const std::string& name : ignored)
        text += "ignore " + name + '\n';
    for (const std::string& name : buddies)
        text += "buddy " + name + '\n';
    for (const auto& [group, names] : groups) {
        text += "group " + group;
        for (const std::string& name : names)
            text += '|' + name;
        text += '\n';
    }
    for (const auto& [word, line] : aliases)
        text += "alias " + word + ' ' + line + '\n';
    return text;
}

Companions Companions::fromText(std::string_view text)
{
    Companions all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        const std::string_view kind = takeWord(line);
        if (line.empty() || line.size() > longestAlias * 4)
            continue;
        if (kind == "ignore" && all.ignored.size() < mostNames) {
            all.ignored.emplace(line);
        } else if (kind == "buddy" && all.buddies.size() < mostNames) {
            all.buddies.emplace(line);
        } else if (kind == "group" && all.groups.size() < mostGroups) {
            const std::string name(line.substr(0, line.find('|')));
            std::vector<std::string>& names = all.groups[name];
            for (std::size_t from = name.size(); from < line.size() && names.size() < mostInGroup;) {
                const std::size_t next = std::min(line.find('|', from + 1), line.size());
                names.emplace_back(line.substr(from + 1, next - from - 1));
                from = next;
            }
        } else if (kind == "alias" && all.aliases.size() < mostAliases) {
            const std::string word(takeWord(line));
            if (!line.empty())
                all.aliases[word] = std::string(line.substr(0, longestAlias));
        }
    }
    return all;
}

std::string Companions::expanded(std::string_view line) const
{
    if (!line.starts_with('/'))
        return std::string(line);
    const std::string_view word = line.substr(1, line.find(' ') - 1);
    const auto found = aliases.find(smallLetters(std::string(word)));
    if (found == aliases.end())
        return std::string(line);
    return found->second + std::string(line.substr(word.size() + 1));
}

} // namespace blak::session
