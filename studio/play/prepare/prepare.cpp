// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/prepare/prepare.h"

#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "formats/wire/dialect.h"
#include "kodide/compiler/tree_order.h"
#include "studio/play/run_folder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::play {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

constexpr std::size_t mostErrors = 100'000; ///< one bad class must not keep the others from being compiled

/// FNV-1a, 64 bits: tells contents apart, not for anything that must be safe.
class Digest
{
public:
    void add(std::span<const std::byte> bytes)
    {
        for (const std::byte byte : bytes)
            state_ = (state_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3ull;
    }
    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
    std::string text() const
    {
        static constexpr char digits[] = "0123456789abcdef";
        std::string out;
        for (int shift = 60; shift >= 0; shift -= 4)
            out.push_back(digits[state_ >> shift & 15]);
        return out;
    }

private:
    std::uint64_t state_ = 0xcbf29ce484222325ull;
};

std::string stampOf(const fs::path& file)
{
    struct stat info
    {
    };
    if (::stat(file.c_str(), &info) != 0)
        return {};
    return std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec);
}

std::vector<fs::path> filesOf(const fs::path& folder)
{
    std::error_code code;
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(folder, code))
        out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

/// Links of all files of a folder of our own; hard ones where both lie on one file system, for each symbolic one with a long target
/// costs a block on the disk (0.3 ms against 0.02). What cannot be linked (a file system without links) is copied.
Result<void> linkAll(const fs::path& from, const fs::path& to)
{
    std::error_code code;
    fs::create_directories(to, code);
    for (const fs::path& file : filesOf(from)) {
        fs::create_hard_link(file, to / file.filename(), code);
        if (code)
            fs::create_symlink(file, to / file.filename(), code);
        if (code && !fs::copy_file(file, to / file.filename(), fs::copy_options::overwrite_existing, code))
            return Error{"cannot be put into the server's folder: " + code.message(), file.string()};
    }
    return {};
}

/// Writes in place of a link, never through it: behind it is the project.
Result<void> putFile(const fs::path& file, std::span<const std::byte> bytes)
{
    std::error_code code;
    if (fs::is_symlink(file, code))
        fs::remove(file, code);
    return kod::writeFileQuickly(file, bytes); // nothing here must outlive a failure of power
}

Result<void> putText(const fs::path& file, std::string_view text) { return putFile(file, std::as_bytes(std::span(text))); }

/// What makes up a saved world, of all that a server keeps in its folder.
constexpr std::array bootParts{"savegame", "passwords.json", "administrators.json"};

constexpr std::size_t bootsKept = 4;

fs::path cacheOf(const PlayWish& wish)
{
    Digest name;
    name.add(wish.project.string());
    return (wish.cacheRoot.empty() ? usualCacheRoot() : wish.cacheRoot) / (wish.project.filename().string() + "-" + name.text());
}

/// For whoever plays the project while another world of it runs, as beside one that is debugged: kept as well, else each such play
/// would compile everything.
fs::path secondCacheOf(const PlayWish& wish)
{
    fs::path folder = cacheOf(wish);
    folder += "-2";
    return folder;
}

} // namespace

fs::path usualCacheRoot()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
        return fs::path(cache) / "blakston-studio/play";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return fs::path(home) / ".cache/blakston-studio/play";
    return usualScratchRoot() / "cache";
}

fs::path usualScratchRoot()
{
    std::error_code code;
    return fs::temp_directory_path(code) / ("blakston-play-" + std::to_string(::getuid()));
}

PreparedWorld::~PreparedWorld() = default;

