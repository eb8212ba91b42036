// SPDX-License-Identifier: GPL-3.0-or-later
// The program of a world: classes, names, constants, resources, rooms.
#include "server/world/world.h"

#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "server/world/losses.h"

#include <algorithm>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view howToForce = "(blak serve --accept-losses starts anyway)";

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

/// What lies in loadkod moves to memmap; not before it was found good.
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
/// loadkod, and keep the spelling that the name has in memmap.
Result<std::vector<vm::LoadedFile>> World::readClasses(const std::optional<fs::path>& fresh, std::vector<Error>& problems) const
{
    std::map<std::string, std::pair<std::string, fs::path>> found; // by lower-case name: the name that is shown, the file
    for (const fs::path& file : filesWithEnding(path("Memmap", "memmap/"), ".bof"))
        found[lowerCase(file.filename().string())] = {file.filename().string(), file};
    for (const fs::path& newer : fresh ? std::vector{*fresh} : filesWithEnding(path("Bof", "loadkod/"), ".bof"))
        found.try_emplace(lowerCase(newer.filename().string()), newer.filename().string(), newer).first->second.second = newer;
    std::vector<vm::LoadedFile> files;
    for (const auto& [lower, entry] : found) {
        const auto& [name, file] = entry;
        const auto bytes = readFile(file);
        if (!bytes)
            return bytes.error();
        auto parsed = bof::read(bytes.value(), name);
        if (!parsed && fresh && file == *fresh)
            return parsed.error();
        if (!parsed) {
            problems.push_back(parsed.error());
            continue;
        }
        files.push_back({std::move(parsed.value()), name});
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

Result<ProgramFiles> World::readProgram()
{
    ProgramFiles files;
    auto read = readClasses(std::nullopt, files.problems);
    if (!read)
        return read.error();
    files.classes = std::move(read).value();
    files.texts = preparedTexts();
    files.names = namesOf(files.texts, !files.classes.empty(), files.problems);
    return files;
}

Result<void> World::makeMachine(const ProgramFiles& files)
{
    const bool extended = std::ranges::any_of(
        files.classes, [](const vm::LoadedFile& file) { return file.file.version == vm::open105.bofVersion; });
    const std::string wanted = wantedDialect_.empty() ? config_.text("Blakston", "Dialect") : wantedDialect_;
    const vm::Dialect* named = vm::findDialect(wanted);
    if (named == nullptr && !wanted.empty())
        return Error{"[Blakston] Dialect: expected one of " + dialectNames() + ", found \"" + wanted + "\"", "blakserv.cfg"};
    vm_ = vm::Vm::create(named != nullptr ? *named : extended ? vm::open105 : vm::classic, *this);
    applyLimits();
    return {};
}

/// The program of the start.
Result<void> World::loadProgram(const BootOptions& options)
{
    auto read = readProgram();
    if (!read)
        return read.error();
    ProgramFiles& files = read.value();
    if (!vm_)
        if (auto made = makeMachine(files); !made)
            return made;
    vm_->setMaxInstructions(config_.number("Blakod", "MaxStatements", vm_->dialect().maxInstructions));
    nameFiles(files.classes);
    std::vector<Error> problems = files.problems;
    programFaults_ = vm_->loadProgram(std::move(files.classes));
    problems.insert(problems.end(), programFaults_.begin(), programFaults_.end());
    for (const Error& problem : problems)
        logError(problem.text());
    if (options.needsSystem && !vm_->classView(vm_->dialect().ids.classSystem))
        return Error{
            "expected the class System, found " + std::to_string(vm_->classIds().size()) + " other classes" +
                (problems.empty() ? "" : "; the first of " + std::to_string(problems.size()) + " faults: " + problems[0].text()),
            path("Memmap", "memmap/").string()};
    if (!files.names)
        return files.names.error();
    vm_->setNames(files.names.value());
    if (auto fits = options.needsSystem ? checkNames(*vm_) : Result<void>(); !fits) {
        if (!options.acceptLosses)
            return Error{fits.error().what + " " + std::string(howToForce), fits.error().where};
        logError(fits.error().text());
    }
    useResources(files.texts);
    if (files.texts.unreadable)
        return *files.texts.unreadable;
    return {};
}

void World::useResources(const WorldTexts& texts)
{
    vm_->clearResources();
    for (const Result<rsc::File>& file : texts.resources)
        if (file)
            vm_->addResources(file.value());
        else
            logError(file.error().text());
}

/// A machine with that program, which runs nothing; an error when anything of the files is damaged that the program in use does
/// not have as well.
Result<std::unique_ptr<vm::Vm>> World::tryProgram(const ProgramFiles& files)
{
    auto trial = vm::Vm::create(vm_->dialect(), *this);
    std::vector<Error> problems = trial->loadProgram(files.classes);
    problems.insert(problems.end(), files.problems.begin(), files.problems.end());
    for (const Error& problem : problems)
        if (std::ranges::find(programFaults_, problem) == programFaults_.end())
            return problem;
    if (!files.names)
        return files.names.error();
    if (files.texts.unreadable)
        return *files.texts.unreadable;
    for (const Result<rsc::File>& file : files.texts.resources)
        if (!file)
            return file.error();
    if (!trial->classView(trial->dialect().ids.classSystem))
        return Error{"expected the class System, found none", path("Memmap", "memmap/").string()};
    trial->setNames(files.names.value());
    if (auto fits = checkNames(*trial); !fits)
        return fits.error();
    return trial;
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
