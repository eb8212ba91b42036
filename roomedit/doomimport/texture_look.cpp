// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/texture_look.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace blak::doomimport {
namespace {

double linear(std::uint8_t value)
{
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

const std::array<double, 256>& linearTable()
{
    static const std::array<double, 256> table = [] {
        std::array<double, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = linear(static_cast<std::uint8_t>(i));
        return values;
    }();
    return table;
}

double square(double value) { return value * value; }

double distance(const Shade& a, const Shade& b) { return square(a.light - b.light) + square(a.a - b.a) + square(a.b - b.b); }

} // namespace

Shade shadeOf(palette::Colour colour)
{
    const double r = linearTable()[colour.r], g = linearTable()[colour.g], b = linearTable()[colour.b];
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Look lookOf(int width, int height, const std::function<std::optional<palette::Colour>(int x, int y)>& pixel)
{
    Look look;
    look.width = width;
    look.height = height;
    std::array<Shade, Look::side * Look::side> sums{};
    std::array<std::size_t, Look::side * Look::side> counts{};
    std::vector<double> above(static_cast<std::size_t>(width), -1);
    std::size_t all = 0, steps = 0, drops = 0;
    double squares = 0;
    constexpr int side = static_cast<int>(Look::side);
    for (int y = 0; y < height; ++y) {
        double before = -1;
        for (int x = 0; x < width; ++x) {
            const auto colour = pixel(x, y);
            double& over = above[static_cast<std::size_t>(x)];
            if (!colour) {
                before = over = -1;
                continue;
            }
            const Shade shade = shadeOf(*colour);
            const auto cell = static_cast<std::size_t>(y * side / height * side + x * side / width);
            sums[cell].light += shade.light;
            sums[cell].a += shade.a;
            sums[cell].b += shade.b;
            ++counts[cell];
            ++all;
            squares += square(shade.light);
            if (before >= 0) {
                look.across += std::abs(shade.light - before);
                ++steps;
            }
            if (over >= 0) {
                look.down += std::abs(shade.light - over);
                ++drops;
            }
            before = over = shade.light;
        }
    }
    look.clear = 1.0 - static_cast<double>(all) / std::max(1.0, static_cast<double>(width) * height);
    if (all == 0)
        return look;
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
        look.mean.light += sums[cell].light / static_cast<double>(all);
        look.mean.a += sums[cell].a / static_cast<double>(all);
        look.mean.b += sums[cell].b / static_cast<double>(all);
    }
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
        const auto count = static_cast<double>(counts[cell]);
        look.cells[cell] = counts[cell] == 0 ? look.mean : Shade{sums[cell].light / count, sums[cell].a / count, sums[cell].b / count};
    }
    look.across /= std::max<double>(1, static_cast<double>(steps));
    look.down /= std::max<double>(1, static_cast<double>(drops));
    look.contrast = std::sqrt(std::max(0.0, squares / static_cast<double>(all) - square(look.mean.light)));
    return look;
}

double difference(const Look& a, const Look& b)
{
    double cells = 0;
    for (std::size_t i = 0; i < a.cells.size(); ++i) {
        const Shade left{a.cells[i].light - a.mean.light, a.cells[i].a - a.mean.a, a.cells[i].b - a.mean.b};
        const Shade right{b.cells[i].light - b.mean.light, b.cells[i].a - b.mean.a, b.cells[i].b - b.mean.b};
        cells += distance(left, right);
    }
    const double structure = square(a.across - b.across) + square(a.down - b.down) + square(a.contrast - b.contrast);
    return distance(a.mean, b.mean) + 0.5 * cells / static_cast<double>(a.cells.size()) + 2 * structure +
           0.2 * square(a.clear - b.clear);
}

} // namespace blak::doomimport