Result<std::unique_ptr<PreparedWorld>> PreparedWorld::prepare(const PlayWish& wish, const kod::TreeOptions& options)
{
    std::unique_ptr<PreparedWorld> world(new PreparedWorld(wish));
    std::error_code code;
    world->wish_.project = fs::weakly_canonical(wish.project, code);
    if (auto opened = world->openFolders(); !opened)
        return opened.error();
    auto start = Clock::now();
    const bool isKnown = wish.known && wish.known->root() == world->wish_.project;
    auto found = project::open(world->wish_.project, {.progress = [&](const project::ScanProgress&) {
                                   return wish.cancelled == nullptr || !wish.cancelled->load();
                               },
                               .before = isKnown ? &wish.known->scan() : nullptr});
    world->wish_.known.reset();
    if (!found)
        return found.error();
    world->project_ = std::move(found).value();
    world->times_.scan = since(start);
    auto recipes = recipesFor(world->wish_.project);
    if (!recipes)
        return recipes.error();
    world->recipes_ = std::move(recipes).value();
    if (auto done = world->compile(options); !done)
        return done.error();
    if (wish.cancelled != nullptr && wish.cancelled->load())
        return Error{"cancelled", world->wish_.project.string()};
    if (!world->mayPlay())
        return world;
    start = Clock::now();
    if (auto done = world->gather(); !done)
        return done.error();
    world->times_.gather = since(start);
    start = Clock::now();
    auto key = world->bootKey();
    if (!key)
        return key.error();
    world->key_ = std::move(key).value();
    if (auto taken = wish.save.empty() ? (world->takeBoot(), Result<void>()) : world->takeSave(); !taken)
        return taken.error();
    world->times_.key = since(start);
    return world;
}

Result<fs::path> PreparedWorld::compileTexts(const PlayWish& wish)
{
    std::error_code code;
    PreparedWorld world(wish);
    world.wish_.project = fs::weakly_canonical(wish.project, code);
    fs::path folder = cacheOf(world.wish_) / "output/rsc";
    auto cache = HeldFolder::keep(cacheOf(world.wish_));
    if (!cache && fs::is_directory(folder, code)) // another studio plays it, and has compiled it
        return folder;
    if (!cache)
        return cache.error();
    world.cache_ = std::move(cache).value();
    auto found = project::open(world.wish_.project);
    if (!found)
        return found.error();
    world.project_ = std::move(found).value();
    if (auto done = world.compile({}); !done)
        return done.error();
    return folder;
}

/// The cache belongs to one world at a time; a third one of the same project does without.
Result<void> PreparedWorld::openFolders()
{
    const fs::path scratchRoot = wish_.scratchRoot.empty() ? usualScratchRoot() : wish_.scratchRoot;
    HeldFolder::sweep(scratchRoot);
    auto scratch = HeldFolder::makeIn(scratchRoot);
    if (!scratch)
        return scratch.error();
    scratch_ = std::move(scratch).value();
    auto cache = HeldFolder::keep(cacheOf(wish_));
    if (!cache)
        cache = HeldFolder::keep(secondCacheOf(wish_));
    if (!cache)
        cache = HeldFolder::keep(scratch_->path() / "cache");
    if (!cache)
        return cache.error();
    cache_ = std::move(cache).value();
    return readPassword();
}

/// Accounts of those who play stand in kept saves, so the word is as old as these. On request the world is open to others
/// (NetworkProxy), so it is none that can be guessed.
Result<void> PreparedWorld::readPassword()
{
    constexpr std::size_t shortest = 16, longest = 64;
    const fs::path file = cache_->path() / "password";
    if (const auto kept = readTextFile(file, longest); kept && kept.value().size() >= shortest) {
        password_ = kept.value();
        return {};
    }
    static constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";
    std::random_device random;
    for (std::size_t i = 0; i < shortest + 4; ++i)
        password_.push_back(letters[random() % letters.size()]);
    std::error_code code;
    fs::remove_all(cache_->path() / "boot", code); // its accounts have another one
    return writeFileAtomically(file, password_, Backup::None, Rights::OwnerOnly);
}

