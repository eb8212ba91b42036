// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/diff/room_merge.h"

#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "studio/views/diff/merge_parts.h"
#include "studio/views/diff/room_diff.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace blak::diff {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::string wayText(const roo::Room& room, int index)
{
    if (index < 0)
        return "none";
    const roo::Linedef& line = room.linedefs[at(index)];
    return "from " + pointText({line.x0, line.y0}) + " to " + pointText({line.x1, line.y1});
}

using Ends = std::tuple<int, int, int, int>;

/// The same for both directions: numbers mean nothing across rooms.
Ends endsOf(const roo::Linedef& line)
{
    return std::min(Ends{line.x0, line.y0, line.x1, line.y1}, Ends{line.x1, line.y1, line.x0, line.y0});
}

/// Lines where a map is not planar or an area has no one sector, with what is wrong.
std::map<int, std::string> brokenLines(const roomcore::Map& map)
{
    const roomcore::MapDefects defects = roomcore::findDefects(map);
    std::map<int, std::string> lines;
    const auto add = [&](roomcore::LineId line, const char* what) { lines.emplace(static_cast<int>(line.value), what); };
    for (const auto& [a, b] : defects.crossing) {
        add(a, "crosses another line");
        add(b, "crosses another line");
    }
    for (const auto& [a, b] : defects.onEachOther) {
        add(a, "lies on another line");
        add(b, "lies on another line");
    }
    for (const roomcore::LineId line : defects.unclosed)
        add(line, "leaves an area without one sector");
    return lines;
}

class Merger
{
public:
    Merger(const roo::Room& base, const roo::Room& ours, const roo::Room& theirs, Prefer prefer, const Decisions& decisions, RoomMerge& merge)
        : base_(base), ours_(ours), theirs_(theirs), toOurs_(matchRooms(base, ours)), toTheirs_(matchRooms(base, theirs)),
          between_(matchRooms(ours, theirs)), chooser_(merge, prefer, decisions), merge_(merge)
    {
    }

    void run()
    {
        roo::Room& room = merge_.room;
        room.format = ours_.format;
        chooser_.begin("room", "Room");
        room.format = chooser_.choose("version", base_.format, ours_.format, theirs_.format,
                                      [](roo::Format format) { return std::string(roo::formatName(format)); });
        room.roomId = chooser_.choose("room id", base_.roomId, ours_.roomId, theirs_.roomId, [](int id) { return std::to_string(id); });
        room.hasRoomId = ours_.hasRoomId || theirs_.hasRoomId;
        room.server = roo::emptyServerSection(room.format);
        if (!room.server && ours_.format == room.format)
            room.server = ours_.server;
        mergeSectors();
        mergeLines();
        mergeThings();
        dropOrphans();
        checkWays();
    }

private:
    void mergeSectors()
    {
        numbers_[0].assign(base_.sectors.size(), noPart);
        numbers_[1].assign(ours_.sectors.size(), noPart);
        numbers_[2].assign(theirs_.sectors.size(), noPart);
        const auto keep = [this](const roo::Sector& sector) {
            merge_.room.sectors.push_back(sector);
            return static_cast<int>(merge_.room.sectors.size()) - 1;
        };
        for (std::size_t i = 0; i < base_.sectors.size(); ++i) {
            const int ours = toOurs_.sectors.toRight[i], theirs = toTheirs_.sectors.toRight[i];
            chooser_.begin("sector", "Sector " + std::to_string(i), {static_cast<int>(i), ours, theirs});
            std::optional<roo::Sector> merged;
            if (ours >= 0 && theirs >= 0)
                merged = mergeSector(chooser_, base_.sectors[i], ours_.sectors[at(ours)], theirs_.sectors[at(theirs)]);
            else if (ours >= 0 || theirs >= 0) {
                const roo::Sector& left = ours >= 0 ? ours_.sectors[at(ours)] : theirs_.sectors[at(theirs)];
                if (!(left == base_.sectors[i]))
                    if (const auto as = chooser_.keptAs(ours < 0))
                        merged = *as == Take::Base ? base_.sectors[i] : left;
            }
            if (!merged)
                continue;
            const int number = keep(*merged);
            chooser_.placed(at(number));
            numbers_[0][i] = number;
            if (ours >= 0)
                numbers_[1][at(ours)] = number;
            if (theirs >= 0)
                numbers_[2][at(theirs)] = number;
        }
        for (std::size_t i = 0; i < ours_.sectors.size(); ++i)
            if (toOurs_.sectors.toLeft[i] < 0)
                numbers_[1][i] = keep(ours_.sectors[i]);
        for (std::size_t i = 0; i < theirs_.sectors.size(); ++i) {
            if (toTheirs_.sectors.toLeft[i] >= 0)
                continue;
            // Both drew the same sector: its lines are the same, and so is its look.
            const int twin = between_.sectors.toLeft[i];
            const bool isSame = twin >= 0 && toOurs_.sectors.toLeft[at(twin)] < 0 && ours_.sectors[at(twin)] == theirs_.sectors[i] &&
                                shareLine(twin, static_cast<int>(i));
            numbers_[2][i] = isSame ? numbers_[1][at(twin)] : keep(theirs_.sectors[i]);
        }
    }

