// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/server_movement.h"
#include "server/vm/builtins.h"
#include "server/vm/room_arguments.h"
#include "server/vm/room_blockers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

/// The room functions of open105 that look for a place: random ones, the next step towards one.
namespace blak::vm {
namespace {

using namespace room;
using space::FlatPoint;

constexpr std::int64_t mostAttempts = 10000; ///< of a search, whatever Blakod asks for

FlatPoint turned(FlatPoint point, float radians)
{
    const float cosine = std::cos(radians), sine = std::sin(radians);
    return {point.x * cosine - point.y * sine, point.x * sine + point.y * cosine};
}

/// To a place that Blakod's coordinates can name.
FlatPoint rounded(FlatPoint point)
{
    return {std::round(point.x / unitsPerFine) * unitsPerFine, std::round(point.y / unitsPerFine) * unitsPerFine};
}

/// From 0 to 1.
template <class Traits>
float chance(Machine<Traits>& m)
{
    constexpr std::uint32_t most = (1U << 24) - 1; // what single precision holds
    return static_cast<float>(m.host().random() & most) / static_cast<float>(most);
}

/// The sector at a place where something may be put: with a floor, not "no move", no blocker too near.
const space::ServerSector* usableSectorAt(const RoomState& room, FlatPoint point)
{
    const space::Index number = room.room.sectorAt(point);
    if (number == space::none)
        return nullptr;
    const space::ServerSector& sector = room.room.sectors()[number];
    const bool usable = sector.floorTexture != 0 && (sector.flags & roo::sector_flag::noMove) == 0 && !isNearBlocker(room, point);
    return usable ? &sector : nullptr;
}

bool maySetOut(const RoomState& room, FlatPoint from, FlatPoint to)
{
    constexpr std::int64_t nobody = 0;
    return space::mayStep(room.room, from, to) && !blockersStop(room, {.object = nobody}, from, to);
}

/// Whether steps of that length can be made in eight directions.
bool isFreeAround(const RoomState& room, FlatPoint point, float radius)
{
    constexpr int directions = 8;
    constexpr float leastRadius = 1;
    if (radius < leastRadius)
        return true;
    FlatPoint way{radius, 0};
    for (int i = 0; i < directions; ++i) {
        way = turned(way, -std::numbers::pi_v<float> / 4);
        if (!maySetOut(room, point, rounded(point + way)))
            return false;
    }
    return true;
}

template <class Traits>
std::optional<FlatPoint> randomPoint(Machine<Traits>& m, const RoomState& room, std::int64_t attempts, float radius)
{
    const FlatPoint far = room.room.farCorner();
    for (std::int64_t i = 0; i < std::min(attempts, mostAttempts); ++i) {
        const FlatPoint point = rounded({chance(m) * far.x, chance(m) * far.y});
        if (usableSectorAt(room, point) != nullptr && isFreeAround(room, point, radius))
            return point;
    }
    return std::nullopt;
}

/// Room, attempts, radius in fine units, four slots.
template <class Traits>
Word<Traits> getRandomPoint(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 7))
        return badRoom(m, "GetRandomPointBSP", a[0], W::boolean(false));
    const auto point = randomPoint(m, *room, W::data(a[1]), lengthOf<Traits>(a[2]));
    if (!point)
        return W::boolean(false);
    storePlace(m, a, 3, *point);
    return W::boolean(true);
}

/// Room, attempts, least and largest distance in fine units, place, four slots. The way there is not looked at, the difference of
/// heights is: at most five steps.
template <class Traits>
Word<Traits> getRandomMoveDest(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr float farUpOrDown = 5 * 384.0F;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 12))
        return badRoom(m, "GetRandomMoveDestBSP", a[0], W::boolean(false));
    const FlatPoint from = *place(a, 4), far = room->room.farCorner();
    const space::Index start = room->room.sectorAt(from);
    if (start == space::none)
        return W::boolean(false);
    const float height = room->room.standHeight(room->room.sectors()[start], from);
    const float least = lengthOf<Traits>(a[2]), more = lengthOf<Traits>(a[3]) - least;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(W::data(a[1]), mostAttempts); ++i) {
        const float length = least + chance(m) * more, angle = chance(m) * 2 * std::numbers::pi_v<float>;
        const FlatPoint to = rounded(from + turned({1, 0}, angle) * length);
        const auto* sector = isInBox({0, 0}, far, to) ? usableSectorAt(*room, to) : nullptr;
        if (sector == nullptr || std::abs(room->room.standHeight(*sector, to) - height) > farUpOrDown)
            continue;
        storePlace(m, a, 8, to);
        return W::boolean(true);
    }
    return W::boolean(false);
}

