// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/save/game.h"
#include "studio/views/diff/difference.h"

namespace blak::diff {

/// Kinds: "game", "object", "timer", "user", "class". Objects are matched by their classes in order, as numbers shift when a
/// server collects; lists and tables are equal when what they hold is. Of classes with properties added or taken away, only those
/// in both are compared. leftIndex and rightIndex are the numbers of objects.
Differences compareGames(const save::Game& left, const save::Game& right);

} // namespace blak::diff
