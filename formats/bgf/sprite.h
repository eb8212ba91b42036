// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Bitmap group file (.bgf), versions 9 and 10: sprites and textures. The layout is drawn in docs/formats/bgf.md.
namespace blak::bgf {

constexpr std::uint8_t transparentIndex = 254;

struct Hotspot
{
    std::int8_t number = 0; ///< > 0: what hangs here is drawn over the bitmap, < 0: under it
    std::int32_t x = 0, y = 0; ///< pixels from the top left of the bitmap
    friend bool operator==(const Hotspot&, const Hotspot&) = default;
};

/// One frame. Keeps the bytes as stored, so that untouched images are written back unchanged.
struct Bitmap
{
    std::int32_t width = 0, height = 0;
    std::int32_t xOffset = 0, yOffset = 0;
    std::vector<Hotspot> hotspots; ///< at most 255
    std::uint8_t storage = 0;      ///< 0 raw, 1 compressed
    std::int32_t storedSize = 0;   ///< as in the file: 0 for raw images, else the size of `stored`
    std::vector<std::byte> stored; ///< raw indices, a zlib stream (version 10) or an opaque block (version 9)

    friend bool operator==(const Bitmap&, const Bitmap&) = default;
};

/// Indices into Sprite::bitmaps, from 0, -1 = no bitmap. One entry for each viewing angle.
using Group = std::vector<std::int32_t>;

struct Sprite
{
    std::int32_t version = 10;
    std::array<char, 32> rawName{}; ///< NUL terminated; garbage behind the NUL is kept
    std::int32_t maxIndices = 0;    ///< as stored
    std::int32_t shrink = 1;        ///< as stored; 0 means 1
    std::vector<Bitmap> bitmaps;
    std::vector<Group> groups;

    std::string name() const; ///< Windows-1252 bytes up to the NUL
    int effectiveShrink() const { return shrink <= 0 ? 1 : shrink & 0xFF; }
    friend bool operator==(const Sprite&, const Sprite&) = default;
};

bool isSprite(std::span<const std::byte> bytes);
Result<Sprite> read(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const Sprite& sprite);

/// Palette indices, width * height, rows from the top. Fails for version 9 compression (proprietary) and damaged streams.
Result<std::vector<std::uint8_t>> decode(const Sprite& sprite, const Bitmap& bitmap, std::string_view file);

/// zlib level 9, the bytes of the reference tool; raw where compression fails to fit. `indices` has width * height entries.
Bitmap encode(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> indices, bool compress = true);

/// Entry of the group for a viewing angle (4096 per turn, 0 = the object faces the viewer); nothing for an empty group.
std::int32_t bitmapForAngle(const Group& group, int angle);

} // namespace blak::bgf
