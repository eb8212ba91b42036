// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/asset_store.h"

#include <algorithm>
#include <array>
#include <string>

namespace blak::render {
namespace {

// Digits, 3 x 5 dots, a row in the low three bits, top row first.
constexpr std::array<std::array<std::uint8_t, 5>, 10> digits{{
    {7, 5, 5, 5, 7},
    {2, 6, 2, 2, 7},
    {7, 1, 7, 4, 7},
    {7, 1, 3, 1, 7},
    {5, 5, 7, 1, 1},
    {7, 4, 7, 1, 7},
    {7, 4, 7, 5, 7},
    {7, 1, 1, 2, 2},
    {7, 5, 7, 5, 7},
    {7, 5, 7, 1, 7},
}};

constexpr int side = 64;
constexpr int dot = 2; ///< pixels per dot of a digit
constexpr int plateWidth = 42, plateHeight = 14;
constexpr int advance = 4; ///< dots from digit to digit

// Of the grey ramp at 0xD0: quiet, for whole rooms of projects without graphics are made of it.
constexpr std::uint8_t light = 0xD5, dark = 0xD7, plate = 0xD9, ink = 0xD3;

/// The number on a plate whose top left corner is given. `asWall`: x and y exchanged, as wall textures are stored.
void drawNumber(Image& image, const std::string& text, int left, int top, bool asWall)
{
    const auto put = [&](int x, int y, std::uint8_t colour) {
        image.pixels[static_cast<std::size_t>(asWall ? x * side + y : y * side + x)] = colour;
    };
    for (int y = top; y < top + plateHeight; ++y)
        for (int x = left; x < left + plateWidth; ++x)
            put(x, y, plate);
    int at = left + (plateWidth - (static_cast<int>(text.size()) * advance - 1) * dot) / 2;
    for (const char digit : text) {
        const auto& rows = digits[static_cast<std::size_t>(digit - '0')];
        for (int y = 0; y < 5 * dot; ++y)
            for (int x = 0; x < 3 * dot; ++x)
                if (rows[static_cast<std::size_t>(y / dot)] >> (2 - x / dot) & 1)
                    put(at + x, top + 2 + y, ink);
        at += advance * dot;
    }
}

} // namespace

Image missingImage(int number)
{
    Image image;
    image.width = image.height = side;
    image.pixels.resize(side * side);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            image.pixels[static_cast<std::size_t>(y * side + x)] = ((x ^ y) & 16) != 0 ? light : dark;

    // Twice, so that it can be read on floors and on walls.
    const std::string text = std::to_string(std::clamp(number, 0, 99999));
    drawNumber(image, text, 2, 3, false);
    drawNumber(image, text, 19, 45, true);
    return image;
}

} // namespace blak::render
