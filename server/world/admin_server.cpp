// SPDX-License-Identifier: GPL-3.0-or-later
// Commands about the server itself: system timers, files it reads, its configuration.
#include "formats/base/file_io.h"
#include "server/world/admin_commands.h"

#include <algorithm>

namespace blak::world {

void AdminCommands::showSystemTimers()
{
    line("# System Timer type  Period          On the          Next time             ");
    if (admin.facts_.timers == nullptr)
        return;
    for (const SystemTimers::Row& row : admin.facts_.timers->rows())
        line(std::to_string(static_cast<int>(row.kind)) + " " + padded(row.name, 18) + " " +
             padded(row.period == 0 ? "never" : periodText(row.period), 15) + " " + padded(periodText(row.offset), 15) + " " +
             padded(!row.enabled      ? "Disabled"
                    : row.period == 0 ? "Never"
                                      : timeText(row.next),
                    22));
}

void AdminCommands::switchSystemTimer(bool on)
{
    const std::string number = std::to_string(in.numbers[0]);
    if (admin.facts_.timers == nullptr || !admin.facts_.timers->enable(in.numbers[0], on, world.unixTime()))
        line("Cannot find system timer " + number + ".");
    else
        line("System timer " + number + (on ? " enabled." : " disabled."));
}

void AdminCommands::enableSystemTimer() { switchSystemTimer(true); }

void AdminCommands::disableSystemTimer() { switchSystemTimer(false); }

void AdminCommands::reloadMotd()
{
    admin.facts_.readFiles();
    line("Reloaded motd.");
}

void AdminCommands::reloadPackages()
{
    admin.facts_.readFiles();
    line("Reloaded packages.");
}

void AdminCommands::showPackages()
{
    const std::string text = admin.facts_.packages();
    out += text.empty() ? "No packages.\r\n" : text;
}

void AdminCommands::saveConfiguration()
{
    const auto saved = world.saveConfiguration();
    line(saved ? "Configuration saved." : "The configuration cannot be saved: " + saved.error().text());
}

/// A file below the world's folder, one command per line; everything is echoed.
void AdminCommands::readCommands()
{
    constexpr std::uint64_t longest = 1024 * 1024;
    constexpr int deepest = 4; // a file may name another file
    namespace fs = std::filesystem;
    const fs::path wanted(in.texts[0]);
    const bool below = wanted.is_relative() && std::ranges::none_of(wanted, [](const fs::path& part) { return part == ".."; });
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(world.folder(), error);
    const fs::path file = fs::weakly_canonical(folder / wanted, error);
    const bool inside = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
    const auto text =
        below && inside && admin.reading_ < deepest ? readTextFile(file, longest) : Result<std::string>(Error{"", ""});
    if (!text) {
        line("Error opening " + std::string(in.texts[0]) + ".");
        return;
    }
    ++admin.reading_;
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
    --admin.reading_;
}

} // namespace blak::world
