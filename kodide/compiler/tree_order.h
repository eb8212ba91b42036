// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "kodide/compiler/folder_scan.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace blak::kod {

struct TreeFile
{
    std::string source;
    int parent = -1; ///< index of the file whose class this folder's classes derive from, -1 = none
};

/// The files of a tree in the order they must be compiled.
struct TreeOrder
{
    std::vector<TreeFile> files;
    std::vector<std::filesystem::path> missing; ///< named by a makefile and not there
};

/// From the `BOFS =` lines of the makefiles: all files of a folder in that order, then the folders named like them.
TreeOrder makefileOrder(const std::filesystem::path& root, FolderScan& scan);

/// For trees without makefiles: every .kod file, ordered by the class headers, parents first, else by path.
TreeOrder hierarchyOrder(const std::filesystem::path& root);

/// The makefiles where the root has one that names files, else the class headers.
TreeOrder treeOrder(const std::filesystem::path& root, FolderScan& scan);

/// Writes without flushing to the disk, by a temporary file and rename: for outputs that can be made again.
Result<void> writeFileQuickly(const std::filesystem::path& file, std::span<const std::byte> bytes);

} // namespace blak::kod
