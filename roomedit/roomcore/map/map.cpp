// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/map.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace blak::roomcore {
namespace {

std::uint32_t pack(MapPoint point)
{
    return static_cast<std::uint32_t>(static_cast<std::uint16_t>(point.x)) << 16 | static_cast<std::uint16_t>(point.y);
}

void removeOne(std::vector<LineId>& list, LineId id)
{
    const auto found = std::find(list.begin(), list.end(), id);
    assert(found != list.end());
    list.erase(found);
}

template <typename IdType, typename Test>
std::vector<IdType> keep(const std::vector<IdType>& ids, const Test& isThere)
{
    std::vector<IdType> kept;
    std::copy_if(ids.begin(), ids.end(), std::back_inserter(kept), isThere);
    return kept;
}

} // namespace

template <typename Record>
std::optional<Record> Map::exchange(Slots<Record>& records, std::uint32_t id, std::optional<Record> value)
{
    if (value && id >= records.size())
        records.resize(id + std::size_t{1});
    if (id >= records.size())
        return std::nullopt;
    return std::exchange(records[id], std::move(value));
}

VertexId Map::vertexAt(MapPoint point) const
{
    VertexId lowest;
    const auto [begin, end] = places_.equal_range(pack(point));
    for (auto place = begin; place != end; ++place)
        lowest = std::min(lowest, place->second);
    return lowest;
}

std::vector<VertexId> Map::verticesAt(MapPoint point) const
{
    std::vector<VertexId> ids;
    const auto [begin, end] = places_.equal_range(pack(point));
    for (auto place = begin; place != end; ++place)
        ids.push_back(place->second);
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<LineId> Map::linesIn(const MapBox& box) const
{
    std::vector<LineId> ids;
    for (const std::uint32_t line : grid_.linesIn(box))
        if (boxOf({line}).meets(box))
            ids.push_back({line});
    return ids;
}

std::optional<Map::RayHit> Map::firstToTheLeft(MapPoint point) const
{
    // Where a line is at the height of the point is a fraction; of two at the same place the one that leans to the right wins.
    struct Candidate
    {
        LineId line;
        std::int64_t x = 0;        ///< times dy, from the point: negative
        std::int64_t dx = 0, dy = 1; ///< upwards
    };
    std::optional<Candidate> best;
    const auto isNearer = [](const Candidate& a, const Candidate& b) {
        const std::int64_t left = a.x * b.dy, right = b.x * a.dy;
        return left != right ? left > right : a.dx * b.dy > b.dx * a.dy;
    };
    grid_.walkLeft(point, [&](const std::vector<std::uint32_t>& cell, std::int32_t border) {
        for (const std::uint32_t number : cell) {
            MapPoint low = startOf({number}), high = endOf({number});
            if (low.y > high.y)
                std::swap(low, high);
            if (low.y > point.y || high.y <= point.y)
                continue;
            Candidate candidate;
            candidate.line = {number};
            candidate.dx = high.x - low.x;
            candidate.dy = high.y - low.y;
            candidate.x = (low.x - point.x) * candidate.dy + (point.y - low.y) * candidate.dx;
            if (candidate.x < 0 && (!best || isNearer(candidate, *best)))
                best = candidate;
        }
        return best && best->x >= (border - point.x) * best->dy;
    });
    if (!best)
        return std::nullopt;
    const bool goesUp = startOf(best->line).y < endOf(best->line).y;
    return RayHit{best->line, goesUp ? Side::Plus : Side::Minus};
}

std::optional<MapVertex> Map::put(VertexId id, std::optional<MapVertex> value)
{
    std::vector<LineId> moved;
    if (has(id)) {
        const auto [begin, end] = places_.equal_range(pack(point(id)));
        places_.erase(std::find_if(begin, end, [&](const auto& place) { return place.second == id; }));
        moved = vertexLines_[id.value];
        assert(value || moved.empty());
        for (const LineId line : moved)
            grid_.remove(line.value, startOf(line), endOf(line));
    }
    if (value) {
        assert(isInRange(value->at));
        places_.emplace(pack(value->at), id);
        if (id.value >= vertexLines_.size())
            vertexLines_.resize(id.value + std::size_t{1});
    }
    auto before = exchange(vertices_, id.value, std::move(value));
    for (const LineId line : moved)
        grid_.add(line.value, startOf(line), endOf(line));
    return before;
}

void Map::link(LineId id, const MapLine& line)
{
    grid_.add(id.value, point(line.start), point(line.end));
    vertexLines_[line.start.value].push_back(id);
    if (line.end != line.start)
        vertexLines_[line.end.value].push_back(id);
    for (const LineSide& side : line.sides) {
        if (side.sidedef)
            ++sidedefUses_[side.sidedef.value];
        if (side.sector)
            sectorLines_[side.sector.value].push_back(id);
    }
}

void Map::unlink(LineId id, const MapLine& line)
{
    grid_.remove(id.value, point(line.start), point(line.end));
    removeOne(vertexLines_[line.start.value], id);
    if (line.end != line.start)
        removeOne(vertexLines_[line.end.value], id);
    for (const LineSide& side : line.sides) {
        if (side.sidedef)
            --sidedefUses_[side.sidedef.value];
        if (side.sector)
            removeOne(sectorLines_[side.sector.value], id);
    }
}

std::optional<MapLine> Map::put(LineId id, std::optional<MapLine> value)
{
    if (has(id))
        unlink(id, line(id));
    if (value)
        link(id, *value);
    return exchange(lines_, id.value, std::move(value));
}

std::optional<roo::Sidedef> Map::put(SidedefId id, std::optional<roo::Sidedef> value)
{
    if (value && id.value >= sidedefUses_.size())
        sidedefUses_.resize(id.value + std::size_t{1});
    return exchange(sidedefs_, id.value, std::move(value));
}

std::optional<roo::Sector> Map::put(SectorId id, std::optional<roo::Sector> value)
{
    if (value && id.value >= sectorLines_.size())
        sectorLines_.resize(id.value + std::size_t{1});
    return exchange(sectors_, id.value, std::move(value));
}

std::optional<roo::Thing> Map::put(ThingId id, std::optional<roo::Thing> value)
{
    return exchange(things_, id.value, std::move(value));
}

MapSelection Map::livingSelection() const
{
    const auto isThere = [this](auto id) { return has(id); };
    return {keep(selection.vertices, isThere), keep(selection.lines, isThere), keep(selection.sectors, isThere),
            keep(selection.things, isThere)};
}

} // namespace blak::roomcore
