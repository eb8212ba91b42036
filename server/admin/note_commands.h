// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Notes of players, calls for the console, traces of messages.
struct NoteCommands : AdminCall
{
    void readMail();
    void page();
    void traceOn();
    void traceOff();

private:
    void trace(bool on);
};

} // namespace blak::world
