// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/game_commands.h"

namespace blak::world {

bool GameCommands::saved()
{
    admin.doomedAccounts().removeFrom(world);
    const auto saved = world.save();
    if (!saved)
        line("Save failed: " + saved.error().text());
    else
        line("Garbage collecting and saving game... done.  Save time is (" + std::to_string(saved.value()) + ").");
    return static_cast<bool>(saved);
}

void GameCommands::saveGame() { saved(); }

void GameCommands::garbage()
{
    world.collect(1);
    line("Garbage collecting... done.");
}

void GameCommands::reloadGame()
{
    if (auto loaded = world.reloadGame(in.numbers[0]); !loaded)
        line("Reload failed: " + loaded.error().text());
    else
        closes = true;
}

void GameCommands::reloadSystem()
{
    if (auto loaded = world.reloadSystem(); !loaded) {
        line("Reload failed: " + loaded.error().text());
        return;
    }
    line("Garbage collecting and saving game... done.");
    line("Unloading game, kodbase, and .bof ... done.");
    line("Loading game, kodbase, and .bof ... done.");
}

void GameCommands::lock()
{
    const std::string text = in.texts.empty() || in.texts[0].empty()
                                 ? world.config().text("Lock", "Default", "The game is temporarily closed for maintenance.")
                                 : std::string(in.texts[0]);
    admin.lock().close(text);
    line("Locking game <" + text + ">.");
}

void GameCommands::unlock() { line(admin.lock().open() ? "Unlocking game." : "Game isn't locked."); }

void GameCommands::mark() { world.logs().mark(); }

void GameCommands::terminateSave()
{
    if (saved() || world.saves().endsUnsaved())
        admin.terminate();
    else
        line("The server goes on. `terminate nosave` ends it without a save.");
}

void GameCommands::terminateNoSave() { admin.terminate(); }

} // namespace blak::world
