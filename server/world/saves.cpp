// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/saves.h"

#include "formats/base/byte_sink.h"
#include "formats/base/find_file.h"
#include "server/world/losses.h"
#include "server/world/world.h"

#include <algorithm>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

} // namespace

std::string nameOfSave(std::int64_t time) { return "save " + std::to_string(time); }

std::string Saves::shownFolder() const { return withSlashes(world_.config().text("Path", "LoadSave", "savegame/")); }

std::vector<save::User> Saves::users() const
{
    std::vector<save::User> saved;
    for (const User& user : world_.accounts().users)
        saved.push_back({static_cast<std::int32_t>(user.account), static_cast<std::int32_t>(user.object)});
    return saved;
}

Saves::SnapshotWork Saves::planSnapshot()
{
    savedLast_ = false;
    const fs::path folder = world_.runFolder().saves();
    return {snapshotFiles(folder, freeSaveTime(folder, world_.unixTime()), shownFolder()),
            world_.accounts().write(world_.extended()), world_.vm().planSnapshot(users())};
}

SaveBytes Saves::currentState() const
{
    return {world_.vm().writeGame(users()), save::write(world_.vm().saveStrings()),
            save::write(world_.vm().saveDynamicResources()), world_.accounts().write(world_.extended())};
}

Result<std::int64_t> Saves::write()
{
    const fs::path folder = world_.runFolder().saves();
    if (before_)
        before_();
    auto saved = writeSaveSet(folder, currentState(), world_.unixTime(), {false, true, shownFolder()});
    if (saved && after_)
        after_(saved.value());
    return saved;
}

Result<std::int64_t> Saves::writeQuietly(bool current) const
{
    const auto plan = world_.vm().planSnapshot(users());
    plan->findReachable();
    const auto bytes = [](auto write) {
        VectorSink sink;
        write(sink);
        return std::move(sink.bytes);
    };
    const SaveBytes state{bytes([&](ByteSink& out) { plan->writeGame(out); }),
                          bytes([&](ByteSink& out) { plan->writeStrings(out); }),
                          bytes([&](ByteSink& out) { plan->writeResources(out); }), world_.accounts().write(world_.extended())};
    return writeSaveSet(world_.runFolder().saves(), state, world_.unixTime(), {true, current, shownFolder()});
}

void Saves::note(bool saved)
{
    savedLast_ = saved;
    if (saved)
        failedEnds_ = 0;
}

bool Saves::endsUnsaved()
{
    constexpr int mostTries = 2;
    constexpr std::string_view warning = "The server was to end, and the world could not be saved. What happens now may be lost.";
    endedUnsaved_ = ++failedEnds_ >= mostTries && world_.config().yes("Auto", "EndUnsaved", false);
    world_.logError(endedUnsaved_ ? "the world could not be saved twice: the server ends without ([Auto] EndUnsaved)"
                                  : "the world could not be saved: the server goes on");
    world_.tellPlayers(warning);
    if (world_.players() != nullptr)
        world_.players()->tellAdministrators(warning);
    return endedUnsaved_;
}

std::optional<std::int64_t> Saves::last() const { return lastSaveIn(world_.runFolder().saves()); }

Result<void> Saves::take(SaveSet set)
{
    const save::Game game = world_.vm().saveGame();
    const save::Strings strings = world_.vm().saveStrings();
    const save::DynamicResources resources = world_.vm().saveDynamicResources();
    world_.vm().clearWorld();
    std::vector<std::string> reports;
    auto loaded = world_.vm().loadGame(set.game, set.strings, set.resources, reports);
    if (!loaded) {
        reports.clear();
        world_.vm().clearWorld();
        if (auto back = world_.vm().loadGame(game, strings, resources, reports); !back)
            world_.logError("the world before cannot be taken back: " + back.error().text());
        return loaded;
    }
    for (const std::string& report : reports)
        world_.logError(report);
    world_.accounts() = std::move(set.accounts);
    return {};
}

Result<bool> Saves::loadNewest(bool acceptLosses)
{
    const fs::path folder = world_.runFolder().saves();
    auto listed = listSaves(folder);
    if (!listed)
        return listed.error();
    std::vector<SaveEntry> saves = std::move(listed).value();
    if (saves.empty())
        return false;
    std::ranges::stable_sort(saves, [](const SaveEntry& a, const SaveEntry& b) {
        return std::pair(a.current, a.time) > std::pair(b.current, b.time);
    });
    std::optional<Result<kodbase::Kodbase>> read;
    const auto names = [&]() -> const kodbase::Kodbase* {
        std::vector<Error> ignored; // told of when the program was read
        if (!read)
            read = world_.program().readNames(ignored);
        return *read ? &read->value() : nullptr;
    };
    for (const SaveEntry& save : saves) {
        std::vector<Error> problems;
        auto set = readSaveSet(folder, save.time, problems);
        Result<void> loaded;
        if (!set) {
            loaded = set.error();
        } else {
            for (const Error& problem : problems)
                world_.logError(problem.text());
            const Losses losses = lossesOf(set.value().game, problems, world_.vm(), names);
            if (losses.any() && !acceptLosses)
                return Error{losses.text() + " (blak serve --accept-losses starts without them)", nameOfSave(save.time)};
            loaded = take(std::move(set).value());
        }
        if (loaded) {
            bootedFrom_ = save.time;
            if (!save.current)
                world_.logError("the save " + std::to_string(save.time) + " is taken instead");
            return true;
        }
        world_.logError("a save can't be loaded: " + loaded.error().text());
    }
    return Error{"none of the " + std::to_string(saves.size()) + " saved games can be loaded; move them away to begin a new one",
                 folder.string()};
}

} // namespace blak::world
