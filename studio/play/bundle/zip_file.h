// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace blak::play {

/// What goes into a zip file: contents by name, and folders of the disk.
class ZipContents
{
public:
    static constexpr std::uint64_t mostBytes = std::uint64_t{1} << 31; ///< of all entries together

    /// `name` is relative, with `/`. A second entry of a name replaces the first.
    void add(std::string name, std::string bytes);
    /// All regular files below a folder, but links; names of `except` (file names) are left out. A folder that is not there adds none.
    Result<void> addFolder(const std::filesystem::path& folder, const std::string& name, const std::vector<std::string>& except = {});

    struct Entry
    {
        std::string name, bytes;
    };
    const std::vector<Entry>& entries() const { return entries_; }

private:
    std::vector<Entry> entries_;
    std::uint64_t bytes_ = 0;
};

/// Writes it under another name and renames it, so that there never is half of one. Owner-readable only: a save holds what players wrote.
Result<void> writeZip(const std::filesystem::path& file, const ZipContents& contents);

} // namespace blak::play
