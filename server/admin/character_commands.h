// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Commands that make and end characters of accounts.
struct CharacterCommands : AdminCall
{
    void createUserOnEachAccount();
    void createUser();
    void createAdmin();
    void createDm();
    void createConvict();
    void deleteUser();

private:
    void makeUser(std::int32_t classId);
};

} // namespace blak::world
