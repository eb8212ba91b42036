// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/line_of_sight.h"
#include "formats/space/movement.h"
#include "server/vm/builtins.h"
#include "server/vm/room_arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

/// The room functions of open105: movement and sight on the BSP tree, blockers, changes of sectors.
namespace blak::vm {
namespace {

using namespace room;

constexpr double blockerRadius = 256; ///< client units: how near movers may come to a blocker

enum MoveFlags : std::int64_t { isPlayer = 1, mayLeave = 2, ignoreBlockers = 4 };

bool blocked(const RoomState& room, std::int64_t mover, space::Point from, space::Point to)
{
    for (const RoomBlocker& blocker : room.blockers) {
        if (blocker.object == mover)
            continue;
        const double before = std::hypot(from.x - blocker.point.x, from.y - blocker.point.y);
        const double after = std::hypot(to.x - blocker.point.x, to.y - blocker.point.y);
        if (after < blockerRadius && after < before)
            return true;
    }
    return false;
}

bool isOutside(const RoomState& room, space::Point point) { return room.room.leafAt(point) == space::none; }

/// Players come nearer to walls than monsters do (measured, docs/compatibility.md).
space::Mover bodyFor(std::int64_t flags) { return {.radius = (flags & isPlayer) != 0 ? 128.0 : 256.0}; }

/// `height` of the feet in client units.
bool canMove(const RoomState& room, std::int64_t mover, std::int64_t flags, space::Point from, space::Point to, double height)
{
    if ((flags & ignoreBlockers) == 0 && blocked(room, mover, from, to))
        return false;
    return space::canMoveFrom(room.room, bodyFor(flags), from, to, height);
}

template <class Traits>
double heightOf(Word<Traits> argument)
{
    return static_cast<double>(Words<Traits>::data(argument)) * space::clientUnitsPerEditorUnit;
}

template <class Traits>
Word<Traits> canMoveInRoomBsp(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    const auto from = place(a, 1);
    const auto to = place(a, 6);
    if (room == nullptr || !from || !to || !W::is(a[11], Tag::Object))
        return badRoom(m, "CanMoveInRoomBSP", room == nullptr ? a[0] : a[2], W::boolean(false));
    return W::boolean(canMove(*room, W::data(a[11]), W::data(a[12]), *from, *to, heightOf<Traits>(a[5])));
}

/// Writes an integer to the local that `slot` names.
template <class Traits>
void store(Machine<Traits>& m, Word<Traits> slot, std::int64_t value)
{
    if (Word<Traits>* place = m.outSlot(slot))
        *place = Words<Traits>::integer(value);
    else
        m.report("there is no local number " + m.briefText(slot) + m.describeSelf());
}

template <class Traits>
void storePlace(Machine<Traits>& m, const Arguments<Traits>& a, unsigned first, space::Point point)
{
    const space::GridPlace grid = space::toGrid(point);
    store(m, a[first], grid.row);
    store(m, a[first + 1], grid.column);
    store(m, a[first + 2], grid.fineRow);
    store(m, a[first + 3], grid.fineColumn);
}

/// Towards zero, as the reference does.
std::int64_t editorUnits(double clientUnits) { return static_cast<std::int64_t>(clientUnits / space::clientUnitsPerEditorUnit); }

/// The height of a plane at a point. The reference works out slopes in single precision, which shows where a height is a whole
/// number of units (measured); `exact` is ours, and keeps what moving the sector has added.
double planeHeight(const std::optional<roo::Slope>& slope, space::Point point, double exact)
{
    if (!slope || slope->c == 0)
        return exact;
    const auto a = static_cast<float>(slope->a), b = static_cast<float>(slope->b), c = static_cast<float>(slope->c),
               d = static_cast<float>(slope->d);
    const volatile float x = a * static_cast<float>(point.x), y = b * static_cast<float>(point.y); // no fused operation
    const volatile float sum = x + y;
    const double single = static_cast<double>(-(sum + d) / c);
    const double asStored = -(slope->a * point.x + slope->b * point.y + slope->d) / slope->c;
    const double moved = exact - asStored;
    return std::abs(moved) < 1e-3 ? single : single + moved;
}

/// What GetLocationInfoBSP is asked for, and what it answers; bits 0x300 of the answer are the wading depth.
enum LocationQuery : std::int64_t { askSector = 1, askThingsBox = 2, askBlockers = 4 };
enum LocationFlags : std::int64_t {
    overNoEdge = 0,
    outNorth = 1,
    outEast = 2,
    outSouth = 4,
    outWest = 8,
    inside = 0x10,
    hasFloorTexture = 0x20,
    hasCeilingTexture = 0x40,
    mayNotMove = 0x80,
    blockedByObject = 0x400,
};

/// Over which edges of the playable rectangle a point lies; the edges themselves are over.
std::int64_t edgesPassed(const RoomState& room, space::Point point)
{
    const auto box = roo::playableRectangle(room.room.room());
    const double width = static_cast<double>(box.right - box.left) * space::clientUnitsPerEditorUnit;
    const double height = static_cast<double>(box.top - box.bottom) * space::clientUnitsPerEditorUnit;
    const std::int64_t sideways = point.x <= 0 ? outWest : point.x >= width ? outEast : overNoEdge;
    const std::int64_t lengthwise = point.y <= 0 ? outNorth : point.y >= height ? outSouth : overNoEdge;
    return sideways | lengthwise;
}

bool nearBlocker(const RoomState& room, space::Point point)
{
    constexpr double keptFree = 512; ///< client units; what moves is stopped by other distances
    return std::ranges::any_of(room.blockers, [&](const RoomBlocker& blocker) {
        return std::hypot(point.x - blocker.point.x, point.y - blocker.point.y) < keptFree;
    });
}

std::int64_t sectorFlags(const roo::Sector& sector)
{
    std::int64_t flags = inside | std::int64_t{sector.flags & roo::sector_flag::depthMask} << 8;
    if (sector.floorTexture != 0)
        flags |= hasFloorTexture;
    if (sector.ceilingTexture != 0)
        flags |= hasCeilingTexture;
    if ((sector.flags & roo::sector_flag::noMove) != 0)
        flags |= mayNotMove;
    return flags;
}

LocationInfo heightsAt(const RoomState& room, space::Index sector, space::Point point)
{
    const roo::Sector& data = room.room.sector(sector);
    const double floor = planeHeight(data.floorSlope, point, room.room.floorHeight(sector, point));
    const std::uint32_t depth = data.flags & roo::sector_flag::depthMask;
    const auto& changed = depth == 0 ? std::nullopt : room.depthOverrides[depth - 1];
    return {.floor = editorUnits(floor),
            .floorWithDepth = editorUnits(floor - (changed ? *changed : room.room.shapes()[sector].depth)),
            .ceiling = editorUnits(planeHeight(data.ceilingSlope, point, room.room.ceilingHeight(sector, point)))};
}

template <class Traits>
Word<Traits> getLocationInfo(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    const auto point = place(a, 2);
    if (room == nullptr || !W::is(a[1], Tag::Int) || !point)
        return badRoom(m, "GetLocationInfoBSP", room == nullptr ? a[0] : a[2], W::boolean(false));
    const std::int64_t query = W::data(a[1]);
    std::int64_t flags = 0;
    if ((query & askThingsBox) != 0)
        flags |= edgesPassed(*room, *point);
    if ((query & askBlockers) != 0 && nearBlocker(*room, *point))
        flags |= blockedByObject;
    const space::Index sector = (query & askSector) != 0 ? room->room.sectorAt(*point) : space::none;
    LocationInfo& info = m.lastLocation();
    if (sector != space::none) {
        flags |= sectorFlags(room->room.sector(sector));
        info = heightsAt(*room, sector, *point);
    }
    store(m, a[6], flags);
    store(m, a[7], info.floor);
    store(m, a[8], info.floorWithDepth);
    store(m, a[9], info.ceiling);
    if (sector != space::none) // else the local keeps what it has
        store(m, a[10], room->room.sector(sector).userId);
    return W::boolean(true);
}

template <class Traits>
Word<Traits> lineOfSight(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr double eyeHeight = 768; ///< client units above the feet
    const RoomState* room = m.room(a[0]);
    const auto from = place(a, 1);
    const auto to = place(a, 6);
    if (room == nullptr || !from || !to || !W::is(a[5], Tag::Int) || !W::is(a[10], Tag::Int))
        return badRoom(m, "LineOfSightBSP", room == nullptr ? a[0] : a[1], W::boolean(false));
    if (isOutside(*room, *from) || isOutside(*room, *to))
        return W::boolean(true);
    const auto height = [&](unsigned i) {
        return static_cast<double>(W::data(a[i])) * space::clientUnitsPerEditorUnit + eyeHeight;
    };
    return W::boolean(space::inLineOfSight(room->room, {from->x, from->y, height(5)}, {to->x, to->y, height(10)}));
}

/// Whether the second place lies in the quarter turn that is seen from the first at `angle`.
template <class Traits>
Word<Traits> lineOfSightView(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr double halfView = space::anglesPerTurn / 8;
    const auto from = place(a, 1);
    const auto to = place(a, 5);
    if (!W::is(a[0], Tag::Int) || !from || !to)
        return badRoom(m, "LineOfSightView", a[0], W::boolean(false));
    const double turn = space::anglesPerTurn;
    const double towards = std::atan2(to->y - from->y, to->x - from->x) / (2 * std::numbers::pi) * turn;
    const double off = std::remainder(towards - static_cast<double>(W::data(a[0])), turn);
    return W::boolean(std::abs(off) <= halfView);
}

/// Point, start, end, radius: does the line from start to end touch the circle around the point?
template <class Traits>
Word<Traits> intersectLineCircle(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto centre = place(a, 0);
    const auto start = place(a, 4);
    const auto end = place(a, 8);
    if (!centre || !start || !end || !W::is(a[12], Tag::Int))
        return badRoom(m, "IntersectLineCircle", a[12], W::boolean(false));
    const double radius = static_cast<double>(W::data(a[12])) * space::clientUnitsPerEditorUnit;
    const double dx = end->x - start->x;
    const double dy = end->y - start->y;
    const double square = dx * dx + dy * dy;
    const double along =
        square == 0 ? 0 : std::clamp(((centre->x - start->x) * dx + (centre->y - start->y) * dy) / square, 0.0, 1.0);
    return W::boolean(std::hypot(start->x + along * dx - centre->x, start->y + along * dy - centre->y) <= radius);
}

template <class Traits>
Word<Traits> setBlocker(Machine<Traits>& m, const Arguments<Traits>& a, bool mayAdd)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    const auto point = place(a, 2);
    if (room == nullptr || !W::is(a[1], Tag::Object) || m.object(W::data(a[1])) == nullptr || !point)
        return badRoom(m, "Blocker", room == nullptr ? a[0] : a[1], W::boolean(false));
    const auto it = std::ranges::find(room->blockers, static_cast<std::int64_t>(W::data(a[1])), &RoomBlocker::object);
    if (it != room->blockers.end())
        it->point = *point;
    else if (mayAdd)
        room->blockers.push_back({W::data(a[1]), *point});
    else
        return W::boolean(false);
    return W::boolean(true);
}

template <class Traits>
Word<Traits> blockerAdd(Machine<Traits>& m, const Arguments<Traits>& a)
{
    return setBlocker(m, a, true);
}

template <class Traits>
Word<Traits> blockerMove(Machine<Traits>& m, const Arguments<Traits>& a)
{
    return setBlocker(m, a, false);
}

template <class Traits>
Word<Traits> blockerRemove(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !W::is(a[1], Tag::Object))
        return badRoom(m, "BlockerRemoveBSP", room == nullptr ? a[0] : a[1], W::boolean(false));
    const std::int64_t object = W::data(a[1]);
    std::erase_if(room->blockers, [&](const RoomBlocker& blocker) { return blocker.object == object; });
    return W::boolean(true);
}