Result<void> PreparedWorld::compile(const kod::TreeOptions& given)
{
    auto start = Clock::now();
    const fs::path outputs = cache_->path() / "output";
    mirror_.emplace(wish_.project, cache_->path() / "source", outputs);
    const FileSource& files = wish_.files ? *wish_.files : diskFiles();
    if (auto done = mirror_->update(*project_, files); !done)
        return done;
    times_.mirror = since(start);
    start = Clock::now();
    kod::KodTreeWishes wishes = given.wishes;
    const std::string dialect = wish_.dialect.empty() ? std::string(project::dialectName(project_->dialect().dialect)) : wish_.dialect;
    wishes.dialect = kod::findDialect(dialect);
    tree_ = kod::kodTreeAt(mirror_->folder(), wishes);
    kod::TreeOptions options = given;
    options.output = outputs;
    options.errorLimit = mostErrors;
    compiled_ = kod::compileTree(tree_, options);
    if (hasNothingToFallBackOn(files)) { // what is saved first, then the edits again
        if (auto done = mirror_->update(*project_, diskFiles()); !done)
            return done;
        (void)kod::compileTree(tree_, options);
        if (auto done = mirror_->update(*project_, files); !done)
            return done;
        compiled_ = kod::compileTree(tree_, options);
    }
    sortFailures();
    times_.compile = since(start);
    for (const fs::path& file : filesOf(outputs / "loadkod"))
        stamps_[file.filename().string()] = stampOf(file);
    for (const fs::path& file : filesOf(outputs / "rsc"))
        stamps_[file.filename().string()] = stampOf(file);
    if (stamps_.empty() && compiled_.findings.empty())
        return Error{"expected Blakod to compile (.kod), found none", wish_.project.string()};
    return {};
}

/// Whether an edit that is not saved broke a class that was not compiled here before.
bool PreparedWorld::hasNothingToFallBackOn(const FileSource& files) const
{
    std::error_code code;
    const auto isBroken = [&](const kod::Finding& finding) {
        fs::path source = finding.file;
        return finding.severity == Severity::Error && files.isOverlaid(mirror_->original(source)) &&
               !fs::exists(source.replace_extension(".bof"), code);
    };
    return std::ranges::any_of(compiled_.findings, isBroken);
}

/// A class that compiled here before and does not any more is what its author works on just now: it stops Play. One that never
/// did plays as the tree has it compiled, or not at all.
void PreparedWorld::sortFailures()
{
    lastGood_.clear();
    left_.clear();
    brokenNow_.clear();
    std::set<fs::path> bad;
    for (kod::Finding& finding : compiled_.findings) {
        if (finding.severity == Severity::Error && !finding.file.empty())
            bad.insert(finding.file);
        finding.file = mirror_->original(finding.file).string();
    }
    std::error_code code;
    const fs::path outputs = cache_->path() / "output";
    for (const fs::path& source : bad) {
        const fs::path original = mirror_->original(source);
        const std::string shown = original.string();
        fs::path object = source, theirs = original;
        const fs::path target = outputs / "loadkod" / object.replace_extension(".bof").filename();
        if (fs::exists(object, code)) {
            brokenNow_.push_back(shown);
            lastGood_.push_back(shown);
        } else if (fs::exists(target, code)) {
            lastGood_.push_back(shown);
        } else if (fs::exists(theirs.replace_extension(".bof"), code)) {
            fs::copy_file(theirs, target, code);
            theirs.replace_extension(".rsc");
            if (fs::exists(theirs, code))
                fs::copy_file(theirs, outputs / "rsc" / theirs.filename(), code);
            lastGood_.push_back(shown);
        } else {
            left_.push_back(shown);
        }
    }
}

std::string PreparedWorld::protocol() const
{
    constexpr std::uint64_t largest = 1024 * 1024;
    if (const auto file = findInFolder(wish_.project, project::ProjectFile::fileName))
        if (const auto text = readTextFile(*file, largest)) {
            const nlohmann::json about = nlohmann::json::parse(text.value(), nullptr, false);
            const nlohmann::json wanted = about.is_object() ? about.value("protocol", nlohmann::json()) : nlohmann::json();
            if (wanted.is_string() &&
                std::ranges::find(wire::dialectNames, std::string_view(wanted.get_ref<const std::string&>()), &wire::DialectName::name) !=
                    wire::dialectNames.end())
                return wanted.get<std::string>();
        }
    if (dialect() == "open29")
        return "open29"; // its machine is that of open105
    const std::string machine(machineOf(dialect()));
    return machine == "open105" ? "open105" : machine == "classic97" ? "2012" : "mainline";
}

