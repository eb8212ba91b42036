// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/written_parts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace blak::roomcore {
namespace {

constexpr std::size_t mostPieces = 4;
constexpr const char* pieceMark = "; ";

std::string textOf(MapPoint point) { return std::to_string(point.x) + "," + std::to_string(point.y); }

/// Takes a number and what must follow it off the front.
template <typename Number>
bool take(std::string_view& text, Number& number, std::string_view after)
{
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc())
        return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.starts_with(after))
        return false;
    text.remove_prefix(after.size());
    return true;
}

using Edge = std::pair<std::pair<int, int>, std::pair<int, int>>;
Edge edgeOf(MapPoint from, MapPoint to) { return {{from.x, from.y}, {to.x, to.y}}; }

/// Of a sector, in the order of the lines; from all around it.
std::vector<MapPoint> borderOf(const Map& map, SectorId sector)
{
    const auto lines = map.linesOf(sector);
    std::vector<MapPoint> points;
    const std::size_t step = std::max<std::size_t>(1, lines.size() / mostPieces);
    for (std::size_t i = 0; i < lines.size() && points.size() < 2 * mostPieces; i += step) {
        const MapPoint start = map.startOf(lines[i]), end = map.endOf(lines[i]);
        const bool isPlus = map.line(lines[i]).side(Side::Plus).sector == sector;
        points.push_back(isPlus ? start : end);
        points.push_back(isPlus ? end : start);
    }
    return points;
}

WrittenParts writtenParts(const PartSet& parts, const Map& map, const MapNumbers& numbers)
{
    WrittenParts all;
    const auto put = [](std::vector<WrittenPart>& into, std::optional<std::size_t> number, std::vector<MapPoint> points) {
        if (number)
            into.push_back({static_cast<std::uint32_t>(*number), std::move(points)});
    };
    for (const LineId id : parts.lines)
        if (map.has(id))
            put(all.lines, MapNumbers::numberOf(numbers.lines, id), {map.startOf(id), map.endOf(id)});
    for (const SectorId id : parts.sectors)
        if (map.has(id))
            put(all.sectors, MapNumbers::numberOf(numbers.sectors, id), borderOf(map, id));
    for (const ThingId id : parts.things)
        if (map.has(id))
            put(all.things, MapNumbers::numberOf(numbers.things, id), {{map.thing(id).x, map.thing(id).y}});
    return all;
}

/// Finds parts in a map that was read from a file.
class Finder
{
public:
    Finder(const Map& map, const MapNumbers& numbers) : map_(map), numbers_(numbers)
    {
        for (std::size_t i = 0; i < numbers.lines.size(); ++i) {
            const LineId id = numbers.lines[i];
            const MapPoint start = map.startOf(id), end = map.endOf(id);
            edges_.emplace(edgeOf(start, end), id);
            edges_.emplace(edgeOf(end, start), id);
        }
    }

    PartSet find(const WrittenParts& parts, FoundArrangement& found) const
    {
        PartSet set;
        const auto put = [&found](auto& into, auto id, auto numbered) {
            if (!id) {
                ++found.lost;
                return;
            }
            found.moved += id == numbered ? 0U : 1U;
            into.insert(id);
        };
        for (const WrittenPart& part : parts.lines)
            put(set.lines, findLine(part), numbered(numbers_.lines, part));
        for (const WrittenPart& part : parts.sectors)
            put(set.sectors, findSector(part), numbered(numbers_.sectors, part));
        for (const WrittenPart& part : parts.things)
            put(set.things, findThing(part), numbered(numbers_.things, part));
        return set;
    }

private:
    template <typename IdType>
    static IdType numbered(const std::vector<IdType>& numbers, const WrittenPart& part)
    {
        return part.number < numbers.size() ? numbers[part.number] : IdType();
    }

    /// The one of this number where it is there, else another there; else the one of this number where one end is as it was.
    LineId findLine(const WrittenPart& part) const
    {
        if (part.points.size() != 2)
            return {};
        const LineId same = numbered(numbers_.lines, part);
        const auto [first, last] = edges_.equal_range(edgeOf(part.points[0], part.points[1]));
        for (auto edge = first; edge != last; ++edge)
            if (edge->second == same)
                return same;
        if (first != last)
            return first->second;
        return same && (isEnd(same, part.points[0]) || isEnd(same, part.points[1])) ? same : LineId();
    }

