// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace blak::session {

/// Whom one knows and what one abbreviates: kept by the client, no server hears of it. Names are compared in small letters, UTF-8.
struct Companions
{
    static constexpr std::size_t mostNames = 500, mostGroups = 50, mostInGroup = 50, mostAliases = 200, longestAlias = 300;

    std::set<std::string> ignored; ///< their speech is not shown
    std::set<std::string> buddies; ///< one is told when they come and go
    std::map<std::string, std::vector<std::string>> groups; ///< by name, to be told something together
    std::map<std::string, std::string> aliases;             ///< a word behind a slash, and the line it stands for

    /// One line for each of them, and back; what makes no sense or is too much is left out.
    std::string toText() const;
    static Companions fromText(std::string_view text);

    /// The line that a typed one stands for; itself where its first word is no alias. Aliases are looked up once.
    std::string expanded(std::string_view line) const;

    friend bool operator==(const Companions&, const Companions&) = default;
};

/// In small letters, as far as ASCII goes.
std::string smallLetters(std::string text);

} // namespace blak::session