template <class Traits>
Word<Traits> blockerClear(Machine<Traits>& m, const Arguments<Traits>& a)
{
    RoomState* room = m.room(a[0]);
    if (room == nullptr)
        return badRoom(m, "BlockerClearBSP", a[0], Words<Traits>::nil);
    room->blockers.clear();
    return Words<Traits>::nil;
}

/// A random place inside the room, at least `radius` from everything that stops; tried `attempts` times.
template <class Traits>
std::optional<space::Point> randomPoint(Machine<Traits>& m, const RoomState& room, std::int64_t attempts, double radius)
{
    constexpr std::int64_t mostAttempts = 10000;
    const auto rectangle = roo::playableRectangle(room.room.room());
    const auto width = static_cast<std::uint32_t>((rectangle.right - rectangle.left) * space::clientUnitsPerEditorUnit);
    const auto height = static_cast<std::uint32_t>((rectangle.top - rectangle.bottom) * space::clientUnitsPerEditorUnit);
    if (width == 0 || height == 0)
        return std::nullopt;
    for (std::int64_t i = 0; i < std::min(attempts, mostAttempts); ++i) {
        const space::Point point{static_cast<double>(m.host().random() % width), static_cast<double>(m.host().random() % height)};
        if (isOutside(room, point))
            continue;
        const double reach = radius + space::clientUnitsPerEditorUnit;
        const bool free = space::canMove(room.room, space::Mover::monster(), point, {point.x + reach, point.y}) &&
                          space::canMove(room.room, space::Mover::monster(), point, {point.x - reach, point.y}) &&
                          space::canMove(room.room, space::Mover::monster(), point, {point.x, point.y + reach}) &&
                          space::canMove(room.room, space::Mover::monster(), point, {point.x, point.y - reach});
        if (free)
            return point;
    }
    return std::nullopt;
}

