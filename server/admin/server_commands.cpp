// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/server_commands.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"

#include <algorithm>

namespace blak::world {
namespace {

/// open105's server calls one otherwise.
std::string_view timerName(const SystemTimers::Row& row, bool extended)
{
    return extended && row.kind == SystemTimer::Transmitted ? "Reset TX count" : row.name;
}

} // namespace

void ServerCommands::showSystemTimers()
{
    line("# System Timer type  Period          On the          Next time             ");
    if (admin.facts().timers == nullptr)
        return;
    for (const SystemTimers::Row& row : admin.facts().timers->rows())
        line(std::to_string(static_cast<int>(row.kind)) + " " + padded(timerName(row, world.extended()), 18) + " " +
             padded(row.period == 0 ? "never" : periodText(row.period), 15) + " " + padded(periodText(row.offset), 15) + " " +
             (row.enabled ? padded(row.period == 0 ? "Never" : timeText(row.next), 22) : "Disabled"));
}

void ServerCommands::switchSystemTimer(bool on)
{
    if (admin.facts().timers == nullptr || !admin.facts().timers->enable(in.numbers[0], on, world.unixTime()))
        line("Invalid systimer type " + std::to_string(in.numbers[0]) + ".");
    else
        line(on ? "Systimer enabled." : "Systimer disabled.");
}

void ServerCommands::enableSystemTimer() { switchSystemTimer(true); }

void ServerCommands::disableSystemTimer() { switchSystemTimer(false); }

/// A file below the world's folder, one command per line; everything is echoed.
void ServerCommands::readCommands()
{
    constexpr std::uint64_t longest = 1024 * 1024;
    namespace fs = std::filesystem;
    const fs::path wanted(withSlashes(in.texts[0]));
    const bool below = wanted.is_relative() && std::ranges::none_of(wanted, [](const fs::path& part) { return part == ".."; });
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(world.folder(), error);
    const fs::path file = fs::weakly_canonical(findOrName(folder, wanted.string()), error);
    const bool inside = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
    const auto text = below && inside && admin.mayReadFile() ? readTextFile(file, longest) : Result<std::string>(Error{"", ""});
    if (!text) {
        line("Error opening " + std::string(in.texts[0]) + ".");
        return;
    }
    if (world.runFolder().keepsSecret(file, text.value())) {
        line(std::string(in.texts[0]) + " holds secrets of the server: it is not read.");
        return;
    }
    admin.enterFile();
    std::string_view rest = text.value();
    while (!rest.empty() && !closes) {
        std::string_view one = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(one.size() + 1, rest.size()));
        one = trimBlanks(one);
        if (one.empty())
            continue;
        line("> " + std::string(one));
        out += admin.run(one, closes, asker);
    }
    admin.leaveFile();
}

/// The kinds of records that RecordStat() of Blakod may leave (kod.md, section 5).
void ServerCommands::showStatKinds()
{
    constexpr std::string_view ruler = "--------------------------------------------------------------";
    line(ruler);
    line("Type | Enabled");
    for (std::int64_t kind = 1; kind <= News::lastStatKind; ++kind)
        line(" " + padded(std::to_string(kind), 3) + " |  " + (world.news().recordsStat(kind) ? "true" : "false"));
    line(ruler);
}

void ServerCommands::switchStat(bool on)
{
    if (in.numbers[0] < 0 || in.numbers[0] > News::lastStatKind) {
        line("Invalid MySQL record type " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    world.news().recordStatOfKind(in.numbers[0], on);
    line("MySQL record type " + std::to_string(in.numbers[0]) + (on ? " enabled." : " disabled."));
}

void ServerCommands::enableStat() { switchStat(true); }

void ServerCommands::disableStat() { switchStat(false); }

void ServerCommands::noDatabase()
{
    line("This server has no MySQL database: see `show accounts --json`, and [Telemetry] Stats for what RecordStat leaves.");
}

void ServerCommands::noBenchmarks()
{
    line("This server measures its instructions with the benchmarks of its source, not while a world waits.");
}

void ServerCommands::showPost()
{
    line("Couldn't find post " + std::to_string(in.numbers[1]) + "! News are objects of Blakod here: show them as such.");
}

void ServerCommands::showOpcodes()
{
    line("This server does not count instructions by kind: `show called` and `show calls` count handlers and functions.");
}

} // namespace blak::world
