// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Connections: who is there, hang-ups, what is said to them.
struct SessionCommands : AdminCall
{
    void say();
    void who();
    void hangupAccount();
    void hangupUser();
    void hangupIp();
    void hangupSession();
    void hangupAll();
    void kickoffAccount();
    void kickoffAll();
    void showUdp();
    void resetUdp();
    void showSameAddress();

private:
    void whoHeader();
    void whoLine(const PlayerLine& one);
};

} // namespace blak::world
