// SPDX-License-Identifier: GPL-3.0-or-later
// One class, one resource file, one room into the world while it runs.
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "server/world/uses_text.h"
#include "server/world/world.h"

#include <algorithm>
#include <map>
#include <span>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

/// A file of the folder itself, with or without its ending.
std::optional<fs::path> findPlain(const fs::path& folder, std::string_view name, std::string_view ending)
{
    const bool plain = !name.empty() && name.find_first_of("/\\") == name.npos && name != "." && name != "..";
    if (!plain)
        return std::nullopt;
    const std::string whole = lowerCase(name).ends_with(ending) ? std::string(name) : std::string(name) + std::string(ending);
    const auto found = findInFolder(folder, whole);
    std::error_code ignored;
    return found && fs::is_regular_file(*found, ignored) ? found : std::nullopt;
}

/// Properties and class variables that a file has and its classes in the world have not, or the other way round, with their class.
struct Differences
{
    std::vector<std::string> came, wentProperties, wentClassvars;

    std::string sentence() const
    {
        std::string out;
        const auto add = [&out](const std::vector<std::string>& list, const char* how) {
            for (const std::string& one : list)
                out += (out.empty() ? "" : ", ") + one + how;
        };
        add(came, " is new");
        add(wentProperties, " is gone");
        add(wentClassvars, " is gone");
        return out;
    }
    /// All but the properties that went: the machine itself reports those, when it finds no place for their values.
    std::vector<std::string> news() const
    {
        std::vector<std::string> out;
        for (const std::string& one : came)
            out.push_back(one + " is new");
        for (const std::string& one : wentClassvars)
            out.push_back(one + " is gone");
        return out;
    }
};

using NameList = std::vector<kodbase::Name> kodbase::Class::*;

/// Of a class and of those above it, by their small letters.
std::map<std::string, std::string> namesOf(const kodbase::Kodbase& names, std::int32_t id, NameList which)
{
    std::map<std::string, std::string> out;
    for (std::size_t steps = 0; id != 0 && steps < names.classes.size(); ++steps) { // a file may say that a class is its own ancestor
        const auto type = std::ranges::find(names.classes, id, &kodbase::Class::id);
        if (type == names.classes.end())
            break;
        for (const kodbase::Name& name : (*type).*which)
            out.emplace(lowerCase(name.name), name.name);
        id = type->superId;
    }
    return out;
}

Differences differencesOf(const vm::Vm& machine, const bof::File& file, const kodbase::Kodbase& names)
{
    Differences out;
    for (const bof::Class& one : file.classes) {
        const auto type = machine.classView(one.id);
        if (!type)
            continue;
        const auto compare = [&](std::span<const std::string> before, NameList which, const std::string& what,
                                 std::vector<std::string>& went) {
            const auto now = namesOf(names, one.id, which);
            std::map<std::string, std::string> old;
            for (const std::string& name : before)
                if (!name.empty()) // no name of it is known
                    old.emplace(lowerCase(name), name);
            const std::string ofClass = " of class " + std::string(type->name);
            for (const auto& [key, name] : now)
                if (!old.contains(key))
                    out.came.push_back(what + name + ofClass);
            for (const auto& [key, name] : old)
                if (!now.contains(key))
                    went.push_back(what + name + ofClass);
        };
        const std::span properties(type->propertyNames);
        compare(properties.subspan(std::min<std::size_t>(1, properties.size())), &kodbase::Class::properties, "property ", // without self
                out.wentProperties);
        compare(type->classvarNames, &kodbase::Class::classvars, "class variable ", out.wentClassvars);
    }
    return out;
}

} // namespace

