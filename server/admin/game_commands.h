// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// The game as a whole: collected, saved, loaded, locked, ended.
struct GameCommands : AdminCall
{
    void saveGame();
    void garbage();
    void reloadGame();
    void reloadSystem();
    void lock();
    void unlock();
    void mark();
    void terminateSave();
    void terminateNoSave();

private:
    bool saved();
};

} // namespace blak::world
