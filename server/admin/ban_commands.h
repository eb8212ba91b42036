// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Accounts, patterns of names and addresses that may not come in.
struct BanCommands : AdminCall
{
    void banAccount();
    void banPattern();
    void unbanPattern();
    void banAddress();
    void unbanAccount();
    void unbanAddress();
    void showBans();

private:
    void ban(BanKind kind);
    void unban(BanKind kind);
};

} // namespace blak::world