template <class Traits>
Word<Traits> getRandomPoint(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 3))
        return badRoom(m, "GetRandomPointBSP", a[0], W::boolean(false));
    const auto point = randomPoint(m, *room, W::data(a[1]), static_cast<double>(W::data(a[2])) * space::clientUnitsPerEditorUnit);
    if (!point)
        return W::boolean(false);
    storePlace(m, a, 3, *point);
    return W::boolean(true);
}

/// A random reachable place between `min` and `max` squares away.
template <class Traits>
Word<Traits> getRandomMoveDest(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr std::int64_t mostAttempts = 10000;
    const RoomState* room = m.room(a[0]);
    const auto from = place(a, 4);
    if (room == nullptr || !integers(a, 1, 4) || !from)
        return badRoom(m, "GetRandomMoveDestBSP", a[0], W::boolean(false));
    const double near = static_cast<double>(W::data(a[2])) * space::clientUnitsPerSquare;
    const double far = static_cast<double>(W::data(a[3])) * space::clientUnitsPerSquare;
    constexpr double fractions = 4096;
    const space::Index sector = room->room.sectorAt(*from);
    const double height = sector == space::none ? 0 : room->room.standHeight(sector, *from);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(W::data(a[1]), mostAttempts); ++i) {
        const double angle = static_cast<double>(m.host().random() % 4096) / fractions * 2 * std::numbers::pi;
        const double distance = near + (far - near) * static_cast<double>(m.host().random() % 4096) / fractions;
        const space::Point to{from->x + distance * std::cos(angle), from->y + distance * std::sin(angle)};
        if (isOutside(*room, to) || !canMove(*room, -1, 0, *from, to, height))
            continue;
        storePlace(m, a, 8, to);
        return W::boolean(true);
    }
    return W::boolean(false);
}

