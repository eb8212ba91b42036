// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/run_folder.h"

#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "formats/udmf/udmf.h"
#include "roomedit/roomcore/compatible_build.h"
#include "server/world/world.h"
#include "studio/project/project.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace blak::play {
namespace {

namespace fs = std::filesystem;
using project::FileKind;
using project::FoundFile;

constexpr std::string_view runFolder = "run/server";
constexpr const char* takenName = ".blak-classes"; ///< in the run folder: the sources whose classes were put there

bool isBelow(const fs::path& path, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// The target is missing, older or of another size.
bool isOutOfDate(const fs::path& source, const fs::path& target, bool sameSize)
{
    std::error_code code;
    const auto made = fs::last_write_time(target, code);
    if (code || made < fs::last_write_time(source, code))
        return true;
    return sameSize && fs::file_size(source, code) != fs::file_size(target, code);
}

Result<void> copyFile(const fs::path& source, const fs::path& target)
{
    const auto bytes = readFile(source);
    if (!bytes)
        return bytes.error();
    return writeFileAtomically(target, bytes.value(), Backup::None);
}

class Preparer
{
public:
    Preparer(const project::Project& found, fs::path folder) : project_(found), world_(folder)
    {
        out_.folder = std::move(folder);
    }

    Result<Prepared> run(const Progress& progress, std::string_view dialect)
    {
        std::error_code code;
        own_ =
            fs::weakly_canonical(out_.folder, code).lexically_relative(fs::weakly_canonical(project_.root(), code));
        std::vector<const FoundFile*> sources;
        for (const FoundFile& file : project_.files())
            if (file.kind == FileKind::Kod && file.path.is_relative() && !isBelow(file.path, own_))
                sources.push_back(&file);
        if (sources.empty())
            return Error{"expected Blakod to compile (.kod), found none", project_.root().string()};
        world_.reloadConfiguration();
        const std::string wanted = dialect.empty() ? world_.config().text("Blakston", "Dialect") : std::string(dialect);
        kod::KodTreeWishes wishes;
        wishes.dialect = wanted.empty() ? ownDialect() : kod::findDialect(wanted);
        if (wishes.dialect == nullptr && !wanted.empty())
            return Error{"expected one of the dialects " + dialectNames() + ", found \"" + wanted + "\"",
                         project_.root().string()};
        const kod::KodTree tree = kod::kodTreeAt(project_.root(), wishes);
        out_.dialect = tree.dialect->name;
        kod::TreeOptions options;
        options.progress = progress;
        out_.compiled = kod::compileTree(tree, options);
        if (!out_.compiled.good())
            return std::move(out_);
        if (fs::create_directories(out_.folder, code); !fs::is_directory(out_.folder, code))
            return Error{"the folder cannot be made", out_.folder.string()};
        world_.reloadConfiguration();
        takeClasses(sources, tree);
        takeRooms();
        if (fault_)
            return *fault_;
        return std::move(out_);
    }

private:
    /// What only rooms tell is asked of the project; of two languages that look alike the compiler knows which.
    const kod::Dialect* ownDialect() const
    {
        const bool old = project_.dialect().dialect == project::Dialect::Classic97;
        return old ? kod::findDialect(project::dialectName(project::Dialect::Classic97)) : nullptr;
    }

    /// A folder of the configuration, made when it is missing; nothing when it is not below the run folder.
    std::optional<fs::path> folderOf(std::string_view option, std::string_view otherwise)
    {
        std::error_code code;
        fs::path folder = world_.path(option, otherwise);
        if (!isBelow(fs::weakly_canonical(folder, code), fs::weakly_canonical(out_.folder, code)))
            return std::nullopt;
        fs::create_directories(folder, code);
        return folder;
    }

    bool note(const Result<void>& done, std::size_t& count)
    {
        if (done)
            ++count;
        else if (!fault_)
            fault_ = done.error();
        return static_cast<bool>(done);
    }

    /// Whether it was copied. A file that was written anew with what it had is not: each compile of a class writes its texts.
    bool take(const fs::path& source, const fs::path& folder, std::string_view name)
    {
        const fs::path target = findOrName(folder, name);
        if (!isOutOfDate(source, target, true))
            return false;
        const auto there = readFile(target);
        const auto now = readFile(source);
        if (there && now && there.value() == now.value()) {
            std::error_code code;
            fs::last_write_time(target, fs::file_time_type::clock::now(), code);
            return false;
        }
        return note(copyFile(source, target), out_.copied);
    }

    /// A server moves classes on from the drop-box to memmap.
    void takeClasses(const std::vector<const FoundFile*>& sources, const kod::KodTree& tree)
    {
        const auto memmap = folderOf("Memmap", "memmap/");
        const auto dropBox = folderOf("Bof", "loadkod/");
        const auto resources = folderOf("Rsc", "rsc/");
        const auto names = folderOf("Kodbase", "./");
        std::error_code code;
        for (const FoundFile* file : sources) {
            const fs::path source = project_.absolute(*file);
            fs::path made = fs::path(source).replace_extension(".bof");
            const std::string name = made.filename().string();
            const bool waits = dropBox && findInFolder(*dropBox, name);
            const auto there = waits ? findInFolder(*dropBox, name) : memmap ? findInFolder(*memmap, name) : std::nullopt;
            if (dropBox && fs::exists(made, code) && (!there || isOutOfDate(made, *there, true)) &&
                note(copyFile(made, findOrName(*dropBox, name)), out_.copied))
                out_.classes.push_back(name);
            made.replace_extension(".rsc");
            if (resources && fs::exists(made, code) && take(made, *resources, made.filename().string()))
                out_.resources.push_back(made.filename().string());
        }
        if (names)
            take(tree.kodbase, *names, "kodbase.txt");
        dropGone(sources, {{memmap, ".bof"}, {dropBox, ".bof"}, {resources, ".rsc"}});
    }

    /// What was put here of a source that is gone goes, too. Files that came another way are nobody's business: `takenName` lists
    /// ours.
    void dropGone(const std::vector<const FoundFile*>& sources,
                  std::initializer_list<std::pair<std::optional<fs::path>, const char*>> places)
    {
        std::set<std::string> now;
        for (const FoundFile* file : sources)
            now.insert(lowerCase(file->path.stem().string()));
        const fs::path list = out_.folder / takenName;
        std::error_code code;
        std::string text;
        if (const auto before = readTextFile(list)) {
            std::istringstream lines(before.value());
            for (std::string stem; std::getline(lines, stem);)
                if (!stem.empty() && !now.contains(stem))
                    for (const auto& [folder, ending] : places)
                        if (const auto gone = folder ? findInFolder(*folder, stem + ending) : std::nullopt)
                            fs::remove(*gone, code);
        }
        for (const std::string& stem : now)
            text += stem + "\n";
        if (const auto written = writeFileAtomically(list, text, Backup::None); !written && !fault_)
            fault_ = written.error();
    }

    void takeRooms()
    {
        const auto folder = folderOf("Rooms", "rooms/");
        if (!folder)
            return;
        for (const auto& [stem, file] : roomsOf(project_, own_)) {
            const fs::path source = project_.absolute(*file);
            const fs::path target = findOrName(*folder, file->path.stem().string() + ".roo");
            const bool text = file->kind == FileKind::RoomText;
            if (isOutOfDate(source, target, !text))
                note(text ? buildRoom(source, target) : copyFile(source, target), text ? out_.built : out_.copied);
        }
    }

    const project::Project& project_;
    fs::path own_;       ///< the run folder, below the project
    world::World world_; ///< for the folders of its configuration
    Prepared out_;
    std::optional<Error> fault_;
};

} // namespace

bool isServerFolder(const fs::path& folder)
{
    world::World world(folder);
    world.reloadConfiguration();
    return findInFolder(folder, "blakserv.cfg") || world.hasClassFiles();
}

bool isProject(const fs::path& folder)
{
    if (isServerFolder(folder))
        return false;
    std::error_code code;
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, code), end;
         !code && it != end; it.increment(code)) {
        if (lowerCase(it->path().extension().string()) == ".kod")
            return true;
        if (it->path().filename().string().starts_with('.'))
            it.disable_recursion_pending();
    }
    return false;
}

