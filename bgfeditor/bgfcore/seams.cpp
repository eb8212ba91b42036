// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/seams.h"

#include "bgfeditor/bgfcore/quantiser.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::bgfcore {
namespace {

double distanceOf(const Pixels& pixels, const palette::Palette& colours, PixelPoint a, PixelPoint b)
{
    const std::uint8_t first = pixels.at(a), second = pixels.at(b);
    if (first == second)
        return 0;
    if (first == bgf::transparentIndex || second == bgf::transparentIndex)
        return 1;
    const palette::Colour &from = colours[first], &to = colours[second];
    return std::sqrt((std::pow(from.r - to.r, 2) + std::pow(from.g - to.g, 2) + std::pow(from.b - to.b, 2)) / 3) / 255;
}

} // namespace

Seams seamsOf(const Pixels& pixels, const palette::Palette& colours)
{
    Seams seams;
    const std::int32_t width = pixels.width(), height = pixels.height();
    if (width < 2 || height < 2)
        return seams;
    for (std::int32_t y = 0; y < height; ++y) {
        for (std::int32_t x = 0; x + 1 < width; ++x)
            seams.insideAcross += distanceOf(pixels, colours, {x, y}, {x + 1, y});
        seams.across += distanceOf(pixels, colours, {width - 1, y}, {0, y});
    }
    for (std::int32_t x = 0; x < width; ++x) {
        for (std::int32_t y = 0; y + 1 < height; ++y)
            seams.insideDown += distanceOf(pixels, colours, {x, y}, {x, y + 1});
        seams.down += distanceOf(pixels, colours, {x, height - 1}, {x, 0});
    }
    seams.insideAcross /= double(width - 1) * height;
    seams.insideDown /= double(height - 1) * width;
    seams.across /= height;
    seams.down /= width;
    return seams;
}

Pixels halved(const Pixels& pixels, const palette::Palette& colours)
{
    const std::int32_t width = std::max(1, pixels.width() / 2), height = std::max(1, pixels.height() / 2);
    ColourPicture picture{width, height, {}};
    for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < width; ++x) {
            std::array<std::uint32_t, 3> sum{};
            std::uint32_t seen = 0, all = 0;
            for (const PixelPoint at : {PixelPoint{2 * x, 2 * y}, {2 * x + 1, 2 * y}, {2 * x, 2 * y + 1}, {2 * x + 1, 2 * y + 1}}) {
                if (!pixels.contains(at))
                    continue;
                ++all;
                const std::uint8_t index = pixels.at(at);
                if (index == bgf::transparentIndex)
                    continue;
                ++seen;
                sum[0] += colours[index].r;
                sum[1] += colours[index].g;
                sum[2] += colours[index].b;
            }
            const bool shows = seen > 0 && 2 * seen >= all;
            picture.pixels.push_back(shows ? 0xFF000000u | sum[0] / seen << 16 | sum[1] / seen << 8 | sum[2] / seen : 0u);
        }
    const auto result = Quantiser(colours).run(picture);
    return Pixels(*FrameImage::ofIndices(width, height, result.indices));
}

} // namespace blak::bgfcore
