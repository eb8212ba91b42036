// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/image.h"
#include "formats/palette/nearest.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::render {

/// Fills `mips` of a texture: halves, quarters and so on, averaged as colours and put back into the palette. Where at least half of
/// what became one texel is transparent, so is the texel.
void makeMipLevels(Image& image, const palette::Palette& palette, const palette::NearestColour& nearest);

/// Which level has about one texel for each pixel when level 0 has `texels` of them in a row; 0 is the picture itself.
inline std::size_t mipLevelFor(const Image& image, double texels)
{
    if (image.mips.empty() || !(texels >= std::numbers::sqrt2))
        return 0;
    const int level = std::ilogb(std::min(texels, 65536.0) * std::numbers::sqrt2);
    return std::min(static_cast<std::size_t>(level), image.mips.size());
}

} // namespace blak::render
