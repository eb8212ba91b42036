// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

/// What makes two textures alike to the eye, in a few numbers.
namespace blak::doomimport {

/// A colour as people tell colours apart (OKLab).
struct Shade
{
    double light = 0, a = 0, b = 0;
};
Shade shadeOf(palette::Colour colour);

struct Look
{
    static constexpr std::size_t side = 4;

    int width = 0, height = 0;                ///< texels, as seen
    std::array<Shade, side * side> cells{};   ///< the picture in 4 x 4 parts, from the top left
    Shade mean;
    double across = 0, down = 0; ///< how much the light changes from texel to texel: bricks, planks, panels
    double contrast = 0;         ///< how far the light is spread
    double clear = 0;            ///< share that one looks through
};

/// `pixel` gives the colour at a place, none where one looks through. O(width * height).
Look lookOf(int width, int height, const std::function<std::optional<palette::Colour>(int x, int y)>& pixel);

/// 0 = alike. Colour counts most, then structure, then how much of it one looks through.
double difference(const Look& a, const Look& b);

} // namespace blak::doomimport