    /// A line that both drew, with our sector and theirs beside it. Sectors are matched by number, too, where nothing else tells.
    bool shareLine(int ourSector, int theirSector) const
    {
        const auto isBeside = [](const roo::Linedef& line, int sector) {
            return (line.plusSide != 0 && line.plusSector == sector) || (line.minusSide != 0 && line.minusSector == sector);
        };
        for (std::size_t i = 0; i < theirs_.linedefs.size(); ++i) {
            const int twin = between_.lines.toLeft[i];
            if (twin < 0 || !isBeside(theirs_.linedefs[i], theirSector) || !isBeside(ours_.linedefs[at(twin)], ourSector))
                continue;
            const roo::Linedef &a = ours_.linedefs[at(twin)], &b = theirs_.linedefs[i];
            if (isTurned(a, b) || isSameWay(a, b))
                return true;
        }
        return false;
    }

    FullLine ourLine(int index) const { return fullLine(ours_, ours_.linedefs[at(index)], numbers_[1]); }
    FullLine theirLine(int index) const { return fullLine(theirs_, theirs_.linedefs[at(index)], numbers_[2]); }

    void mergeLines()
    {
        for (std::size_t i = 0; i < base_.linedefs.size(); ++i)
            mergeKnownLine(static_cast<int>(i), toOurs_.lines.toRight[i], toTheirs_.lines.toRight[i]);
        std::vector<bool> isDone(theirs_.linedefs.size()); // with the same line of ours
        for (std::size_t i = 0; i < ours_.linedefs.size(); ++i)
            if (toOurs_.lines.toLeft[i] < 0)
                mergeOurLine(static_cast<int>(i), isDone);
        for (std::size_t i = 0; i < theirs_.linedefs.size(); ++i) {
            if (toTheirs_.lines.toLeft[i] >= 0 || isDone[i])
                continue;
            const Indices indices{noPart, noPart, static_cast<int>(i)};
            chooser_.begin("line", linePlace(indices), indices);
            if (tellsWay(indices).value_or(Take::Theirs) == Take::Theirs)
                add(theirLine(static_cast<int>(i)), indices);
        }
    }

    void mergeKnownLine(int index, int ours, int theirs)
    {
        const Indices indices{index, ours, theirs};
        const FullLine base = fullLine(base_, base_.linedefs[at(index)], numbers_[0]);
        chooser_.begin("line", linePlace(indices), indices);
        const auto turned = [&base](FullLine line) {
            if (isTurned(base.line, line.line))
                turn(line);
            return line;
        };
        const auto way = tellsWay(indices);
        if (ours >= 0 && theirs >= 0) {
            FullLine merged = mergeLine(chooser_, base, turned(ourLine(ours)), turned(theirLine(theirs)));
            if (isTurned(base.line, ourLine(ours).line) || isTurned(base.line, theirLine(theirs).line))
                turn(merged); // somebody turned it round
            add(merged, indices);
        } else if (ours >= 0 || theirs >= 0) {
            const FullLine left = ours >= 0 ? ourLine(ours) : theirLine(theirs);
            const bool isUntouched = isSameButForLostSectors(base, turned(left));
            if (isUntouched && !way)
                return;
            const Take gone = ours < 0 ? Take::Ours : Take::Theirs;
            const auto as = way ? (*way == gone ? std::nullopt : way) : chooser_.keptAs(ours < 0);
            if (as)
                add(*as == Take::Base ? base : left, indices);
        }
    }

