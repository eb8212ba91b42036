// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/missing_sprite.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::render {
namespace {

// Of the grey ramp at 0xD0.
constexpr std::uint8_t plate = 0xD9, ink = 0xD3;

// A question mark, 5 x 7 dots, a row in the low five bits, top row first.
constexpr std::array<std::uint8_t, 7> questionMark{14, 17, 1, 6, 4, 0, 4};
constexpr int markColumns = 5;
constexpr double markDot = 0.09; ///< of the marker's side

bool isInQuestionMark(double x, double y)
{
    const auto column = static_cast<int>(std::floor(x / markDot + markColumns / 2.0));
    const auto row = static_cast<int>(std::floor(y / markDot + questionMark.size() / 2.0));
    return column >= 0 && column < markColumns && row >= 0 && row < static_cast<int>(questionMark.size()) &&
           (questionMark[static_cast<std::size_t>(row)] >> (markColumns - 1 - column) & 1) != 0;
}

} // namespace

Image missingSprite(int shrink)
{
    constexpr int mostPixels = 128;
    constexpr int pixelsPerShrink = 16; ///< a sprite has 16 / shrink client units a pixel
    constexpr double rim = 0.44, edge = 0.5;
    const int size = std::clamp(pixelsPerShrink * shrink, pixelsPerShrink, mostPixels);
    Image image;
    image.width = image.height = size;
    image.hasHoles = true;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const double x = (column + 0.5) / size - 0.5, y = (row + 0.5) / size - 0.5, away = std::hypot(x, y);
            image.pixels.push_back(away > edge ? bgf::transparentIndex : away > rim || isInQuestionMark(x, y) ? ink : plate);
        }
    return image;
}

} // namespace blak::render
