// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/asset_store.h"

#include <algorithm>
#include <array>

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
constexpr int dot = 3;     ///< pixels per dot of a digit
constexpr int advance = 4; ///< dots from digit to digit

// White and black are at the same place in every palette (Windows system colours), red is the first ramp.
constexpr std::uint8_t light = 0xD3, dark = 0xD7, red = 0x14, white = 255;

void drawDigit(Image& image, int digit, int left, int top)
{
    for (int y = 0; y < 5 * dot; ++y)
        for (int x = 0; x < 3 * dot; ++x)
            if (digits[static_cast<std::size_t>(digit)][static_cast<std::size_t>(y / dot)] >> (2 - x / dot) & 1)
                image.pixels[static_cast<std::size_t>((top + y) * side + left + x)] = white;
}

} // namespace

Image missingImage(int number)
{
    Image image;
    image.width = image.height = side;
    image.pixels.resize(side * side);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const bool edge = x == 0 || y == 0 || x == side - 1 || y == side - 1;
            image.pixels[static_cast<std::size_t>(y * side + x)] = edge ? red : ((x ^ y) & 16) != 0 ? light : dark;
        }

    // A plate behind the number keeps it readable.
    for (int y = 21; y < 43; ++y)
        for (int x = 1; x < side - 1; ++x)
            image.pixels[static_cast<std::size_t>(y * side + x)] = red;
    const std::string text = std::to_string(std::clamp(number, 0, 99999));
    const int width = (static_cast<int>(text.size()) * advance - 1) * dot;
    int left = (side - width) / 2;
    for (const char digit : text) {
        drawDigit(image, digit - '0', left, (side - 5 * dot) / 2);
        left += advance * dot;
    }
    return image;
}

} // namespace blak::render
