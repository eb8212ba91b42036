// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/program_folder.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"

#include <unordered_map>

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

WorldTexts textsOf(const fs::path& kodbase, const fs::path& resources)
{
    WorldTexts texts;
    world::readNames(kodbase, texts);
    readResources(resources, texts);
    return texts;
}

} // namespace

bool ProgramFolder::hasClasses() const
{
    return !filesWithEnding(folder_.memmap(), ".bof").empty() || !filesWithEnding(folder_.dropBox(), ".bof").empty();
}

void ProgramFolder::emptyDropBox() const
{
    const std::vector<fs::path> fresh = filesWithEnding(folder_.dropBox(), ".bof");
    if (fresh.empty())
        return;
    const fs::path memmap = folder_.memmap();
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

Result<std::vector<vm::LoadedFile>> ProgramFolder::readClasses(const std::optional<fs::path>& fresh,
                                                               std::vector<Error>& problems) const
{
    std::map<std::string, std::pair<std::string, fs::path>> found; // by lower-case name: the name that is shown, the file
    for (const fs::path& file : filesWithEnding(folder_.memmap(), ".bof"))
        found[lowerCase(file.filename().string())] = {file.filename().string(), file};
    for (const fs::path& newer : fresh ? std::vector{*fresh} : filesWithEnding(folder_.dropBox(), ".bof"))
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

void ProgramFolder::nameFiles(std::vector<vm::LoadedFile>& files, bool extended) const
{
    if (!extended)
        for (vm::LoadedFile& file : files)
            file.name = withSlashes(folder_.config().text("Path", "Memmap", "memmap/")) + file.name;
}

Result<kodbase::Kodbase> ProgramFolder::readNames(std::vector<Error>& problems) const
{
    WorldTexts texts;
    world::readNames(folder_.kodbase(), texts);
    return namesOf(texts, true, problems);
}

Result<ProgramFiles> ProgramFolder::read()
{
    ProgramFiles files;
    auto read = readClasses(std::nullopt, files.problems);
    if (!read)
        return read.error();
    files.classes = std::move(read).value();
    files.texts = this->texts();
    files.names = namesOf(files.texts, !files.classes.empty(), files.problems);
    return files;
}

std::function<void()> ProgramFolder::prepareTexts()
{
    const auto read = [kodbase = folder_.kodbase(), folder = folder_.path("Rsc", "rsc/")] { return textsOf(kodbase, folder); };
    const auto task = std::make_shared<std::packaged_task<WorldTexts()>>(read);
    prepared_ = task->get_future();
    return [task] { (*task)(); };
}

/// Read while the classes were loaded, or now.
WorldTexts ProgramFolder::texts()
{
    return prepared_.valid() ? prepared_.get() : textsOf(folder_.kodbase(), folder_.path("Rsc", "rsc/"));
}

std::map<std::string, std::int64_t> ProgramFolder::readConstants() const
{
    std::map<std::string, std::int64_t> constants;
    if (!folder_.config().yes("Constants", "Enabled", false))
        return constants;
    const auto text = readTextFile(folder_.file(folder_.config().text("Constants", "Filename", "blakston.khd")));
    if (!text)
        return constants;
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
            constants[lowerCase(std::string_view(line).substr(name, nameEnd - name + 1))] = value;
    }
    return constants;
}

} // namespace blak::world
