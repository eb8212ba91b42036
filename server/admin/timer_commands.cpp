// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/timer_commands.h"

#include <algorithm>
#include <chrono>

namespace blak::world {
namespace {

constexpr std::string_view header = "Timer  Remaining ms  Object  Message             ";

} // namespace

std::string TimerCommands::timerText(const vm::TimerView& timer) const
{
    return aligned(timer.id, 5) + "  " + padded(std::to_string(timer.remaining), 13) + " " +
           padded(std::to_string(timer.object), 7) + " " + padded(vm.messageName(timer.message), 20);
}

void TimerCommands::timerLines(const std::vector<vm::TimerView>& timers)
{
    line(header);
    std::size_t found = 0;
    for (const vm::TimerView& timer : timers) {
        if (!vm.classOfObject(timer.object)) {
            line("Timer has invalid object " + std::to_string(timer.object) + "?");
            continue;
        }
        line(timerText(timer));
        ++found;
    }
    if (world.extended())
        line(std::to_string(found) + " timers found.");
}

void TimerCommands::showTimer()
{
    const auto timers = vm.timers();
    const auto timer = std::ranges::find(timers, in.numbers[0], &vm::TimerView::id);
    if (timer == timers.end()) {
        line("Cannot find timer " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    line(header);
    line(timerText(*timer));
}

void TimerCommands::showTimers() { timerLines(vm.timers()); }

void TimerCommands::showTimersOfMessage()
{
    const auto message = vm.messageByName(in.texts[0]);
    if (!message) {
        line("Invalid message name, message not found.");
        return;
    }
    auto timers = vm.timers();
    std::erase_if(timers, [&](const vm::TimerView& timer) { return timer.message != *message; });
    timerLines(timers);
}

void TimerCommands::showTimersOfObject()
{
    auto timers = vm.timers();
    std::erase_if(timers, [&](const vm::TimerView& timer) { return timer.object != in.numbers[0]; });
    timerLines(timers);
}

/// In the order in which they fire, each on an object that exists.
void TimerCommands::checkTimers()
{
    const auto start = std::chrono::steady_clock::now();
    const auto timers = vm.timers();
    const bool inOrder = std::ranges::is_sorted(timers, {}, &vm::TimerView::remaining);
    const auto lost = std::ranges::count_if(timers, [&](const vm::TimerView& one) { return !vm.classOfObject(one.object); });
    line("Timer heap check completed in " + microsecondsSince(start) + " microseconds.");
    if (inOrder && lost == 0)
        line("Timer heap is valid.");
    else
        line(inOrder ? std::to_string(lost) + " timers have no object." : "Timers are out of order.");
}

void TimerCommands::createTimer()
{
    const auto message = vm.messageByName(in.texts[0]);
    if (!message) {
        line("Cannot find message name " + std::string(in.texts[0]) + ".");
        return;
    }
    const auto id = vm.newTimer(in.numbers[0], *message, in.numbers[1]);
    if (!id)
        line("Timer has invalid object " + std::to_string(in.numbers[0]) + "?");
    else
        line("Created timer " + std::to_string(*id) + ".");
}

void TimerCommands::deleteTimer()
{
    const auto timers = vm.timers();
    const auto timer = std::ranges::find(timers, in.numbers[0], &vm::TimerView::id);
    if (timer == timers.end()) {
        line("Timer " + std::to_string(in.numbers[0]) + " does not exist.");
        return;
    }
    line(timerText(*timer));
    vm.deleteTimer(timer->id);
    line("This timer has been deleted.");
}

} // namespace blak::world
