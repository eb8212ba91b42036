// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/diff/room_diff.h"

#include "formats/base/counted.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace blak::diff {
namespace {

using Ends = std::tuple<int, int, int, int>;

Ends endsOf(const roo::Linedef& line) { return {line.x0, line.y0, line.x1, line.y1}; }
Ends turned(const roo::Linedef& line) { return {line.x1, line.y1, line.x0, line.y0}; }

void tie(Match& match, std::size_t left, std::size_t right)
{
    match.toRight[left] = static_cast<int>(right);
    match.toLeft[right] = static_cast<int>(left);
}

Match nobody(std::size_t left, std::size_t right) { return {std::vector<int>(left, -1), std::vector<int>(right, -1)}; }

/// Ties things with equal keys that are still alone, in order.
template <typename List, typename LeftKey, typename RightKey>
void tieEqual(Match& match, const List& left, const List& right, LeftKey leftKey, RightKey rightKey)
{
    std::multimap<decltype(rightKey(std::size_t{0})), std::size_t> open;
    for (std::size_t j = 0; j < right.size(); ++j)
        if (match.toLeft[j] < 0)
            open.emplace(rightKey(j), j);
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (match.toRight[i] >= 0)
            continue;
        const auto found = open.find(leftKey(i));
        if (found == open.end())
            continue;
        tie(match, i, found->second);
        open.erase(found);
    }
}

Match matchLines(const roo::Room& left, const roo::Room& right)
{
    const auto& l = left.linedefs;
    const auto& r = right.linedefs;
    Match match = nobody(l.size(), r.size());
    const auto leftEnds = [&](std::size_t i) { return endsOf(l[i]); };
    tieEqual(match, l, r, leftEnds, [&](std::size_t j) { return endsOf(r[j]); });
    tieEqual(match, l, r, leftEnds, [&](std::size_t j) { return turned(r[j]); });
    // One end has moved: the start or the end is still there, and so is what the sides look like.
    const auto side = [](const roo::Room& room, std::uint16_t number) {
        return number == 0 || number > room.sidedefs.size()
                   ? std::tuple<int, int, int>{-1, -1, -1}
                   : std::tuple<int, int, int>{room.sidedefs[number - 1u].normalTexture, room.sidedefs[number - 1u].aboveTexture,
                                               room.sidedefs[number - 1u].belowTexture};
    };
    const auto look = [&](const roo::Room& room, const roo::Linedef& line) {
        return std::make_tuple(side(room, line.plusSide), side(room, line.minusSide));
    };
    const auto start = [](const roo::Linedef& line) { return std::make_tuple(int{line.x0}, int{line.y0}); };
    const auto end = [](const roo::Linedef& line) { return std::make_tuple(int{line.x1}, int{line.y1}); };
    for (const auto& point : {+start, +end})
        tieEqual(
            match, l, r, [&](std::size_t i) { return std::make_tuple(point(l[i]), look(left, l[i])); },
            [&](std::size_t j) { return std::make_tuple(point(r[j]), look(right, r[j])); });
    return match;
}

/// The pairs of sectors that most lines vote for, each sector once.
Match matchSectors(const roo::Room& left, const roo::Room& right, const Match& lines)
{
    Match match = nobody(left.sectors.size(), right.sectors.size());
    std::map<std::pair<int, int>, int> votes;
    const auto vote = [&](int a, int b) {
        if (a >= 0 && b >= 0 && static_cast<std::size_t>(a) < left.sectors.size() &&
            static_cast<std::size_t>(b) < right.sectors.size())
            ++votes[{a, b}];
    };
    for (std::size_t i = 0; i < lines.toRight.size(); ++i) {
        if (lines.toRight[i] < 0)
            continue;
        const roo::Linedef& a = left.linedefs[i];
        const roo::Linedef& b = right.linedefs[static_cast<std::size_t>(lines.toRight[i])];
        const bool isTurned = endsOf(a) != endsOf(b) && endsOf(a) == turned(b);
        vote(a.plusSector, isTurned ? b.minusSector : b.plusSector);
        vote(a.minusSector, isTurned ? b.plusSector : b.minusSector);
    }
    std::vector<std::tuple<int, int, int>> order; // most votes first
    for (const auto& [pair, count] : votes)
        order.emplace_back(-count, pair.first, pair.second);
    std::sort(order.begin(), order.end());
    for (const auto& [count, a, b] : order)
        if (match.toRight[static_cast<std::size_t>(a)] < 0 && match.toLeft[static_cast<std::size_t>(b)] < 0)
            tie(match, static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    // Those without lines of their own that tell: the same number will do.
    for (const bool equal : {true, false})
        for (std::size_t i = 0; i < std::min(left.sectors.size(), right.sectors.size()); ++i)
            if (match.toRight[i] < 0 && match.toLeft[i] < 0 && (!equal || left.sectors[i] == right.sectors[i]))
                tie(match, i, i);
    return match;
}

Match matchThings(const roo::Room& left, const roo::Room& right)
{
    const auto& l = left.things;
    const auto& r = right.things;
    Match match = nobody(l.size(), r.size());
    tieEqual(
        match, l, r, [&](std::size_t i) { return std::make_tuple(l[i].x, l[i].y, l[i].type); },
        [&](std::size_t j) { return std::make_tuple(r[j].x, r[j].y, r[j].type); });
    tieEqual(
        match, l, r,
        [&](std::size_t i) { return std::make_tuple(l[i].type, std::string(l[i].comment.data(), l[i].comment.size())); },
        [&](std::size_t j) { return std::make_tuple(r[j].type, std::string(r[j].comment.data(), r[j].comment.size())); });
    return match;
}

std::string text(std::int64_t number) { return std::to_string(number); }
std::string flagText(std::uint32_t flags)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (int shift = 28; shift >= 0; shift -= 4)
        if (const auto digit = flags >> shift & 15u; digit != 0 || !hex.empty() || shift == 0)
            hex += digits[digit];
    return "0x" + hex;
}
std::string pointText(int x, int y) { return text(x) + ", " + text(y); }

