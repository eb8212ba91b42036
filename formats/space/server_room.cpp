// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/server_room.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::space {
namespace {

constexpr auto unitsPerEditorUnit = static_cast<float>(clientUnitsPerEditorUnit);

FlatPoint flat(Point point) { return {static_cast<float>(point.x), static_cast<float>(point.y)}; }

/// An upright plane has no height to tell; the level one is taken, as LoadedRoom does.
std::optional<ServerSlope> slopeOf(const std::optional<roo::Slope>& slope)
{
    constexpr double upright = 1e-6;
    if (!slope || std::abs(slope->c) < upright)
        return std::nullopt;
    return ServerSlope{static_cast<float>(slope->a), static_cast<float>(slope->b), static_cast<float>(slope->c),
                       static_cast<float>(slope->d)};
}

ServerSector sectorOf(const roo::Sector& from)
{
    ServerSector sector;
    sector.userId = from.userId;
    sector.floorTexture = sector.floorTextureAtFirst = from.floorTexture;
    sector.ceilingTexture = sector.ceilingTextureAtFirst = from.ceilingTexture;
    sector.flags = sector.flagsAtFirst = from.flags;
    sector.floorHeight = static_cast<float>(from.floorHeight) * unitsPerEditorUnit;
    sector.ceilingHeight = static_cast<float>(from.ceilingHeight) * unitsPerEditorUnit;
    sector.floorSlope = slopeOf(from.floorSlope);
    sector.ceilingSlope = slopeOf(from.ceilingSlope);
    return sector;
}

ServerSide sideOf(const roo::Sidedef& from)
{
    return {.userId = from.userId,
            .normalTexture = from.normalTexture,
            .aboveTexture = from.aboveTexture,
            .belowTexture = from.belowTexture,
            .flags = from.flags,
            .normalTextureAtFirst = from.normalTexture,
            .aboveTextureAtFirst = from.aboveTexture,
            .belowTextureAtFirst = from.belowTexture};
}

void setPlane(ServerNode& node, const roo::Node& from)
{
    node.a = static_cast<float>(from.a);
    node.b = static_cast<float>(from.b);
    node.c = static_cast<float>(from.c);
    const float length = std::sqrt(node.a * node.a + node.b * node.b);
    if (isNothing(length))
        return;
    node.a /= length;
    node.b /= length;
    node.c /= length;
}

/// Even-odd rule.
bool isInPolygon(std::span<const FlatPoint> corners, std::int32_t x, std::int32_t y)
{
    if (corners.size() < 3)
        return false;
    bool inside = false;
    for (std::size_t i = 0, before = corners.size() - 1; i < corners.size(); before = i++) {
        const auto x0 = static_cast<std::int32_t>(corners[i].x), y0 = static_cast<std::int32_t>(corners[i].y);
        const auto x1 = static_cast<std::int32_t>(corners[before].x), y1 = static_cast<std::int32_t>(corners[before].y);
        if ((y0 > y) == (y1 > y))
            continue;
        const double crossing = static_cast<double>(x1 - x0) * (static_cast<double>(y) - y0) / static_cast<double>(y1 - y0) + x0;
        if (x < crossing)
            inside = !inside;
    }
    return inside;
}

} // namespace

Result<ServerRoom> ServerRoom::load(roo::Room room, std::string_view file)
{
    const auto checked = LoadedRoom::load(std::move(room), file, WallLinedefs::None);
    if (!checked)
        return checked.error();
    const LoadedRoom& loaded = checked.value();
    const roo::Room& from = loaded.room();

    ServerRoom made;
    made.rectangle_ = roo::playableRectangle(from);
    made.security_ = from.security;
    made.sectors_.reserve(from.sectors.size());
    for (const roo::Sector& sector : from.sectors)
        made.sectors_.push_back(sectorOf(sector));
    made.sides_.reserve(from.sidedefs.size());
    for (const roo::Sidedef& side : from.sidedefs)
        made.sides_.push_back(sideOf(side));

    made.walls_.reserve(loaded.walls().size());
    made.nodes_.resize(loaded.nodes().size());
    for (std::size_t i = 0; i < made.nodes_.size(); ++i) {
        const LoadedNode& tree = loaded.nodes()[i];
        ServerNode& node = made.nodes_[i];
        node.isLeaf = tree.isLeaf;
        if (tree.isLeaf) {
            node.sector = Index{from.nodes[i].sector} - 1U; // as the file has it; from 1, so that 0 becomes `none`
            node.first = static_cast<std::uint32_t>(made.corners_.size());
            for (const Point& corner : loaded.polygonOf(tree))
                made.corners_.push_back(flat(corner));
            node.count = static_cast<std::uint32_t>(made.corners_.size()) - node.first;
            continue;
        }
        setPlane(node, from.nodes[i]);
        node.plusChild = tree.plusChild;
        node.minusChild = tree.minusChild;
        node.first = static_cast<std::uint32_t>(made.walls_.size());
        for (const Index index : loaded.wallsOf(tree)) {
            const LoadedWall& wall = loaded.walls()[index];
            made.walls_.push_back({flat(wall.start), flat(wall.end), wall.sides, wall.sectors});
        }
        node.count = static_cast<std::uint32_t>(made.walls_.size()) - node.first;
    }
    made.walls_.shrink_to_fit();
    made.corners_.shrink_to_fit();
    return made;
}

std::span<const ServerWall> ServerRoom::wallsOf(const ServerNode& node) const
{
    return node.isLeaf ? std::span<const ServerWall>() : std::span(walls_).subspan(node.first, node.count);
}

std::span<const FlatPoint> ServerRoom::polygonOf(const ServerNode& node) const
{
    return node.isLeaf ? std::span(corners_).subspan(node.first, node.count) : std::span<const FlatPoint>();
}

Index ServerRoom::sectorAt(FlatPoint point) const
{
    Index index = nodes_.empty() ? none : 0;
    while (index != none && !nodes_[index].isLeaf)
        index = nodes_[index].distance(point) >= 0.0F ? nodes_[index].plusChild : nodes_[index].minusChild;
    return index == none ? none : nodes_[index].sector;
}

bool ServerRoom::hasLeafAt(Index sector, std::int32_t x, std::int32_t y) const
{
    return std::ranges::any_of(nodes_, [&](const ServerNode& node) {
        return node.isLeaf && node.sector == sector && isInPolygon(polygonOf(node), x, y);
    });
}

float ServerRoom::standHeight(const ServerSector& sector, FlatPoint point) const
{
    constexpr auto square = static_cast<float>(clientUnitsPerSquare);
    static constexpr std::array<float, 4> depths{0.0F, square / 5.0F, 2.0F * square / 5.0F, 3.0F * square / 5.0F};
    constexpr std::uint32_t allFlags = 7;
    const std::uint32_t depth = sector.flags & roo::sector_flag::depthMask;
    if (depth != 0 && (depths_.flags & allFlags) == 1U << (depth - 1))
        return depths_.heights[depth - 1];
    return sector.floorAt(point) - depths[depth];
}

FlatPoint ServerRoom::farCorner() const
{
    return {static_cast<float>(rectangle_.right - rectangle_.left) * unitsPerEditorUnit,
            static_cast<float>(rectangle_.top - rectangle_.bottom) * unitsPerEditorUnit};
}

std::size_t ServerRoom::bytes() const
{
    const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
    return of(nodes_) + of(walls_) + of(corners_) + of(sectors_) + of(sides_);
}

} // namespace blak::space
