// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "kodide/compiler/tree_compile.h"
#include "studio/play/prepare/recipe.h"
#include "studio/play/prepare/scratch_folder.h"
#include "studio/play/prepare/tree_mirror.h"
#include "studio/project/project.h"

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace blak::play {

/// What is to be played.
struct PlayWish
{
    std::filesystem::path project;
    std::shared_ptr<const project::Project> known;           ///< the same folder, found earlier: spares looking into each file
    std::shared_ptr<const FileSource> files;                 ///< unsaved texts count; null = the disk
    std::map<std::string, std::vector<std::byte>> rooms;     ///< unsaved rooms by file name, "square.roo"
    std::string dialect;                                     ///< "" = as the tree tells
    std::string character;                                   ///< name of the first test character; "" = one of ours
    bool withLastGood = false;                               ///< plays although something that compiled before does not
    std::filesystem::path save;                              ///< folder of a server whose saved game is begun with; "" = a boot
    std::filesystem::path cacheRoot, scratchRoot;            ///< empty: the usual ones
    std::atomic<bool>* cancelled = nullptr;
};

/// Milliseconds of each part, for the benchmarks.
struct PrepareTimes
{
    double scan = 0, mirror = 0, compile = 0, gather = 0, key = 0;
};

/// Which outputs of the compiler differ from those of the time before.
struct Changes
{
    std::vector<std::string> classes, resources; ///< file names
    bool names = false;                          ///< kodbase.txt
    std::vector<std::string> gone = {};          ///< sources of classes that are compiled no more; a server that runs keeps the classes
};

/// A room of one play alone: its class, and the number that the world knows it by.
struct ThrowAwayRoom
{
    std::string className;
    int number = 0;
};

/// A world made ready for a server: sources mirrored and compiled in a cache of the project, and a scratch folder that a server runs
/// in. The project's folder is only read. Blocks; belongs to one thread at a time.
class PreparedWorld
{
public:
    /// Compiles what changed and gathers the server's folder. Errors of the compiler are no failure of this: see mayPlay().
    static Result<std::unique_ptr<PreparedWorld>> prepare(const PlayWish& wish, const kod::TreeOptions& options = {});
    /// Compiles a project in its cache and answers where its texts (.rsc) lie, for a client that plays elsewhere.
    static Result<std::filesystem::path> compileTexts(const PlayWish& wish);
    ~PreparedWorld();

    /// Others may play the project from now on; nothing but the end of this object may follow.
    void giveUpCache() { cache_.reset(); }

    const kod::TreeResult& compiled() const { return compiled_; } ///< findings name the project's own files
    /// False where a class that was good at the last play is not so any more, unless the wish was to play with the last good.
    bool mayPlay() const { return brokenNow_.empty() || wish_.withLastGood; }
    /// Sources that do not compile: with a last good version that plays instead, and without any.
    const std::vector<std::string>& withLastGood() const { return lastGood_; }
    const std::vector<std::string>& left() const { return left_; }

    std::filesystem::path server() const { return scratch_->path() / "server"; }
    const std::filesystem::path& projectRoot() const { return wish_.project; }
    const PlayWish& wish() const { return wish_; }
    const project::Project& project() const { return *project_; }
    const std::vector<Recipe>& recipes() const { return recipes_; }
    const PrepareTimes& times() const { return times_; }
    std::string dialect() const { return compiled_.dialect == nullptr ? "classic" : std::string(compiled_.dialect->name); }
    std::string protocol() const; ///< as world.json names it, else the usual one of the dialect

    /// Whether a save of a booted world with these very classes was put into the server's folder.
    bool isBooted() const { return booted_; }
    /// Password of all accounts that are made for playing: random, kept with the cache, which only its owner can read.
    const std::string& password() const { return password_; }
    /// Keeps the server's folder, just saved, for next time. Nothing where it began with a save of somebody else.
    Result<void> keepBoot();

    /// The same by number, for as long as one plays; taken while no server runs.
    Result<void> keepState(int number);
    Result<void> takeState(int number);
    bool hasState(int number) const;

    /// Compiles again after an edit and puts what changed where the running server looks for it.
    Result<Changes> recompile(const std::vector<std::filesystem::path>& sources, const std::shared_ptr<const FileSource>& files);
    /// A room of the running server; the bytes of a .roo.
    Result<void> putRoom(const std::string& name, std::span<const std::byte> bytes);
    /// Classes that are none of the project's tree, such as tests: sources by name, parents first or not, compiled for the scratch
    /// world alone, before a server runs there. Findings name files below addedFolder(). Once for each world.
    Result<kod::TreeResult> addClasses(const std::map<std::filesystem::path, std::string>& sources);
    std::filesystem::path addedFolder() const { return scratch_->path() / "added"; }
    /// Where the copies of the project's sources are compiled, with their sidecars; and the project's file that a copy is of.
    std::filesystem::path mirrorFolder() const { return mirror_->folder(); }
    std::filesystem::path original(const std::filesystem::path& mirrored) const { return mirror_->original(mirrored); }
    /// A class for a room that none uses, compiled for the scratch world alone, which the server finds in its drop-box. Each call
    /// makes another one.
    Result<ThrowAwayRoom> makeThrowAwayRoom(const Recipe& recipe, const std::string& roomFile);
    const std::vector<std::string>& madeRooms() const { return madeRooms_; } ///< their classes

private:
    explicit PreparedWorld(PlayWish wish) : wish_(std::move(wish)) {}

    Result<void> openFolders();
    Result<void> compile(const kod::TreeOptions& options);
    bool hasNothingToFallBackOn(const FileSource& files) const;
    void sortFailures();
    Result<void> gather();
    Result<void> gatherRooms();
    Result<std::string> bootKey();
    void takeBoot();
    Result<void> replaceNames(const std::filesystem::path& kodbase);
    Result<void> renewNames();
    std::filesystem::path madeFolder() const { return scratch_->path() / "room"; }
    Result<void> takeSave();
    Result<void> readPassword();
    Result<void> copyBoot(const std::filesystem::path& from, const std::filesystem::path& to) const;

    PlayWish wish_;
    std::optional<HeldFolder> cache_, scratch_;
    std::optional<project::Project> project_;
    std::optional<TreeMirror> mirror_;
    kod::KodTree tree_;
    kod::TreeResult compiled_;
    std::vector<Recipe> recipes_;
    std::vector<std::string> lastGood_, left_, brokenNow_;
    std::vector<std::string> madeRooms_; ///< classes of makeThrowAwayRoom()
    std::map<std::string, std::string> stamps_; ///< of outputs, at the last compile
    std::string key_, password_;
    bool booted_ = false;
    PrepareTimes times_;
};

/// Where caches and scratch folders are, unless a wish says otherwise.
std::filesystem::path usualCacheRoot();
std::filesystem::path usualScratchRoot();

} // namespace blak::play
