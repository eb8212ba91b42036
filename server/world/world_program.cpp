// SPDX-License-Identifier: GPL-3.0-or-later
// The program of a world: classes, names, constants, resources, rooms.
#include "server/world/world.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"

#include <algorithm>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

/// `needed`: there are classes, and so there must be names.
Result<kodbase::Kodbase> namesOf(WorldTexts& texts, bool needed, std::vector<Error>& problems)
{
    if (texts.noNames && needed)
        return *texts.noNames;
    for (const Error& problem : texts.names.problems)
        problems.push_back({"LoadKodBase line: " + problem.text(), ""});
    return std::move(texts.names.kodbase);
}

} // namespace

bool World::hasClassFiles() const
{
    return !filesWithEnding(path("Memmap", "memmap/"), ".bof").empty() ||
           !filesWithEnding(path("Bof", "loadkod/"), ".bof").empty();
}

/// What lies in loadkod moves to memmap.
void World::emptyDropBox()
{
    const std::vector<fs::path> fresh = filesWithEnding(path("Bof", "loadkod/"), ".bof");
    if (fresh.empty())
        return;
    const fs::path memmap = path("Memmap", "memmap/");
    std::unordered_map<std::string, fs::path> there; // by lower-case name: the folder is listed once, not for each file
    for (const fs::path& file : filesWithEnding(memmap, ".bof"))
        there.emplace(lowerCase(file.filename().string()), file);
    std::error_code ignored;
    for (const fs::path& file : fresh) {
        const auto same = there.find(lowerCase(file.filename().string()));
        const fs::path exact = memmap / file.filename();
        fs::rename(file, same == there.end() || fs::exists(exact, ignored) ? exact : same->second, ignored);
    }
}

/// The classes of memmap. `fresh` stands in for the file of its name there, or comes to them; without it all do that lie in
/// loadkod, which is empty unless they could not be moved.
Result<std::vector<vm::LoadedFile>> World::readClasses(const std::optional<fs::path>& fresh, std::vector<Error>& problems) const
{
    std::vector<fs::path> paths = filesWithEnding(path("Memmap", "memmap/"), ".bof");
    for (const fs::path& newer : fresh ? std::vector{*fresh} : filesWithEnding(path("Bof", "loadkod/"), ".bof")) {
        const std::string name = lowerCase(newer.filename().string());
        std::erase_if(paths, [&](const fs::path& file) { return lowerCase(file.filename().string()) == name; });
        paths.push_back(newer);
    }
    std::vector<vm::LoadedFile> files;
    for (const fs::path& file : paths) {
        const auto bytes = readFile(file);
        if (!bytes)
            return bytes.error();
        auto parsed = bof::read(bytes.value(), file.filename().string());
        if (!parsed && fresh && file == *fresh)
            return parsed.error();
        if (!parsed) {
            problems.push_back(parsed.error());
            continue;
        }
        files.push_back({std::move(parsed.value()), file.filename().string()});
    }
    return files;
}

/// Messages of the classic server name the folder too.
void World::nameFiles(std::vector<vm::LoadedFile>& files) const
{
    if (!vm_->dialect().extended)
        for (vm::LoadedFile& file : files)
            file.name = withSlashes(config_.text("Path", "Memmap", "memmap/")) + file.name;
}

Result<kodbase::Kodbase> World::readNames(std::vector<Error>& problems) const
{
    WorldTexts texts;
    world::readNames(findOrName(path("Kodbase", "./"), "kodbase.txt"), texts);
    return namesOf(texts, true, problems);
}

/// What one message of Blakod may do.
void World::applyLimits()
{
    constexpr std::int64_t megabyte = 1 << 20;
    constexpr std::int64_t mostMegabytes = 1 << 20;
    vm_->setMaxInstructions(config_.number("Blakod", "MaxStatements", vm_->dialect().maxInstructions));
    vm::Limits limits;
    const auto usual = static_cast<std::int64_t>(limits.messageBytes) / megabyte;
    limits.messageBytes = static_cast<std::size_t>(
        std::clamp<std::int64_t>(config_.number("Blakod", "MaxMessageMemory", usual), 1, mostMegabytes) * megabyte);
    limits.errors = std::max<std::int64_t>(config_.number("Blakod", "MaxMessageErrors", limits.errors), 1);
    limits.shownErrors = std::min(limits.shownErrors, limits.errors);
    limits.timers = static_cast<std::size_t>(
        std::max<std::int64_t>(config_.number("Blakod", "MaxTimers", static_cast<std::int64_t>(limits.timers)), 1));
    vm_->setLimits(limits);
}

