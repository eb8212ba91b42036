// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/status_commands.h"

#include "server/admin/value_commands.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::size_t nameColumn = 20;
constexpr std::string_view ruler = "-------------------------------------------";

/// "3 minutes 2 seconds", "5 minutes ", "0 sec": units of which there are none are left out, each of the others has a blank
/// behind it, in open105 all but the seconds.
std::string durationText(std::int64_t seconds, bool extended)
{
    std::string text;
    for (const auto& [name, length] :
         {std::pair<std::string_view, std::int64_t>{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}})
        if (const std::int64_t count = seconds / length; count > 0) {
            text += std::to_string(count) + " " + std::string(name) + (count == 1 ? "" : "s");
            text += extended && length == 1 ? "" : " ";
            seconds %= length;
        }
    return text.empty() ? "0 sec" : text;
}

/// "0.000467211 billion"
std::string inBillions(std::int64_t number)
{
    constexpr std::int64_t billion = 1'000'000'000;
    const std::string rest = std::to_string(number % billion);
    return std::to_string(number / billion) + "." + std::string(9 - rest.size(), '0') + rest + " billion";
}

} // namespace

/// Of the clock that nothing but these texts depends on; the classic servers measure in milliseconds.
std::int64_t StatusCommands::longestMilliseconds() const
{
    constexpr std::int64_t nanoseconds = 1'000'000;
    return vm.counters().slowestNanoseconds / nanoseconds;
}

/// The last top-level message that was slower than any before, or slow. The classic server says nothing when there was none.
void StatusCommands::slowestLines()
{
    const vm::Counters counters = vm.counters();
    const bool none = counters.slowestObject < 0;
    if (none && !world.extended())
        return;
    const std::string what = "OBJECT " + std::to_string(counters.slowestObject) + " CLASS " +
                             (none ? "(unknown)" : counters.slowestClass) + " MESSAGE " +
                             (none ? "(unknown)" : counters.slowestMessage);
    if (world.extended()) {
        line("Most recent slow top level message is:");
        line(what);
    } else {
        line("Most recent slow top level message is " + what);
    }
    line("Most recent slow top level message includes " + std::to_string(counters.slowestPosts) + " posted followups");
}

void StatusCommands::resetHighest()
{
    line("Longest time on one top level message is " + std::to_string(longestMilliseconds()) + " milliseconds");
    slowestLines();
    vm.resetSlowest();
    line("Highest timed message reset.");
}

