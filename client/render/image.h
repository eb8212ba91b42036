// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"

#include <cstdint>
#include <string>
#include <vector>

namespace blak::render {

/// A smaller copy of a texture, for what is far away.
struct MipLevel
{
    int width = 1, height = 1;
    int tileWidthLog = 0, tileHeightLog = 0;
    std::vector<std::uint8_t> pixels, tile; ///< as those of the image

    std::size_t byteSize() const { return sizeof(MipLevel) + pixels.size() + tile.size(); }
};

/// A decoded frame of a bitmap group file: palette indices, bgf::transparentIndex = see-through.
struct Image
{
    int width = 0, height = 0;
    int xOffset = 0, yOffset = 0;
    std::vector<bgf::Hotspot> hotspots;
    bool hasHoles = false;             ///< at least one transparent pixel
    std::vector<std::uint8_t> pixels;  ///< rows from the top. As a wall texture a row runs DOWN the wall (stored transposed)
    std::vector<std::uint8_t> columns; ///< the same, column by column; only in sprites
    std::vector<std::uint8_t> tile;    ///< resampled to tileWidth x tileHeight, powers of two; only in textures (floors)
    int tileWidthLog = 0, tileHeightLog = 0;
    std::vector<MipLevel> mips; ///< half as large, a quarter, ...; only in textures, and where the store was asked for them

    std::size_t byteSize() const;
};

/// Everything decoded of one .bgf. Immutable; shared between threads.
struct Picture
{
    std::string name;     ///< of the header, may be empty
    std::string file;     ///< lower case file name, "grd00102.bgf"
    int shrink = 1;       ///< 1..255
    bool missing = false; ///< no such file or not decodable: `images` shows the pattern, `problem` tells why
    std::string problem;
    std::vector<Image> images;      ///< never empty
    std::vector<bgf::Group> groups; ///< never empty; entries are in range or -1

    std::size_t byteSize() const;

    /// First image of a group (taken modulo the number of groups); never null.
    const Image& groupImage(int group) const;
    /// Image of a group for a viewing angle (4096 per turn, 0 = faces the viewer), null where the group says "no bitmap".
    const Image* angleImage(int group, int angle) const;
};

} // namespace blak::render
