// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/binder.h"

#include <vector>

namespace blak::kod {

struct ResourceChecks
{
    bool sameText = false;     ///< -A: German text equal to the English one
    bool noGerman = false;     ///< -B
    bool unreferenced = false; ///< -C
};

/// What translators should look at: missing English texts, texts whose `%` places differ, and what is asked for.
void checkResources(const BoundUnit& bound, const SyntaxUnit& unit, const ResourceChecks& checks, std::vector<Finding>& findings);

} // namespace blak::kod
