// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/check.h"

#include "formats/base/file_io.h"
#include "formats/bof/bof.h"
#include "formats/kodbase/kodbase.h"
#include "formats/roo/room.h"
#include "formats/rsc/rsc.h"
#include "server/sessions/package.h"
#include "server/world/save_set.h"
#include "server/world/world.h"

#include <algorithm>
#include <map>

namespace blak::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostNamed = 20; ///< faults of one kind that are named one by one

class Checker
{
public:
    explicit Checker(const fs::path& folder) : world_(folder) {}

    FolderReport run()
    {
        world_.reloadConfiguration();
        checkConfiguration();
        checkClasses();
        checkNames();
        checkFiles("resource files", world_.path("Rsc", "rsc/"), {".rsc", ".rsb"},
                   [](std::span<const std::byte> bytes, const std::string& name) { return errorOf(rsc::read(bytes, name)); });
        checkFiles("rooms", world_.path("Rooms", "rooms/"), {".roo"},
                   [](std::span<const std::byte> bytes, const std::string& name) { return errorOf(roo::read(bytes, name)); });
        checkPackages();
        checkSave();
        return std::move(report_);
    }

private:
    template <typename T>
    static std::optional<Error> errorOf(const Result<T>& result)
    {
        return result ? std::nullopt : std::optional(result.error());
    }

    void note(std::string text) { report_.lines.push_back(std::move(text)); }
    void fault(std::string text)
    {
        ++report_.faults;
        note("! " + std::move(text));
    }

    template <typename Read>
    std::size_t checkFiles(const std::string& what, const fs::path& folder, std::initializer_list<std::string_view> endings,
                           Read read)
    {
        std::error_code error;
        if (!fs::is_directory(folder, error)) {
            fault(what + ": there is no folder " + folder.string());
            return 0;
        }
        std::size_t count = 0;
        std::size_t bad = 0;
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            const std::string ending = lowerCase(entry.path().extension().string());
            if (std::ranges::find(endings, ending) == endings.end())
                continue;
            ++count;
            const auto bytes = readFile(entry.path());
            const std::optional<Error> wrong =
                bytes ? read(std::span(bytes.value()), entry.path().filename().string()) : std::optional(bytes.error());
            if (wrong && ++bad <= mostNamed)
                fault(wrong->text());
        }
        if (bad > mostNamed)
            fault("and " + std::to_string(bad - mostNamed) + " more of them");
        note(what + ": " + std::to_string(count) + " in " + folder.string());
        return count;
    }

    void checkConfiguration()
    {
        std::error_code error;
        const fs::path file = world_.folder() / "blakserv.cfg";
        note(fs::exists(file, error) ? "configuration: " + file.string()
                                     : "configuration: no blakserv.cfg, everything has its default");
        for (const settings::Finding& finding : world_.config().findings())
            note("  line " + std::to_string(finding.line) + ": " + finding.message);
    }

    void checkClasses()
    {
        std::map<std::int32_t, std::size_t> versions;
        for (const auto& [option, otherwise] : {std::pair{"Memmap", "memmap/"}, {"Bof", "loadkod/"}}) {
            const fs::path folder = world_.path(option, otherwise);
            std::error_code error;
            if (!fs::is_directory(folder, error))
                continue;
            checkFiles(std::string("classes (") + option + ")", folder, {".bof"},
                       [&](std::span<const std::byte> bytes, const std::string& name) {
                           const auto file = bof::read(bytes, name);
                           if (file)
                               ++versions[file.value().version];
                           return errorOf(file);
                       });
        }
        if (versions.empty())
            fault("classes: there is no .bof file, the world would be empty");
        if (versions.size() > 1)
            fault("classes: .bof files of different versions; a server takes one");
        for (const auto& [version, count] : versions)
            note("version " + std::to_string(version) + ": " + std::to_string(count) + " files");
    }

    void checkNames()
    {
        const fs::path file = world_.path("Kodbase", "./") / "kodbase.txt";
        const auto text = readTextFile(file);
        if (!text)
            return fault("names: " + text.error().text());
        const auto names = kodbase::readTolerantly(text.value(), "kodbase.txt");
        for (const Error& problem : names.problems)
            fault(problem.text());
        note("names: " + std::to_string(names.kodbase.classes.size()) + " classes in " + file.string());
    }

    void checkPackages()
    {
        const auto text = readTextFile(world_.path("PackageFile", "./") / "packages.txt");
        if (!text)
            return note("packages: none");
        std::size_t faults = 0;
        const auto packages = readPackages(text.value(), faults);
        if (faults > 0)
            fault("packages.txt: " + std::to_string(faults) + " lines make no sense");
        note("packages: " + std::to_string(packages.size()));
    }

    void checkSave()
    {
        const fs::path folder = world_.path("LoadSave", "savegame/");
        const auto last = world::lastSaveIn(folder);
        if (!last)
            return note("saved game: none, a new game would begin");
        std::vector<Error> problems;
        const auto set = world::readSaveSet(folder, *last, problems);
        for (const Error& problem : problems)
            fault(problem.text());
        if (!set)
            return fault(set.error().text());
        note("saved game: " + std::to_string(*last) + ", " + world::timeText(*last) + ", " +
             std::to_string(set.value().game.objects.size()) + " objects, " + std::to_string(set.value().accounts.list.size()) +
             " accounts");
    }

    world::World world_;
    FolderReport report_;
};

} // namespace

std::string FolderReport::text() const
{
    std::string out;
    for (const std::string& line : lines)
        out += line + "\n";
    return out + (faults == 0 ? "nothing wrong\n" : std::to_string(faults) + " faults\n");
}

FolderReport checkFolder(const fs::path& folder) { return Checker(folder).run(); }

} // namespace blak::serve