Result<void> PreparedWorld::gather()
{
    const fs::path outputs = cache_->path() / "output";
    std::error_code code;
    for (const auto& [from, to] : {std::pair{"loadkod", "memmap"}, {"rsc", "rsc"}})
        if (auto linked = linkAll(outputs / from, server() / to); !linked)
            return linked;
    for (const char* folder : {"rooms", "loadkod", "savegame", "channel"})
        fs::create_directories(server() / folder, code);
    fs::create_symlink(tree_.kodbase, server() / "kodbase.txt", code);
    if (auto rooms = gatherRooms(); !rooms)
        return rooms;
    // Loopback only, nothing saved by itself: whoever plays decides what stays.
    const std::string configuration = "[Socket]\nAddress 127.0.0.1\n[Auto]\nSnapshotPeriod 0\nSaveOnSignal No\nSavePeriod 0\n"
                                      "[Blakston]\nDialect " + dialect() + "\nProtocol " + protocol() + "\n";
    if (auto written = putText(server() / "blakserv.cfg", configuration); !written)
        return written;
    return putText(server() / scratchMark, "Made for playing; removed when that ends.\n");
}

/// By copies in the cache, which are made of what is newer: hundreds of symbolic links cost more than all the rest of it where a file
/// system looks for free inodes among those of the play before (ext4: 1 ms each).
Result<void> PreparedWorld::gatherRooms()
{
    std::error_code code;
    const fs::path kept = cache_->path() / "rooms";
    fs::create_directories(kept, code);
    std::set<std::string> names;
    for (const auto& [stem, file] : roomsOf(*project_, "run")) {
        const fs::path source = project_->absolute(*file);
        const std::string name = file->path.stem().string() + ".roo";
        const fs::path copy = kept / name;
        const auto there = project::stampOf(copy);
        names.insert(name);
        if (file->kind == project::FileKind::RoomText) {
            if (!there || there->changed < file->changed)
                if (auto made = buildRoom(source, copy); !made)
                    return made;
        } else if (there != file->stamp()) {
            fs::remove(copy, code); // another one: what a server has of it stays as it is
            if (!fs::copy_file(source, copy, code))
                return Error{"the room cannot be copied: " + code.message(), source.string()};
            fs::last_write_time(copy, fs::last_write_time(source, code), code);
        }
    }
    for (const fs::path& file : filesOf(kept))
        if (!names.contains(file.filename().string()))
            fs::remove(file, code);
    if (auto linked = linkAll(kept, server() / "rooms"); !linked)
        return linked;
    for (const auto& [name, bytes] : wish_.rooms)
        if (auto put = putRoom(name, bytes); !put)
            return put;
    return {};
}

Result<void> PreparedWorld::putRoom(const std::string& name, std::span<const std::byte> bytes)
{
    return putFile(findOrName(server() / "rooms", name), bytes);
}

/// By content, so that an edit that is taken back finds the boot of before. Files that are as they were are not read for it.
Result<std::string> PreparedWorld::bootKey()
{
    const fs::path kept = cache_->path() / "digests";
    std::map<std::string, std::string> known; // by name and stamp
    if (const auto text = readTextFile(kept)) {
        std::istringstream lines(text.value());
        for (std::string line; std::getline(lines, line);)
            if (const std::size_t at = line.rfind(' '); at != line.npos)
                known.emplace(line.substr(0, at), line.substr(at + 1));
    }
    Digest all;
    all.add("blakston play 3 " + dialect());
    std::string text;
    bool isNew = false;
    for (const char* folder : {"loadkod", "rsc"})
        for (const fs::path& file : filesOf(cache_->path() / "output" / folder)) {
            const std::string name = file.filename().string();
            const std::string stamped = name + " " + stamps_[name];
            auto digest = known.find(stamped);
            if (digest == known.end()) {
                const auto bytes = readFile(file);
                if (!bytes)
                    return bytes.error();
                Digest one;
                one.add(bytes.value());
                digest = known.emplace(stamped, one.text()).first;
                isNew = true;
            }
            all.add(name + " " + digest->second + "\n");
            text += stamped + " " + digest->second + "\n";
        }
    if (isNew)
        if (auto written = putText(kept, text); !written)
            return written.error();
    return all.text();
}

void PreparedWorld::takeBoot()
{
    std::error_code code;
    const fs::path kept = cache_->path() / "boot" / key_;
    booted_ = fs::is_directory(kept / "savegame", code);
    if (!booted_)
        return;
    fs::copy(kept, server(), fs::copy_options::recursive | fs::copy_options::overwrite_existing, code);
    booted_ = !code;
    fs::last_write_time(kept, fs::file_time_type::clock::now(), code);
}

