// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/server_movement.h"

#include "formats/space/server_crossing.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace blak::space {
namespace {

constexpr float monsterDistance = 248, playerDistance = 120; ///< kept from walls
constexpr float step = 384, playerStep = 480;                ///< highest step up
constexpr float headRoom = 768;                              ///< lowest opening
constexpr float gravity = -0.00032F * 16.0F;                 ///< per millisecond squared
constexpr std::size_t mostPassages = 2048;                   ///< judged; walls beyond stop by their sides alone

/// Through a wall: the sides and sectors that one leaves and enters, and where.
struct Passage
{
    Index sectorFrom = none, sectorTo = none, sideFrom = none, sideTo = none;
    FlatPoint place;
    float square = 0; ///< of the distance from the start of the way
    float floor = 0;  ///< where one leaves
};

bool isPassable(const ServerSide& side) { return (side.flags & roo::side_flag::passable) != 0; }
bool isForbidden(const ServerSector& sector) { return (sector.flags & roo::sector_flag::noMove) != 0; }

/// Finds what a straight way passes through. `Judge` is asked about each passage and says whether it is open.
template <class Judge>
class Way
{
public:
    Way(const ServerRoom& room, FlatPoint from, FlatPoint to, float keep, Judge& judge)
        : room_(room), from_(from), to_(to), keep_(keep), judge_(judge)
    {
    }

    bool isOpen(Index index) const
    {
        if (index == none || room_.nodes()[index].isLeaf)
            return true;
        const ServerNode& node = room_.nodes()[index];
        const float before = node.distance(from_), after = node.distance(to_);
        if (before > keep_ && after > keep_)
            return isOpen(node.plusChild);
        if (before < -keep_ && after < -keep_)
            return isOpen(node.minusChild);
        const bool crosses = (before > 0.0F && after < 0.0F) || (before < 0.0F && after > 0.0F);
        if (crosses ? !mayCross(node, before) : !mayComeNear(node, before, after))
            return false;
        return isOpen(node.plusChild) && isOpen(node.minusChild);
    }

private:
    bool mayCross(const ServerNode& node, float before) const
    {
        const auto crossing = crossingWithPlane(node, from_, to_);
        return !crossing || std::ranges::all_of(room_.wallsOf(node), [&](const ServerWall& wall) {
            return !touchesDisc(*crossing, keep_, wall.start, wall.end) || passes(wall, before > 0.0F, *crossing);
        });
    }

    /// A way that ends on the side where it begins matters where it gets nearer to the plane.
    bool mayComeNear(const ServerNode& node, float before, float after) const
    {
        return std::abs(after) > std::abs(before) || std::ranges::all_of(room_.wallsOf(node), [&](const ServerWall& wall) {
                   const NearestOnSegment nearest = nearestOnSegment(to_, wall.start, wall.end);
                   return nearest.square > keep_ * keep_ ||
                          passes(wall, before >= 0.0F, nearestPlace(node, wall, nearest.part, after));
               });
    }

    FlatPoint nearestPlace(const ServerNode& node, const ServerWall& wall, NearestOnSegment::Part part, float after) const
    {
        switch (part) {
        case NearestOnSegment::Part::Start: return wall.start;
        case NearestOnSegment::Part::End: return wall.end;
        case NearestOnSegment::Part::Between: break;
        }
        const FlatPoint normal{node.a, node.b};
        return to_ + (after > 0.0F ? normal * -1.0F : normal) * std::abs(after);
    }

    bool passes(const ServerWall& wall, bool fromPlus, FlatPoint place) const
    {
        const WallSide from = fromPlus ? WallSide::Plus : WallSide::Minus, to = fromPlus ? WallSide::Minus : WallSide::Plus;
        return judge_({wall.sector(from), wall.sector(to), wall.side(from), wall.side(to), place});
    }

