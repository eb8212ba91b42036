// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/alike_fixes.h"

#include <algorithm>

namespace blak::document {

bool areAlike(const Diagnostic& problem, std::size_t fix, const Diagnostic& other)
{
    if (other.code != problem.code || other.fixes.empty())
        return false;
    const Fix& there = other.fixes[std::min(fix, other.fixes.size() - 1)];
    return there.apply || there.title == problem.fixes[fix].title;
}

} // namespace blak::document