constexpr std::int64_t straightWay = 64; ///< state flag: nothing stands between the mover and its goal

/// One step of `speed` fine units towards the place in the slots, which get the place reached; around obstacles the two
/// neighbouring directions are tried in turn.
template <class Traits>
Word<Traits> getStepTowards(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    const auto from = place(a, 1);
    Word<Traits>* slots[4];
    std::int32_t goal[4]{};
    for (unsigned i = 0; i < 4; ++i) {
        slots[i] = m.outSlot(a[6 + i]);
        if (slots[i] == nullptr || !W::is(*slots[i], Tag::Int))
            return badRoom(m, "GetStepTowardsBSP", a[6 + i], W::nil);
        goal[i] = static_cast<std::int32_t>(W::data(*slots[i]));
    }
    if (room == nullptr || !from || !W::is(a[10], Tag::Int) || !W::is(a[11], Tag::Int) || !W::is(a[12], Tag::Object))
        return badRoom(m, "GetStepTowardsBSP", a[0], W::nil);
    const space::Point to = space::toClient(space::GridPlace{goal[0], goal[1], goal[2], goal[3]});
    const double distance = std::hypot(to.x - from->x, to.y - from->y);
    const double step = std::min(distance, static_cast<double>(W::data(a[10])) * space::clientUnitsPerEditorUnit);
    const double height = heightOf<Traits>(a[5]);
    const double straight = std::atan2(to.y - from->y, to.x - from->x);
    for (const double turn : {0.0, 0.25, -0.25, 0.5, -0.5}) {
        const double angle = straight + turn * std::numbers::pi;
        const space::Point reached{from->x + step * std::cos(angle), from->y + step * std::sin(angle)};
        if (!canMove(*room, W::data(a[12]), 0, *from, reached, height))
            continue;
        storePlace(m, a, 6, {std::round(reached.x), std::round(reached.y)});
        const bool wayIsFree = canMove(*room, W::data(a[12]), 0, *from, to, height);
        const auto flags = static_cast<std::int64_t>(W::data(a[11])) & ~straightWay;
        return W::integer(wayIsFree ? flags | straightWay : flags);
    }
    return W::nil;
}

