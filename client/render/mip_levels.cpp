// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/mip_levels.h"

namespace blak::render {
namespace {

constexpr std::size_t mostLevels = 7;
constexpr int smallestSide = 2; ///< of the longer side of the last level

/// A texel before it gets an index. Levels are made of these, so that rounding to the palette does not add up.
struct Texel
{
    float r = 0, g = 0, b = 0; ///< 0..255, of what is not transparent
    float cover = 0;           ///< 0..1
};

struct Texels
{
    int width = 1, height = 1;
    std::vector<Texel> cells;
};

Texels texelsOf(const std::vector<std::uint8_t>& pixels, int width, int height, const palette::Palette& palette)
{
    Texels out{width, height, std::vector<Texel>(pixels.size())};
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (pixels[i] != bgf::transparentIndex) {
            const palette::Colour c = palette[pixels[i]];
            out.cells[i] = {static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b), 1};
        }
    return out;
}

Texels halved(const Texels& from)
{
    Texels out{std::max(1, from.width / 2), std::max(1, from.height / 2), {}};
    out.cells.reserve(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
    for (int y = 0; y < out.height; ++y)
        for (int x = 0; x < out.width; ++x) {
            const int left = x * from.width / out.width, right = (x + 1) * from.width / out.width;
            const int top = y * from.height / out.height, bottom = (y + 1) * from.height / out.height;
            Texel sum;
            for (int row = top; row < bottom; ++row)
                for (int column = left; column < right; ++column) {
                    const Texel& one = from.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(from.width) +
                                                  static_cast<std::size_t>(column)];
                    sum.r += one.r * one.cover;
                    sum.g += one.g * one.cover;
                    sum.b += one.b * one.cover;
                    sum.cover += one.cover;
                }
            if (sum.cover > 0) {
                sum.r /= sum.cover;
                sum.g /= sum.cover;
                sum.b /= sum.cover;
                sum.cover /= static_cast<float>((right - left) * (bottom - top));
            }
            out.cells.push_back(sum);
        }
    return out;
}

std::vector<std::uint8_t> indicesOf(const Texels& texels, const palette::NearestColour& nearest)
{
    std::vector<std::uint8_t> out;
    out.reserve(texels.cells.size());
    for (const Texel& one : texels.cells)
        out.push_back(one.cover <= 0.5f ? bgf::transparentIndex
                                        : nearest(static_cast<int>(one.r + 0.5f), static_cast<int>(one.g + 0.5f),
                                                  static_cast<int>(one.b + 0.5f)));
    return out;
}

} // namespace

void makeMipLevels(Image& image, const palette::Palette& palette, const palette::NearestColour& nearest)
{
    image.mips.clear();
    Texels wall = texelsOf(image.pixels, image.width, image.height, palette);
    Texels floor = texelsOf(image.tile, 1 << image.tileWidthLog, 1 << image.tileHeightLog, palette);
    int widthLog = image.tileWidthLog, heightLog = image.tileHeightLog;
    while (image.mips.size() < mostLevels && std::max(wall.width, wall.height) > smallestSide) {
        wall = halved(wall);
        floor = halved(floor);
        widthLog = std::max(0, widthLog - 1);
        heightLog = std::max(0, heightLog - 1);
        image.mips.push_back({wall.width, wall.height, widthLog, heightLog, indicesOf(wall, nearest), indicesOf(floor, nearest)});
    }
}

} // namespace blak::render