void StatusCommands::showStatus()
{
    const vm::Counters counters = vm.counters();
    const vm::HeapSizes sizes = vm.sizes();
    const std::int64_t up = world.unixTime() - world.clock().startedAt();
    const std::string upText = "(up for " + durationText(up, world.extended()) + " = " + std::to_string(up) + " seconds)";
    line("System Status -----------------------------");
    line("BlakSton Server v1.0 (Blakston Studio) on unknown");
    line("Current time is " + timeText(world.unixTime()));
    if (world.extended()) {
        line("System started at " + timeText(world.clock().startedAt()));
        line(upText);
    } else {
        line("System started at " + timeText(world.clock().startedAt()) + " " + upText);
    }
    line("----");
    const double seconds = static_cast<double>(counters.nanoseconds) / 1e9;
    line("Interpreted " + (world.extended() ? std::to_string(counters.instructions) : inBillions(counters.instructions)) +
         " total instructions in " +
         (world.extended() ? withDecimals(seconds, 2) : std::to_string(counters.nanoseconds / 1'000'000'000)) + " seconds");
    line("Handled " + std::to_string(counters.topLevelMessages) + " top level messages, total " +
         std::to_string(counters.messages) + " messages");
    line("Deepest message call stack is " + std::to_string(counters.deepest) + " calls from top level");
    line("Most instructions on one top level message is " + std::to_string(counters.mostInstructions) + " instructions");
    line("Number of top level messages over 1000 milliseconds is " + std::to_string(counters.slowMessages));
    line("Longest time on one top level message is " + std::to_string(longestMilliseconds()) + " milliseconds");
    slowestLines();
    line("----");
    line("Active accounts: " + std::to_string(world.accounts().list.size()));
    line("Next account number is " + std::to_string(world.accounts().nextId));
    line("Clients on port " + std::to_string(admin.facts().port) + ", maintenance on port " +
         std::to_string(admin.facts().maintenancePort));
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
        line(std::to_string(sharedMessageBuckets(vm)) + " message hash table collisions");
    if (admin.lock().closed())
        line("The game is LOCKED (" + *admin.lock().text() + ")");
    line(ruler);
}

/// The rows of the dialect's server. What lies around the world (connections and what belongs to them) is not known here.
void StatusCommands::showMemory()
{
    constexpr std::size_t megabyte = 1048576;
    enum In : std::uint8_t { Both, Open105 };
    struct Row
    {
        std::string_view name;
        std::size_t bytes;
        In where = Both;
    };
    const vm::MemoryUse use = vm.memory();
    std::size_t constants = 0;
    for (const auto& [name, value] : world.constants())
        constants += sizeof(std::pair<const std::string, std::int64_t>) + name.size();
    std::size_t accounts = world.accounts().list.capacity() * sizeof(Account);
    for (const Account& one : world.accounts().list)
        accounts += one.name.size() + one.password.size() + one.email.value_or("").size();
    const std::size_t configuration = world.config().write().size();
    const PlayersMemory players = world.players() == nullptr ? PlayersMemory() : world.players()->memory();
    line("System Memory -----------------------------");
    line(timeText(world.unixTime()));
    std::size_t total = 0;
    for (const Row& row : std::initializer_list<Row>{{"Timer", use.timers},
                                                     {"String", use.strings},
                                                     {"Kodbase", use.kodbase},
                                                     {"Resource", use.resources},
                                                     {"Session", players.sessions},
                                                     {"Account", accounts},
                                                     {"User", world.accounts().users.capacity() * sizeof(User)},
                                                     {"Motd", players.motd},
                                                     {"Dllist", 0},
                                                     {"LoadBof", use.code},
                                                     {"Systimer", 0},
                                                     {"Nameid", use.names},
                                                     {"Class", use.classes},
                                                     {"Message", use.handlers},
                                                     {"Object", use.objects},
                                                     {"List", use.lists},
                                                     {"Object properties", use.properties},
                                                     {"Configuration", configuration},
                                                     {"Rooms", use.rooms},
                                                     {"Astar", 0, Open105},
                                                     {"Admin constants", constants},
                                                     {"Buffers", players.buffers},
                                                     {"Game loading", 0},
                                                     {"Tables", use.tables},
                                                     {"Socket blocks", players.blocks},
                                                     {"Game saving", 0, Open105},
                                                     {"SQL", 0, Open105}}) {
        if (row.where == Open105 && !world.extended())
            continue;
        line(padded(row.name, nameColumn) + " " + aligned(static_cast<std::int64_t>(row.bytes), 8));
        total += row.bytes;
    }
    line(padded("-- Total", nameColumn) + " " + aligned(static_cast<std::int64_t>(total / megabyte), 4) + " MB");
    line(ruler);
}

void StatusCommands::showUsage()
{
    line(":< sessions " + std::to_string(world.players() == nullptr ? 0 : world.players()->list().size()));
    line(":>");
}

void StatusCommands::showClock()
{
    const std::int64_t now = world.unixTime();
    line("Current server clock reads " + std::to_string(now) + " (" + timeText(now) + ").");
}

void StatusCommands::showConstant()
{
    const auto it = world.constants().find(lowerCase(in.texts[0]));
    if (it == world.constants().end())
        line("There is no value for " + std::string(in.texts[0]));
    else
        line(std::string(in.texts[0]) + " = " + std::to_string(it->second));
}

} // namespace blak::world
