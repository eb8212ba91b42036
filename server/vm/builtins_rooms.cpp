// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room.h"
#include "server/vm/builtins.h"
#include "server/vm/room_arguments.h"

#include <algorithm>
#include <vector>

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
    const roo::PlayableRectangle& rectangle = room->room.rectangle();
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
    list = m.cons(W::integer(static_cast<std::int32_t>(room->room.security())), list);
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

/// Whether a place is in the first sector with one of the ids (an integer or a list of them). Ids are looked at before places.
template <class Traits>
Word<Traits> isPointInSector(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || room->room.sectors().empty() || !integers(a, 1, 5))
        return badRoom(m, "IsPointInSector", a[0], W::nil);
    std::vector<Word<Traits>> ids;
    if (W::is(a[5], Tag::Int))
        ids.push_back(a[5]);
    else if (!W::is(a[5], Tag::List))
        return badRoom(m, "IsPointInSector", a[5], W::nil);
    for (const auto* node = m.cell(a[5]); node != nullptr && ids.size() < m.cellCount(); node = m.cell(node->rest)) {
        if (W::is(node->first, Tag::Int))
            ids.push_back(node->first);
        else
            m.report("IsPointInSector: " + m.briefText(node->first) + " is no sector id" + m.describeSelf());
    }
    const auto coordinate = [&](unsigned whole, unsigned fine) { // counted within 32 bits
        const auto editorUnits = (std::int64_t{W::data(a[whole])} - 1) * 64 + W::data(a[fine]);
        return static_cast<std::int32_t>(editorUnits * 16);
    };
    const std::int32_t x = coordinate(2, 4), y = coordinate(1, 3);
    const auto sectors = room->room.sectors();
    for (const Word<Traits> id : ids) {
        const auto wanted = static_cast<std::int32_t>(W::data(id));
        const auto found =
            std::ranges::find(sectors, wanted, [](const auto& sector) { return static_cast<std::int16_t>(sector.userId); });
        if (found == sectors.end())
            m.report("IsPointInSector: the room has no sector " + m.briefText(id) + m.describeSelf());
        else if (room->room.hasLeafAt(static_cast<space::Index>(found - sectors.begin()), x, y))
            return W::boolean(true);
    }
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
    auto loaded = space::ServerRoom::load(std::move(parsed.value()), name);
    if (!loaded)
        return loaded.error();
    return RoomState{std::string(name), std::move(loaded.value()), std::move(players), std::move(monsters), {}};
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
