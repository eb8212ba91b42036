// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/server_movement.h"
#include "formats/space/server_sight.h"
#include "server/vm/builtins.h"
#include "server/vm/room_arguments.h"
#include "server/vm/room_blockers.h"

#include <algorithm>
#include <cmath>
#include <limits>

/// The room functions of open105 that ask: movement and sight on the BSP tree, what is at a place.
namespace blak::vm {
namespace {

using namespace room;
using space::FlatPoint;

template <class Traits>
Word<Traits> canMoveInRoomBsp(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    enum MoveFlags : std::int64_t { isPlayer = 1, mayLeave = 2, ignoreBlockers = 4 };
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 11) || !W::is(a[11], Tag::Object) || !W::is(a[12], Tag::Int))
        return badRoom(m, "CanMoveInRoomBSP", room == nullptr ? a[0] : a[2], W::boolean(false));
    const FlatPoint from = *place(a, 1), to = *place(a, 6);
    const auto flags = static_cast<std::int64_t>(W::data(a[12]));
    const space::Walk walk{
        .isPlayer = (flags & isPlayer) != 0, .height = lengthOf<Traits>(a[5]), .speed = speedOf<Traits>(a[10])};
    if (room->room.nodes().empty())
        return W::boolean(false);
    if (isSamePlace(from, to))
        return W::boolean(true);
    if ((flags & mayLeave) == 0 && !space::mayWalk(room->room, from, to, walk))
        return W::boolean(false);
    const Passer passer{.object = W::data(a[11]), .isPlayer = walk.isPlayer, .now = m.host().milliseconds()};
    return W::boolean((flags & ignoreBlockers) != 0 || !blockersStop(*room, passer, from, to));
}

/// Client units as an integer of Blakod in fine units, cut towards zero.
std::int64_t fineUnits(float clientUnits)
{
    constexpr std::int64_t least = -134217728, most = 134217727;
    const float fine = clientUnits / unitsPerFine;
    if (fine > static_cast<float>(most))
        return most;
    return fine < static_cast<float>(least) ? least : static_cast<std::int64_t>(fine);
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
std::int64_t edgesPassed(const space::ServerRoom& room, FlatPoint point)
{
    const FlatPoint far = room.farCorner();
    const std::int64_t sideways = point.x <= 0 ? outWest : point.x >= far.x ? outEast : overNoEdge;
    const std::int64_t lengthwise = point.y <= 0 ? outNorth : point.y >= far.y ? outSouth : overNoEdge;
    return sideways | lengthwise;
}

std::int64_t sectorFlags(const space::ServerSector& sector)
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

template <class Traits>
Word<Traits> getLocationInfo(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 11))
        return badRoom(m, "GetLocationInfoBSP", room == nullptr ? a[0] : a[2], W::boolean(false));
    const FlatPoint point = *place(a, 2);
    const auto query = static_cast<std::int64_t>(W::data(a[1]));
    std::int64_t flags = 0;
    if ((query & askThingsBox) != 0)
        flags |= edgesPassed(room->room, point);
    if ((query & askBlockers) != 0 && isNearBlocker(*room, point))
        flags |= blockedByObject;
    const space::Index number = (query & askSector) != 0 ? room->room.sectorAt(point) : space::none;
    LocationInfo& info = m.lastLocation();
    if (number != space::none) {
        const space::ServerSector& sector = room->room.sectors()[number];
        flags |= sectorFlags(sector);
        info = {.floor = fineUnits(sector.floorAt(point)),
                .floorWithDepth = fineUnits(room->room.standHeight(sector, point)),
                .ceiling = fineUnits(sector.ceilingAt(point))};
    }
    store(m, a[6], flags);
    store(m, a[7], info.floor);
    store(m, a[8], info.floorWithDepth);
    store(m, a[9], info.ceiling);
    if (number != space::none) // else the local keeps what it has
        store(m, a[10], room->room.sectors()[number].userId);
    return W::boolean(true);
}

template <class Traits>
Word<Traits> getSectorHeight(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 3))
        return badRoom(m, "GetSectorHeightBSP", a[0], W::boolean(false));
    const auto sectors = room->room.sectors();
    const auto found = std::ranges::find(sectors, static_cast<std::int64_t>(W::data(a[1])), &space::ServerSector::userId);
    if (found == sectors.end())
        return W::integer(0);
    return W::integer(fineUnits(W::data(a[2]) == floorLift ? found->floorHeight : found->ceilingHeight));
}

template <class Traits>
Word<Traits> lineOfSight(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 11))
        return badRoom(m, "LineOfSightBSP", room == nullptr ? a[0] : a[1], W::boolean(false));
    const auto eye = [&](unsigned first) {
        const FlatPoint point = *place(a, first);
        return space::FlatPoint3{point.x, point.y, lengthOf<Traits>(a[first + 4])};
    };
    return W::boolean(space::sees(room->room, eye(1), eye(6)));
}

template <class Traits>
Word<Traits> lineOfSightView(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!integers(a, 0, 9))
        return badRoom(m, "LineOfSightView", a[0], W::boolean(false));
    return W::boolean(space::isInView(*place(a, 1), *place(a, 5), static_cast<std::int32_t>(W::data(a[0]))));
}

/// Point, start, end, radius: does the way from start to end meet the circle around the point?
template <class Traits>
Word<Traits> intersectLineCircle(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!integers(a, 0, 13))
        return badRoom(m, "IntersectLineCircle", a[12], W::boolean(false));
    return W::boolean(space::meetsCircle(*place(a, 0), lengthOf<Traits>(a[12]), *place(a, 4), *place(a, 8)));
}

/// Token bucket against moving too fast. A fine unit costs 256 tokens, and as many are filled in as `speed`, squares in 10
/// seconds, could have used in the time. The size of the bucket limits only what is kept for the next move; a move that leaves
/// nothing is refused, and takes nothing.
template <class Traits>
Word<Traits> calcUserMovementBucket(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr double tokensPerFineUnit = 256;
    constexpr double millisecondsOfSpeed = 10000;
    if (!integers(a, 0, 13))
        return badRoom(m, "CalcUserMovementBucket", a[0], W::boolean(false));
    const auto number = [&](unsigned i) { return static_cast<double>(W::data(a[i])); };
    const auto tokensBetween = [&](unsigned start, unsigned end) {
        const auto fine = [&](unsigned i) { return std::int64_t{W::data(a[i])} * 64 + W::data(a[i + 2]); };
        return tokensPerFineUnit * static_cast<std::int32_t>(fine(end) - fine(start)); // counted within 32 bits
    };
    const double filled =
        number(0) + number(3) * space::editorUnitsPerSquare * tokensPerFineUnit * number(4) / millisecondsOfSpeed;
    const double rows = tokensBetween(5, 9), columns = tokensBetween(6, 10);
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
    case F::GetSectorHeightBSP: return &getSectorHeight<Traits>;
    case F::LineOfSightBSP: return &lineOfSight<Traits>;
    case F::LineOfSightView: return &lineOfSightView<Traits>;
    case F::IntersectLineCircle: return &intersectLineCircle<Traits>;
    case F::CalcUserMovementBucket: return &calcUserMovementBucket<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> bspRoomBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
