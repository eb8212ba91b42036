// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/pixels.h"
#include "formats/palette/palette.h"

namespace blak::bgfcore {

/// How far colours move from pixel to pixel, 0..1 of the way from black to white: inside of a texture, and where it meets itself.
struct Seams
{
    double insideAcross = 0, insideDown = 0; ///< the mean between neighbouring columns, rows
    double across = 0, down = 0;             ///< from the last column to the first, from the last row to the first
    bool showsAcross() const { return shows(across, insideAcross); }
    bool showsDown() const { return shows(down, insideDown); }

private:
    /// Clearly more than what the texture itself does, and not for what nobody sees.
    static bool shows(double seam, double inside) { return seam > 0.04 && seam > 1.8 * inside; }
};

/// Transparent pixels count as a colour of their own. All 0 for fewer than two columns or rows.
Seams seamsOf(const Pixels& pixels, const palette::Palette& colours);

/// Half as wide and high (at least one pixel): of each four pixels the nearest colour to their mean, as far renderers show them;
/// transparent where most of them are.
Pixels halved(const Pixels& pixels, const palette::Palette& colours);

} // namespace blak::bgfcore
