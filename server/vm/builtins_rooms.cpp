// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room.h"
#include "server/vm/builtins.h"
#include "server/vm/room_arguments.h"

#include <algorithm>

namespace blak::vm {
namespace {

using namespace room;

template <class Traits>
Word<Traits> loadRoom(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto name = W::is(a[0], Tag::Resource) ? m.lookUp(a[0]) : std::nullopt;
    if (!name)
        return badRoom(m, "LoadRoom", a[0], W::nil);
    if (auto prepared = m.host().preparedRoom(*name)) {
        prepared->name = *name;
        return W::make(Tag::RoomData, m.addRoom(std::move(prepared)));
    }
    const auto bytes = m.host().roomFile(*name);
    const auto fail = [&](const std::string& why) {
        if constexpr (Traits::extended)
            m.report("LoadRoom: " + why + m.describeSelf());
        else
            m.reportWithoutPlace("LoadRoom: " + why);
        return W::nil;
    };
    if (bytes.empty())
        return fail("there is no room file " + std::string(*name));
    auto state = loadRoomState(bytes, *name);
    if (!state)
        return fail(state.error().text());
    return W::make(Tag::RoomData, m.addRoom(std::make_unique<RoomState>(std::move(state).value())));
}

template <class Traits>
Word<Traits> freeRoom(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (m.room(a[0]) == nullptr)
        return badRoom(m, "FreeRoom", a[0], Words<Traits>::nil);
    m.freeRoom(a[0]);
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> roomData(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr)
        return badRoom(m, "RoomData", a[0], W::nil);
    const auto rectangle = roo::playableRectangle(room->room.room());
    const auto cells = [](double editorUnits, double perSquare) {
        return Words<Traits>::integer(static_cast<std::int64_t>(editorUnits * perSquare / space::editorUnitsPerSquare));
    };
    const double height = rectangle.top - rectangle.bottom; // editor units
    const double width = rectangle.right - rectangle.left;
    Word<Traits> list = W::nil;
    if constexpr (Traits::extended) {
        constexpr double highResolution = 4;
        list = m.cons(cells(width, highResolution), list);
        list = m.cons(cells(height, highResolution), list);
    }
    list = m.cons(W::integer(static_cast<std::int32_t>(room->room.room().security)), list);
    list = m.cons(cells(width, 1), list);
    return m.cons(cells(height, 1), list);
}

/// The coarse grids: walls for players, and the grid of monsters, which Blakod calls the fine one.
template <class Traits, bool monsters>
Word<Traits> canMoveInRoom(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 5))
        return badRoom(m, "CanMoveInRoom", room == nullptr ? a[0] : a[1], W::boolean(false));
    const auto& grid = monsters ? room->monsters : room->players;
    if (!grid)
        return W::boolean(true);
    const auto cell = [&](unsigned first) {
        return space::Cell{static_cast<std::int32_t>(W::data(a[first])) - 1,
                           static_cast<std::int32_t>(W::data(a[first + 1])) - 1};
    };
    return W::boolean(grid->canMove(cell(1), cell(3)));
}

template <class Traits>
Word<Traits> isPointInSector(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    const auto point = place(a, 1);
    if (room == nullptr || !point)
        return badRoom(m, "IsPointInSector", room == nullptr ? a[0] : a[1], W::nil);
    const auto& sectors = room->room.room().sectors;
    const space::Index here = room->room.sectorAt(*point);
    const auto inside = [&](Word<Traits> id) {
        const auto wanted = static_cast<std::int64_t>(W::data(id));
        if (!W::is(id, Tag::Int) || std::ranges::none_of(sectors, [&](const auto& sector) { return sector.userId == wanted; })) {
            m.report("IsPointInSector: the room has no sector " + m.briefText(id));
            return false;
        }
        return here != space::none && sectors[here].userId == wanted;
    };
    if (W::is(a[5], Tag::Int))
        return W::boolean(inside(a[5]));
    if (!W::is(a[5], Tag::List))
        return badRoom(m, "IsPointInSector", a[5], W::nil);
    for (const auto* node = m.cell(a[5]); node != nullptr; node = m.cell(node->rest))
        if (inside(node->first))
            return W::boolean(true);
    return W::boolean(false);
}

} // namespace

std::unique_ptr<RoomState> Host::preparedRoom(std::string_view /*name*/) { return nullptr; }

Result<RoomState> loadRoomState(std::span<const std::byte> bytes, std::string_view name)
{
    auto parsed = roo::read(bytes, name);
    if (!parsed)
        return parsed.error();
    auto players = space::MoveGrid::of(parsed.value(), space::MoveGrid::Kind::Player);
    auto monsters = space::MoveGrid::of(parsed.value(), space::MoveGrid::Kind::Monster);
    auto loaded = space::LoadedRoom::loadForServer(std::move(parsed.value()), name);
    if (!loaded)
        return loaded.error();
    return RoomState{std::string(name), std::move(loaded.value()), std::move(players), std::move(monsters), {}, {}};
}

template <class Traits>
Builtin<Traits> roomBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::LoadRoom: return &loadRoom<Traits>;
    case F::FreeRoom: return &freeRoom<Traits>;
    case F::RoomData: return &roomData<Traits>;
    case F::CanMoveInRoom: return &canMoveInRoom<Traits, false>;
    case F::CanMoveInRoomFine: return &canMoveInRoom<Traits, true>;
    case F::IsPointInSector: return &isPointInSector<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> roomBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
