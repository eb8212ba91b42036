// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/binder.h"

namespace blak::kod {

/// Unused parameters, locals and constants, precedence traps, comparisons, numbers that do not fit.
void lintClass(const BoundClass& owner, std::vector<Finding>& findings);

/// Paths through a handler: statements never reached, values never read, locals read unset, results left out.
void lintFlow(const BoundClass& owner, const BoundHandler& handler, std::vector<Finding>& findings);

/// True when an ancestor of the class handles the message.
bool overridesAncestor(const ClassInfo& owner, std::int32_t message);

} // namespace blak::kod
