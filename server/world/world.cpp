// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/world.h"

#include "formats/base/file_io.h"

#include <algorithm>
#include <chrono>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::int32_t collectType = 1;
constexpr std::int32_t saveType = 2;
constexpr std::int32_t reloadType = 3;

std::vector<fs::path> filesWithEnding(const fs::path& folder, std::string_view ending)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.is_regular_file() && lowerCase(entry.path().extension().string()) == ending)
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// Folders of old configurations have backslashes.
std::string slashes(std::string text)
{
    std::ranges::replace(text, '\\', '/');
    return text;
}

} // namespace

World::World(fs::path folder)
    : folder_(std::move(folder)), random_(std::random_device()()), clockStart_(realMilliseconds()), clockBase_(clockStart_)
{
}

fs::path World::path(std::string_view option, std::string_view otherwise) const
{
    const fs::path part = slashes(config_.text("Path", option, otherwise));
    return part.is_absolute() ? part : folder_ / part;
}

Result<void> World::boot()
{
    startedAt_ = unixTime();
    reloadConfiguration();
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
    if (auto loaded = loadProgram(); !loaded)
        return loaded;
    loadConstants();
    const auto loadedSave = loadNewestSave();
    if (!loadedSave)
        return loadedSave.error();
    if (loadedSave.value()) {
        vm_->send(0, vm_->dialect().ids.loadedFromDisk, {});
        return {};
    }
    newGame();
    return {};
}

Result<void> World::loadProgram()
{
    // Drop-box: what lies in loadkod moves to memmap.
    std::error_code ignored;
    for (const fs::path& file : filesWithEnding(path("Bof", "loadkod/"), ".bof"))
        fs::rename(file, path("Memmap", "memmap/") / file.filename(), ignored);

    std::vector<vm::LoadedFile> files;
    std::vector<Error> problems;
    for (const fs::path& file : filesWithEnding(path("Memmap", "memmap/"), ".bof")) {
        const auto bytes = readFile(file);
        if (!bytes)
            return bytes.error();
        auto parsed = bof::read(bytes.value(), file.filename().string());
        if (!parsed) {
            problems.push_back(parsed.error());
            continue;
        }
        files.push_back({std::move(parsed.value()), file.filename().string()});
    }
    if (!vm_) {
        const bool extended =
            std::ranges::any_of(files, [](const vm::LoadedFile& file) { return file.file.version == vm::open105.bofVersion; });
        const vm::Dialect* named = vm::findDialect(config_.text("Blakston", "Dialect"));
        vm_ = vm::Vm::create(named != nullptr ? *named : extended ? vm::open105 : vm::classic, *this);
    }
    vm_->setMaxInstructions(config_.number("Blakod", "MaxStatements", vm_->dialect().maxInstructions));
    if (!vm_->dialect().extended) // messages of the classic server name the folder too
        for (vm::LoadedFile& file : files)
            file.name = slashes(config_.text("Path", "Memmap", "memmap/")) + file.name;
    const bool anyClasses = !files.empty();
    for (const Error& problem : vm_->loadProgram(std::move(files)))
        problems.push_back(problem);
    for (const Error& problem : problems)
        logError(problem.text());

    const fs::path kodbaseFile = path("Kodbase", "./") / "kodbase.txt";
    const auto text = readTextFile(kodbaseFile);
    if (!text && anyClasses)
        return text.error();
    const auto names = kodbase::readTolerantly(text ? text.value() : std::string(), "kodbase.txt");
    for (const Error& problem : names.problems)
        logError("LoadKodBase line: " + problem.text());
    vm_->setNames(names.kodbase);

    vm_->clearResources();
    const fs::path folder = path("Rsc", "rsc/");
    for (const std::string_view ending : {".rsb", ".rsc"})
        for (const fs::path& file : filesWithEnding(folder, ending)) {
            const auto bytes = readFile(file);
            if (!bytes)
                return bytes.error();
            const auto parsed = rsc::read(bytes.value(), file.filename().string());
            if (parsed)
                vm_->addResources(parsed.value());
            else
                logError(parsed.error().text());
        }
    return {};
}

/// `NAME = number` lines of the shared include file become values for administrators.
void World::loadConstants()
{
    constants_.clear();
    if (!config_.yes("Constants", "Enabled", false))
        return;
    const auto text = readTextFile(folder_ / slashes(config_.text("Constants", "Filename", "blakston.khd")));
    if (!text)
        return;
    std::string_view rest = text.value();
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t equals = line.find('=');
        const std::size_t name = line.find_first_not_of(" \t");
        if (equals == line.npos || name >= equals || line[name] == '%' || line[name] == '/')
            continue;
        const std::size_t nameEnd = line.find_last_not_of(" \t", equals - 1);
        const char* digits = line.c_str() + equals + 1;
        char* after = nullptr;
        const long value = std::strtol(digits, &after, 0);
        if (after != digits)
            constants_[lowerCase(std::string_view(line).substr(name, nameEnd - name + 1))] = value;
    }
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

