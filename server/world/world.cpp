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
        if (entry.is_regular_file() && vm::lowerCase(entry.path().extension().string()) == ending)
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

World::World(fs::path folder) : folder_(std::move(folder)), random_(std::random_device()()) {}

fs::path World::path(std::string_view option, std::string_view otherwise) const
{
    const fs::path part = slashes(config_.text("Path", option, otherwise));
    return part.is_absolute() ? part : folder_ / part;
}

Result<void> World::boot()
{
    startedAt_ = unixTime();
    if (auto text = readTextFile(folder_ / "blakserv.cfg"))
        config_.parse(text.value());
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
    }
    // Drop-box: what lies in loadkod moves to memmap.
    for (const fs::path& file : filesWithEnding(path("Bof", "loadkod/"), ".bof"))
        fs::rename(file, path("Memmap", "memmap/") / file.filename(), ignored);

    if (auto loaded = loadProgram(); !loaded)
        return loaded;
    loadConstants();
    if (const auto time = lastSave()) {
        if (auto loaded = loadSave(*time); loaded) {
            const auto& ids = vm_->dialect().ids;
            vm_->send(0, ids.loadedFromDisk, {});
            return {};
        } else {
            logError("the last save can't be loaded, a new game begins: " + loaded.error().text());
        }
    }
    newGame();
    return {};
}

Result<void> World::loadProgram()
{
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
    for (const Error& problem : vm_->loadProgram(std::move(files)))
        problems.push_back(problem);
    for (const Error& problem : problems)
        logError(problem.text());

    const fs::path kodbaseFile = path("Kodbase", "./") / "kodbase.txt";
    const auto text = readTextFile(kodbaseFile);
    if (!text)
        return text.error();
    const auto names = kodbase::readTolerantly(text.value(), "kodbase.txt");
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
            constants_[vm::lowerCase(std::string_view(line).substr(name, nameEnd - name + 1))] = value;
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
    std::vector<std::int64_t> roots;
    for (const User& user : accounts_.users)
        roots.push_back(user.object);
    vm_->collect(roots);
    for (std::size_t i = 0; i < roots.size(); ++i)
        accounts_.users[i].object = roots[i];
    if (type == collectType) {
        sendSystem(ids.garbageCollectingDone, type);
        vm_->resumeTimers();
    }
}

