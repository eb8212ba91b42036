// SPDX-License-Identifier: GPL-3.0-or-later
// Collections, saved games, reloads.
#include "server/world/world.h"

#include "formats/base/byte_sink.h"
#include "formats/base/find_file.h"
#include "server/world/losses.h"

#include <algorithm>
#include <optional>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::int32_t collectType = 1;
constexpr std::int32_t saveType = 2;
constexpr std::int32_t reloadType = 3;

std::string nameOfSave(std::int64_t time) { return "save " + std::to_string(time); }

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
    const auto plan = vm_->planSnapshot(savedUsers());
    plan->findReachable();
    const auto bytes = [](auto write) {
        VectorSink sink;
        write(sink);
        return std::move(sink.bytes);
    };
    const SaveBytes state{bytes([&](ByteSink& out) { plan->writeGame(out); }),
                          bytes([&](ByteSink& out) { plan->writeStrings(out); }),
                          bytes([&](ByteSink& out) { plan->writeResources(out); }), accounts_.write(extended())};
    const std::string shown = withSlashes(config_.text("Path", "LoadSave", "savegame/"));
    return writeSaveSet(path("LoadSave", "savegame/"), state, unixTime(), {true, current, shown});
}

void World::tellPlayers(std::string_view text)
{
    vm_->setTempString(text);
    const vm::Parameter parameter{vm_->dialect().ids.string, {bof::Tag::TempString, 0}};
    vm_->send(vm_->systemObject(), vm_->dialect().ids.adminSystemMessage, std::span(&parameter, 1));
}

bool World::endsUnsaved()
{
    constexpr int mostTries = 2;
    constexpr std::string_view warning = "The server was to end, and the world could not be saved. What happens now may be lost.";
    endedUnsaved_ = ++failedEnds_ >= mostTries && config_.yes("Auto", "EndUnsaved", false);
    logError(endedUnsaved_ ? "the world could not be saved twice: the server ends without ([Auto] EndUnsaved)"
                           : "the world could not be saved: the server goes on");
    tellPlayers(warning);
    if (players_ != nullptr)
        players_->tellAdministrators(warning);
    return endedUnsaved_;
}

Result<std::int64_t> World::save()
{
    collect(saveType);
    auto result = writeSave();
    sendSystem(vm_->dialect().ids.garbageCollectingDone, saveType);
    vm_->resumeTimers();
    savedLast_ = static_cast<bool>(result);
    if (result) {
        failedEnds_ = 0;
        return result;
    }
    const std::string fault = "the game can't be saved: " + result.error().text();
    logError(fault);
    if (players_ != nullptr)
        players_->tellAdministrators("[Admin] " + fault);
    return result;
}

std::optional<std::int64_t> World::lastSave() const { return lastSaveIn(path("LoadSave", "savegame/")); }

/// In the place of the world; what of the set cannot be taken leaves the world as it was.
Result<void> World::takeSave(SaveSet set)
{
    const save::Game game = vm_->saveGame();
    const save::Strings strings = vm_->saveStrings();
    const save::DynamicResources resources = vm_->saveDynamicResources();
    vm_->clearWorld();
    std::vector<std::string> reports;
    auto loaded = vm_->loadGame(set.game, set.strings, set.resources, reports);
    if (!loaded) {
        reports.clear();
        vm_->clearWorld();
        if (auto back = vm_->loadGame(game, strings, resources, reports); !back)
            logError("the world before cannot be taken back: " + back.error().text());
        return loaded;
    }
    for (const std::string& report : reports)
        logError(report);
    accounts_ = std::move(set.accounts);
    return {};
}

/// The save that lastsave.txt names; when that one is damaged, the newest that is not. False when there is none at all. One that
/// is whole and of which something would be lost ends the start: an older one would lose more.
Result<bool> World::loadNewestSave(bool acceptLosses)
{
    const fs::path folder = path("LoadSave", "savegame/");
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
            read = readNames(ignored);
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
                logError(problem.text());
            const Losses losses = lossesOf(set.value().game, problems, *vm_, names);
            if (losses.any() && !acceptLosses)
                return Error{losses.text() + " (blak serve --accept-losses starts without them)", nameOfSave(save.time)};
            loaded = takeSave(std::move(set).value());
        }
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
    std::vector<Error> problems;
    auto set = readSaveSet(path("LoadSave", "savegame/"), time, problems);
    if (!set)
        return set.error();
    if ((set.value().game.flavour == save::Flavour::Extended) != extended())
        return Error{"the save was written by a server of another dialect", nameOfSave(time)};
    const Losses losses = lossesOf(set.value().game, problems, *vm_);
    if (losses.objects + losses.accounts > 0)
        return Error{losses.text() + "; the world stays as it is", nameOfSave(time)};
    if (players_ != nullptr)
        players_->kickOffAll();
    const auto loaded = takeSave(std::move(set).value());
    if (players_ != nullptr)
        players_->forgetValues();
    if (loaded)
        vm_->send(vm_->systemObject(), vm_->dialect().ids.loadedFromDisk, {});
    return loaded;
}

/// Everything is read and tried before anything of the world is replaced.
Result<void> World::reloadSystem()
{
    auto files = readProgram();
    if (!files)
        return files.error();
    nameFiles(files.value().classes);
    auto trial = tryProgram(files.value());
    if (!trial)
        return Error{trial.error().what + "; the program in use stays", trial.error().where};
    collect(reloadType);
    auto reloaded = exchangeProgram(files.value(), *trial.value());
    sendSystem(vm_->dialect().ids.garbageCollectingDone, reloadType);
    vm_->resumeTimers();
    return reloaded;
}

/// Of a world that was collected. `trial` has the same program.
Result<void> World::exchangeProgram(ProgramFiles& files, vm::Vm& trial)
{
    const auto saved = writeSave();
    if (!saved)
        return saved.error();
    std::vector<Error> problems;
    auto set = readSaveSet(path("LoadSave", "savegame/"), saved.value(), problems);
    if (!set)
        return set.error();
    const Losses losses = lossesOf(set.value().game, problems, trial);
    if (losses.objects + losses.accounts > 0)
        return Error{losses.text() + "; the program in use stays (a start with --accept-losses does without them)",
                     nameOfSave(saved.value())};
    std::vector<std::string> ignored;
    if (auto loads = trial.loadGame(set.value().game, set.value().strings, set.value().resources, ignored); !loads)
        return loads;
    emptyDropBox();
    vm_->clearWorld(); // objects point at their classes
    programFaults_ = vm_->loadProgram(std::move(files.classes));
    vm_->setNames(files.names.value());
    useResources(files.texts);
    auto taken = takeSave(std::move(set).value());
    if (players_ != nullptr)
        players_->forgetValues();
    return taken;
}

std::optional<std::int64_t> World::saveGame()
{
    vm_->pauseTimers();
    const auto saved = writeSave();
    vm_->resumeTimers();
    savedLast_ = static_cast<bool>(saved);
    if (!saved)
        return std::nullopt;
    failedEnds_ = 0;
    return saved.value();
}

void World::loadGame(std::string_view time) { wantedLoad_ = std::strtoll(std::string(time).c_str(), nullptr, 10); }

} // namespace blak::world
