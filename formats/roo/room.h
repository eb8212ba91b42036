// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Room (.roo), versions 4 to 15. The layout is drawn in docs/formats/roo.md.
///
/// Three coordinate systems meet here (formats.md section 1.4):
///   editor units: 64 per grid square, x right, y UP, 16 bit. Linedefs, things and slope vertices.
///   client units: 1024 per square, x right, y DOWN, origin at the north-west corner of the playable rectangle.
///   server rows and columns: from 1, with a remainder ("fine") of 0..63.
/// Heights are stored in editor units (64 per square) everywhere.
namespace blak::roo {

/// Two incompatible formats carry version number 13, so a number alone does not name a format.
enum class Format : std::uint8_t {
    V4,
    V5,
    V6,
    V7,
    V8,
    V9,
    V10,
    V11,
    V12,
    V13Float,   ///< float coordinates, three grids ("13f", the vanilla line)
    V13Integer, ///< integer coordinates, three grids and the high-resolution grid ("13i", OpenMeridian)
    V14,        ///< float coordinates; with or without server section, see Room::server
    V15,        ///< float coordinates, no server section
};

std::int32_t versionNumber(Format format);
std::string_view formatName(Format format); ///< "12", "13 (float)", "13 (integer)", ...
bool hasFloatCoordinates(Format format);

struct Point
{
    double x = 0; ///< client units
    double y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

struct BoundingBox
{
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0; ///< client units, minimum first
    friend bool operator==(const BoundingBox&, const BoundingBox&) = default;
};

/// Node of the BSP tree; numbers of nodes and walls count from 1, 0 = none. Node 1 is the root.
struct Node
{
    enum class Kind : std::uint8_t { Internal = 1, Leaf = 2 };

    Kind kind = Kind::Leaf;
    BoundingBox box;
    double a = 0, b = 0, c = 0;   ///< internal: a x + b y + c > 0 on the plus side (right of a wall from start to end)
    std::uint16_t plusChild = 0;  ///< internal
    std::uint16_t minusChild = 0; ///< internal
    std::uint16_t firstWall = 0;  ///< internal
    std::uint16_t sector = 0;     ///< leaf: from 1
    std::vector<Point> polygon;   ///< leaf: clockwise seen from above

    friend bool operator==(const Node&, const Node&) = default;
};

/// Piece of a linedef as the BSP builder cut it.
struct Wall
{
    std::uint16_t next = 0;     ///< next wall in the same plane, 0 = end
    std::uint16_t plusSide = 0; ///< sidedef from 1, 0 = none
    std::uint16_t minusSide = 0;
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;                                             ///< client units
    double length = 0;                                                                 ///< editor units; whole in integer formats
    std::int16_t plusXOffset = 0, minusXOffset = 0, plusYOffset = 0, minusYOffset = 0; ///< texels
    std::uint16_t plusSector = 0;                                                      ///< from 1, 0 = none
    std::uint16_t minusSector = 0;

    friend bool operator==(const Wall&, const Wall&) = default;
};

/// Line as the designer drew it ("editor wall" in the documents).
struct Linedef
{
    std::uint16_t plusSide = 0; ///< sidedef from 1, 0 = none
    std::uint16_t minusSide = 0;
    std::int16_t plusXOffset = 0, minusXOffset = 0, plusYOffset = 0, minusYOffset = 0;
    std::int16_t plusSector = -1; ///< from 0, -1 = none (other than in Wall); stale where the side is 0
    std::int16_t minusSector = -1;
    std::int16_t x0 = 0, y0 = 0, x1 = 0, y1 = 0; ///< editor units
    /// The file has 32 bits for each of x0, y0, x1, y1 and only the low 16 count. Old editors left stray memory in the high half:
    /// here is what differs (exclusive or) from a proper sign extension, 0 in every linedef made by us.
    std::array<std::uint16_t, 4> coordinateHigh{};

    friend bool operator==(const Linedef&, const Linedef&) = default;
};

namespace side_flag {
constexpr std::uint32_t backwards = 0x001, transparent = 0x002, passable = 0x004, mapNever = 0x008, mapAlways = 0x010,
                        noLookThrough = 0x020, aboveBottomUp = 0x040, belowTopDown = 0x080, normalTopDown = 0x100,
                        noVerticalTile = 0x200;
constexpr unsigned scrollSpeedShift = 10;     ///< 2 bits: none, slow, medium, fast
constexpr unsigned scrollDirectionShift = 12; ///< 3 bits: N, NE, E, SE, S, SW, W, NW
} // namespace side_flag

struct Sidedef
{
    std::uint16_t userId = 0;
    std::uint16_t normalTexture = 0, aboveTexture = 0, belowTexture = 0; ///< grdNNNNN.bgf, 0 = none
    std::uint32_t flags = 0;                                             ///< side_flag
    std::uint8_t animationSpeed = 0;                                     ///< period = 10000 / speed ms, 0 = none

    friend bool operator==(const Sidedef&, const Sidedef&) = default;
};

struct SlopeVertex
{
    std::int16_t x = 0, y = 0, z = 0; ///< editor units
    friend bool operator==(const SlopeVertex&, const SlopeVertex&) = default;
};

struct Slope
{
    double a = 0, b = 0, c = 0, d = 0; ///< a x + b y + c z + d = 0, client units
    double originX = 0, originY = 0;   ///< texture origin, client units
    std::int32_t angle = 0;            ///< texture direction, 4096 per turn, clockwise from east
    std::array<SlopeVertex, 3> vertices{};

