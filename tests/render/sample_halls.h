// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/scene_state.h"
#include "tests/render/room_maker.h"

/// Textures, sprites and halls that the tests of renderer and scene share.
namespace blak::test {

namespace texture {
constexpr int brick = 1, plank = 2, tiles = 3, fence = 4, water = 5, stripes = 6;
}

/// Wall textures are stored transposed: x runs down the wall.
inline std::shared_ptr<render::AssetStore> sampleAssets()
{
    auto assets = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{});
    addTexture(*assets, texture::brick, 64, 64, 1, [](int down, int along) {
        const int row = down / 16;
        const bool mortar = down % 16 == 0 || (along + row % 2 * 16) % 32 == 0;
        return static_cast<std::uint8_t>(mortar ? 0xD4 : 0x16 + (row + along / 32) % 3);
    });
    addTexture(*assets, texture::plank, 96, 32, 2,
               [](int down, int along) { return static_cast<std::uint8_t>(along % 16 == 0 ? 0x4C : 0x36 + (down / 8) % 4); });
    addTexture(*assets, texture::tiles, 64, 64, 1, [](int x, int y) {
        if (x < 4 && y < 16)
            return std::uint8_t{0x14}; // north-west corner marked: tells the way
        return static_cast<std::uint8_t>(((x ^ y) & 32) != 0 ? 0xD3 : 0xD8);
    });
    addTexture(*assets, texture::fence, 64, 32, 1,
               [](int down, int along) { return along % 16 < 4 || down / 8 == 1 ? std::uint8_t{0x35} : bgf::transparentIndex; });
    addTexture(*assets, texture::water, 48, 48, 1,
               [](int x, int y) { return static_cast<std::uint8_t>(0x92 + (x / 6 + y / 6) % 5); });
    addTexture(*assets, texture::stripes, 64, 16, 1, [](int down, int) { return static_cast<std::uint8_t>(0xC2 + down / 8); });

    // A figure: eight angles, each with its own colour; a hat over it, a cloak under it, a feather on the hat.
    std::vector<PixelAt> views;
    for (int angle = 0; angle < 8; ++angle)
        views.push_back([angle](int x, int y) {
            if (y < 20)
                return (x - 20) * (x - 20) + (y - 10) * (y - 10) < 90 ? std::uint8_t{0x23} : bgf::transparentIndex;
            return x > 8 && x < 32 ? static_cast<std::uint8_t>(0x92 + angle) : bgf::transparentIndex;
        });
    assets->setFile("figure.bgf", pictureFile(40, 80, 2, views, {{0, 1, 2, 3, 4, 5, 6, 7}, {4}}, {{1, 8, -6}, {-2, 2, 24}}));
    assets->setFile("hat.bgf", pictureFile(24, 10, 2, {[](int, int) { return std::uint8_t{0x63}; }}, {{0}}, {{5, 18, -16}}));
    assets->setFile("cloak.bgf", pictureFile(36, 50, 2, {[](int, int) { return std::uint8_t{0x14}; }}, {{0}}));
    assets->setFile("feather.bgf", pictureFile(4, 20, 2, {[](int, int) { return std::uint8_t{0xC2}; }}, {{0}}));
    return assets;
}

/// Three steps up, the first two with ceilings, the last one open to the sky.
inline Hall stairs()
{
    using namespace texture;
    Hall hall;
    hall.outer = side(0, brick, 0);
    hall.cells = {{3072, sector(0, 192, tiles, plank)}, {1024, sector(24, 160, tiles, plank)}, {3072, sector(60, 256, tiles, 0)}};
    hall.across = {{side(plank, 0, stripes), side(plank, 0, stripes)}, {side(brick, 0, stripes), side(brick, 0, stripes)}};
    return hall;
}

/// A fence one looks through, water behind it.
inline Hall pond()
{
    using namespace texture;
    Hall hall;
    hall.outer = side(0, brick, 0);
    hall.cells = {{3072, sector(0, 192, tiles, 0)}, {4096, sector(0, 192, water, 0)}};
    hall.cells[1].sector.flags = 2; // wading depth 2
    roo::Sidedef fence = side(0, texture::fence, 0, roo::side_flag::transparent | roo::side_flag::noVerticalTile);
    hall.across = {{fence, fence}};
    return hall;
}

/// A floor that rises to the east under a ceiling that sinks.
inline Hall ramp()
{
    using namespace texture;
    Hall hall;
    hall.outer = side(0, brick, 0);
    hall.cells = {{2048, sector(0, 192, tiles, plank)}, {4096, sector(0, 192, tiles, plank)}};
    roo::Sector& steep = hall.cells[1].sector;
    steep.flags = roo::sector_flag::slopedFloor | roo::sector_flag::slopedCeiling;
    steep.floorSlope = slope(-512, 0.25, 0, true); // level with the first cell at x = 2048
    steep.ceilingSlope = slope(3072 + 256, -0.125, 0, false);
    steep.floorSlope->originX = steep.ceilingSlope->originX = 2048;
    hall.across = {{side(brick, 0, stripes), side(brick, 0, stripes)}};
    return hall;
}

inline render::SpriteState figure(render::AssetStore& assets, double x, double y, double z, int angle, std::uint32_t id = 1)
{
    render::SpriteState sprite;
    sprite.id = id;
    sprite.x = x;
    sprite.y = y;
    sprite.z = z;
    sprite.angle = angle;
    sprite.picture = assets.sprite("figure.bgf");
    return sprite;
}

inline void dress(render::AssetStore& assets, render::SpriteState& sprite)
{
    sprite.overlays = {{.picture = assets.sprite("cloak.bgf"), .hotspot = 2},
                       {.picture = assets.sprite("hat.bgf"), .hotspot = 1},
                       {.picture = assets.sprite("feather.bgf"), .hotspot = 5}};
}

} // namespace blak::test
