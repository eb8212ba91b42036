// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "formats/space/flat_geometry.h"
#include "formats/space/loaded_room.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// A room as a server asks about it. Unlike LoadedRoom, which is there to be drawn and edited, it has the numbers of the 105
/// server: single precision, planes normalised in it, leaves with the sector that the file names. All lengths are client units.
namespace blak::space {

struct ServerSlope
{
    float a = 0, b = 0, c = 1, d = 0; ///< a x + b y + c z + d = 0
    float at(FlatPoint point) const { return (-a * point.x - b * point.y - d) / c; }
};

/// What Blakod may change while the room is played, and what it began with.
struct ServerSector
{
    std::uint16_t userId = 0;
    std::uint16_t floorTexture = 0, ceilingTexture = 0;
    std::uint32_t flags = 0;                  ///< roo::sector_flag
    float floorHeight = 0, ceilingHeight = 0; ///< of the sector's own fields; slopes do not move with them
    std::optional<ServerSlope> floorSlope, ceilingSlope;
    std::uint16_t floorTextureAtFirst = 0, ceilingTextureAtFirst = 0;
    std::uint32_t flagsAtFirst = 0;

    float floorAt(FlatPoint point) const { return floorSlope ? floorSlope->at(point) : floorHeight; }
    float ceilingAt(FlatPoint point) const { return ceilingSlope ? ceilingSlope->at(point) : ceilingHeight; }
};

struct ServerSide
{
    std::uint16_t userId = 0;
    std::uint16_t normalTexture = 0, aboveTexture = 0, belowTexture = 0;
    std::uint32_t flags = 0; ///< roo::side_flag
    std::uint16_t normalTextureAtFirst = 0, aboveTextureAtFirst = 0, belowTextureAtFirst = 0;
};

struct ServerWall
{
    FlatPoint start, end;
    std::array<Index, 2> sides{none, none}; ///< by WallSide
    std::array<Index, 2> sectors{none, none};

    Index side(WallSide which) const { return sides[static_cast<std::size_t>(which)]; }
    Index sector(WallSide which) const { return sectors[static_cast<std::size_t>(which)]; }
};

struct ServerNode
{
    float a = 0, b = 0, c = 0; ///< internal: the plane, normalised
    Index plusChild = none, minusChild = none;
    Index sector = none;                ///< leaf
    std::uint32_t first = 0, count = 0; ///< internal: slice of walls; leaf: slice of corners. Use the accessors.
    bool isLeaf = true;

    /// Distance from the plane, positive on the plus side.
    float distance(FlatPoint point) const { return a * point.x + b * point.y + c; }
};

/// Wading depths that Blakod sets for the whole room. They are heights of the water's ground, not depths below the floor, and
/// count only while exactly one of the three bits is set (bit 0 for depth 1).
struct DepthOverride
{
    std::uint32_t flags = 0;
    std::array<float, 3> heights{};
};

/// Checked: every number is in range and the tree is a tree (LoadedRoom::load). Contents of sectors and sides may change at run
/// time, structure never.
class ServerRoom
{
public:
    /// `file` is only for messages. O(n log n).
    static Result<ServerRoom> load(roo::Room room, std::string_view file);

    std::span<const ServerNode> nodes() const { return nodes_; } ///< the root is node 0
    std::span<const ServerWall> walls() const { return walls_; }
    std::span<const ServerWall> wallsOf(const ServerNode& node) const; ///< in the order of the file
    std::span<const FlatPoint> polygonOf(const ServerNode& node) const;
    std::span<const ServerSector> sectors() const { return sectors_; }
    std::span<ServerSector> sectors() { return sectors_; }
    std::span<const ServerSide> sides() const { return sides_; }
    std::span<ServerSide> sides() { return sides_; }

    /// none = outside. A point on a plane is on its plus side.
    Index sectorAt(FlatPoint point) const;
    /// Whether a leaf of the sector has the point in its polygon (even-odd, corners cut to whole units), as mainline asks.
    bool hasLeafAt(Index sector, std::int32_t x, std::int32_t y) const;
    /// What feet stand on: the floor less the wading depth.
    float standHeight(const ServerSector& sector, FlatPoint point) const;

    const DepthOverride& depths() const { return depths_; }
    void setDepths(const DepthOverride& depths) { depths_ = depths; }

    const roo::PlayableRectangle& rectangle() const { return rectangle_; } ///< editor units
    FlatPoint farCorner() const;                                           ///< of that rectangle, the near one is 0, 0
    std::uint32_t security() const { return security_; }

    std::size_t bytes() const; ///< of memory that its parts have taken

private:
    std::vector<ServerNode> nodes_;
    std::vector<ServerWall> walls_;  ///< grouped by node
    std::vector<FlatPoint> corners_; ///< grouped by leaf
    std::vector<ServerSector> sectors_;
    std::vector<ServerSide> sides_;
    DepthOverride depths_;
    roo::PlayableRectangle rectangle_;
    std::uint32_t security_ = 0;
};

} // namespace blak::space