std::map<std::string, const FoundFile*> roomsOf(const project::Project& project, const fs::path& except)
{
    std::vector<const FoundFile*> rooms;
    for (const FoundFile& file : project.files())
        if ((file.kind == FileKind::Room || file.kind == FileKind::RoomText) && file.path.is_relative() &&
            !isBelow(file.path, except))
            rooms.push_back(&file);
    std::ranges::stable_sort(rooms, {}, [](const FoundFile* file) {
        return std::pair(file->kind == FileKind::RoomText, std::distance(file->path.begin(), file->path.end()));
    });
    std::map<std::string, const FoundFile*> byName;
    for (const FoundFile* file : rooms)
        byName.try_emplace(lowerCase(file->path.stem().string()), file);
    return byName;
}

Result<void> buildRoom(const fs::path& text, const fs::path& target)
{
    const auto content = readTextFile(text);
    if (!content)
        return content.error();
    const auto room = udmf::read(content.value(), text.string());
    if (!room)
        return room.error();
    const auto built = roomcore::buildCompatible(room.value(), roomcore::BuildOptions::fast(room.value().format));
    if (!built)
        return Error{built.error().text(), text.string()};
    return writeFileAtomically(target, roo::write(built.value()), Backup::None);
}

fs::path runFolderOf(const fs::path& project) { return findOrName(project, runFolder); }

Result<Prepared> prepareRunFolder(const fs::path& project, const Progress& progress, std::string_view dialect)
{
    const auto found = project::open(project);
    if (!found)
        return found.error();
    return Preparer(found.value(), runFolderOf(project)).run(progress, dialect);
}

} // namespace blak::play