    /// The one that most of the border belongs to now; else the one of this number where it still touches a point of the border.
    SectorId findSector(const WrittenPart& part) const
    {
        const SectorId same = numbered(numbers_.sectors, part);
        std::map<SectorId, int> votes;
        for (std::size_t i = 0; i + 1 < part.points.size(); i += 2) {
            const auto [first, last] = edges_.equal_range(edgeOf(part.points[i], part.points[i + 1]));
            for (auto edge = first; edge != last; ++edge) {
                const bool runsAlong = map_.startOf(edge->second) == part.points[i];
                if (const SectorId sector = map_.line(edge->second).side(runsAlong ? Side::Plus : Side::Minus).sector)
                    votes[sector] += sector == same ? 2 : 1;
            }
        }
        if (!votes.empty())
            return std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; })
                ->first;
        if (!same)
            return {};
        const auto lines = map_.linesOf(same);
        if (part.points.empty()) // a sector without lines has nothing but its number
            return lines.empty() ? same : SectorId();
        const bool touches = std::any_of(lines.begin(), lines.end(), [&](LineId line) {
            return std::any_of(part.points.begin(), part.points.end(), [&](MapPoint point) { return isEnd(line, point); });
        });
        return touches ? same : SectorId();
    }

    /// There, else the one of this number.
    ThingId findThing(const WrittenPart& part) const
    {
        const ThingId same = numbered(numbers_.things, part);
        if (part.points.size() != 1)
            return {};
        const auto isThere = [&](ThingId id) { return MapPoint{map_.thing(id).x, map_.thing(id).y} == part.points[0]; };
        if (same && isThere(same))
            return same;
        const auto other = std::find_if(numbers_.things.begin(), numbers_.things.end(), isThere);
        return other == numbers_.things.end() ? same : *other;
    }

    bool isEnd(LineId line, MapPoint point) const { return map_.startOf(line) == point || map_.endOf(line) == point; }

    const Map& map_;
    const MapNumbers& numbers_;
    std::multimap<Edge, LineId> edges_;
};

} // namespace

std::string textOf(const WrittenPart& part)
{
    std::string text = std::to_string(part.number) + ":";
    for (std::size_t i = 0; i < part.points.size(); ++i)
        text += (i > 0 && i % 2 == 0 ? pieceMark : " ") + textOf(part.points[i]);
    return text;
}

Result<WrittenPart> partFromText(std::string_view text, const std::string& where)
{
    const Error wrong{"expected a part such as \"12: 0,0 64,0\"", where};
    WrittenPart part;
    std::string_view rest = text;
    if (!take(rest, part.number, ":"))
        return wrong;
    while (!rest.empty()) {
        const std::string_view mark = !part.points.empty() && part.points.size() % 2 == 0 ? pieceMark : " ";
        MapPoint point;
        if (!rest.starts_with(mark))
            return wrong;
        rest.remove_prefix(mark.size());
        if (!take(rest, point.x, ",") || !take(rest, point.y, ""))
            return wrong;
        part.points.push_back(point);
        if (part.points.size() > 2 * mostPieces)
            return wrong;
    }
    return part;
}

WrittenArrangement written(const Arrangement& arrangement, const Map& map, const MapNumbers& numbers)
{
    WrittenArrangement all;
    for (const PartGroup& group : arrangement.groups)
        all.groups.push_back({group.kind, group.name, group.isHidden, group.isLocked, writtenParts(group.parts, map, numbers), group.prefab});
    all.hidden = writtenParts(arrangement.hidden, map, numbers);
    all.locked = writtenParts(arrangement.locked, map, numbers);
    return all;
}

FoundArrangement findAgain(const WrittenArrangement& arrangement, const Map& map, const MapNumbers& numbers)
{
    FoundArrangement found;
    const Finder finder(map, numbers);
    for (const WrittenGroup& group : arrangement.groups)
        found.arrangement.groups.push_back({group.kind, group.name, finder.find(group.parts, found), group.isHidden, group.isLocked, group.prefab});
    found.arrangement.hidden = finder.find(arrangement.hidden, found);
    found.arrangement.locked = finder.find(arrangement.locked, found);
    return found;
}

} // namespace blak::roomcore
