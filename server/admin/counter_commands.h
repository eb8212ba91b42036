// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// What the server counted.
struct CounterCommands : AdminCall
{
    void showCalled();
    void showCalls();
    void showProtocol();
    void showTransmitted();
};

} // namespace blak::world
