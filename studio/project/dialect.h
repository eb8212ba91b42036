// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/scan.h"

namespace blak::project {

// One list: enum and the name that the compiler, the server and the status bar know it by.
#define BLAK_DIALECTS(X)                                                                                                         \
    X(Classic, "classic")     /* today's mainline: 64-bit words */                                                               \
    X(Classic97, "classic97") /* the same language with 32-bit words, as in 1997 and 2012 */                                     \
    X(Open105, "open105")     /* OpenMeridian */

enum class Dialect : std::uint8_t {
#define X(dialect, name) dialect,
    BLAK_DIALECTS(X)
#undef X
};

std::string_view dialectName(Dialect dialect);

struct DetectedDialect
{
    Dialect dialect = Dialect::Classic;
    std::string reason; ///< "comments begin with // in 63 of 64 kod files"
};

/// From the kod files of a tree (comments and loops look different), else from the versions of object code and rooms.
DetectedDialect detectDialect(const std::filesystem::path& root, const std::vector<FoundFile>& files);

/// Votes of one kod text: above 0 for the classic language, below 0 for open105, 0 when nothing tells.
int classicVotes(std::string_view kod);

} // namespace blak::project
