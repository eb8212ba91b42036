// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace blak::serve {

/// What a server would find in a folder: that of a rehearsal of its start (Server::rehearse), and all rooms.
struct FolderReport
{
    std::vector<std::string> lines;
    std::size_t faults = 0; ///< lines that say something is wrong

    std::string text() const;
};

/// Reads everything a server reads and writes nothing.
FolderReport checkFolder(const std::filesystem::path& folder);

} // namespace blak::serve
