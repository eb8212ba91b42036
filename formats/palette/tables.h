// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"

namespace blak::palette {

/// Fills tables.translation; tables.light must be there already, as some translations darken a ramp by it.
void buildTranslations(const Palette& palette, Tables& tables);

} // namespace blak::palette