// --- open105: changes ----------------------------------------------------------------------------------------------------------

constexpr std::int64_t floorLift = 4; ///< the kind of animation that moves floors; every other one moves ceilings

template <class Traits>
Word<Traits> moveSector(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 5))
        return badRoom(m, "MoveSectorBSP", a[0], W::nil);
    const double height = static_cast<double>(W::data(a[3])) * space::clientUnitsPerEditorUnit;
    const auto& sectors = room->room.room().sectors;
    for (space::Index i = 0; i < sectors.size(); ++i) {
        if (sectors[i].userId != W::data(a[1]))
            continue;
        if (W::data(a[2]) == floorLift)
            room->room.setFloorHeight(i, height);
        else
            room->room.setCeilingHeight(i, height);
    }
    return W::nil;
}

template <class Traits>
Word<Traits> getSectorHeight(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 3))
        return badRoom(m, "GetSectorHeightBSP", a[0], W::integer(0));
    const auto& sectors = room->room.room().sectors;
    for (space::Index i = 0; i < sectors.size(); ++i)
        if (sectors[i].userId == W::data(a[1])) {
            const space::SectorShape& shape = room->room.shapes()[i];
            return W::integer(editorUnits(W::data(a[2]) == floorLift ? shape.floorLevel : shape.ceilingLevel));
        }
    return W::integer(0);
}

/// Flags say which parts: 1 above, 2 normal, 4 below of walls, 8 floor, 16 ceiling.
template <class Traits>
Word<Traits> changeTexture(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    enum Parts : std::int64_t { above = 1, normal = 2, below = 4, floor = 8, ceiling = 16 };
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 4))
        return badRoom(m, "ChangeTextureBSP", a[0], W::nil);
    const auto texture = static_cast<std::uint16_t>(W::data(a[2]));
    const std::int64_t parts = W::data(a[3]);
    const roo::Room& file = room->room.room();
    for (space::Index i = 0; i < file.sidedefs.size(); ++i) {
        roo::Sidedef side = file.sidedefs[i];
        if (side.userId != W::data(a[1]))
            continue;
        if ((parts & above) != 0)
            side.aboveTexture = texture;
        if ((parts & normal) != 0)
            side.normalTexture = texture;
        if ((parts & below) != 0)
            side.belowTexture = texture;
        room->room.setSidedef(i, side);
    }
    for (space::Index i = 0; i < file.sectors.size(); ++i) {
        roo::Sector sector = file.sectors[i];
        if (sector.userId != W::data(a[1]))
            continue;
        if ((parts & floor) != 0)
            sector.floorTexture = texture;
        if ((parts & ceiling) != 0)
            sector.ceilingTexture = texture;
        room->room.setSector(i, sector);
    }
    return W::nil;
}

