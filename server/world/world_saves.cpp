// SPDX-License-Identifier: GPL-3.0-or-later
// Collections, saved games, reloads.
#include "server/world/world.h"

#include "server/world/losses.h"

#include <algorithm>

namespace blak::world {
namespace {

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

void World::tellPlayers(std::string_view text)
{
    vm_->setTempString(text);
    const vm::Parameter parameter{vm_->dialect().ids.string, {bof::Tag::TempString, 0}};
    vm_->send(vm_->systemObject(), vm_->dialect().ids.adminSystemMessage, std::span(&parameter, 1));
}

Result<std::int64_t> World::save()
{
    collect(saveType);
    auto result = saves_.write();
    sendSystem(vm_->dialect().ids.garbageCollectingDone, saveType);
    vm_->resumeTimers();
    saves_.note(static_cast<bool>(result));
    if (result)
        return result;
    const std::string fault = "the game can't be saved: " + result.error().text();
    logError(fault);
    if (players_ != nullptr)
        players_->tellAdministrators("[Admin] " + fault);
    return result;
}

Result<void> World::reloadGame(std::int64_t time)
{
    if (time == 0)
        time = saves_.last().value_or(0);
    std::vector<Error> problems;
    auto set = readSaveSet(runFolder_.saves(), time, problems);
    if (!set)
        return set.error();
    if ((set.value().game.flavour == save::Flavour::Extended) != extended())
        return Error{"the save was written by a server of another dialect", nameOfSave(time)};
    const Losses losses = lossesOf(set.value().game, problems, *vm_);
    if (losses.objects + losses.accounts > 0)
        return Error{losses.text() + "; the world stays as it is", nameOfSave(time)};
    if (players_ != nullptr)
        players_->kickOffAll();
    const auto loaded = saves_.take(std::move(set).value());
    if (players_ != nullptr)
        players_->forgetValues();
    if (loaded)
        vm_->send(vm_->systemObject(), vm_->dialect().ids.loadedFromDisk, {});
    return loaded;
}

/// Everything is read and tried before anything of the world is replaced.
Result<void> World::reloadSystem()
{
    auto files = program_.read();
    if (!files)
        return files.error();
    program_.nameFiles(files.value().classes, extended());
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
    const auto saved = saves_.write();
    if (!saved)
        return saved.error();
    std::vector<Error> problems;
    auto set = readSaveSet(runFolder_.saves(), saved.value(), problems);
    if (!set)
        return set.error();
    const Losses losses = lossesOf(set.value().game, problems, trial);
    if (losses.objects + losses.accounts > 0)
        return Error{losses.text() + "; the program in use stays (a start with --accept-losses does without them)",
                     nameOfSave(saved.value())};
    std::vector<std::string> ignored;
    if (auto loads = trial.loadGame(set.value().game, set.value().strings, set.value().resources, ignored); !loads)
        return loads;
    program_.emptyDropBox();
    vm_->clearWorld(); // objects point at their classes
    programFaults_ = vm_->loadProgram(std::move(files.classes));
    vm_->setNames(files.names.value());
    useResources(files.texts);
    auto taken = saves_.take(std::move(set).value());
    if (players_ != nullptr)
        players_->forgetValues();
    return taken;
}

std::optional<std::int64_t> World::saveGame()
{
    vm_->pauseTimers();
    const auto saved = saves_.write();
    vm_->resumeTimers();
    saves_.note(static_cast<bool>(saved));
    return saved ? std::optional(saved.value()) : std::nullopt;
}

void World::loadGame(std::string_view time) { wantedLoad_ = std::strtoll(std::string(time).c_str(), nullptr, 10); }

} // namespace blak::world
