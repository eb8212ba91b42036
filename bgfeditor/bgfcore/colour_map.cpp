// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/colour_map.h"

#include <algorithm>

namespace blak::bgfcore {

std::uint8_t shownIndex(const palette::Tables& tables, std::uint8_t translation, int light, std::uint8_t index)
{
    const int level = std::clamp(light, 0, palette::lightLevels - 1);
    const std::uint8_t translated = tables.translation[translation][index];
    return level == palette::lightLevels - 1 ? translated : tables.light[static_cast<std::size_t>(level)][translated];
}

ColourMap makeColourMap(const palette::Palette& palette, const palette::Tables& tables, std::uint8_t translation, int light)
{
    ColourMap colours{};
    for (std::size_t i = 0; i < colours.size(); ++i) {
        if (i == bgf::transparentIndex)
            continue;
        const palette::Colour& c = palette[shownIndex(tables, translation, light, static_cast<std::uint8_t>(i))];
        colours[i] = 0xFF000000u | std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b;
    }
    return colours;
}

void applyColourMap(const ColourMap& colours, std::span<const std::uint8_t> indices, std::span<std::uint32_t> out)
{
    std::transform(indices.begin(), indices.end(), out.begin(), [&colours](std::uint8_t index) { return colours[index]; });
}

} // namespace blak::bgfcore