    void mergeOurLine(int index, std::vector<bool>& isDone)
    {
        FullLine ours = ourLine(index);
        const int twin = between_.lines.toRight[at(index)];
        Indices indices{noPart, index, noPart};
        if (twin >= 0 && toTheirs_.lines.toLeft[at(twin)] < 0 && !isDone[at(twin)]) {
            FullLine line = theirLine(twin);
            if (isTurned(ours.line, line.line))
                turn(line);
            if (isSameWay(ours.line, line.line)) {
                isDone[at(twin)] = true;
                indices.theirs = twin;
                chooser_.begin("line", linePlace(indices), indices);
                const auto way = tellsWay(indices);
                std::optional<Take> take = way;
                if (!(ours == line) && !way) {
                    chooser_.conflict({}, "none", "drawn", "drawn otherwise");
                    take = chooser_.take({});
                }
                if (take.value_or(Take::Ours) != Take::Base)
                    add(take.value_or(Take::Ours) == Take::Ours ? ours : line, indices);
                return;
            }
        }
        chooser_.begin("line", linePlace(indices), indices);
        if (tellsWay(indices).value_or(Take::Ours) == Take::Ours)
            add(ours, indices);
    }

    /// A decision about the way of the line that was begun keeps its place in the list.
    std::optional<Take> tellsWay(const Indices& indices)
    {
        const auto way = chooser_.decided(wayField);
        if (way)
            chooser_.conflict(wayField, wayText(base_, indices.base), wayText(ours_, indices.ours), wayText(theirs_, indices.theirs));
        return way;
    }

    /// A sector beside it may have become another number, or gone, through the other side's work.
    static bool isSameButForLostSectors(FullLine base, FullLine line)
    {
        for (const int side : {0, 1})
            base.sectors[side] = line.sectors[side] = noPart;
        return base == line;
    }

    void add(const FullLine& full, const Indices& indices)
    {
        chooser_.placed(merge_.room.linedefs.size());
        origins_.push_back(indices);
        roo::Linedef line = full.line;
        const auto side = [this](const std::optional<roo::Sidedef>& sidedef) -> std::uint16_t {
            if (!sidedef)
                return 0;
            auto& all = merge_.room.sidedefs;
            const auto key = std::tuple(sidedef->userId, sidedef->normalTexture, sidedef->aboveTexture, sidedef->belowTexture,
                                        sidedef->flags, sidedef->animationSpeed);
            const auto [found, isNew] = sidedefs_.try_emplace(key, all.size() + 1);
            if (isNew)
                all.push_back(*sidedef);
            return static_cast<std::uint16_t>(found->second);
        };
        line.plusSide = side(full.sides[0]);
        line.minusSide = side(full.sides[1]);
        line.plusSector = static_cast<std::int16_t>(full.sides[0] ? full.sectors[0] : noPart);
        line.minusSector = static_cast<std::int16_t>(full.sides[1] ? full.sectors[1] : noPart);
        merge_.room.linedefs.push_back(line);
    }