class Collector
{
public:
    Collector(const roo::Room& left, const roo::Room& right, const RoomMatch& match) : left_(left), right_(right), match_(match)
    {
    }

    Differences run()
    {
        compareFacts();
        compareAll(match_.lines, "line", "Line ", 0, [this](int a, int b) { compareLine(a, b); });
        compareAll(match_.sectors, "sector", "Sector ", 0, [this](int a, int b) { compareSector(a, b); });
        compareAll(match_.things, "thing", "Thing ", 0, [this](int a, int b) { compareThing(a, b); });
        compareByproducts();
        return std::move(all_);
    }

private:
    template <typename Compare>
    void compareAll(const Match& match, const char* kind, const char* word, int base, Compare compare)
    {
        for (std::size_t i = 0; i < match.toRight.size(); ++i) {
            const int number = static_cast<int>(i);
            kind_ = kind;
            place_ = word + text(number + base);
            leftIndex_ = number;
            rightIndex_ = match.toRight[i];
            if (rightIndex_ < 0)
                add(Change::Removed, {}, {}, {});
            else
                compare(number, rightIndex_);
        }
        for (std::size_t j = 0; j < match.toLeft.size(); ++j) {
            if (match.toLeft[j] >= 0)
                continue;
            kind_ = kind;
            place_ = word + text(static_cast<int>(j) + base);
            leftIndex_ = -1;
            rightIndex_ = static_cast<int>(j);
            add(Change::Added, {}, {}, {});
        }
    }

    void add(Change change, std::string field, std::string left, std::string right)
    {
        all_.push_back({change, kind_, place_, std::move(field), std::move(left), std::move(right), leftIndex_, rightIndex_});
    }

    void field(const std::string& name, std::int64_t left, std::int64_t right)
    {
        if (left != right)
            add(Change::Changed, name, text(left), text(right));
    }
    void flags(const std::string& name, std::uint32_t left, std::uint32_t right)
    {
        if (left != right)
            add(Change::Changed, name, flagText(left), flagText(right));
    }

    void compareFacts()
    {
        kind_ = "room";
        place_ = "Room";
        if (left_.format != right_.format)
            add(Change::Changed, "version", std::string(roo::formatName(left_.format)),
                std::string(roo::formatName(right_.format)));
        field("room id", left_.roomId, right_.roomId);
        field("width", left_.width, right_.width);
        field("height", left_.height, right_.height);
    }

    /// What follows from the rest, whoever edits: read last.
    void compareByproducts()
    {
        kind_ = "room";
        place_ = "Room";
        leftIndex_ = rightIndex_ = -1;
        flags("security", left_.security, right_.security);
        if (left_.nodes != right_.nodes || left_.walls != right_.walls)
            add(Change::Changed, "BSP tree", treeText(left_), treeText(right_) + differingParts());
        if (left_.server != right_.server)
            add(Change::Changed, "move grids", gridText(left_.server), gridText(right_.server) + differingSquares());
    }

    static std::string treeText(const roo::Room& room) { return counted(room.nodes.size(), "node") + ", " + counted(room.walls.size(), "wall"); }

