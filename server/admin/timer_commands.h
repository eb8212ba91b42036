// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Timers of Blakod.
struct TimerCommands : AdminCall
{
    void showTimer();
    void showTimers();
    void showTimersOfMessage();
    void showTimersOfObject();
    void checkTimers();
    void createTimer();
    void deleteTimer();

private:
    std::string timerText(const vm::TimerView& timer) const;
    void timerLines(const std::vector<vm::TimerView>& timers);
};

} // namespace blak::world