    /// Sectors that somebody drew, whose lines were all left out by decisions about their ways.
    void dropOrphans()
    {
        std::vector<roo::Sector>& sectors = merge_.room.sectors;
        std::vector<bool> isUsed(sectors.size()), isDropped(sectors.size());
        for (const roo::Linedef& line : merge_.room.linedefs)
            for (const std::int16_t sector : {line.plusSector, line.minusSector})
                if (sector >= 0)
                    isUsed[at(sector)] = true;
        const auto look = [&](const roo::Room& room, const Match& known, const std::vector<int>& numbers) {
            for (const roo::Linedef& line : room.linedefs)
                for (const auto& [side, sector] : {std::pair(line.plusSide, line.plusSector), std::pair(line.minusSide, line.minusSector)})
                    if (side != 0 && sector >= 0 && at(sector) < numbers.size() && known.toLeft[at(sector)] < 0 && numbers[at(sector)] >= 0)
                        isDropped[at(numbers[at(sector)])] = !isUsed[at(numbers[at(sector)])];
        };
        look(ours_, toOurs_.sectors, numbers_[1]);
        look(theirs_, toTheirs_.sectors, numbers_[2]);
        std::vector<int> numbers(sectors.size());
        int next = 0;
        for (std::size_t i = 0; i < sectors.size(); ++i)
            numbers[i] = isDropped[i] ? noPart : next++;
        if (next == static_cast<int>(sectors.size()))
            return;
        for (std::size_t i = 0; i < sectors.size(); ++i)
            if (!isDropped[i] && at(numbers[i]) != i)
                sectors[at(numbers[i])] = sectors[i];
        sectors.resize(at(next));
        for (roo::Linedef& line : merge_.room.linedefs)
            for (std::int16_t* sector : {&line.plusSector, &line.minusSector})
                if (*sector >= 0)
                    *sector = static_cast<std::int16_t>(numbers[at(*sector)]);
        for (Conflict& conflict : merge_.conflicts)
            if (conflict.kind == "sector" && conflict.inMerged >= 0)
                conflict.inMerged = numbers[at(conflict.inMerged)];
    }

    /// Edits of different parts that do not go together. What was broken in ours or theirs already is not told.
    void checkWays()
    {
        const roomcore::Map map = roomcore::mapFromRoom(merge_.room);
        const std::map<int, std::string> broken = brokenLines(map);
        if (broken.empty())
            return;
        std::set<Ends> known;
        for (const roo::Room* room : {&ours_, &theirs_}) {
            const roomcore::Map one = roomcore::mapFromRoom(*room);
            for (const auto& [line, what] : brokenLines(one))
                known.insert(endsOf(room->linedefs[at(line)]));
        }
        std::map<int, Conflict*> listed;
        for (Conflict& conflict : merge_.conflicts)
            if (conflict.field == wayField)
                listed.emplace(conflict.inMerged, &conflict);
        std::vector<Conflict> more;
        for (const auto& [line, what] : broken) {
            if (known.contains(endsOf(merge_.room.linedefs[at(line)])))
                continue;
            if (const auto found = listed.find(line); found != listed.end()) {
                found->second->note = what;
                continue;
            }
            const Indices& from = origins_[at(line)];
            more.push_back({"line", linePlace(from), wayField, wayText(base_, from.base), wayText(ours_, from.ours), wayText(theirs_, from.theirs),
                            what, from.base, from.ours, from.theirs, line});
        }
        merge_.conflicts.insert(merge_.conflicts.end(), more.begin(), more.end());
    }