    /// How many of trees with as many of both are not alike.
    std::string differingParts() const
    {
        if (left_.nodes.size() != right_.nodes.size() || left_.walls.size() != right_.walls.size())
            return {};
        const auto differing = [](const auto& left, const auto& right) {
            std::size_t count = 0;
            for (std::size_t i = 0; i < left.size(); ++i)
                count += left[i] == right[i] ? 0u : 1u;
            return count;
        };
        return "; " + counted(differing(left_.nodes, right_.nodes), "node") + " and " + counted(differing(left_.walls, right_.walls), "wall") + " are others";
    }

    template <typename Number>
    static bool differAt(const roo::Grid<Number>& left, const roo::Grid<Number>& right, std::size_t cell)
    {
        return cell < left.cells.size() && cell < right.cells.size() && left.cells[cell] != right.cells[cell];
    }

    /// How many squares of two grids of one size are not alike; counts do not tell: another square may be free.
    std::string differingSquares() const
    {
        if (!left_.server || !right_.server || left_.server->move.rows != right_.server->move.rows || left_.server->move.columns != right_.server->move.columns)
            return {};
        const roo::ServerSection &l = *left_.server, &r = *right_.server;
        std::int64_t squares = 0, fine = 0;
        for (std::size_t i = 0; i < l.move.cells.size(); ++i)
            squares += differAt(l.move, r.move, i) || differAt(l.flags, r.flags, i) || (l.monster && r.monster && differAt(*l.monster, *r.monster, i)) ? 1 : 0;
        if (l.highResolution && r.highResolution)
            for (std::size_t i = 0; i < l.highResolution->cells.size(); ++i)
                fine += differAt(*l.highResolution, *r.highResolution, i) ? 1 : 0;
        std::string all = "; " + text(squares) + (squares == 1 ? " square differs" : " squares differ");
        return fine == 0 ? all : all + ", " + text(fine) + " of the fine ones";
    }

    static std::string gridText(const std::optional<roo::ServerSection>& server)
    {
        if (!server)
            return "none";
        std::int64_t free = 0;
        for (const std::uint8_t cell : server->move.cells)
            free += cell != 0 ? 1 : 0;
        return text(server->move.rows) + " x " + text(server->move.columns) + ", " + text(free) + " free";
    }

    static const roo::Sidedef* side(const roo::Room& room, std::uint16_t number)
    {
        return number == 0 || number > room.sidedefs.size() ? nullptr : &room.sidedefs[number - 1u];
    }

    void compareSide(const std::string& sign, const roo::Sidedef* left, const roo::Sidedef* right)
    {
        if (left == nullptr || right == nullptr) {
            if (left != right)
                add(Change::Changed, sign + " side", left == nullptr ? "none" : "there", right == nullptr ? "none" : "there");
            return;
        }
        field(sign + " normal texture", left->normalTexture, right->normalTexture);
        field(sign + " above texture", left->aboveTexture, right->aboveTexture);
        field(sign + " below texture", left->belowTexture, right->belowTexture);
        flags(sign + " flags", left->flags, right->flags);
        field(sign + " tag", left->userId, right->userId);
        field(sign + " animation speed", left->animationSpeed, right->animationSpeed);
    }

    void compareSectorBeside(const std::string& sign, int left, int right)
    {
        const auto matched = [&] {
            return left >= 0 && static_cast<std::size_t>(left) < match_.sectors.toRight.size()
                       ? match_.sectors.toRight[static_cast<std::size_t>(left)]
                       : left;
        };
        if ((left < 0) != (right < 0) || (left >= 0 && matched() != right))
            add(Change::Changed, sign + " sector", left < 0 ? "none" : text(left), right < 0 ? "none" : text(right));
    }

