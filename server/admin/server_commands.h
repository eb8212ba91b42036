// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// The server itself: its timers, its records, files of commands.
struct ServerCommands : AdminCall
{
    void showSystemTimers();
    void enableSystemTimer();
    void disableSystemTimer();
    void readCommands();
    void showStatKinds();
    void enableStat();
    void disableStat();
    void noDatabase();
    void noBenchmarks();
    void showPost();
    void showOpcodes();

private:
    void switchSystemTimer(bool on);
    void switchStat(bool on);
};

} // namespace blak::world
