// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/palette/tables.h"

#include "formats/palette/nearest.h"

namespace blak::palette {
namespace {

constexpr int inverseLevel = lightLevels;

IndexMap lightMap(const Palette& palette, const NearestColour& nearest, int level)
{
    // Quadratic, so that most levels lie close to full light: 1 - ((64 - level) / 64) squared, exact in 1/4096.
    constexpr int full = lightLevels * lightLevels;
    const int factor = full - (lightLevels - level) * (lightLevels - level);
    IndexMap map{};
    for (std::size_t i = 0; i < map.size(); ++i) {
        const auto index = static_cast<std::uint8_t>(i);
        const Colour c = palette[i];
        map[i] = isReserved(index) ? index : nearest(c.r * factor / full, c.g * factor / full, c.b * factor / full);
    }
    return map;
}

IndexMap inverseMap(const Palette& palette, const NearestColour& nearest)
{
    IndexMap map{}; // reserved indices are inverted like the others: what the reference tool does
    for (std::size_t i = 0; i < map.size(); ++i)
        map[i] = nearest(255 - palette[i].r, 255 - palette[i].g, 255 - palette[i].b);
    return map;
}

std::uint8_t mix(const NearestColour& nearest, Colour a, Colour b, int percentOfA)
{
    const auto channel = [percentOfA](int x, int y) { return (x * percentOfA + y * (100 - percentOfA)) / 100; };
    return nearest(channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b));
}

void buildBlends(const Palette& palette, const NearestColour& nearest, Tables& tables)
{
    auto& [quarter, half, threeQuarters] = tables.blend;
    for (std::size_t a = 0; a < palette.size(); ++a) {
        for (std::size_t b = 0; b < palette.size(); ++b)
            threeQuarters[b][a] = quarter[a][b] = mix(nearest, palette[a], palette[b], 25);
        for (std::size_t b = 0; b <= a; ++b)
            half[b][a] = half[a][b] = mix(nearest, palette[a], palette[b], 50);
    }
}

} // namespace

void buildTables(const Palette& palette, Tables& tables)
{
    const NearestColour nearestDrawn(palette, Reserved::Avoid);
    for (int level = 0; level < lightLevels; ++level)
        tables.light[static_cast<std::size_t>(level)] = lightMap(palette, nearestDrawn, level);
    tables.light[inverseLevel] = inverseMap(palette, nearestDrawn);
    buildBlends(palette, nearestDrawn, tables);
    buildTranslations(palette, tables);
}

} // namespace blak::palette
