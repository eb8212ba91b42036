// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/save/game_index.h"

namespace blak::cli {

/// What the commands for saved games take, for their help pages.
inline constexpr std::string_view saveArgumentHelp =
    "SAVE is a file gameuser.N, or a folder: then the save that its lastsave.txt names. The files beside it with the same number "
    "(striings, dynarscs, accounts)\nare read too. Names of classes, properties and resources stand in the save itself.";

struct ClassCount
{
    std::string name;
    std::size_t objects = 0;
};

/// Classes that have objects, the most frequent first.
std::vector<ClassCount> countByClass(const save::GameIndex& index);

/// "2025-11-21 04:40:00 UTC".
std::string timeText(std::int64_t unixTime);

/// One line of UTF-8: control characters as \n, \t or \x01.
std::string oneLine(std::string_view windows1252Text);

} // namespace blak::cli
