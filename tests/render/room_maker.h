// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "formats/bgf/sprite.h"
#include "formats/roo/room.h"
#include "formats/space/loaded_room.h"

#include <QtGlobal>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/// Rooms and pictures of our own, small enough to be written down in a test.
namespace blak::test {

/// A hall of cells from west to east, each a sector of its own, with a wall across between neighbours:
///
///     y = 0      +-------+------+---------+   outer walls show `outer`
///                | cell 0| cell1|  cell 2 |
///     y = depth  +-------+------+---------+   across[i] stands east of cell i
struct Hall
{
    struct Cell
    {
        double width = 2048; ///< client units
        roo::Sector sector;
    };
    struct Across
    {
        roo::Sidedef west, east; ///< what is seen from the west (plus side) and from the east (minus side)
        std::int16_t xOffset = 0, yOffset = 0;
    };

    double depth = 4096;
    std::vector<Cell> cells;
    std::vector<Across> across; ///< one less than cells
    roo::Sidedef outer;

    roo::Room room() const
    {
        roo::Room room;
        room.format = roo::Format::V15;
        std::vector<double> xs{0};
        for (const Cell& cell : cells) {
            xs.push_back(xs.back() + cell.width);
            room.sectors.push_back(cell.sector);
        }
        const double length = xs.back();
        room.width = static_cast<std::int32_t>(length);
        room.height = static_cast<std::int32_t>(depth);
        room.things = {{.x = 0, .y = room.height / 16}, {.x = room.width / 16, .y = 0}};
        room.sidedefs.push_back(outer);
        for (const Across& wall : across) {
            room.sidedefs.push_back(wall.west);
            room.sidedefs.push_back(wall.east);
        }

        // Four nodes for the outer walls, each with the rest on its plus side, then one for each wall across.
        const auto count = cells.size();
        const auto last = static_cast<std::uint16_t>(count);
        addNode(room, {0, 0}, {length, 0}, 2, 0);
        for (std::size_t i = 0; i < count; ++i)
            addWall(room, {xs[i], 0}, {xs[i + 1], 0}, i + 1, i + 1 < count);
        addNode(room, {length, depth}, {0, depth}, 3, 0);
        for (std::size_t i = count; i-- > 0;)
            addWall(room, {xs[i + 1], depth}, {xs[i], depth}, i + 1, i > 0);
        addNode(room, {length, 0}, {length, depth}, 4, 0);
        addWall(room, {length, 0}, {length, depth}, last, false);
        addNode(room, {0, depth}, {0, 0}, 5, 0);
        addWall(room, {0, depth}, {0, 0}, 1, false);
        for (std::size_t i = 0; i < count; ++i) {
            if (i + 1 < count) {
                const auto number = static_cast<std::uint16_t>(room.nodes.size() + 1);
                const auto next = static_cast<std::uint16_t>(number + 2);
                addNode(room, {xs[i + 1], 0}, {xs[i + 1], depth}, static_cast<std::uint16_t>(number + 1), next);
                addWall(room, {xs[i + 1], 0}, {xs[i + 1], depth}, i + 1, false);
                roo::Wall& wall = room.walls.back();
                wall.plusSide = static_cast<std::uint16_t>(2 * i + 2);
                wall.minusSide = static_cast<std::uint16_t>(2 * i + 3);
                wall.minusSector = static_cast<std::uint16_t>(i + 2);
                wall.plusXOffset = wall.minusXOffset = across[i].xOffset;
                wall.plusYOffset = wall.minusYOffset = across[i].yOffset;
            }
            roo::Node leaf;
            leaf.sector = static_cast<std::uint16_t>(i + 1);
            leaf.polygon = {{xs[i], 0}, {xs[i + 1], 0}, {xs[i + 1], depth}, {xs[i], depth}};
            leaf.box = {xs[i], 0, xs[i + 1], depth};
            room.nodes.push_back(leaf);
        }
        for (roo::Node& node : room.nodes)
            if (node.kind == roo::Node::Kind::Internal)
                node.box = {0, 0, length, depth};
        return room;
    }

