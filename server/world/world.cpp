// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/world.h"

#include <algorithm>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

} // namespace

World::World(fs::path folder) : runFolder_(std::move(folder)), random_(std::random_device()()) {}

void World::setSources(Clock::Sources clock, std::uint32_t seed)
{
    clock_.setSources(std::move(clock));
    random_.seed(seed);
}

Result<void> World::boot(BootOptions options)
{
    wantedDialect_ = options.dialect;
    clock_.start();
    if (auto read = runFolder_.readConfiguration(); !read)
        return read;
    // Roles that cannot be read must not turn into the right to everything, nor passwords into nobody's.
    if (const std::vector<Error> faults = credentials_.begin(); !faults.empty())
        return faults.front();
    if (options.needsSystem && !hasClassFiles())
        return Error{"expected compiled classes (.bof) in memmap or loadkod, found none", folder().string()};
    if (auto good = options.rehearsal ? runFolder_.check() : runFolder_.make(); !good)
        return good;
    if (options.needsSystem && !options.rehearsal)
        if (auto locked = runFolder_.lock(); !locked)
            return locked;
    if (!options.rehearsal)
        optionsChanged();
    for (const settings::Finding& finding : config().findings())
        logLine("blakserv.cfg, line " + std::to_string(finding.line) + ": " + finding.message);
    if (!options.rehearsal)
        roomFiles_.prepare(program_.prepareTexts());
    auto loaded = loadWorld(options);
    roomFiles_.stopPreparing();
    program_.dropPrepared();
    if (loaded && runFolder_.locked())
        runFolder_.cleanLeftOvers(saves_.bootedFrom());
    return loaded;
}

/// From the classes to a world that runs.
Result<void> World::loadWorld(const BootOptions& options)
{
    if (auto loaded = loadProgram(options); !loaded)
        return loaded;
    constants_ = program_.readConstants();
    const auto loadedSave = saves_.loadNewest(options.acceptLosses);
    if (!loadedSave)
        return loadedSave.error();
    if (options.rehearsal)
        return {};
    program_.emptyDropBox();
    if (loadedSave.value()) {
        vm_->send(vm_->systemObject(), vm_->dialect().ids.loadedFromDisk, {});
    } else {
        newGame();
    }
    vm_->resetCounters(); // as the reference: its counters begin after the boot
    return {};
}

void World::newGame()
{
    const vm::ReservedIds& ids = vm_->dialect().ids;
    vm_->clearWorld();
    accounts_.clear();
    // Each counts only once its constructor has run.
    using vm::BuiltInObject;
    vm_->setBuiltInObject(BuiltInObject::System, vm_->createObject(ids.classSystem, {}));
    if (vm_->systemObject() < 0)
        logError("there is no class System: the world stays empty");
    if (vm_->dialect().extended) {
        vm_->setBuiltInObject(BuiltInObject::Settings, vm_->createObject(ids.classSettings, {}));
        vm_->setBuiltInObject(BuiltInObject::RealTime, vm_->createObject(ids.classRealTime, {}));
        vm_->setBuiltInObject(BuiltInObject::EventEngine, vm_->createObject(ids.classEventEngine, {}));
        vm_->send(0, ids.initializeServer, {});
        accounts_.create("admin", "None", AccountType::Admin, "");
        createUser(1, ids.classCreator);
        return;
    }
    for (const std::string_view name : {"Zaphod", "Zandramas"}) {
        const std::int64_t account = accounts_.create(name, "None", AccountType::Admin, "");
        createUser(account, ids.classCreator, name);
    }
}

std::int64_t World::createUser(std::int64_t account, std::int32_t classId, std::string_view name)
{
    if (!vm_->classView(classId))
        return -1;
    const vm::ReservedIds& ids = vm_->dialect().ids;
    constexpr std::uint32_t lowest = 100000;
    constexpr std::uint32_t count = 900000;
    const std::string text = name.empty() ? "User" + std::to_string(lowest + random() % count) : std::string(name);
    const std::int64_t resource = vm_->newDynamicResource(text);
    const vm::Parameter parameters[]{{ids.systemId, vm::Value::object(vm_->systemObject())},
                                     {ids.name, {bof::Tag::Resource, resource}}};
    const std::int64_t object = vm_->createObject(classId, parameters);
    accounts_.users.push_back({account, object});
    return object;
}

bool World::runDueTimers(int most)
{
    int ran = 0;
    while (ran < most && vm_->runDueTimer())
        ++ran;
    if (wantedLoad_) {
        const std::int64_t time = *wantedLoad_;
        wantedLoad_.reset();
        if (auto loaded = reloadGame(time); !loaded)
            logError("LoadGame: " + loaded.error().text());
    }
    return ran == most;
}

int World::untilDue(int most)
{
    const auto due = vm_->nextTimerDue();
    return due ? clock_.until(*due, most) : most;
}

void World::newHour() { vm_->send(vm_->systemObject(), vm_->dialect().ids.newHour, {}); }

void World::reloadConfiguration()
{
    if (auto read = runFolder_.readConfiguration(); !read)
        logError(read.error().text() + "; the configuration stays as it was");
    for (const Error& fault : credentials_.load())
        logError(fault.text());
    optionsChanged();
}

void World::optionsChanged()
{
    if (vm_)
        applyLimits();
    constexpr std::int64_t most = INT32_MAX / Account::creditsPerUnit;
    accounts_.initialCredits =
        std::clamp<std::int64_t>(config().number("Credit", "Initial", 0), 0, most) * Account::creditsPerUnit;
    logs_.configure(config(), path("Channel", "channel/"));
    if (players_ != nullptr)
        players_->optionsChanged();
}

} // namespace blak::world