template <class Traits>
Word<Traits> changeSectorFlag(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr std::uint32_t depthBits = 3;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 3))
        return badRoom(m, "ChangeSectorFlagBSP", a[0], W::nil);
    const roo::Room& file = room->room.room();
    for (space::Index i = 0; i < file.sectors.size(); ++i) {
        roo::Sector sector = file.sectors[i];
        if (sector.userId != W::data(a[1]))
            continue;
        sector.flags = (sector.flags & ~depthBits) | (static_cast<std::uint32_t>(W::data(a[2])) & depthBits);
        room->room.setSector(i, sector);
    }
    return W::nil;
}

/// Depths 1 to 3 of wading, in client units, where the matching bit of the flags is set.
template <class Traits>
Word<Traits> setRoomDepthOverride(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 5))
        return badRoom(m, "SetRoomDepthOverrideBSP", a[0], W::integer(0));
    for (unsigned i = 0; i < 3; ++i) {
        const bool set = (W::data(a[1]) >> i & 1) != 0;
        room->depthOverrides[i] = set ? std::optional(static_cast<double>(W::data(a[2 + i]))) : std::nullopt;
    }
    return W::integer(0);
}

/// Fine units between two coordinates in client units, within 32 bits as the reference counts them.
double fineUnitsBetween(double start, double end)
{
    return static_cast<std::int32_t>(static_cast<std::int64_t>((end - start) / space::clientUnitsPerEditorUnit));
}

/// Token bucket against moving too fast. A fine unit costs 256 tokens, and as many are filled in as `speed`, squares in 10 seconds,
/// could have used in the time. The size of the bucket limits only what is kept for the next move; a move that leaves nothing is
/// refused, and takes nothing.
template <class Traits>
Word<Traits> calcUserMovementBucket(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr double tokensPerFineUnit = 256;
    constexpr double millisecondsOfSpeed = 10000;
    const auto start = place(a, 5);
    const auto end = place(a, 9);
    if (!W::is(a[0], Tag::Int) || !integers(a, 2, 5) || !start || !end)
        return badRoom(m, "CalcUserMovementBucket", a[0], W::boolean(false));
    const auto number = [&](unsigned i) { return static_cast<double>(W::data(a[i])); };
    const double filled =
        number(0) + number(3) * space::editorUnitsPerSquare * tokensPerFineUnit * number(4) / millisecondsOfSpeed;
    const double rows = tokensPerFineUnit * fineUnitsBetween(start->y, end->y);
    const double columns = tokensPerFineUnit * fineUnitsBetween(start->x, end->x);
    const double left = filled - std::sqrt(rows * rows + columns * columns);
    const bool allowed = left > 0;
    const double kept = std::min(allowed ? left : filled, number(2));
    constexpr double least = std::numeric_limits<std::int32_t>::min(), most = std::numeric_limits<std::int32_t>::max();
    store(m, a[1], static_cast<std::int64_t>(std::clamp(kept, least, most)));
    return W::boolean(allowed);
}

} // namespace

template <class Traits>
Builtin<Traits> bspRoomBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::CanMoveInRoomBSP: return &canMoveInRoomBsp<Traits>;
    case F::GetLocationInfoBSP: return &getLocationInfo<Traits>;
    case F::LineOfSightBSP: return &lineOfSight<Traits>;
    case F::LineOfSightView: return &lineOfSightView<Traits>;
    case F::IntersectLineCircle: return &intersectLineCircle<Traits>;
    case F::BlockerAddBSP: return &blockerAdd<Traits>;
    case F::BlockerMoveBSP: return &blockerMove<Traits>;
    case F::BlockerRemoveBSP: return &blockerRemove<Traits>;
    case F::BlockerClearBSP: return &blockerClear<Traits>;
    case F::GetRandomPointBSP: return &getRandomPoint<Traits>;
    case F::GetRandomMoveDestBSP: return &getRandomMoveDest<Traits>;
    case F::GetStepTowardsBSP: return &getStepTowards<Traits>;
    case F::MoveSectorBSP: return &moveSector<Traits>;
    case F::GetSectorHeightBSP: return &getSectorHeight<Traits>;
    case F::ChangeTextureBSP: return &changeTexture<Traits>;
    case F::SetRoomDepthOverrideBSP: return &setRoomDepthOverride<Traits>;
    case F::CalcUserMovementBucket: return &calcUserMovementBucket<Traits>;
    case F::ChangeSectorFlagBSP: return &changeSectorFlag<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> bspRoomBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
