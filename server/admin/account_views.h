// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// What accounts and characters there are.
struct AccountViews : AdminCall
{
    void showAccount();
    void showAccounts();
    void showUser();
    void showUsers();
    void showName();
    void showEmail();
    void showActive();
    void showSuspended();

private:
    void accountHeader();
    void accountLine(const Account& account);
};

} // namespace blak::world
