// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/things.h"

#include <algorithm>
#include <vector>

namespace blak::roomcore {
namespace {

constexpr std::int32_t square = 64; ///< editor units

std::vector<ThingId> cornersOf(const Map& map)
{
    std::vector<ThingId> corners;
    for (std::uint32_t i = 0; i < map.things().size() && corners.size() < 2; ++i)
        if (map.things()[i])
            corners.push_back({i});
    return corners;
}

MapPoint placeOf(const Map& map, ThingId id) { return {map.thing(id).x, map.thing(id).y}; }

ThingId put(MapEdit& edit, ThingId id, MapPoint at)
{
    roo::Thing thing = id ? edit.map().thing(id) : roo::Thing{};
    thing.x = at.x;
    thing.y = at.y;
    if (!id)
        return edit.addThing(thing);
    edit.set(id, thing);
    return id;
}

} // namespace

Result<ThingId> placeCorner(MapEdit& edit, MapPoint at)
{
    if (!isInRange(at))
        return Error{"expected coordinates from -32768 to 32767", "corner"};
    const std::vector<ThingId> corners = cornersOf(edit.map());
    document::Transaction transaction(edit.history(), "Corner of the room");
    ThingId moved;
    if (corners.size() == 2) {
        const auto distance = [&](ThingId id) { return squaredLength(placeOf(edit.map(), id) - at); };
        moved = distance(corners[0]) <= distance(corners[1]) ? corners[0] : corners[1];
    }
    moved = put(edit, moved, at);
    MapSelection selection;
    selection.things = {moved};
    edit.select(std::move(selection));
    transaction.commit();
    return moved;
}

Result<void> fitCorners(MapEdit& edit)
{
    const Map& map = edit.map();
    MapBox box;
    for (std::uint32_t i = 0; i < map.lines().size(); ++i)
        if (map.lines()[i])
            box.add(map.boxOf({i}));
    if (box.isEmpty())
        return Error{"there are no lines", "corners"};
    const auto whole = [](std::int32_t extent) { return std::max(1, (extent + square - 1) / square) * square; };
    const MapPoint northWest{box.left, box.top};
    const MapPoint southEast{box.left + whole(box.right - box.left), box.top - whole(box.top - box.bottom)};
    if (!isInRange(northWest) || !isInRange(southEast))
        return Error{"the room reaches to the edge of the coordinates", "corners"};
    document::Transaction transaction(edit.history(), "Corners around the room");
    std::vector<ThingId> corners = cornersOf(map);
    corners.resize(2);
    const ThingId first = put(edit, corners[0], northWest), second = put(edit, corners[1], southEast);
    MapSelection selection;
    selection.things = {first, second};
    edit.select(std::move(selection));
    transaction.commit();
    return {};
}

} // namespace blak::roomcore
