// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "kodide/compiler/dialect.h"
#include "kodide/compiler/finding.h"
#include "kodide/compiler/kod_tree.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace blak::kod {

struct TreeOptions
{
    KodTreeWishes wishes;         ///< when the tree is yet to be found
    std::filesystem::path output; ///< copies of objects and resources to OUTPUT/loadkod and OUTPUT/rsc, when given
    bool debugLines = true;
    bool sidecars = true;   ///< NAME.kdb beside every object file
    bool all = false;       ///< redo everything, ids from scratch
    bool verify = false;    ///< compare the content of every file, do not trust time, size and inode
    bool checkOnly = false; ///< findings only, nothing is written; lints on
    bool lints = false;
    /// What sources and includes hold; null: the disk. With unsaved work in their place the outputs are of that.
    std::shared_ptr<const FileSource> files = nullptr;
    std::size_t errorLimit = 100;
    unsigned threads = 0; ///< 0 = as many as there are processors
    std::function<void(std::size_t done, std::size_t all)> progress;
    const std::atomic<bool>* cancelled = nullptr; ///< looked at between two files; what is done by then counts, the rest is done next time
};

struct TreeResult
{
    const Dialect* dialect = nullptr;
    std::size_t files = 0;     ///< of the tree
    std::size_t compiled = 0;  ///< redone
    std::size_t failed = 0;    ///< with errors, or below a class with errors
    std::size_t lines = 0;     ///< of the redone files
    std::size_t externals = 0; ///< names used and defined nowhere
    bool stopped = false;      ///< the error limit was reached, or it was cancelled
    std::vector<Finding> findings;

    bool good() const { return failed == 0 && !stopped; }
};

/// Compiles a tree in one process: files in the order of the makefiles or of the class hierarchy, parsed in parallel, bound
/// one after the other. Only what changed is redone: a file whose text or includes changed, and all below a class whose
/// properties, class variables or superclass changed. The state between calls is kodbase.txt and `.blak-build.json` beside it.
TreeResult compileTree(const KodTree& tree, const TreeOptions& options);

/// The tree in this folder, or in the world that it is.
TreeResult compileTree(const std::filesystem::path& folder, const TreeOptions& options);

/// By the comments, keywords and knowledge base of the tree; classic when nothing tells.
const Dialect& detectDialect(const std::filesystem::path& root);

} // namespace blak::kod
