// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Commands that change and make objects, properties and the other values.
struct ChangeCommands : AdminCall
{
    void setObject();
    void setInteger();
    void setClass();
    void createObject();
    void createTable();

private:
    void setProperty(std::int64_t object);
};

} // namespace blak::world