/// One file takes the place of its classes; when that concerns others, all files are read.
Result<std::vector<std::string>> World::replaceClasses(const std::filesystem::path& fresh, const kodbase::Kodbase& names)
{
    const auto bytes = readFile(fresh);
    if (!bytes)
        return bytes.error();
    auto parsed = bof::read(bytes.value(), fresh.filename().string());
    if (!parsed)
        return parsed.error();
    const Differences differences = differencesOf(*vm_, parsed.value(), names);
    std::vector<vm::LoadedFile> one;
    one.push_back({std::move(parsed).value(), fresh.filename().string()});
    program_.nameFiles(one, extended());
    std::vector<std::string> lost;
    const auto replaced = vm_->replaceFile(std::move(one.front()), names, lost);
    if (!replaced)
        return replaced.error();
    for (const std::string& report : lost)
        logError(report);
    if (replaced.value())
        return lost;
    if (vm_->running()) {
        const std::string what = differences.sentence();
        return Error{(what.empty() ? "its properties or class variables are others" : what) +
                         ", which all its objects need: let the world go on first",
                     fresh.filename().string()};
    }
    std::vector<Error> problems;
    auto files = program_.readClasses(fresh, problems);
    if (!files)
        return files.error();
    program_.nameFiles(files.value(), extended());
    auto reports = vm_->replaceProgram(std::move(files).value(), names, programFaults_);
    if (!reports) { // classes below it were compiled with it, and lie in loadkod as well
        auto all = program_.readClasses(std::nullopt, problems);
        if (!all)
            return reports;
        program_.nameFiles(all.value(), extended());
        auto together = vm_->replaceProgram(std::move(all).value(), names, programFaults_);
        if (!together)
            return reports;
        program_.emptyDropBox();
        reports = std::move(together);
    }
    for (const std::string& report : reports.value())
        logError(report);
    for (const std::string& report : differences.news()) {
        logLine(report);
        reports.value().push_back(report);
    }
    return reports;
}

Result<World::Reloaded> World::reloadClass(std::string_view name)
{
    const std::int64_t start = clock_.steadyMilliseconds();
    std::string file(name);
    if (const auto id = vm_->classByName(name))
        if (const auto type = vm_->classView(*id))
            file = fs::path(type->file).filename().string();
    const fs::path memmap = runFolder_.memmap();
    const auto dropped = findPlain(runFolder_.dropBox(), file, ".bof");
    const auto fresh = dropped ? dropped : findPlain(memmap, file, ".bof");
    if (!fresh)
        return Error{"there is neither a class nor a .bof file of that name in loadkod or memmap", std::string(name)};

    std::vector<Error> problems;
    const auto names = program_.readNames(problems);
    if (!names)
        return names.error();
    auto reports = replaceClasses(*fresh, names.value());
    if (!reports)
        return reports.error();
    std::error_code error;
    if (dropped && fs::exists(*dropped, error)) {
        const auto old = findInFolder(memmap, dropped->filename().string());
        fs::rename(*dropped, old.value_or(memmap / dropped->filename()), error);
        if (error)
            logError(dropped->string() + " cannot be moved to memmap: " + error.message());
    }
    logLine("class file " + fresh->filename().string() + " is loaded anew");
    return Reloaded{fresh->filename().string(), 1, clock_.steadyMilliseconds() - start, std::move(reports).value()};
}

/// Clients are told of texts that changed; their own files may be older.
Result<World::Reloaded> World::reloadResourceFile(std::string_view name)
{
    const std::int64_t start = clock_.steadyMilliseconds();
    const fs::path folder = path("Rsc", "rsc/");
    auto file = findPlain(folder, name, ".rsc");
    if (!file)
        file = findPlain(folder, name, ".rsb");
    if (!file)
        return Error{"there is no resource file of that name", std::string(name)};
    const auto bytes = readFile(*file);
    if (!bytes)
        return bytes.error();
    const auto parsed = rsc::read(bytes.value(), file->filename().string());
    if (!parsed)
        return parsed.error();
    std::map<std::int64_t, std::optional<std::string>> before;
    for (const rsc::Entry& entry : parsed.value().entries)
        before[entry.id] = vm_->resourceText(entry.id);
    vm_->addResources(parsed.value());
    std::size_t changed = 0;
    for (const auto& [id, text] : before) {
        const auto now = vm_->resourceText(id);
        if (now == text)
            continue;
        ++changed;
        if (now)
            resourceChanged(id, *now);
    }
    logLine("resource file " + file->filename().string() + " is loaded anew");
    return Reloaded{file->filename().string(), changed, clock_.steadyMilliseconds() - start, {}};
}

Result<World::Reloaded> World::reloadRoomFile(std::string_view name)
{
    const std::int64_t start = clock_.steadyMilliseconds();
    const auto file = findPlain(path("Rooms", "rooms/"), name, ".roo");
    if (!file)
        return Error{"there is no room file of that name", std::string(name)};
    const auto bytes = readFile(*file);
    if (!bytes)
        return bytes.error();
    const std::string plain = file->filename().string();
    const auto count = vm_->replaceRoom(plain, bytes.value());
    if (!count)
        return count.error();
    logLine("room file " + plain + " is loaded anew, " + usesText(count.value()));
    return Reloaded{plain, count.value(), clock_.steadyMilliseconds() - start, {}};
}

} // namespace blak::world