void World::sendSystem(std::int32_t message, std::int32_t type)
{
    const vm::Parameter parameter{vm_->dialect().ids.type, vm::Value::integer(type)};
    vm_->send(0, message, std::span(&parameter, type == 0 ? 0u : 1u));
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

SaveSet World::currentState() const { return {vm_->saveGame(), vm_->saveStrings(), vm_->saveDynamicResources(), accounts_}; }

Result<std::int64_t> World::writeSave()
{
    const fs::path folder = path("LoadSave", "savegame/");
    const std::string shown = slashes(config_.text("Path", "LoadSave", "savegame/"));
    if (beforeSave_)
        beforeSave_();
    auto saved = writeSaveSet(folder, currentState(), unixTime(), {extended(), false, true, shown});
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
    const std::string shown = slashes(config_.text("Path", "LoadSave", "savegame/"));
    return writeSaveSet(path("LoadSave", "savegame/"), currentState(), unixTime(), {extended(), true, current, shown});
}

Result<std::int64_t> World::save()
{
    collect(saveType);
    auto result = writeSave();
    sendSystem(vm_->dialect().ids.garbageCollectingDone, saveType);
    vm_->resumeTimers();
    if (!result)
        logError("the game can't be saved: " + result.error().text());
    return result;
}

std::optional<std::int64_t> World::lastSave() const { return lastSaveIn(path("LoadSave", "savegame/")); }

Result<void> World::loadSave(std::int64_t time)
{
    auto set = readSaveSet(path("LoadSave", "savegame/"), time);
    if (!set)
        return set.error();
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
    vm_->send(0, vm_->dialect().ids.loadedFromDisk, {});
    return {};
}

Result<void> World::reloadSystem()
{
    collect(reloadType);
    const auto saved = writeSave();
    if (!saved)
        return saved.error();
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

void World::reloadConfiguration()
{
    const auto text = readTextFile(folder_ / "blakserv.cfg");
    if (!text)
        return; // a fresh folder: everything has a default
    config_ = {};
    config_.parse(text.value());
    if (vm_)
        vm_->setMaxInstructions(config_.number("Blakod", "MaxStatements", vm_->dialect().maxInstructions));
}

Result<void> World::saveConfiguration() { return writeFileAtomically(folder_ / "blakserv.cfg", config_.write(unixTime())); }

void World::rotateChannels()
{
    for (Channel* channel : {&debug_, &error_, &log_, &god_, &admin_})
        channel->rotate(unixTime());
}

void World::markLogs()
{
    for (Channel* channel : {&debug_, &error_, &log_})
        channel->mark();
}

void World::logError(std::string_view text) { write(LogKind::Error, text); }

void World::logLine(std::string_view text) { write(LogKind::Log, text); }

void World::auditLine(std::string_view text) { write(LogKind::Admin, text); }

void World::debugLine(std::string_view text) { write(LogKind::Debug, text); }

void World::errorLine(std::string_view text) { write(LogKind::Error, text); }

void World::godLine(std::string_view text) { write(LogKind::God, text); }

void World::write(LogKind kind, std::string_view text)
{
    if (silent_)
        return;
    Channel* const channels[] = {&debug_, &error_, &log_, &god_, &admin_};
    channels[static_cast<std::size_t>(kind)]->line(unixTime(), text);
    if (logListener_)
        logListener_(kind, text);
}

std::int64_t World::unixTime()
{
    if (sources_.unixTime)
        return sources_.unixTime();
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::int64_t World::realMilliseconds()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::int64_t World::milliseconds()
{
    return clockBase_ + static_cast<std::int64_t>(static_cast<double>(steadyMilliseconds() - clockStart_) * timeScale_);
}

void World::setTimeScale(double scale)
{
    clockBase_ = milliseconds();
    clockStart_ = steadyMilliseconds();
    timeScale_ = std::max(scale, 0.0);
}

void World::skip(std::int64_t milliseconds) { clockBase_ += milliseconds; }

std::uint32_t World::random() { return static_cast<std::uint32_t>(random_()) >> 5; }

std::optional<std::int64_t> World::accountOfObject(std::int64_t object)
{
    const auto it = std::ranges::find(accounts_.users, object, &User::object);
    if (it == accounts_.users.end())
        return std::nullopt;
    return it->account;
}

void World::replaceUser(std::int64_t oldObject, std::int64_t newObject)
{
    const auto it = std::ranges::find(accounts_.users, oldObject, &User::object);
    if (it != accounts_.users.end())
        it->object = newObject;
}

void World::sendPacket(std::int64_t session, std::span<const std::byte> bytes)
{
    if (players_ == nullptr || !players_->sendPacket(session, bytes))
        errorLine("[Server] there is no session " + std::to_string(session));
}

void World::resourceChanged(std::int64_t resource, std::string_view text)
{
    if (players_ != nullptr)
        players_->resourceChanged(resource, text);
}

std::optional<std::int64_t> World::inactiveSeconds(std::int64_t session)
{
    return players_ == nullptr ? std::nullopt : players_->inactiveSeconds(session);
}

std::optional<std::vector<std::uint8_t>> World::sessionAddress(std::int64_t session)
{
    return players_ == nullptr ? std::nullopt : players_->address(session);
}

/// The folder is listed once, and again when its time of change differs: a world of hundreds of rooms asks for each at boot.
std::vector<std::byte> World::roomFile(std::string_view name)
{
    const fs::path folder = path("Rooms", "rooms/");
    std::error_code error;
    const auto changed = fs::last_write_time(folder, error);
    if (error)
        return {};
    const std::string wanted = lowerCase(name);
    auto hit = roomFiles_.find(wanted);
    // Times of change are coarse: a file that is not found may have come in the same tick.
    if (folder != roomFolder_ || changed != roomFolderChanged_ || hit == roomFiles_.end()) {
        roomFolder_ = folder;
        roomFolderChanged_ = changed;
        roomFiles_.clear();
        for (const fs::path& file : filesWithEnding(folder, ".roo"))
            roomFiles_.emplace(lowerCase(file.filename().string()), file);
        hit = roomFiles_.find(wanted);
    }
    if (hit == roomFiles_.end())
        return {};
    auto bytes = readFile(hit->second);
    return bytes ? std::move(bytes.value()) : std::vector<std::byte>();
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