    friend bool operator==(const Slope&, const Slope&) = default;
};

namespace sector_flag {
constexpr std::uint32_t depthMask = 0x003;   ///< wading depth 0..3: 0, 1/5, 2/5, 3/5 of a square
constexpr unsigned scrollSpeedShift = 2;     ///< 2 bits
constexpr unsigned scrollDirectionShift = 4; ///< 3 bits
constexpr std::uint32_t scrollFloor = 0x080, scrollCeiling = 0x100, flicker = 0x200, slopedFloor = 0x400, slopedCeiling = 0x800,
                        noMove = 0x2000;
} // namespace sector_flag

struct Sector
{
    std::uint16_t userId = 0;
    std::uint16_t floorTexture = 0, ceilingTexture = 0;
    std::int16_t xOffset = 0, yOffset = 0;
    std::uint16_t floorHeight = 0, ceilingHeight = 0; ///< editor units
    std::uint8_t light = 0;                           ///< 0..127 fixed, 128..255 follows ambient light (192 neutral)
    std::uint32_t flags = 0;                          ///< sector_flag; the slope bits agree with the two optionals
    std::uint8_t animationSpeed = 0;                  ///< from version 10
    std::optional<Slope> floorSlope, ceilingSlope;

    friend bool operator==(const Sector&, const Sector&) = default;
};

/// The first two things are opposite corners of the playable rectangle, in any order.
struct Thing
{
    std::int32_t x = 0, y = 0; ///< editor units
    // Present in the file only when there are more than two things:
    std::int32_t type = 0, angle = 0, when = 0, exitX = 0, exitY = 0, flags = 0;
    std::array<char, 64> comment{};

    friend bool operator==(const Thing&, const Thing&) = default;
};

/// Row-major grid from the north-west corner.
template <typename Cell>
struct Grid
{
    std::int32_t rows = 0, columns = 0;
    std::vector<Cell> cells;

    const Cell& at(std::int32_t row, std::int32_t column) const
    {
        return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
    }
    friend bool operator==(const Grid&, const Grid&) = default;
};

struct ServerSection
{
    Grid<std::uint8_t> move;                           ///< bit 0 N, 1 NE, ... 7 NW: allowed to the neighbour
    Grid<std::uint8_t> flags;                          ///< bit 0: the centre has a floor
    std::optional<Grid<std::uint8_t>> monster;         ///< from version 12
    std::optional<Grid<std::uint32_t>> highResolution; ///< 13 (integer) and 14

    friend bool operator==(const ServerSection&, const ServerSection&) = default;
};

struct Room
{
    Format format = Format::V15;
    std::uint32_t security = 0;         ///< as stored; see securityValue()
    std::int32_t width = 0, height = 0; ///< client units

    std::vector<Node> nodes;
    std::vector<Wall> walls;
    std::vector<Linedef> linedefs;
    std::vector<Sidedef> sidedefs;
    std::vector<Sector> sectors;
    std::vector<Thing> things;
    std::int32_t roomId = 0;
    bool hasRoomId = true; ///< the room id is in the file; the 1997 documents lack it, so up to version 11 it may be absent
    std::optional<ServerSection> server;

    friend bool operator==(const Room&, const Room&) = default;
};

/// True when the bytes start with the room magic.
bool isRoom(std::span<const std::byte> bytes);

/// Reads any version; `file` is only for messages. O(n) time and memory. An encrypted room gives an error that says so. What read
/// gives also passes checkReferences().
Result<Room> read(std::span<const std::byte> bytes, std::string_view file);

/// Every number that points to a node, wall, sidedef or sector points to one there is; the nodes form a tree and the walls lists
/// (each has one owner, and a number larger than its owner's), so that following them ends.
Result<void> checkReferences(const Room& room, std::string_view file);

/// Whether the format can hold the room: 16-bit counts, whole numbers where the format has no floats, the grids it wants.
Result<void> checkLimits(const Room& room);

/// Exactly the bytes that were read, for an untouched room. Does not change `security`: see refreshSecurity(). The room must keep
/// checkLimits(); slope bits in sector flags follow the slopes.
std::vector<std::byte> write(const Room& room);

/// Checksum over the room (formats.md section 1.7); also the key of the room in .map files.
std::uint32_t securityValue(const Room& room);
inline void refreshSecurity(Room& room) { room.security = securityValue(room); }

/// The playable rectangle in editor units: left, right, top, bottom (top > bottom). From the first two things, or from the
/// vertices where there are fewer than two.
struct PlayableRectangle
{
    std::int32_t left = 0, right = 0, top = 0, bottom = 0;
    friend bool operator==(const PlayableRectangle&, const PlayableRectangle&) = default;
};
PlayableRectangle playableRectangle(const Room& room);

/// Grids of no size, where the format cannot do without a server section (to version 13); their bytes also tell the two formats
/// 13 apart. For rooms whose grids are yet to be built.
std::optional<ServerSection> emptyServerSection(Format format);

/// Changes the format of a room and everything stored that depends on it. BSP tree and walls stay between formats with the same
/// kind of coordinates, grids between formats that have the same ones; else they are emptied and the builder of roomedit/roomcore
/// makes them anew. The security value is refreshed. Fails where the target cannot hold the room.
Result<Room> convert(const Room& room, Format target);

} // namespace blak::roo
