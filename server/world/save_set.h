// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "formats/save/game.h"
#include "server/world/accounts.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace blak::world {

/// The files of one saved game: gameuser.N, accounts.N, striings.N, dynarscs.N, N being the Unix time. lastsave.txt says which N
/// is current; it is replaced by one rename after all the others are on disk, so that a save that is cut off anywhere leaves the
/// one before it current.
struct SaveSet
{
    save::Game game; ///< with the users
    save::Strings strings;
    save::DynamicResources resources;
    Accounts accounts;
};

/// A set that lies in a folder.
struct SaveEntry
{
    std::int64_t time = 0;
    std::uint64_t bytes = 0; ///< of all its files
    bool complete = false;   ///< all four files exist
    bool snapshot = false;   ///< made by itself; may be cleaned up
    bool current = false;    ///< lastsave.txt names it
};

/// The time lastsave.txt names.
std::optional<std::int64_t> lastSaveIn(const std::filesystem::path& folder);

/// All sets, oldest first. A folder that does not exist has none; one that cannot be listed is an error, or a server would take
/// it for a world that has not begun.
Result<std::vector<SaveEntry>> listSaves(const std::filesystem::path& folder);

/// Reads and checks a set; the error names the file. Accounts that make no sense are left out and described in `problems`.
Result<SaveSet> readSaveSet(const std::filesystem::path& folder, std::int64_t time, std::vector<Error>& problems);

struct SaveOptions
{
    bool snapshot = false;   ///< marks it as made by itself
    bool current = true;     ///< makes it the one that is loaded next
    std::string shownFolder; ///< as lastsave.txt names the folder
};

/// A set as bytes; the game with its users.
struct SaveBytes
{
    std::vector<std::byte> game, strings, resources;
    std::string accounts;
};

/// The name of the next save: `time`, or the first after it that is later than all saves of the folder. So the newest save has
/// the highest number even when the clock was set back.
std::int64_t freeSaveTime(const std::filesystem::path& folder, std::int64_t time);

/// The files of a save that is made by itself, in the order in which they are written: the one that switches comes last.
struct SnapshotFiles
{
    std::string mark, game, strings, resources, accounts, lastSave; ///< paths
    std::string lastSaveText;
};
SnapshotFiles snapshotFiles(const std::filesystem::path& folder, std::int64_t time, const std::string& shownFolder);

/// Writes the set under the first free time from `time` on and makes it current. That time.
Result<std::int64_t> writeSaveSet(const std::filesystem::path& folder, const SaveBytes& set, std::int64_t time,
                                  const SaveOptions& options);

/// Makes a set current that exists: replaces lastsave.txt, by one rename.
Result<void> makeCurrent(const std::filesystem::path& folder, std::int64_t time, const std::string& shownFolder,
                         Backup backup = Backup::None);

/// Removes what is left of saves that were interrupted: temporary files, and sets that never became current, unless the world was
/// loaded from them. Nobody may be saving.
void cleanInterrupted(const std::filesystem::path& folder, std::optional<std::int64_t> loaded);

/// cleanInterrupted(), and removes snapshots beyond the rules: the newest `keep` stay, then one of each hour for a
/// day, one of each day for a month. Saves that somebody asked for, the current one, and the one that the world was loaded from
/// always stay.
void cleanSaves(const std::filesystem::path& folder, std::int64_t now, std::size_t keep,
                std::optional<std::int64_t> loaded = std::nullopt);

} // namespace blak::world
