// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace blak::kod {

/// A name that the knowledge base lists as used and defined nowhere, and the files whose text has it.
struct UnresolvedName
{
    std::string name;
    std::string kind; ///< "class", "message" or "parameter"
    std::vector<std::filesystem::path> users;
};

struct UnresolvedNames
{
    std::vector<UnresolvedName> left;
    std::vector<UnresolvedName> removed; ///< defined meanwhile, or in no file any more
};

/// Looks for the externals of a knowledge base in all text files below `root` and in the folders of include files. Those that
/// are resolved, or that nothing uses any more, are taken out of it; the file is written as a whole or not at all.
Result<UnresolvedNames> tidyKodbase(const std::filesystem::path& root, const std::filesystem::path& kodbase,
                                    const std::vector<std::filesystem::path>& includes);

} // namespace blak::kod
