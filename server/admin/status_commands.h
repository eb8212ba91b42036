// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// How the server is: times, memory, constants.
struct StatusCommands : AdminCall
{
    void resetHighest();
    void showStatus();
    void showMemory();
    void showUsage();
    void showClock();
    void showConstant();

private:
    std::int64_t longestMilliseconds() const;
    void slowestLines();
};

} // namespace blak::world
