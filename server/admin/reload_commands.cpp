// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/reload_commands.h"
#include "formats/base/counted.h"
#include "server/world/uses_text.h"

namespace blak::world {

void ReloadCommands::reloadClass()
{
    const auto done = world.reloadClass(in.texts[0]);
    if (!done) {
        line("Reload failed: " + done.error().text());
        return;
    }
    line("Reloaded " + done.value().file + " in " + std::to_string(done.value().milliseconds) + " milliseconds.");
    for (const std::string& report : done.value().reports)
        line(report);
}

void ReloadCommands::reloadResource()
{
    const auto done = world.reloadResourceFile(in.texts[0]);
    if (!done)
        line("Reload failed: " + done.error().text());
    else
        line("Reloaded " + done.value().file + ", " + counted(done.value().count, "text") + " changed.");
}

void ReloadCommands::reloadRoom()
{
    const auto done = world.reloadRoomFile(in.texts[0]);
    if (!done)
        line("Reload failed: " + done.error().text());
    else
        line("Reloaded " + done.value().file + ", " + usesText(done.value().count) + ".");
}

void ReloadCommands::reloadMotd()
{
    admin.facts().readFiles();
    line("Reloading motd... done.");
}

void ReloadCommands::reloadPackages()
{
    admin.facts().readFiles();
    line("Reloading packages... done.");
}

void ReloadCommands::reloadProtocol()
{
    line("Reloading protocol...");
    const auto loaded = world.players() == nullptr ? Result<std::size_t>(std::size_t{0}) : world.players()->reloadProtocol();
    line(loaded ? "done, " + counted(loaded.value(), "message") + " of our own."
                : loaded.error().text() + "; the table in use stays");
}

void ReloadCommands::reloadPortal()
{
    line(admin.facts().reconnectPortal() ? "Connecting to the billing portal."
                                         : "There is no billing portal ([Portal] Enabled).");
}

void ReloadCommands::showPackages()
{
    line("Filename                            Type Date/Time/Sequence");
    out += admin.facts().packages();
}

} // namespace blak::world
