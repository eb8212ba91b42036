// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui {

struct Theme;

/// Letters of rows that keep a colour of a theme by themselves (lists, trees and tables of items) get the one that takes its place.
/// Nobody is told that the rows changed.
void recolourItems(const Theme& before, const Theme& now);

} // namespace blak::ui
