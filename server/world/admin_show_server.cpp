// SPDX-License-Identifier: GPL-3.0-or-later
// The server as a whole: status, clock, constants, configuration.
#include "server/world/admin_commands.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::size_t nameColumn = 20;
constexpr std::string_view ruler = "-------------------------------------------";

/// "3 minutes 2 seconds"; the unit above appears when there is one.
std::string durationText(std::int64_t seconds)
{
    std::string text;
    for (const auto& [name, length] : {std::pair<std::string_view, std::int64_t>{"day", 86400}, {"hour", 3600}, {"minute", 60}})
        if (const std::int64_t count = seconds / length; count > 0) {
            text += std::to_string(count) + " " + std::string(name) + (count == 1 ? " " : "s ");
            seconds %= length;
        }
    return text + std::to_string(seconds) + " seconds";
}

/// "0.000467211 billion"
std::string inBillions(std::int64_t number)
{
    constexpr std::int64_t billion = 1'000'000'000;
    const std::string rest = std::to_string(number % billion);
    return std::to_string(number / billion) + "." + std::string(9 - rest.size(), '0') + rest + " billion";
}

} // namespace

/// The slowest top-level message; the classic server says nothing of one that took no time.
void AdminCommands::slowestLines()
{
    const vm::Counters counters = vm.counters();
    const bool worthIt = world.extended() ? counters.slowestObject >= 0 : counters.slowestMilliseconds > 0;
    if (!worthIt)
        return;
    const std::string what = "OBJECT " + std::to_string(counters.slowestObject) + " CLASS " + counters.slowestClass +
                             " MESSAGE " + counters.slowestMessage;
    if (world.extended()) {
        line("Most recent slow top level message is:");
        line(what);
    } else {
        line("Most recent slow top level message is " + what);
    }
    line("Most recent slow top level message includes " + std::to_string(counters.slowestPosts) + " posted followups");
}

void AdminCommands::resetHighest()
{
    line("Longest time on one top level message is " + std::to_string(vm.counters().slowestMilliseconds) + " milliseconds");
    slowestLines();
    vm.resetSlowest();
    line("Highest timed message reset.");
}

void AdminCommands::showStatus()
{
    const vm::Counters counters = vm.counters();
    const vm::HeapSizes sizes = vm.sizes();
    const std::int64_t up = world.unixTime() - world.startedAt();
    const std::string upText =
        "(up for " + durationText(up) + (world.extended() ? "" : " ") + " = " + std::to_string(up) + " seconds)";
    line("System Status -----------------------------");
    line("BlakSton Server v1.0 (Blakston Studio) on unknown");
    line("Current time is " + timeText(world.unixTime()));
    if (world.extended()) {
        line("System started at " + timeText(world.startedAt()));
        line(upText);
    } else {
        line("System started at " + timeText(world.startedAt()) + " " + upText);
    }
    line("----");
    line("Interpreted " + (world.extended() ? std::to_string(counters.instructions) : inBillions(counters.instructions)) +
         " total instructions in 0.00 seconds"); // the machine is not timed
    line("Handled " + std::to_string(counters.topLevelMessages) + " top level messages, total " +
         std::to_string(counters.messages) + " messages");
    line("Deepest message call stack is " + std::to_string(counters.deepest) + " calls from top level");
    line("Most instructions on one top level message is " + std::to_string(counters.mostInstructions) + " instructions");
    line("Number of top level messages over 1000 milliseconds is " + std::to_string(counters.slowMessages));
    line("Longest time on one top level message is " + std::to_string(counters.slowestMilliseconds) + " milliseconds");
    slowestLines();
    line("----");
    line("Active accounts: " + std::to_string(world.accounts().list.size()));
    line("Next account number is " + std::to_string(world.accounts().nextId));
    line("Clients on port " + std::to_string(admin.facts_.port) + ", maintenance on port " +
         std::to_string(admin.facts_.maintenancePort));
    line("There are " + std::to_string(world.players() == nullptr ? 0 : world.players()->list().size()) + " sessions logged on");
    line("----");
    if (world.extended())
        line("Performed 0 MySQL DB calls"); // there is no such database
    line("Used " + std::to_string(sizes.listNodes) + " list nodes");
    if (world.extended())
        line("Used " + std::to_string(sizes.tables) + " tables");
    line("Used " + std::to_string(sizes.objects) + " object nodes");
    line("Used " + std::to_string(sizes.strings) + " string nodes");
    line("Watching " + std::to_string(sizes.timers) + " active timers");
    if (world.extended())
        line("0 message hash table collisions"); // none are counted: handlers are found by the cache of each send
    line(ruler);
}

void AdminCommands::showMemory()
{
    const vm::HeapSizes sizes = vm.sizes();
    const std::size_t word = static_cast<std::size_t>(vm.dialect().wordBits) / 8;
    line("System Memory -----------------------------");
    line(timeText(world.unixTime()));
    std::size_t total = 0;
    for (const auto& [name, bytes] : {std::pair<std::string_view, std::size_t>{"Timer", sizes.timers * 64},
                                      {"String", sizes.strings * 32},
                                      {"Object", sizes.objects * 16},
                                      {"List", sizes.listNodes * 2 * word}}) {
        line(padded(name, 18) + " " + aligned(static_cast<std::int64_t>(bytes), 10));
        total += bytes;
    }
    line(padded("-- Total", 18) + aligned(static_cast<std::int64_t>(total / 1048576), 6) + " MB");
    line(ruler);
}

void AdminCommands::showUsage()
{
    line(":< sessions " + std::to_string(world.players() == nullptr ? 0 : world.players()->list().size()));
    line(":>");
}

void AdminCommands::showClock()
{
    const std::int64_t now = world.unixTime();
    line("Current server clock reads " + std::to_string(now) + " (" + timeText(now) + ").");
}

void AdminCommands::showConstant()
{
    const auto it = world.constants().find(lowerCase(in.texts[0]));
    if (it == world.constants().end())
        line("There is no value for " + std::string(in.texts[0]));
    else
        line(std::string(in.texts[0]) + " = " + std::to_string(it->second));
}

/// Every option of the dialect's servers and of this one, with what is in force where the file says so. Secrets are left out.
void AdminCommands::showConfiguration()
{
    const config::Fork fork = world.extended()              ? config::Fork::Open105
                              : vm.dialect().wordBits == 64 ? config::Fork::Mainline
                                                            : config::Fork::Original;
    std::string_view group;
    for (const std::span<const config::Option> options : {config::options(), ownOptions()})
        for (const config::Option& option : options) {
            if (!option.isKnownTo(fork))
                continue;
            if (option.group != group) {
                line("");
                line(padded("[" + std::string(option.group) + "]", nameColumn));
            }
            group = option.group;
            const std::string value = world.config().text(option.group, option.name, defaultFor(option, fork));
            const bool secret = equalIgnoringCase(option.name, "Password");
            line(padded(option.name, nameColumn) + " " + (secret && !value.empty() ? "..." : value));
        }
}

} // namespace blak::world