/// A saved game with its accounts, of whatever server; it is copied, and what becomes of it here is thrown away.
Result<void> PreparedWorld::takeSave()
{
    std::error_code code;
    const fs::path from = wish_.save.is_absolute() ? wish_.save : wish_.project / wish_.save;
    if (!fs::is_directory(from / "savegame", code))
        return Error{"expected the folder of a server with a saved game (savegame), found none", from.string()};
    if (auto copied = copyBoot(from, server()); !copied)
        return copied;
    booted_ = true;
    return {};
}

/// `to` holds that save and nothing else afterwards.
Result<void> PreparedWorld::copyBoot(const fs::path& from, const fs::path& to) const
{
    std::error_code code;
    fs::create_directories(to, code);
    for (const char* part : bootParts) {
        fs::remove_all(to / part, code);
        if (!fs::exists(from / part, code))
            continue;
        fs::copy(from / part, to / part, fs::copy_options::recursive, code);
        if (code)
            return Error{"the state of the world cannot be copied: " + code.message(), to.string()};
    }
    return {};
}

Result<void> PreparedWorld::keepState(int number)
{
    return copyBoot(server(), scratch_->path() / "states" / std::to_string(number));
}

Result<void> PreparedWorld::takeState(int number)
{
    return copyBoot(scratch_->path() / "states" / std::to_string(number), server());
}

bool PreparedWorld::hasState(int number) const
{
    std::error_code code;
    return fs::is_directory(scratch_->path() / "states" / std::to_string(number), code);
}

Result<void> PreparedWorld::keepBoot()
{
    if (!wish_.save.empty())
        return {};
    std::error_code code;
    const fs::path boots = cache_->path() / "boot";
    const fs::path fresh = boots / ("new-" + key_);
    fs::remove_all(fresh, code);
    if (auto copied = copyBoot(server(), fresh); !copied)
        return copied;
    fs::remove_all(boots / key_, code);
    fs::rename(fresh, boots / key_, code);
    if (code)
        return Error{"the booted world cannot be kept: " + code.message(), boots.string()};
    // The oldest go.
    std::vector<fs::path> all = filesOf(boots);
    std::ranges::sort(all, std::greater<>(), [&](const fs::path& path) { return fs::last_write_time(path, code); });
    for (std::size_t i = bootsKept; i < all.size(); ++i)
        fs::remove_all(all[i], code);
    return {};
}

Result<Changes> PreparedWorld::recompile(const std::vector<fs::path>& sources, const std::shared_ptr<const FileSource>& files)
{
    Changes changes;
    for (const fs::path& source : sources)
        if (auto taken = mirror_->update(source, files ? *files : diskFiles(), changes.gone); !taken)
            return taken.error();
    const fs::path outputs = cache_->path() / "output";
    kod::TreeOptions options;
    options.output = outputs;
    options.errorLimit = mostErrors;
    const std::string names = stampOf(tree_.kodbase);
    compiled_ = kod::compileTree(tree_, options);
    sortFailures();
    changes.names = names != stampOf(tree_.kodbase);
    if (changes.names)
        if (auto renewed = renewNames(); !renewed)
            return renewed.error();
    // Texts are written with every compile of their class. What a server has of classes it moves on from where they were put.
    const auto take = [&](const char* from, const char* to, std::vector<std::string>& changed, bool stays) -> Result<void> {
        for (const fs::path& file : filesOf(outputs / from)) {
            const std::string name = file.filename().string();
            const std::string stamp = stampOf(file);
            if (std::string& known = stamps_[name]; known == stamp)
                continue;
            else
                known = stamp;
            const auto bytes = readFile(file);
            if (!bytes)
                return bytes.error();
            const fs::path target = server() / to / name;
            if (stays)
                if (const auto there = readFile(target); there && there.value() == bytes.value())
                    continue;
            if (auto put = putFile(target, bytes.value()); !put)
                return put;
            changed.push_back(name);
        }
        return {};
    };
    if (auto done = take("loadkod", "loadkod", changes.classes, false); !done)
        return done.error();
    if (auto done = take("rsc", "rsc", changes.resources, true); !done)
        return done.error();
    return changes;
}

} // namespace blak::play
