// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace blak::bgfcore {

/// What usually hangs at a hotspot of this number ("right hand"), the sign left aside; empty for others (formats.md section 2.1).
std::string_view hotspotName(int number);

/// A pixel of the bitmap.
struct Feet
{
    double x = 0, y = 0;
};

/// Where the base point of the object lies in a bitmap: middle of the feet, floor height (formats.md section 2.1, world quad).
/// May lie outside of the bitmap.
Feet feetOf(int width, int height, int xOffset, int yOffset, int shrink);

} // namespace blak::bgfcore
