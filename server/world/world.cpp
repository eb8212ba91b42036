// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/world.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "server/world/left_overs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view configurationName = "blakserv.cfg";

/// No file = a fresh folder: everything has a default.
Result<void> readConfiguration(const fs::path& folder, Config& config)
{
    const fs::path file = findOrName(folder, configurationName);
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return {};
    const auto text = readTextFile(file);
    if (!text)
        return text.error();
    Config fresh;
    if (auto parsed = fresh.parse(text.value()); !parsed)
        return parsed;
    if (auto good = checkOptions(fresh); !good)
        return good;
    config = std::move(fresh);
    return {};
}

} // namespace

World::World(fs::path folder)
    : folder_(std::move(folder)), passwords_(folder_ / "passwords.json"), administrators_(folder_ / "administrators.json"),
      random_(std::random_device()())
{
}

fs::path World::path(std::string_view option, std::string_view otherwise) const
{
    return findOrName(folder_, config_.text("Path", option, otherwise));
}

/// Those that are written to.
Result<void> World::makeFolders()
{
    for (const auto& [option, otherwise] : {std::pair{"Channel", "channel/"}, {"LoadSave", "savegame/"}, {"Memmap", "memmap/"}}) {
        std::error_code error;
        const fs::path folder = path(option, otherwise);
        fs::create_directories(folder, error);
        const std::string why = error.message();
        if (!fs::exists(folder, error))
            return Error{std::string("[Path] ") + option + ": cannot be made: " + why, folder.string()};
    }
    return checkFolders();
}

/// Nobody notices folders that cannot be written to before the world is lost.
Result<void> World::checkFolders() const
{
    for (const auto& [option, otherwise] : {std::pair{"Channel", "channel/"}, {"LoadSave", "savegame/"}}) {
        fs::path folder = path(option, otherwise);
        std::error_code error;
        while (!fs::exists(folder, error) && folder.has_relative_path() && folder != folder.parent_path())
            folder = folder.parent_path(); // the one that it would be made in
        if (folder.empty())
            folder = ".";
        if (!fs::is_directory(folder, error))
            return Error{std::string("[Path] ") + option + ": expected a folder, found a file", folder.string()};
        if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
            return Error{std::string("[Path] ") + option + ": cannot be written to: " + std::strerror(errno), folder.string()};
    }
    return {};
}

/// Of the world's folder, and of the one for saves where that lies elsewhere and two worlds could share it.
Result<void> World::takeLocks()
{
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(folder_, error);
    const fs::path saves = fs::weakly_canonical(path("LoadSave", "savegame/") / "", error).parent_path();
    std::vector<fs::path> folders{folder_};
    if (!error && std::mismatch(whole.begin(), whole.end(), saves.begin(), saves.end()).first != whole.end())
        folders.push_back(saves);
    for (const fs::path& folder : folders) {
        auto lock = FolderLock::take(folder);
        if (!lock)
            return lock.error();
        locks_.push_back(std::move(lock).value());
    }
    return {};
}

Result<void> World::boot(BootOptions options)
{
    wantedDialect_ = options.dialect;
    clock_.start();
    if (auto read = readConfiguration(folder_, config_); !read)
        return read;
    passwords_ = AccountPasswords(findOrName(folder_, "passwords.json"));
    administrators_ = Administrators(findOrName(folder_, "administrators.json"));
    // Roles that cannot be read must not turn into the right to everything, nor passwords into nobody's.
    for (const Result<void>& loaded : {administrators_.load(), passwords_.load()})
        if (!loaded)
            return loaded;
    if (options.needsSystem && !hasClassFiles())
        return Error{"expected compiled classes (.bof) in memmap or loadkod, found none", folder_.string()};
    if (auto good = options.rehearsal ? checkFolders() : makeFolders(); !good)
        return good;
    if (options.needsSystem && !options.rehearsal)
        if (auto locked = takeLocks(); !locked)
            return locked;
    if (!options.rehearsal)
        optionsChanged();
    for (const settings::Finding& finding : config_.findings())
        logLine("blakserv.cfg, line " + std::to_string(finding.line) + ": " + finding.message);
    if (!options.rehearsal)
        prepareFiles();
    auto loaded = loadWorld(options);
    roomPreparer_.reset();
    preparedTexts_ = {};
    if (loaded && !locks_.empty())
        cleanLeftOvers();
    return loaded;
}

/// Of a server that was killed here.
void World::cleanLeftOvers()
{
    cleanInterrupted(path("LoadSave", "savegame/"), bootedFrom_);
    constexpr std::string_view written[]{"administrators.json", "passwords.json", "bans.json", "control.json", "blakserv.cfg"};
    removeUnfinished(folder_, [&](std::string_view file) { return std::ranges::find(written, lowerCase(file)) != std::end(written); });
}

/// From the classes to a world that runs.
Result<void> World::loadWorld(const BootOptions& options)
{
    if (auto loaded = loadProgram(options); !loaded)
        return loaded;
    loadConstants();
    const auto loadedSave = loadNewestSave(options.acceptLosses);
    if (!loadedSave)
        return loadedSave.error();
    if (options.rehearsal)
        return {};
    emptyDropBox();
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
    optionsChanged();
}

void World::optionsChanged()
{
    if (vm_)
        applyLimits();
    constexpr std::int64_t most = INT32_MAX / Account::creditsPerUnit;
    accounts_.initialCredits =
        std::clamp<std::int64_t>(config_.number("Credit", "Initial", 0), 0, most) * Account::creditsPerUnit;
    logs_.configure(config_, path("Channel", "channel/"));
    if (players_ != nullptr)
        players_->optionsChanged();
}

Result<void> World::saveConfiguration()
{
    const fs::path file = findOrName(folder_, configurationName);
    std::error_code ignored;
    auto present = fs::exists(file, ignored) ? readTextFile(file) : Result<std::string>(std::string());
    if (!present)
        return present.error();
    const auto merged = config_.mergeInto(present.value());
    if (!merged)
        return merged.error();
    return writeFileAtomically(file, merged.value());
}

} // namespace blak::world