Result<void> World::loadProgram(bool needsSystem)
{
    std::vector<Error> problems;
    auto read = readClasses(std::nullopt, problems);
    if (!read)
        return read.error();
    std::vector<vm::LoadedFile> files = std::move(read).value();
    if (!vm_) {
        const bool extended =
            std::ranges::any_of(files, [](const vm::LoadedFile& file) { return file.file.version == vm::open105.bofVersion; });
        const std::string wanted = wantedDialect_.empty() ? config_.text("Blakston", "Dialect") : wantedDialect_;
        const vm::Dialect* named = vm::findDialect(wanted);
        if (named == nullptr && !wanted.empty())
            return Error{"[Blakston] Dialect: expected classic, classic97 or open105, found \"" + wanted + "\"", "blakserv.cfg"};
        vm_ = vm::Vm::create(named != nullptr ? *named : extended ? vm::open105 : vm::classic, *this);
    }
    applyLimits();
    nameFiles(files);
    const bool anyClasses = !files.empty();
    programFaults_ = vm_->loadProgram(std::move(files));
    problems.insert(problems.end(), programFaults_.begin(), programFaults_.end());
    WorldTexts texts = preparedTexts();
    const auto names = namesOf(texts, anyClasses, problems);
    for (const Error& problem : problems)
        logError(problem.text());
    if (needsSystem && !vm_->classView(vm_->dialect().ids.classSystem))
        return Error{
            "expected the class System, found " + std::to_string(vm_->classIds().size()) + " other classes" +
                (problems.empty() ? "" : "; the first of " + std::to_string(problems.size()) + " faults: " + problems[0].text()),
            path("Memmap", "memmap/").string()};
    if (!names)
        return names.error();
    vm_->setNames(names.value());

    vm_->clearResources();
    for (const Result<rsc::File>& file : texts.resources)
        if (file)
            vm_->addResources(file.value());
        else
            logError(file.error().text());
    if (texts.unreadable)
        return *texts.unreadable;
    return {};
}

/// `NAME = number` lines of the shared include file become values for administrators.
void World::loadConstants()
{
    constants_.clear();
    if (!config_.yes("Constants", "Enabled", false))
        return;
    const auto text = readTextFile(findOrName(folder_, config_.text("Constants", "Filename", "blakston.khd")));
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

/// Started before the classes are loaded; what of it is left over is dropped by whoever boots.
void World::prepareFiles()
{
    const auto read = [kodbase = findOrName(path("Kodbase", "./"), "kodbase.txt"), folder = path("Rsc", "rsc/")] {
        WorldTexts texts;
        world::readNames(kodbase, texts);
        readResources(folder, texts);
        return texts;
    };
    const auto task = std::make_shared<std::packaged_task<WorldTexts()>>(read);
    preparedTexts_ = task->get_future();
    roomPreparer_ = std::make_unique<RoomPreparer>(filesWithEnding(path("Rooms", "rooms/"), ".roo"), [task] { (*task)(); });
}

/// Read while the classes were loaded, or now.
WorldTexts World::preparedTexts()
{
    if (preparedTexts_.valid())
        return preparedTexts_.get();
    WorldTexts texts;
    world::readNames(findOrName(path("Kodbase", "./"), "kodbase.txt"), texts);
    readResources(path("Rsc", "rsc/"), texts);
    return texts;
}

std::unique_ptr<vm::RoomState> World::preparedRoom(std::string_view name)
{
    return roomPreparer_ ? roomPreparer_->take(lowerCase(name)) : nullptr;
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

} // namespace blak::world
