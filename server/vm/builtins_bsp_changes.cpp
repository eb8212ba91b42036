// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"
#include "server/vm/room_arguments.h"

#include <algorithm>

/// The room functions of open105 that change rooms: blockers, heights, textures, flags.
namespace blak::vm {
namespace {

using namespace room;

// --- blockers ------------------------------------------------------------------------------------------------------------------

/// The one that was added last, where an object is there several times.
auto blockerOf(RoomState& room, std::int64_t object)
{
    return std::ranges::find(room.blockers.rbegin(), room.blockers.rend(), object, &RoomBlocker::object);
}

template <class Traits>
Word<Traits> blockerAdd(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    const auto point = place(a, 2);
    if (room == nullptr || !W::is(a[1], Tag::Object) || !point)
        return badRoom(m, "BlockerAddBSP", room == nullptr ? a[0] : a[1], W::boolean(false));
    if (!m.take(sizeof(RoomBlocker)))
        return W::boolean(false);
    room->blockers.push_back({W::data(a[1]), *point});
    return W::boolean(true);
}

template <class Traits>
Word<Traits> blockerMove(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    const auto point = place(a, 2);
    if (room == nullptr || !W::is(a[1], Tag::Object) || !point)
        return badRoom(m, "BlockerMoveBSP", room == nullptr ? a[0] : a[1], W::boolean(false));
    const auto blocker = blockerOf(*room, W::data(a[1]));
    if (blocker == room->blockers.rend())
        return W::boolean(false);
    blocker->point = *point;
    blocker->movedAt = m.host().milliseconds();
    return W::boolean(true);
}

template <class Traits>
Word<Traits> blockerRemove(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !W::is(a[1], Tag::Object))
        return badRoom(m, "BlockerRemoveBSP", room == nullptr ? a[0] : a[1], W::boolean(false));
    const auto blocker = blockerOf(*room, W::data(a[1]));
    if (blocker == room->blockers.rend())
        return W::boolean(false);
    room->blockers.erase(std::next(blocker).base());
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

// --- sectors and sides ---------------------------------------------------------------------------------------------------------

/// Calls `change` with each sector or side that has the id.
template <class List, class Change>
void forEachOf(List list, std::int64_t userId, const Change& change)
{
    for (auto& item : list)
        if (item.userId == userId)
            change(item);
}

template <class Traits>
Word<Traits> moveSector(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 5))
        return badRoom(m, "MoveSectorBSP", a[0], W::nil);
    const float height = lengthOf<Traits>(a[3]);
    const bool movesFloor = W::data(a[2]) == floorLift;
    forEachOf(room->room.sectors(), W::data(a[1]),
              [&](space::ServerSector& sector) { (movesFloor ? sector.floorHeight : sector.ceilingHeight) = height; });
    return W::nil;
}

/// Flags say which parts: 1 above, 2 normal, 4 below of walls, 8 floor, 16 ceiling; 32: back to those of the file.
template <class Traits>
Word<Traits> changeTexture(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    enum Parts : std::int64_t { above = 1, normal = 2, below = 4, floor = 8, ceiling = 16, reset = 32 };
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 4))
        return badRoom(m, "ChangeTextureBSP", a[0], W::nil);
    const auto userId = static_cast<std::uint16_t>(W::data(a[1]));
    const auto texture = static_cast<std::uint16_t>(W::data(a[2]));
    const auto parts = static_cast<std::int64_t>(W::data(a[3]));
    const auto change = [&](Parts part, std::uint16_t& now, std::uint16_t atFirst) {
        if ((parts & part) != 0)
            now = (parts & reset) != 0 ? atFirst : texture;
    };
    forEachOf(room->room.sides(), userId, [&](space::ServerSide& side) {
        change(above, side.aboveTexture, side.aboveTextureAtFirst);
        change(normal, side.normalTexture, side.normalTextureAtFirst);
        change(below, side.belowTexture, side.belowTextureAtFirst);
    });
    forEachOf(room->room.sectors(), userId, [&](space::ServerSector& sector) {
        change(floor, sector.floorTexture, sector.floorTextureAtFirst);
        change(ceiling, sector.ceilingTexture, sector.ceilingTextureAtFirst);
    });
    return W::nil;
}

/// The lowest three bits: 1 the depth of the file, 2 to 5 depths 0 to 3. The next two: 1 "no move" as in the file, 2 on, 3 off.
/// Bit 5: all flags of the file. Else things stay as they are.
void changeFlags(space::ServerSector& sector, std::int64_t change)
{
    constexpr std::int64_t all = 0x20;
    constexpr std::uint32_t depthMask = roo::sector_flag::depthMask, noMove = roo::sector_flag::noMove;
    if ((change & all) != 0) {
        sector.flags = sector.flagsAtFirst;
        return;
    }
    const auto take = [&](std::uint32_t mask, std::uint32_t bits) { sector.flags = (sector.flags & ~mask) | (bits & mask); };
    const auto depth = static_cast<std::uint32_t>(change & 7);
    if (depth == 1)
        take(depthMask, sector.flagsAtFirst);
    else if (depth >= 2 && depth <= 5)
        take(depthMask, depth - 2);
    switch (change >> 3 & 3) {
    case 1: take(noMove, sector.flagsAtFirst); break;
    case 2: take(noMove, noMove); break;
    case 3: take(noMove, 0); break;
    default: break;
    }
}

template <class Traits>
Word<Traits> changeSectorFlag(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 3))
        return badRoom(m, "ChangeSectorFlagBSP", a[0], W::nil);
    forEachOf(room->room.sectors(), W::data(a[1]), [&](space::ServerSector& sector) { changeFlags(sector, W::data(a[2])); });
    return W::nil;
}

template <class Traits>
Word<Traits> setRoomDepthOverride(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 5))
        return badRoom(m, "SetRoomDepthOverrideBSP", a[0], W::boolean(false));
    room->room.setDepths({.flags = static_cast<std::uint32_t>(W::data(a[1])),
                          .heights = {lengthOf<Traits>(a[2]), lengthOf<Traits>(a[3]), lengthOf<Traits>(a[4])}});
    return W::integer(0);
}

} // namespace

template <class Traits>
Builtin<Traits> bspChangeBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::BlockerAddBSP: return &blockerAdd<Traits>;
    case F::BlockerMoveBSP: return &blockerMove<Traits>;
    case F::BlockerRemoveBSP: return &blockerRemove<Traits>;
    case F::BlockerClearBSP: return &blockerClear<Traits>;
    case F::MoveSectorBSP: return &moveSector<Traits>;
    case F::ChangeTextureBSP: return &changeTexture<Traits>;
    case F::SetRoomDepthOverrideBSP: return &setRoomDepthOverride<Traits>;
    case F::ChangeSectorFlagBSP: return &changeSectorFlag<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> bspChangeBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
