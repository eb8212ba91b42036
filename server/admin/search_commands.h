// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Which objects are of a class, belong to another, refer to a value, match a condition.
struct SearchCommands : AdminCall
{
    void showInstances();
    void showExactInstances();
    void dumpClassInstances();
    void showBelong();
    void showReferences();
    void showMatches();

private:
    void instanceLines(bool exactly);
};

} // namespace blak::world
