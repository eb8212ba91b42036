// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fuzzy.h"

namespace blak::ui::shell {

using ui::FuzzyNames;
using ui::fuzzyRank;
using ui::fuzzyScore;
using ui::fuzzyTier;
using ui::FuzzyTier;
using ui::NameRank;

} // namespace blak::ui::shell