    space::LoadedRoom load() const
    {
        auto loaded = space::LoadedRoom::load(room(), "hall");
        if (!loaded)
            qFatal("%s", loaded.error().text().c_str());
        return std::move(loaded).value();
    }

private:
    static void addNode(roo::Room& room, roo::Point from, roo::Point to, std::uint16_t plus, std::uint16_t minus)
    {
        roo::Node node;
        node.kind = roo::Node::Kind::Internal;
        node.a = from.y - to.y;
        node.b = to.x - from.x;
        node.c = -(node.a * from.x + node.b * from.y);
        node.plusChild = plus;
        node.minusChild = minus;
        node.firstWall = static_cast<std::uint16_t>(room.walls.size() + 1);
        room.nodes.push_back(node);
    }

    static void addWall(roo::Room& room, roo::Point from, roo::Point to, std::size_t sector, bool more)
    {
        roo::Wall wall;
        wall.x0 = from.x;
        wall.y0 = from.y;
        wall.x1 = to.x;
        wall.y1 = to.y;
        wall.length = (std::abs(to.x - from.x) + std::abs(to.y - from.y)) / 16;
        wall.plusSide = 1;
        wall.plusSector = static_cast<std::uint16_t>(sector);
        room.walls.push_back(wall);
        if (more)
            room.walls.back().next = static_cast<std::uint16_t>(room.walls.size() + 1);
    }
};

/// A sector with heights in editor units (64 per square).
inline roo::Sector sector(int floor, int ceiling, int floorTexture, int ceilingTexture, int light = 192)
{
    roo::Sector sector;
    sector.floorHeight = static_cast<std::uint16_t>(floor);
    sector.ceilingHeight = static_cast<std::uint16_t>(ceiling);
    sector.floorTexture = static_cast<std::uint16_t>(floorTexture);
    sector.ceilingTexture = static_cast<std::uint16_t>(ceilingTexture);
    sector.light = static_cast<std::uint8_t>(light);
    return sector;
}

/// A slope through three points: client units, heights too; the loader works from the plane.
inline roo::Slope slope(double zAtWest, double zPerX, double zPerY, bool floor)
{
    roo::Slope slope;
    const double sign = floor ? 1 : -1;
    slope.a = -zPerX * 1024 * sign;
    slope.b = -zPerY * 1024 * sign;
    slope.c = 1024 * sign;
    slope.d = -zAtWest * 1024 * sign;
    return slope;
}

inline roo::Sidedef side(int above, int normal, int below, std::uint32_t flags = 0)
{
    roo::Sidedef side;
    side.aboveTexture = static_cast<std::uint16_t>(above);
    side.normalTexture = static_cast<std::uint16_t>(normal);
    side.belowTexture = static_cast<std::uint16_t>(below);
    side.flags = flags;
    return side;
}

using PixelAt = std::function<std::uint8_t(int x, int y)>;

inline std::vector<std::byte> pictureFile(int width, int height, int shrink, const std::vector<PixelAt>& images,
                                          const std::vector<bgf::Group>& groups, const std::vector<bgf::Hotspot>& hotspots = {})
{
    bgf::Sprite sprite;
    sprite.shrink = shrink;
    for (const PixelAt& at : images) {
        std::vector<std::uint8_t> pixels;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                pixels.push_back(at(x, y));
        bgf::Bitmap bitmap = bgf::encode(width, height, pixels);
        bitmap.hotspots = hotspots;
        sprite.bitmaps.push_back(bitmap);
    }
    sprite.groups = groups;
    for (const bgf::Group& group : groups)
        sprite.maxIndices = std::max(sprite.maxIndices, static_cast<std::int32_t>(group.size()));
    return bgf::write(sprite);
}

inline void addTexture(render::AssetStore& assets, int number, int width, int height, int shrink, const PixelAt& at)
{
    assets.setFile(render::AssetStore::textureFileName(number), pictureFile(width, height, shrink, {at}, {{0}}));
}

} // namespace blak::test
