// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/loaded_room.h"

#include "formats/space/room_loader.h"

#include <algorithm>
#include <array>

namespace blak::space {
namespace {

bool changesOrder(double plusStart, double minusStart, double plusEnd, double minusEnd)
{
    return (plusStart - minusStart) * (plusEnd - minusEnd) < 0;
}

} // namespace

double wadingDepth(std::uint32_t sectorFlags)
{
    static constexpr std::array<double, 4> depths{0, 204, 409, 614};
    return depths[sectorFlags & roo::sector_flag::depthMask];
}

Result<LoadedRoom> LoadedRoom::load(roo::Room room, std::string_view file, WallLinedefs linedefs)
{
    return RoomLoader(std::move(room), file).load(linedefs);
}

Result<LoadedRoom> LoadedRoom::load(roo::Room room, std::string_view file, std::span<const Index> wallLinedefs)
{
    return RoomLoader(std::move(room), file).load(wallLinedefs);
}

std::span<const Index> LoadedRoom::wallsOf(const LoadedNode& node) const
{
    return node.isLeaf ? std::span<const Index>() : std::span(wallOrder_).subspan(node.first, node.count);
}

std::span<const Point> LoadedRoom::polygonOf(const LoadedNode& node) const
{
    return node.isLeaf ? std::span(points_).subspan(node.first, node.count) : std::span<const Point>();
}

Index LoadedRoom::leafAt(Point point) const
{
    Index index = nodes_.empty() ? none : 0;
    while (index != none && !nodes_[index].isLeaf) {
        const LoadedNode& node = nodes_[index];
        index = node.a * point.x + node.b * point.y + node.c >= 0 ? node.plusChild : node.minusChild;
    }
    if (index == none)
        return none;
    // Walls may be missing on the outermost sides of old rooms: then only the box tells where the leaf ends.
    const roo::BoundingBox& box = nodes_[index].box;
    const bool inBox = point.x >= box.x0 - 1 && point.x <= box.x1 + 1 && point.y >= box.y0 - 1 && point.y <= box.y1 + 1;
    return inBox && nodes_[index].sector != none ? index : none;
}

Index LoadedRoom::sectorAt(Point point) const
{
    const Index leaf = leafAt(point);
    return leaf == none ? none : nodes_[leaf].sector;
}

WallQuad LoadedRoom::wallQuad(const LoadedWall& wall) const
{
    const Index plus = wall.sector(WallSide::Plus) != none ? wall.sector(WallSide::Plus) : wall.sector(WallSide::Minus);
    const Index minus = wall.sector(WallSide::Minus) != none ? wall.sector(WallSide::Minus) : plus;
    if (plus == none)
        return {};
    const auto end = [&](Point point) {
        const auto [z0, z1] = std::minmax({floorHeight(plus, point), floorHeight(minus, point)});
        const auto [z2, z3] = std::minmax({ceilingHeight(plus, point), ceilingHeight(minus, point)});
        return WallEnd{{z0, z1, z2, z3}};
    };
    WallQuad quad{end(wall.start), end(wall.end)};
    quad.floorsCross = changesOrder(floorHeight(plus, wall.start), floorHeight(minus, wall.start), floorHeight(plus, wall.end),
                                    floorHeight(minus, wall.end));
    quad.ceilingsCross = changesOrder(ceilingHeight(plus, wall.start), ceilingHeight(minus, wall.start),
                                      ceilingHeight(plus, wall.end), ceilingHeight(minus, wall.end));
    return quad;
}

void LoadedRoom::setFloorHeight(Index sector, double height)
{
    SectorShape& shape = shapes_[sector];
    shape.floor.base += height - shape.floorLevel;
    shape.floorLevel = height;
}

void LoadedRoom::setCeilingHeight(Index sector, double height)
{
    SectorShape& shape = shapes_[sector];
    shape.ceiling.base += height - shape.ceilingLevel;
    shape.ceilingLevel = height;
}

void LoadedRoom::setSector(Index sector, const roo::Sector& data)
{
    roo::Sector& mine = room_.sectors[sector];
    const auto floorSlope = mine.floorSlope;
    const auto ceilingSlope = mine.ceilingSlope;
    const std::uint32_t slopeFlags = mine.flags & (roo::sector_flag::slopedFloor | roo::sector_flag::slopedCeiling);
    mine = data;
    mine.floorSlope = floorSlope;
    mine.ceilingSlope = ceilingSlope;
    mine.flags = (data.flags & ~(roo::sector_flag::slopedFloor | roo::sector_flag::slopedCeiling)) | slopeFlags;
    setFloorHeight(sector, data.floorHeight * clientUnitsPerEditorUnit);
    setCeilingHeight(sector, data.ceilingHeight * clientUnitsPerEditorUnit);
    shapes_[sector].depth = wadingDepth(data.flags);
}

} // namespace blak::space