    const ServerRoom& room_;
    FlatPoint from_, to_;
    float keep_;
    Judge& judge_;
};

template <class Judge>
bool isWayOpen(const ServerRoom& room, FlatPoint from, FlatPoint to, float keep, Judge judge)
{
    return Way<Judge>(room, from, to, keep, judge).isOpen(0);
}

bool lessFar(const Passage& a, const Passage& b) { return a.square < b.square || (a.square == b.square && a.floor < b.floor); }

/// Sorts by distance. What is equally far and low comes in the order that the reference's quicksort leaves, which takes the first
/// for its pivot and swaps what is not less to the end; at corners the order decides.
void sortByDistance(std::vector<const Passage*>& list, std::size_t begin, std::size_t end)
{
    if (end <= begin + 1)
        return;
    const Passage& pivot = *list[begin];
    std::size_t less = begin + 1, notLess = end;
    while (less < notLess) {
        if (lessFar(*list[less], pivot))
            ++less;
        else
            std::swap(list[less], list[--notLess]);
    }
    --less;
    std::swap(list[less], list[begin]);
    sortByDistance(list, begin, less);
    sortByDistance(list, notLess, end);
}

/// What stops whatever the height of who passes.
bool isOpenAtAnyHeight(const ServerRoom& room, const Passage& passage)
{
    if (passage.sectorTo == none || passage.sideTo == none)
        return false;
    if (passage.sideFrom != none && !isPassable(room.sides()[passage.sideFrom]))
        return false;
    const ServerSector& sector = room.sectors()[passage.sectorTo];
    return !isForbidden(sector) && !(sector.ceilingAt(passage.place) - room.standHeight(sector, passage.place) < headRoom);
}

/// Goes from passage to passage with the height one has by then.
bool mayClimb(const ServerRoom& room, FlatPoint from, const Walk& walk, const std::vector<const Passage*>& passages)
{
    constexpr float nearlyNothing = 0.001F, atOnce = 9999999.0F;
    const float maxStep = walk.isPlayer ? playerStep : step;
    const float speed = std::abs(walk.speed) < nearlyNothing ? atOnce : walk.speed;
    float done = 0, height = walk.height;
    FlatPoint here = from;
    for (const Passage* passage : passages) {
        if (passage->sideFrom == none || passage->sectorFrom == none)
            return passage == passages.front(); // who begins outside may enter; nothing behind is looked at
        const ServerSector& sectorFrom = room.sectors()[passage->sectorFrom];
        const ServerSector& sectorTo = room.sectors()[passage->sectorTo];
        const ServerSide& side = room.sides()[passage->sideFrom];
        const float groundHere = room.standHeight(sectorFrom, here);
        const float ground = room.standHeight(sectorFrom, passage->place);
        const float groundBehind = room.standHeight(sectorTo, passage->place);
        const float piece = passage->square - done; // squares of lengths, as the reference has it
        if (height > groundHere)
            height += 0.5F * gravity * (piece / (speed * speed));
        else if (height < groundHere - maxStep)
            return false;
        height = std::max(ground, height);
        if (side.belowTexture != 0 && groundBehind - height > maxStep)
            return false;
        if (side.aboveTexture != 0 && sectorTo.ceilingAt(passage->place) - ground < headRoom)
            return false;
        height = std::max(groundBehind, height);
        done += piece;
        here = passage->place;
    }
    return true;
}

} // namespace

bool mayWalk(const ServerRoom& room, FlatPoint from, FlatPoint to, const Walk& walk)
{
    if (room.nodes().empty())
        return false;
    if (isSamePlace(from, to))
        return true;
    std::vector<Passage> passages;
    const auto note = [&](Passage passage) {
        if (!isOpenAtAnyHeight(room, passage))
            return false;
        if (passages.size() == mostPassages)
            return true;
        passage.square = squareOf(passage.place - from);
        if (passage.sectorFrom != none)
            passage.floor = room.standHeight(room.sectors()[passage.sectorFrom], passage.place);
        passages.push_back(passage);
        return true;
    };
    if (!isWayOpen(room, from, to, walk.isPlayer ? playerDistance : monsterDistance, note))
        return false;
    std::vector<const Passage*> order;
    order.reserve(passages.size());
    for (const Passage& passage : passages)
        order.push_back(&passage);
    sortByDistance(order, 0, order.size());
    return mayClimb(room, from, walk, order);
}

bool mayStep(const ServerRoom& room, FlatPoint from, FlatPoint to)
{
    if (room.nodes().empty())
        return false;
    if (isSamePlace(from, to))
        return true;
    return isWayOpen(room, from, to, monsterDistance, [&](const Passage& passage) {
        if (passage.sectorTo == none || passage.sideTo == none)
            return false;
        if (passage.sectorFrom == none || passage.sideFrom == none)
            return true;
        if (!isOpenAtAnyHeight(room, passage))
            return false;
        const ServerSide& side = room.sides()[passage.sideFrom];
        const ServerSector& sectorTo = room.sectors()[passage.sectorTo];
        const float ground = room.standHeight(room.sectors()[passage.sectorFrom], passage.place);
        if (side.belowTexture != 0 && room.standHeight(sectorTo, passage.place) - ground > step)
            return false;
        return side.aboveTexture == 0 || !(sectorTo.ceilingAt(passage.place) - ground < headRoom);
    });
}

} // namespace blak::space
