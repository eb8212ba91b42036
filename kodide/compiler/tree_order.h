// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "kodide/compiler/dialect.h"
#include "kodide/compiler/folder_scan.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace blak::kod {

struct TreeFile
{
    std::string source; ///< path
    std::string name;   ///< as the makefile spells it, with .kod; the object file shows it
    int parent = -1; ///< index of the file whose class this folder's classes derive from, -1 = none
};

/// The files of a tree in the order they must be compiled.
struct TreeOrder
{
    std::vector<TreeFile> files;
    std::vector<std::filesystem::path> missing;         ///< named by a makefile and not there
    std::vector<std::filesystem::path> withoutMakefile; ///< folders named like an object
};

/// From the `BOFS =` lines of the makefiles: all files of a folder in that order, then the folders named like them. Names are
/// found without regard to case where none has the exact one. Of several lists in a makefile, BOFS, BOFS2 ..., the dialects
/// whose compiler reads makefiles know the first only.
TreeOrder makefileOrder(const std::filesystem::path& root, FolderScan& scan, const Dialect& dialect);

/// For trees without makefiles: every .kod file, ordered by the class headers, parents first, else by path.
TreeOrder hierarchyOrder(const std::filesystem::path& root);

/// The makefiles where the root has one that names files, else the class headers.
TreeOrder treeOrder(const std::filesystem::path& root, FolderScan& scan, const Dialect& dialect);

/// Writes without flushing to the disk, by a temporary file and rename: for outputs that can be made again.
Result<void> writeFileQuickly(const std::filesystem::path& file, std::span<const std::byte> bytes);

} // namespace blak::kod