    void compareLine(int leftIndex, int rightIndex)
    {
        const roo::Linedef& a = left_.linedefs[static_cast<std::size_t>(leftIndex)];
        roo::Linedef b = right_.linedefs[static_cast<std::size_t>(rightIndex)];
        if (endsOf(a) != endsOf(b) && endsOf(a) == turned(b)) {
            add(Change::Changed, "direction", pointText(a.x0, a.y0) + " to " + pointText(a.x1, a.y1),
                pointText(b.x0, b.y0) + " to " + pointText(b.x1, b.y1));
            std::swap(b.plusSide, b.minusSide);
            std::swap(b.plusXOffset, b.minusXOffset);
            std::swap(b.plusYOffset, b.minusYOffset);
            std::swap(b.plusSector, b.minusSector);
        } else {
            if (a.x0 != b.x0 || a.y0 != b.y0)
                add(Change::Changed, "start", pointText(a.x0, a.y0), pointText(b.x0, b.y0));
            if (a.x1 != b.x1 || a.y1 != b.y1)
                add(Change::Changed, "end", pointText(a.x1, a.y1), pointText(b.x1, b.y1));
        }
        compareSide("+", side(left_, a.plusSide), side(right_, b.plusSide));
        compareSide("\xE2\x88\x92", side(left_, a.minusSide), side(right_, b.minusSide));
        field("+ x offset", a.plusXOffset, b.plusXOffset);
        field("+ y offset", a.plusYOffset, b.plusYOffset);
        field("\xE2\x88\x92 x offset", a.minusXOffset, b.minusXOffset);
        field("\xE2\x88\x92 y offset", a.minusYOffset, b.minusYOffset);
        compareSectorBeside("+", a.plusSide == 0 ? -1 : a.plusSector, b.plusSide == 0 ? -1 : b.plusSector);
        compareSectorBeside("\xE2\x88\x92", a.minusSide == 0 ? -1 : a.minusSector, b.minusSide == 0 ? -1 : b.minusSector);
    }

    static std::string slopeText(const std::optional<roo::Slope>& slope)
    {
        if (!slope)
            return "none";
        std::string all;
        for (const roo::SlopeVertex& vertex : slope->vertices)
            all += (all.empty() ? "(" : " (") + text(vertex.x) + ", " + text(vertex.y) + ", " + text(vertex.z) + ")";
        return all + ", angle " + text(slope->angle);
    }

    void compareSector(int leftIndex, int rightIndex)
    {
        const roo::Sector& a = left_.sectors[static_cast<std::size_t>(leftIndex)];
        const roo::Sector& b = right_.sectors[static_cast<std::size_t>(rightIndex)];
        field("floor height", a.floorHeight, b.floorHeight);
        field("ceiling height", a.ceilingHeight, b.ceilingHeight);
        field("floor texture", a.floorTexture, b.floorTexture);
        field("ceiling texture", a.ceilingTexture, b.ceilingTexture);
        field("light", a.light, b.light);
        flags("flags", a.flags, b.flags);
        field("tag", a.userId, b.userId);
        field("x offset", a.xOffset, b.xOffset);
        field("y offset", a.yOffset, b.yOffset);
        field("animation speed", a.animationSpeed, b.animationSpeed);
        if (a.floorSlope != b.floorSlope)
            add(Change::Changed, "floor slope", slopeText(a.floorSlope), slopeText(b.floorSlope));
        if (a.ceilingSlope != b.ceilingSlope)
            add(Change::Changed, "ceiling slope", slopeText(a.ceilingSlope), slopeText(b.ceilingSlope));
    }

    void compareThing(int leftIndex, int rightIndex)
    {
        const roo::Thing& a = left_.things[static_cast<std::size_t>(leftIndex)];
        const roo::Thing& b = right_.things[static_cast<std::size_t>(rightIndex)];
        if (a.x != b.x || a.y != b.y)
            add(Change::Changed, "place", pointText(a.x, a.y), pointText(b.x, b.y));
        field("type", a.type, b.type);
        field("angle", a.angle, b.angle);
        field("when", a.when, b.when);
        if (a.exitX != b.exitX || a.exitY != b.exitY)
            add(Change::Changed, "exit", pointText(a.exitX, a.exitY), pointText(b.exitX, b.exitY));
        flags("flags", static_cast<std::uint32_t>(a.flags), static_cast<std::uint32_t>(b.flags));
        if (a.comment != b.comment)
            add(Change::Changed, "comment", std::string(a.comment.data(), strnlen(a.comment)),
                std::string(b.comment.data(), strnlen(b.comment)));
    }

    static std::size_t strnlen(const std::array<char, 64>& text)
    {
        return static_cast<std::size_t>(std::find(text.begin(), text.end(), '\0') - text.begin());
    }

    const roo::Room& left_;
    const roo::Room& right_;
    const RoomMatch& match_;
    Differences all_;
    std::string kind_, place_;
    int leftIndex_ = -1, rightIndex_ = -1;
};

} // namespace

RoomMatch matchRooms(const roo::Room& left, const roo::Room& right)
{
    RoomMatch match;
    match.lines = matchLines(left, right);
    match.sectors = matchSectors(left, right, match.lines);
    match.things = matchThings(left, right);
    return match;
}

Differences compareRooms(const roo::Room& left, const roo::Room& right, const RoomMatch& match)
{
    return Collector(left, right, match).run();
}

} // namespace blak::diff
