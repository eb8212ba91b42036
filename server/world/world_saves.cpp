// SPDX-License-Identifier: GPL-3.0-or-later
// Collections, saved games, reloads.
#include "server/world/world.h"

#include "formats/base/find_file.h"

#include <algorithm>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::int32_t collectType = 1;
constexpr std::int32_t saveType = 2;
constexpr std::int32_t reloadType = 3;

} // namespace

void World::sendSystem(std::int32_t message, std::int32_t type)
{
    const vm::Parameter parameter{vm_->dialect().ids.type, vm::Value::integer(type)};
    vm_->send(vm_->systemObject(), message, std::span(&parameter, type == 0 ? 0u : 1u));
}

void World::collect(std::int32_t type)
{
    const vm::ReservedIds& ids = vm_->dialect().ids;
    vm_->pauseTimers();
    sendSystem(ids.garbageCollecting, type);
    if (players_ != nullptr)
        players_->collecting();
    std::vector<std::int64_t> roots;
    for (const User& user : accounts_.users)
        roots.push_back(user.object);
    std::vector<RenamedObject> renamed;
    for (const std::int64_t root : roots)
        renamed.push_back({root, root});
    vm_->collect(roots);
    for (std::size_t i = 0; i < roots.size(); ++i)
        accounts_.users[i].object = renamed[i].now = roots[i];
    if (players_ != nullptr)
        players_->collected(renamed);
    if (type == collectType) {
        sendSystem(ids.garbageCollectingDone, type);
        vm_->resumeTimers();
    }
}

std::vector<save::User> World::savedUsers() const
{
    std::vector<save::User> users;
    for (const User& user : accounts_.users)
        users.push_back({static_cast<std::int32_t>(user.account), static_cast<std::int32_t>(user.object)});
    return users;
}

World::SnapshotWork World::planSnapshot()
{
    savedLast_ = false;
    const fs::path folder = path("LoadSave", "savegame/");
    const std::string shown = withSlashes(config_.text("Path", "LoadSave", "savegame/"));
    return {snapshotFiles(folder, freeSaveTime(folder, unixTime()), shown), accounts_.write(extended()),
            vm_->planSnapshot(savedUsers())};
}

SaveBytes World::currentState(bool withEmail) const
{
    return {vm_->writeGame(savedUsers()), save::write(vm_->saveStrings()), save::write(vm_->saveDynamicResources()),
            accounts_.write(withEmail)};
}

Result<std::int64_t> World::writeSave()
{
    const fs::path folder = path("LoadSave", "savegame/");
    const std::string shown = withSlashes(config_.text("Path", "LoadSave", "savegame/"));
    if (beforeSave_)
        beforeSave_();
    auto saved = writeSaveSet(folder, currentState(extended()), unixTime(), {false, true, shown});
    if (saved && afterSave_)
        afterSave_(saved.value());
    return saved;
}

Result<std::int64_t> World::saveQuietly(bool current)
{
    std::vector<std::int64_t> roots;
    for (const User& user : accounts_.users)
        roots.push_back(user.object);
    vm_->collect(roots);
    for (std::size_t i = 0; i < roots.size(); ++i)
        accounts_.users[i].object = roots[i];
    const std::string shown = withSlashes(config_.text("Path", "LoadSave", "savegame/"));
    return writeSaveSet(path("LoadSave", "savegame/"), currentState(extended()), unixTime(), {true, current, shown});
}

Result<std::int64_t> World::save()
{
    collect(saveType);
    auto result = writeSave();
    sendSystem(vm_->dialect().ids.garbageCollectingDone, saveType);
    vm_->resumeTimers();
    savedLast_ = static_cast<bool>(result);
    if (!result)
        logError("the game can't be saved: " + result.error().text());
    return result;
}

std::optional<std::int64_t> World::lastSave() const { return lastSaveIn(path("LoadSave", "savegame/")); }

Result<void> World::loadSave(std::int64_t time)
{
    std::vector<Error> problems;
    auto set = readSaveSet(path("LoadSave", "savegame/"), time, problems);
    if (!set)
        return set.error();
    for (const Error& problem : problems)
        logError(problem.text());
    vm_->clearWorld();
    std::vector<std::string> reports;
    if (auto loaded = vm_->loadGame(set.value().game, set.value().strings, set.value().resources, reports); !loaded)
        return loaded;
    for (const std::string& report : reports)
        logError(report);
    accounts_ = std::move(set.value().accounts);
    return {};
}

/// The save that lastsave.txt names; when that one cannot be read, the newest that can. False when there is none at all.
Result<bool> World::loadNewestSave()
{
    const fs::path folder = path("LoadSave", "savegame/");
    std::vector<SaveEntry> saves = listSaves(folder);
    if (saves.empty())
        return false;
    std::ranges::stable_sort(saves, [](const SaveEntry& a, const SaveEntry& b) {
        return std::pair(a.current, a.time) > std::pair(b.current, b.time);
    });
    for (const SaveEntry& save : saves) {
        const auto loaded = loadSave(save.time);
        if (loaded) {
            bootedFrom_ = save.time;
            if (!save.current)
                logError("the save " + std::to_string(save.time) + " is taken instead");
            return true;
        }
        logError("a save can't be loaded: " + loaded.error().text());
    }
    return Error{"none of the " + std::to_string(saves.size()) + " saved games can be loaded; move them away to begin a new one",
                 folder.string()};
}

Result<void> World::reloadGame(std::int64_t time)
{
    if (time == 0)
        time = lastSave().value_or(0);
    if (players_ != nullptr)
        players_->kickOffAll();
    if (auto loaded = loadSave(time); !loaded)
        return loaded;
    if (players_ != nullptr)
        players_->forgetValues();
    vm_->send(vm_->systemObject(), vm_->dialect().ids.loadedFromDisk, {});
    return {};
}

Result<void> World::reloadSystem()
{
    collect(reloadType);
    const auto saved = writeSave();
    if (!saved)
        return saved.error();
    emptyDropBox();
    if (auto loaded = loadProgram(); !loaded)
        return loaded;
    if (auto loaded = loadSave(saved.value()); !loaded)
        return loaded;
    if (players_ != nullptr)
        players_->forgetValues();
    sendSystem(vm_->dialect().ids.garbageCollectingDone, reloadType);
    vm_->resumeTimers();
    return {};
}

std::optional<std::int64_t> World::saveGame()
{
    vm_->pauseTimers();
    const auto saved = writeSave();
    vm_->resumeTimers();
    if (!saved)
        return std::nullopt;
    return saved.value();
}

void World::loadGame(std::string_view time) { wantedLoad_ = std::strtoll(std::string(time).c_str(), nullptr, 10); }

} // namespace blak::world
