// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/save/game_index.h"

namespace blak::save {

struct Fault
{
    std::string where; ///< "object 5 (Room), plContents"
    std::string what;  ///< "refers to object 17, which is not in the save"
};

struct Consistency
{
    std::vector<Fault> faults; ///< the first ones, up to the limit asked for
    std::size_t count = 0;     ///< all of them
};

/// What a server would stumble over when it loads the save: numbers that come twice, objects of unknown classes or with another
/// number of properties than their class, references to objects, list nodes, tables, timers, strings and accounts that are not
/// there. Strings and accounts are checked only where their file is there.
Consistency checkConsistency(const GameIndex& index, std::size_t limit = 1000);

} // namespace blak::save
