// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Administrators by name, and their roles.
struct AdministratorCommands : AdminCall
{
    void createAdministrator();
    void deleteAdministrator();
    void setAdministratorPassword();
    void setAdministratorRole();
    void showAdministrators();
};

} // namespace blak::world