    /// The first two are the corners of the room and are told apart by their number.
    void mergeThings()
    {
        const auto place = [](const roo::Thing& thing) { return Point(thing.x, thing.y); };
        for (std::size_t i = 0; i < 2 && i < base_.things.size() && i < ours_.things.size() && i < theirs_.things.size(); ++i) {
            const int same = static_cast<int>(i);
            chooser_.begin("thing", "Thing " + std::to_string(i), {same, same, same});
            roo::Thing thing = ours_.things[i];
            const Point at = chooser_.choose("place", place(base_.things[i]), place(ours_.things[i]), place(theirs_.things[i]), pointText);
            thing.x = at.first;
            thing.y = at.second;
            chooser_.placed(merge_.room.things.size());
            merge_.room.things.push_back(thing);
        }
        for (std::size_t i = merge_.room.things.size(); i < base_.things.size(); ++i) {
            const int ours = toOurs_.things.toRight[i], theirs = toTheirs_.things.toRight[i];
            chooser_.begin("thing", "Thing " + std::to_string(i), {static_cast<int>(i), ours, theirs});
            if (ours >= 0 && theirs >= 0) {
                merge_.room.things.push_back(mergeRecord(chooser_, roo::thingProperties(), {}, base_.things[i], ours_.things[at(ours)],
                                                         theirs_.things[at(theirs)]));
                chooser_.placed(merge_.room.things.size() - 1);
            } else if (ours >= 0 || theirs >= 0) {
                const roo::Thing& left = ours >= 0 ? ours_.things[at(ours)] : theirs_.things[at(theirs)];
                if (left == base_.things[i])
                    continue;
                if (const auto as = chooser_.keptAs(ours < 0)) {
                    chooser_.placed(merge_.room.things.size());
                    merge_.room.things.push_back(*as == Take::Base ? base_.things[i] : left);
                }
            }
        }
        for (std::size_t i = 2; i < ours_.things.size(); ++i)
            if (toOurs_.things.toLeft[i] < 0)
                merge_.room.things.push_back(ours_.things[i]);
        for (std::size_t i = 2; i < theirs_.things.size(); ++i)
            if (toTheirs_.things.toLeft[i] < 0)
                merge_.room.things.push_back(theirs_.things[i]);
    }

    const roo::Room& base_;
    const roo::Room& ours_;
    const roo::Room& theirs_;
    RoomMatch toOurs_, toTheirs_, between_;
    Chooser chooser_;
    RoomMerge& merge_;
    std::vector<Indices> origins_; ///< of the merged lines
    std::vector<int> numbers_[3]; ///< of sectors, in the merged room: of base, ours, theirs
    std::map<std::tuple<int, int, int, int, std::uint32_t, int>, std::size_t> sidedefs_;
};

} // namespace

RoomMerge mergeRooms(const roo::Room& base, const roo::Room& ours, const roo::Room& theirs, Prefer prefer, const Decisions& decisions)
{
    RoomMerge merge;
    if (theirs == base || ours == theirs || ours == base) {
        merge.room = ours == base ? theirs : ours;
        merge.isOneOfBoth = true;
        return merge;
    }
    Merger(base, ours, theirs, prefer, decisions, merge).run();
    return merge;
}

std::vector<std::pair<std::string, std::string>> decidedTogether(const Conflict& way, const roo::Room& base, const roo::Room& ours,
                                                                 const roo::Room& theirs)
{
    std::vector<std::pair<std::string, std::string>> all{{way.place, way.field}};
    if (way.field != wayField || way.inBase >= 0 || (way.inOurs >= 0 && way.inTheirs >= 0))
        return all; // a line that was there before, or that both drew
    const bool isOurs = way.inOurs >= 0;
    const roo::Room& room = isOurs ? ours : theirs;
    const int first = isOurs ? way.inOurs : way.inTheirs;
    const Match lines = matchRooms(base, room).lines;
    std::multimap<Point, int> drawn; // by the points that they begin and end at
    for (std::size_t i = 0; i < room.linedefs.size(); ++i) {
        if (lines.toLeft[i] >= 0)
            continue;
        const roo::Linedef& line = room.linedefs[i];
        drawn.emplace(Point(line.x0, line.y0), static_cast<int>(i));
        drawn.emplace(Point(line.x1, line.y1), static_cast<int>(i));
    }
    std::set<int> found{first};
    for (std::vector<int> open{first}; !open.empty();) {
        const roo::Linedef& line = room.linedefs[at(open.back())];
        open.pop_back();
        for (const Point& point : {Point(line.x0, line.y0), Point(line.x1, line.y1)})
            for (auto [from, to] = drawn.equal_range(point); from != to; ++from)
                if (found.insert(from->second).second) {
                    open.push_back(from->second);
                    all.emplace_back(linePlace(isOurs ? Indices{noPart, from->second, noPart} : Indices{noPart, noPart, from->second}), wayField);
                }
    }
    return all;
}

} // namespace blak::diff
