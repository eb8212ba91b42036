// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/config.h"
#include "server/world/folder_lock.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace blak::world {

/// The folder of a world: where its files are, its configuration, and that no other server uses it.
class RunFolder
{
public:
    explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& folder() const { return folder_; }
    Config& config() { return config_; }
    const Config& config() const { return config_; }

    /// A folder of the group [Path], below the run directory unless absolute.
    std::filesystem::path path(std::string_view option, std::string_view otherwise) const;
    std::filesystem::path saves() const { return path("LoadSave", "savegame/"); }
    std::filesystem::path memmap() const { return path("Memmap", "memmap/"); }
    std::filesystem::path dropBox() const { return path("Bof", "loadkod/"); } ///< for classes that are to come
    std::filesystem::path kodbase() const;
    /// A file of the folder itself, whatever the case of its name there.
    std::filesystem::path file(std::string_view name) const;

    /// blakserv.cfg. None = a fresh folder: everything has a default. What makes no sense changes nothing.
    Result<void> readConfiguration();
    Result<void> saveConfiguration(); ///< what set() changed, into blakserv.cfg as it is now; NAME~ keeps the one before

    /// The folders that are written to, and that they can be.
    Result<void> make();
    /// The same for those that exist.
    Result<void> check() const;
    /// Of the folder, and of the one for saves where that lies elsewhere and two worlds could share it.
    Result<void> lock();
    bool locked() const { return !locks_.empty(); }
    /// What a server left that was killed here; `loaded` is the save that the world is of.
    void cleanLeftOvers(std::optional<std::int64_t> loaded) const;

    /// A file that the server keeps to itself, so that no command may show it: passwords, tokens, keys, saved games, recordings.
    /// By where it is (`file`, canonical) and by what stands in it (`text`).
    bool keepsSecret(const std::filesystem::path& file, std::string_view text) const;

private:
    std::filesystem::path folder_;
    Config config_;
    std::vector<FolderLock> locks_;
};

} // namespace blak::world