Result<std::int64_t> World::writeSave()
{
    const fs::path folder = path("LoadSave", "savegame/");
    std::int64_t time = unixTime();
    std::error_code ignored;
    while (fs::exists(folder / ("gameuser." + std::to_string(time)), ignored))
        ++time;
    const std::string suffix = "." + std::to_string(time);
    save::Game game = vm_->saveGame();
    for (const User& user : accounts_.users)
        game.users.push_back({static_cast<std::int32_t>(user.account), static_cast<std::int32_t>(user.object)});
    const std::pair<std::string, std::vector<std::byte>> files[]{
        {"gameuser", save::write(game)},
        {"striings", save::write(vm_->saveStrings())},
        {"dynarscs", save::write(vm_->saveDynamicResources())},
    };
    for (const auto& [name, bytes] : files)
        if (auto written = writeFileAtomically(folder / (name + suffix), bytes, Backup::None); !written)
            return written.error();
    if (auto written = writeFileAtomically(folder / ("accounts" + suffix), accounts_.write(extended()), Backup::None); !written)
        return written.error();
    std::string last = "#\n# Control file for last successful save\n#\n# Files written:\n";
    for (const char* name : {"gameuser", "accounts", "striings", "dynarscs"})
        last += "# " + slashes(config_.text("Path", "LoadSave", "savegame/")) + name + suffix + "\n";
    last += "#\n# Last successful save was at " + timeText(time) + "\n#\n\nLASTSAVE " + std::to_string(time) + "\n";
    if (auto written = writeFileAtomically(folder / "lastsave.txt", last, Backup::None); !written)
        return written.error();
    return time;
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

std::optional<std::int64_t> World::lastSave() const
{
    const auto text = readTextFile(path("LoadSave", "savegame/") / "lastsave.txt");
    if (!text)
        return std::nullopt;
    constexpr std::string_view word = "LASTSAVE ";
    std::size_t at = text.value().starts_with(word) ? 0 : text.value().find("\nLASTSAVE ");
    if (at == std::string::npos)
        return std::nullopt;
    at = text.value().find("LASTSAVE ", at) + word.size();
    return std::strtoll(text.value().c_str() + at, nullptr, 10);
}

Result<void> World::loadSave(std::int64_t time)
{
    const fs::path folder = path("LoadSave", "savegame/");
    const std::string suffix = "." + std::to_string(time);
    const auto gameBytes = readFile(folder / ("gameuser" + suffix));
    const auto stringBytes = readFile(folder / ("striings" + suffix));
    const auto resourceBytes = readFile(folder / ("dynarscs" + suffix));
    const auto accountText = readTextFile(folder / ("accounts" + suffix));
    for (const auto* bytes : {&gameBytes, &stringBytes, &resourceBytes})
        if (!*bytes)
            return bytes->error();
    if (!accountText)
        return accountText.error();
    const auto game = save::readGame(gameBytes.value(), "gameuser" + suffix);
    const auto strings = save::readStrings(stringBytes.value(), "striings" + suffix);
    const auto resources = save::readDynamicResources(resourceBytes.value(), "dynarscs" + suffix);
    if (!game)
        return game.error();
    if (!strings)
        return strings.error();
    if (!resources)
        return resources.error();
    vm_->clearWorld();
    std::vector<std::string> reports;
    if (auto loaded = vm_->loadGame(game.value(), strings.value(), resources.value(), reports); !loaded)
        return loaded;
    for (const std::string& report : reports)
        logError(report);
    accounts_.clear();
    accounts_.read(accountText.value());
    for (const save::User& user : game.value().users)
        accounts_.users.push_back({user.account, user.object});
    return {};
}

Result<void> World::reloadGame(std::int64_t time)
{
    if (time == 0)
        time = lastSave().value_or(0);
    if (auto loaded = loadSave(time); !loaded)
        return loaded;
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
    if (!due)
        return most;
    return static_cast<int>(std::clamp<std::int64_t>(*due - milliseconds(), 0, most));
}

void World::markLogs()
{
    for (Channel* channel : {&debug_, &error_, &log_})
        channel->mark();
}

void World::logError(std::string_view text) { error_.line(unixTime(), text); }

void World::debugLine(std::string_view text) { debug_.line(unixTime(), text); }

void World::errorLine(std::string_view text) { error_.line(unixTime(), text); }

void World::godLine(std::string_view text) { god_.line(unixTime(), text); }

std::int64_t World::unixTime()
{
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::int64_t World::milliseconds()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

void World::sendPacket(std::int64_t session, std::span<const std::byte>)
{
    errorLine("[Server] there is no session " + std::to_string(session));
}

/// The folder is listed once, and again when its time of change differs: a world of hundreds of rooms asks for each at boot.
std::vector<std::byte> World::roomFile(std::string_view name)
{
    const fs::path folder = path("Rooms", "rooms/");
    std::error_code error;
    const auto changed = fs::last_write_time(folder, error);
    if (error)
        return {};
    const std::string wanted = vm::lowerCase(name);
    auto hit = roomFiles_.find(wanted);
    // Times of change are coarse: a file that is not found may have come in the same tick.
    if (folder != roomFolder_ || changed != roomFolderChanged_ || hit == roomFiles_.end()) {
        roomFolder_ = folder;
        roomFolderChanged_ = changed;
        roomFiles_.clear();
        for (const fs::path& file : filesWithEnding(folder, ".roo"))
            roomFiles_.emplace(vm::lowerCase(file.filename().string()), file);
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
