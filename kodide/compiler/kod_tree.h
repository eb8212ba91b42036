// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/tree_order.h"

#include <filesystem>
#include <vector>

namespace blak::kod {

/// What is given by hand and not found out.
struct KodTreeWishes
{
    const Dialect* dialect = nullptr;
    std::vector<std::filesystem::path> includes = {}; ///< searched first
    std::filesystem::path kodbase = {};
};

/// Sources that belong together: where they lie, where their includes are looked for, where their numbers are kept. Everybody
/// who reads a tree of Blakod finds it this way, so that all see the same.
struct KodTree
{
    std::filesystem::path root;                  ///< folder of the sources; it has the first makefile where there are any
    std::vector<std::filesystem::path> includes; ///< in the order they are searched; the folder of the including file comes last
    std::filesystem::path kodbase;               ///< need not exist
    const Dialect* dialect = nullptr;            ///< never null once it was found

    /// Parents first: as the makefiles say, else as the class headers do.
    TreeOrder order(FolderScan& scan) const { return treeOrder(root, scan, *dialect); }
};

/// The tree of a folder: the folder itself, or of a world the folder `kod` or the one that all its sources stand in.
KodTree kodTreeAt(const std::filesystem::path& folder, const KodTreeWishes& wishes = {});

/// The tree that a source of the world belongs to: the topmost folder above it, not above the world, that holds sources or
/// include files itself. Other folders with a kodbase.txt, such as that of a server, are none.
KodTree kodTreeOf(const std::filesystem::path& source, const std::filesystem::path& world, const KodTreeWishes& wishes = {});

} // namespace blak::kod
