// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Files that are read anew while the world runs.
struct ReloadCommands : AdminCall
{
    void reloadClass();
    void reloadResource();
    void reloadRoom();
    void reloadMotd();
    void reloadPackages();
    void reloadProtocol();
    void reloadPortal();
    void showPackages();
};

} // namespace blak::world