enum StepFlags : std::int64_t {
    onPath = 0x20,       ///< never answered: ways around what is in between are not searched for
    straight = 0x40,     ///< nothing stands between the mover and its goal
    longStep = 0x2000,   ///< answered with onPath only
    avoids = 0x4000,     ///< goes around something
    clockwise = 0x8000,  ///< that way round
    mayLeave = 0x100000, ///< walls do not stop it
};

/// Someone who looks for the next step.
struct Stepper
{
    const RoomState& room;
    space::Walk walk;
    Passer passer;
    bool walls = true; ///< stop it

    bool mayGo(FlatPoint from, FlatPoint to, bool ignoresEnd) const
    {
        if (room.room.nodes().empty())
            return false;
        if (isSamePlace(from, to))
            return true;
        Passer who = passer;
        who.ignoresEnd = ignoresEnd;
        return (!walls || space::mayWalk(room.room, from, to, walk)) && !blockersStop(room, who, from, to);
    }
};

struct Step
{
    FlatPoint to;
    std::int64_t flags = 0;
};

/// One step of 16 fine units: straight on where that is possible, else turned by up to 135 degrees in six steps, first to the
/// side that was begun with.
std::optional<Step> nextStep(const Stepper& who, FlatPoint from, FlatPoint goal, std::int64_t flags, bool clockwiseFirst)
{
    constexpr float stepLength = 16 * unitsPerFine;
    constexpr int turns = 6;
    constexpr float turn = std::numbers::pi_v<float> / 8;
    const FlatPoint between = goal - from;
    const float length = std::sqrt(squareOf(between));
    const std::int64_t kept = flags & ~std::int64_t{mayLeave | longStep | onPath | straight | avoids | clockwise};
    if (space::isNothing(length))
        return Step{goal, kept};
    const FlatPoint way = between * (1.0F / length * stepLength);
    const FlatPoint ahead = rounded(from + way);
    if (who.mayGo(from, ahead, false))
        return Step{ahead, who.mayGo(from, goal, true) ? kept | straight : kept};
    const bool first = (flags & avoids) != 0 ? (flags & clockwise) != 0 : clockwiseFirst;
    for (const bool side : {first, !first}) {
        FlatPoint tried = way;
        for (int i = 0; i < turns; ++i) {
            tried = turned(tried, side ? -turn : turn);
            const FlatPoint reached = rounded(from + tried);
            if (who.mayGo(from, reached, false))
                return Step{reached, kept | avoids | (side ? clockwise : std::int64_t{0})};
        }
    }
    return std::nullopt;
}

/// Room, place, height, four slots with the goal, which get the place reached, speed, flags, object.
template <class Traits>
Word<Traits> getStepTowards(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const RoomState* room = m.room(a[0]);
    if (room == nullptr || !integers(a, 1, 12) || !W::is(a[12], Tag::Object))
        return badRoom(m, "GetStepTowardsBSP", a[0], W::nil);
    std::array<Word<Traits>, 4> goal;
    for (unsigned i = 0; i < goal.size(); ++i) {
        const Word<Traits>* slot = m.outSlot(a[6 + i]);
        if (slot == nullptr)
            return badRoom(m, "GetStepTowardsBSP", a[6 + i], W::nil);
        goal[i] = W::integer(W::data(*slot));
    }
    const Arguments<Traits> goalPlace{.words = goal.data(), .count = goal.size()};
    const auto flags = static_cast<std::int64_t>(W::data(a[11]));
    const Stepper who{.room = *room,
                      .walk = {.isPlayer = false, .height = lengthOf<Traits>(a[5]), .speed = speedOf<Traits>(a[10])},
                      .passer = {.object = W::data(a[12])},
                      .walls = (flags & mayLeave) == 0};
    const auto step = nextStep(who, *place(a, 1), *place(goalPlace, 0), flags, (m.host().random() & 1) != 0);
    if (!step)
        return W::nil;
    storePlace(m, a, 6, step->to);
    return W::integer(step->flags);
}

} // namespace

template <class Traits>
Builtin<Traits> bspStepBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::GetRandomPointBSP: return &getRandomPoint<Traits>;
    case F::GetRandomMoveDestBSP: return &getRandomMoveDest<Traits>;
    case F::GetStepTowardsBSP: return &getStepTowards<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> bspStepBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
