// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/dialects.h"
#include "studio/project/scan.h"

namespace blak::project {

using Dialect = DialectId;
using blak::dialectName;

struct DetectedDialect
{
    Dialect dialect = Dialect::Classic;
    std::string reason; ///< "comments begin with // in 63 of 64 kod files"
};

/// From the kod files of a tree (comments and loops look different, and the class System of the fork 2.9), else from the versions
/// of object code and rooms.
DetectedDialect detectDialect(const std::filesystem::path& root, const std::vector<FoundFile>& files);

/// Votes of one kod text: above 0 for the classic language, below 0 for open105, 0 when nothing tells.
int classicVotes(std::string_view kod);

} // namespace blak::project
