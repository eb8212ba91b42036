// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/kodbase/kodbase.h"
#include "formats/save/game.h"
#include "server/vm/vm.h"

#include <functional>
#include <string>
#include <vector>

namespace blak::world {

/// What of a saved game would have no place in a program. Counted before anything is replaced, so that a class file or a
/// kodbase.txt that was cut off costs nobody a character.
struct Losses
{
    std::size_t objects = 0;    ///< whose class does not exist
    std::size_t properties = 0; ///< values, not nil, of properties that do not exist
    std::size_t references = 0; ///< values that name a class or a resource that does not exist
    std::size_t timers = 0;     ///< whose message nobody handles, though kodbase.txt says that somebody does
    std::size_t accounts = 0;   ///< lines of accounts.N that make no sense
    std::vector<std::string> named{}; ///< the first of them, one line each

    bool any() const { return objects + properties + references + timers + accounts > 0; }
    /// "3 objects and 2 timers of the save would be lost: class User does not exist; ..."
    std::string text() const;
};

/// `problems` are those of readSaveSet(). `names` gives kodbase.txt, and is asked for it only where it matters; without it, or when
/// it gives nothing, every timer without a handler counts.
Losses lossesOf(const save::Game& game, const std::vector<Error>& problems, const vm::Vm& machine,
                const std::function<const kodbase::Kodbase*()>& names = {});

/// Whether kodbase.txt and the classes belong together: every class, property and handler has a name. Without one it would go
/// into the next save without it, and be lost with the start after that.
Result<void> checkNames(const vm::Vm& machine);

} // namespace blak::world
