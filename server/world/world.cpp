// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/world.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"

#include <algorithm>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

/// No file = a fresh folder: everything has a default.
Result<void> readConfiguration(const fs::path& folder, Config& config)
{
    const fs::path file = folder / "blakserv.cfg";
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return {};
    const auto text = readTextFile(file);
    if (!text)
        return text.error();
    return config.parse(text.value());
}

} // namespace

World::World(fs::path folder)
    : folder_(std::move(folder)), passwords_(folder_ / "passwords.json"), administrators_(folder_ / "administrators.json"),
      random_(std::random_device()()), clockStart_(realMilliseconds()), clockBase_(clockStart_)
{
}

fs::path World::path(std::string_view option, std::string_view otherwise) const
{
    const fs::path part = withSlashes(config_.text("Path", option, otherwise));
    return part.is_absolute() ? part : folder_ / part;
}

Result<void> World::boot()
{
    startedAt_ = unixTime();
    if (auto read = readConfiguration(folder_, config_); !read)
        return read;
    // Roles that cannot be read must not turn into the right to everything.
    if (auto loaded = administrators_.load(); !loaded)
        return loaded;
    const fs::path channel = path("Channel", "channel/");
    std::error_code ignored;
    for (const auto& [option, otherwise] : {std::pair{"Channel", "channel/"}, {"LoadSave", "savegame/"}, {"Memmap", "memmap/"}})
        fs::create_directories(path(option, otherwise), ignored);
    const bool flush = config_.yes("Channel", "Flush", true);
    if (config_.yes("Channel", "DebugDisk", true))
        debug_.open(channel / "debug.txt", "|", flush);
    if (config_.yes("Channel", "ErrorDisk", true))
        error_.open(channel / "error.txt", " | ", flush);
    if (config_.yes("Channel", "LogDisk", true)) {
        log_.open(channel / "log.txt", " | ", flush);
        god_.open(channel / "god.txt", " | ", flush);
        admin_.open(channel / "admin.txt", " | ", flush);
    }
    if (auto loaded = passwords_.load(); !loaded)
        logError(loaded.error().text());
    for (const settings::Finding& finding : config_.findings())
        logLine("blakserv.cfg, line " + std::to_string(finding.line) + ": " + finding.message);
    prepareFiles();
    auto loaded = loadWorld();
    roomPreparer_.reset();
    preparedTexts_ = {};
    return loaded;
}

/// From the classes to a world that runs.
Result<void> World::loadWorld()
{
    if (auto loaded = loadProgram(); !loaded)
        return loaded;
    loadConstants();
    const auto loadedSave = loadNewestSave();
    if (!loadedSave)
        return loadedSave.error();
    if (loadedSave.value()) {
        vm_->send(0, vm_->dialect().ids.loadedFromDisk, {});
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
    if (vm_->createObject(ids.classSystem, {}) < 0)
        logError("there is no class System: the world stays empty");
    if (vm_->dialect().extended) {
        for (const std::int32_t classId : {ids.classSettings, ids.classRealTime, ids.classEventEngine})
            vm_->createObject(classId, {});
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
    const vm::Parameter parameters[]{{ids.systemId, vm::Value::object(0)}, {ids.name, {bof::Tag::Resource, resource}}};
    const std::int64_t object = vm_->createObject(classId, parameters);
    accounts_.users.push_back({account, object});
    return object;
}

void World::runDueTimers()
{
    constexpr int mostPerTurn = 64; // sockets get their turn
    for (int i = 0; i < mostPerTurn && vm_->runDueTimer(); ++i) {
    }
    if (wantedLoad_) {
        const std::int64_t time = *wantedLoad_;
        wantedLoad_.reset();
        if (auto loaded = reloadGame(time); !loaded)
            logError("LoadGame: " + loaded.error().text());
    }
}

int World::untilDue(int most)
{
    const auto due = vm_->nextTimerDue();
    if (!due || timeScale_ <= 0)
        return most;
    const double wait = static_cast<double>(*due - milliseconds()) / timeScale_;
    return static_cast<int>(std::clamp(wait, 0.0, static_cast<double>(most)));
}

void World::newHour() { vm_->send(0, vm_->dialect().ids.newHour, {}); }

void World::loadSecrets()
{
    for (const Result<void>& loaded : {administrators_.load(), passwords_.load()})
        if (!loaded)
            logError(loaded.error().text());
}

void World::reloadConfiguration()
{
    if (auto read = readConfiguration(folder_, config_); !read)
        logError(read.error().text() + "; the configuration stays as it was");
    loadSecrets();
    if (vm_)
        vm_->setMaxInstructions(config_.number("Blakod", "MaxStatements", vm_->dialect().maxInstructions));
}

Result<void> World::saveConfiguration() { return writeFileAtomically(folder_ / "blakserv.cfg", config_.write()); }

} // namespace blak::world
