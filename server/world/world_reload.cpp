// SPDX-License-Identifier: GPL-3.0-or-later
// One class, one resource file, one room into the world while it runs.
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "server/world/world.h"

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
    std::vector<vm::LoadedFile> one;
    one.push_back({std::move(parsed).value(), fresh.filename().string()});
    program_.nameFiles(one, extended());
    std::vector<std::string> reports;
    const auto replaced = vm_->replaceFile(std::move(one.front()), names, reports);
    if (!replaced)
        return replaced.error();
    if (replaced.value())
        return reports;
    if (vm_->running())
        return Error{"its properties or class variables are others, which all its objects need: let the world go on first",
                     fresh.filename().string()};
    std::vector<Error> problems;
    auto files = program_.readClasses(fresh, problems);
    if (!files)
        return files.error();
    program_.nameFiles(files.value(), extended());
    return vm_->replaceProgram(std::move(files).value(), names, programFaults_);
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
    for (const std::string& report : reports.value())
        logError(report);
    if (dropped) {
        std::error_code error;
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
    logLine("room file " + plain + " is loaded anew, " + std::to_string(count.value()) + " times in use");
    return Reloaded{plain, count.value(), clock_.steadyMilliseconds() - start, {}};
}

} // namespace blak::world
