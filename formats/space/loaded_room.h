// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "formats/space/units.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Geometry that client, server and editor share. Everything here is in client units (1024 per square, y south), heights
/// too, and all numbers of nodes, walls, sides and sectors count from 0 with `none` for "there is none".
namespace blak::space {

using Index = std::uint32_t;
constexpr Index none = 0xFFFFFFFF;

constexpr std::size_t maxTreeDepth = 512;     ///< nodes on a path from the root; real rooms have at most 45
constexpr std::size_t maxPolygonPoints = 100; ///< limit of the clients; real rooms have at most 42

/// Height of a floor or ceiling: z = base + perX x + perY y.
struct Surface
{
    double base = 0, perX = 0, perY = 0;

    double at(Point point) const { return base + perX * point.x + perY * point.y; }
    bool isLevel() const { return perX == 0 && perY == 0; }
};

struct SectorShape
{
    Surface floor, ceiling;
    double floorLevel = 0, ceilingLevel = 0; ///< the heights of the sector's own fields, slopes aside
    double depth = 0;                        ///< wading: how far feet sink below the drawn floor
};

struct LoadedNode
{
    roo::BoundingBox box;
    double a = 0, b = 0, c = 0;                ///< internal: normalised, a x + b y + c = distance, positive on the plus side
    Index plusChild = none, minusChild = none; ///< internal: none = solid (outside of the room)
    Index sector = none;                       ///< leaf; none = outside of the room, whatever an old builder wrote there
    std::uint32_t first = 0, count = 0;        ///< internal: slice of wall order; leaf: slice of points. Use the accessors.
    bool isLeaf = true;
};

enum class WallSide : std::uint8_t { Plus, Minus };

/// A client wall. Plus is the right-hand side walking from start to end.
struct LoadedWall
{
    Point start, end;
    double length = 0;                      ///< client units
    std::array<Index, 2> sides{none, none}; ///< sidedef, by WallSide
    std::array<Index, 2> sectors{none, none};
    Index node = none;    ///< in whose plane it lies
    Index linedef = none; ///< of which it is a piece: as the builder told it, or found by geometry (WallLinedefs::Found)

    Index side(WallSide which) const { return sides[static_cast<std::size_t>(which)]; }
    Index sector(WallSide which) const { return sectors[static_cast<std::size_t>(which)]; }
};

/// Wall heights at one end (formats.md section 1.6): below z[0]..z[1], normal z[1]..z[2], above z[2]..z[3].
struct WallEnd
{
    std::array<double, 4> z{};
};

struct WallQuad
{
    WallEnd start, end;
    /// Plus floor (ceiling) above the minus one at one end and below it at the other: draw each side by itself.
    bool floorsCross = false, ceilingsCross = false;
};

/// Who neither draws nor edits does without: finding them takes longer than the rest.
enum class WallLinedefs : std::uint8_t { Found, None };

/// A room that was checked: every number is in range, the tree is a tree and not too deep, all coordinates are finite. Code
/// that takes a LoadedRoom needs no checks of its own. Textures, flags and heights may change at run time, structure never.
class LoadedRoom
{
public:
    /// Checks and takes over `room`; `file` is only for messages. O(n log n).
    static Result<LoadedRoom> load(roo::Room room, std::string_view file, WallLinedefs linedefs = WallLinedefs::Found);
    /// The same for a room whose tree was just built: `wallLinedefs` is what the builder says of each wall, from 0. An error when
    /// it is not about this room's walls and linedefs.
    static Result<LoadedRoom> load(roo::Room room, std::string_view file, std::span<const Index> wallLinedefs);

    /// Everything else the file says: sidedefs, sectors (textures, light, flags), things, grids.
    const roo::Room& room() const { return room_; }
    const roo::Sidedef& sidedef(Index side) const { return room_.sidedefs[side]; }
    const roo::Sector& sector(Index sector) const { return room_.sectors[sector]; }

    // Structure. The root is node 0; a room without nodes is all outside.
    std::span<const LoadedNode> nodes() const { return nodes_; }
    std::span<const LoadedWall> walls() const { return walls_; }
    std::span<const SectorShape> shapes() const { return shapes_; } ///< by sector
    std::span<const Index> wallsOf(const LoadedNode& node) const;   ///< empty for a leaf; in file order of the plane
    std::span<const Point> polygonOf(const LoadedNode& node) const; ///< empty for an internal node; clockwise from above
    std::size_t treeDepth() const { return treeDepth_; }

    // Where is what.
    Index leafAt(Point point) const;   ///< none = outside. BSP descent; a point on a plane goes to the plus side
    Index sectorAt(Point point) const; ///< none = outside
    double floorHeight(Index sector, Point point) const { return shapes_[sector].floor.at(point); } ///< as drawn
    double ceilingHeight(Index sector, Point point) const { return shapes_[sector].ceiling.at(point); }
    /// What feet stand on: the floor less the depth of water.
    double standHeight(Index sector, Point point) const { return floorHeight(sector, point) - shapes_[sector].depth; }

    /// Heights of a wall from the sectors on both sides; one-sided walls have z0 = z1 and z2 = z3.
    WallQuad wallQuad(const LoadedWall& wall) const;

    // Changes while the room is played.
    void setFloorHeight(Index sector, double height); ///< of a sloped floor: moves all of it by the difference
    void setCeilingHeight(Index sector, double height);
    void setSector(Index sector, const roo::Sector& data); ///< light, flags, textures and heights; slopes stay
    void setSidedef(Index side, const roo::Sidedef& data) { room_.sidedefs[side] = data; }

private:
    LoadedRoom() = default;
    friend class RoomLoader;

    roo::Room room_;
    std::vector<LoadedNode> nodes_;
    std::vector<LoadedWall> walls_;
    std::vector<Index> wallOrder_; ///< walls grouped by node
    std::vector<Point> points_;    ///< corners grouped by leaf
    std::vector<SectorShape> shapes_;
    std::size_t treeDepth_ = 0;
};

/// Wading depth of sector flags in client units: 0, 204, 409, 614 (formats.md section 1.5).
double wadingDepth(std::uint32_t sectorFlags);

} // namespace blak::space
