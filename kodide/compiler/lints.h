// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/binder.h"

namespace blak::kod {

/// Looks for what is legal and probably wrong in one bound unit; adds findings K08xx.
void lint(const BoundUnit& bound, const SyntaxUnit& unit, std::vector<Finding>& findings);

} // namespace blak::kod
