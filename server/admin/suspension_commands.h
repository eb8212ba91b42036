// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Accounts that may not come in for some hours.
struct SuspensionCommands : AdminCall
{
    void suspendAccount();
    void unsuspendAccount();
    void suspendUser();
    void unsuspendUser();

private:
    void suspend(Account& account);
    void unsuspend(Account& account);
};

} // namespace blak::world
