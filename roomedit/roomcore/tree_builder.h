// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/bsp_arithmetic.h"
#include "roomedit/roomcore/built_tree.h"
#include "roomedit/roomcore/root_choice.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

/// The recipe of formats.md section 1.9 with two things left open: how numbers are computed (bsp_arithmetic.h) and which wall
/// divides (root_choice.h).
namespace blak::roomcore {

constexpr std::int32_t nothing = -1; ///< end of a list, no sector

struct BuildSide
{
    std::uint16_t side = 0;
    std::int32_t sector = nothing; ///< from 0
    std::int16_t xOffset = 0, yOffset = 0;
    bool isBackwards = false;
};

/// Lists are linked through the records, because order and identity of the records are part of the recipe.
template <typename Number>
struct BuildWall
{
    Vertex<Number> start, end;
    Number length{};
    BuildSide plus, minus;
    std::uint32_t linedef = 0; ///< that it is a piece of
    std::int32_t next = nothing;
};

template <typename Number>
using Polygon = std::vector<Vertex<Number>>;

inline std::int16_t addOffset(std::int16_t offset, std::int32_t length)
{
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(offset) + static_cast<std::uint32_t>(length));
}

template <typename Arithmetic, typename Choice>
class TreeBuilder
{
public:
    using Number = typename Arithmetic::Number;

    TreeBuilder(const roo::Room& room, const BuildOptions& options, Arithmetic arithmetic)
        : room_(room), options_(options), arithmetic_(arithmetic), rectangle_(roo::playableRectangle(room))
    {
    }

    Result<BuiltTree> build()
    {
        const std::int32_t list = makeWalls();
        makeNode(list, startPolygon(), nothing, 1);
        if (options_.isCancelled())
            return Error{"cancelled", "BSP"};
        if (tree_.nodes.size() > 0xFFFF)
            return Error{"the room needs " + std::to_string(tree_.nodes.size()) + " nodes, the format holds 65535", "BSP"};
        if (tree_.walls.size() > 0xFFFF)
            return Error{"the room needs " + std::to_string(tree_.walls.size()) + " walls, the format holds 65535", "BSP"};
        if (tooManyCorners_)
            return Error{"a piece of a sector gets more than " + std::to_string(space::maxPolygonPoints) + " corners", "BSP"};
        if (tooDeep_)
            return Error{"the tree gets more than " + std::to_string(space::maxTreeDepth) + " nodes deep", "BSP"};
        return std::move(tree_);
    }

private:
    using Wall = BuildWall<Number>;

    Vertex<Number> clientVertex(std::int16_t x, std::int16_t y) const
    {
        return {static_cast<Number>(16 * (x - rectangle_.left)), static_cast<Number>(16 * (rectangle_.top - y))};
    }

    BuildSide sideOf(std::uint16_t side, std::int16_t sector, std::int16_t xOffset, std::int16_t yOffset) const
    {
        if (side == 0)
            return {};
        const bool isBackwards = (room_.sidedefs[side - 1u].flags & roo::side_flag::backwards) != 0;
        return {side, sector, xOffset, yOffset, isBackwards};
    }

    /// Step 1: the list is in reverse order of the linedefs.
    std::int32_t makeWalls()
    {
        std::int32_t list = nothing;
        std::uint32_t number = 0;
        for (const roo::Linedef& linedef : room_.linedefs) {
            const std::uint32_t linedefNumber = number++;
            if (linedef.x0 == linedef.x1 && linedef.y0 == linedef.y1)
                continue;
            Wall wall;
            wall.linedef = linedefNumber;
            wall.start = clientVertex(linedef.x0, linedef.y0);
            wall.end = clientVertex(linedef.x1, linedef.y1);
            wall.length = static_cast<Number>(roundLength(std::hypot(linedef.x1 - linedef.x0, linedef.y1 - linedef.y0)));
            wall.plus = sideOf(linedef.plusSide, linedef.plusSector, linedef.plusXOffset, linedef.plusYOffset);
            wall.minus = sideOf(linedef.minusSide, linedef.minusSector, linedef.minusXOffset, linedef.minusYOffset);
            list = prepend(wall, list);
        }
        return list;
    }

    std::int32_t prepend(const Wall& wall, std::int32_t list)
    {
        walls_.push_back(wall);
        walls_.back().next = list;
        return static_cast<std::int32_t>(walls_.size()) - 1;
    }

    Wall& wall(std::int32_t index) { return walls_[static_cast<std::size_t>(index)]; }

    /// Step 2: the box of all vertices.
    Polygon<Number> startPolygon() const
    {
        if (room_.linedefs.empty())
            return {};
        if (options_.startBox)
            return rectangleOf({static_cast<Number>(options_.startBox->x0), static_cast<Number>(options_.startBox->y0)},
                               {static_cast<Number>(options_.startBox->x1), static_cast<Number>(options_.startBox->y1)});
        Vertex<Number> low = clientVertex(room_.linedefs[0].x0, room_.linedefs[0].y0), high = low;
        for (const roo::Linedef& linedef : room_.linedefs)
            for (const Vertex<Number> vertex : {clientVertex(linedef.x0, linedef.y0), clientVertex(linedef.x1, linedef.y1)}) {
                low = {std::min(low.x, vertex.x), std::min(low.y, vertex.y)};
                high = {std::max(high.x, vertex.x), std::max(high.y, vertex.y)};
            }
        return rectangleOf(low, high);
    }

    static Polygon<Number> rectangleOf(Vertex<Number> low, Vertex<Number> high)
    {
        return {{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}};
    }

    /// Step 3. Returns the number of the node from 1, 0 = none.
    std::uint16_t makeNode(std::int32_t list, const Polygon<Number>& polygon, std::int32_t sector, std::size_t depth)
    {
        if (polygon.empty()) {
            for (std::int32_t i = list; i != nothing; i = wall(i).next)
                ++tree_.lostWalls;
            return 0;
        }
        if (list == nothing && sector == nothing && !options_.keepsOutside)
            return 0;
        if (options_.isCancelled())
            return 0;
        if (depth > space::maxTreeDepth || tree_.nodes.size() > 0xFFFF) {
            tooDeep_ = tooDeep_ || depth > space::maxTreeDepth;
            return 0;
        }
        const std::size_t index = tree_.nodes.size();
        tree_.nodes.emplace_back();
        tree_.isOutside.push_back(list == nothing && sector == nothing);
        if (list == nothing) {
            tooManyCorners_ = tooManyCorners_ || polygon.size() > space::maxPolygonPoints;
            tree_.nodes[index] = leafOf(polygon, sector);
            return static_cast<std::uint16_t>(index + 1);
        }

        const std::int32_t root = chooseRoot(list);
        const Line<Number> line = arithmetic_.lineThrough(wall(root).start, wall(root).end);
        const std::int32_t plusSector = wall(root).plus.sector, minusSector = wall(root).minus.sector;
        const Lists lists = splitWalls(list, root, line);
        const auto [plusPolygon, minusPolygon] = splitPolygon(polygon, line);

        roo::Node node;
        node.kind = roo::Node::Kind::Internal;
        node.a = Arithmetic::stored(line.a);
        node.b = Arithmetic::stored(line.b);
        node.c = Arithmetic::stored(line.c);
        node.firstWall = storeWalls(lists.plane);
        node.plusChild = makeNode(lists.plus, plusPolygon, plusSector, depth + 1);
        node.minusChild = makeNode(lists.minus, minusPolygon, minusSector, depth + 1);
        node.box = boxOfChildren(node);
        tree_.nodes[index] = node;
        return static_cast<std::uint16_t>(index + 1);
    }

    static roo::Node leafOf(const Polygon<Number>& polygon, std::int32_t sector)
    {
        roo::Node leaf;
        leaf.kind = roo::Node::Kind::Leaf;
        leaf.sector = static_cast<std::uint16_t>(sector == nothing ? 1 : sector + 1);
        leaf.box = {Arithmetic::stored(polygon[0].x), Arithmetic::stored(polygon[0].y), Arithmetic::stored(polygon[0].x),
                    Arithmetic::stored(polygon[0].y)};
        for (const Vertex<Number>& vertex : polygon) {
            const roo::Point point{Arithmetic::stored(vertex.x), Arithmetic::stored(vertex.y)};
            leaf.polygon.push_back(point);
            leaf.box = {std::min(leaf.box.x0, point.x), std::min(leaf.box.y0, point.y), std::max(leaf.box.x1, point.x),
                        std::max(leaf.box.y1, point.y)};
        }
        return leaf;
    }

    roo::BoundingBox boxOfChildren(const roo::Node& node) const
    {
        if (node.plusChild == 0 || node.minusChild == 0)
            return node.plusChild + node.minusChild == 0 ? roo::BoundingBox() : box(node.plusChild + node.minusChild);
        const roo::BoundingBox &p = box(node.plusChild), &m = box(node.minusChild);
        return {std::min(p.x0, m.x0), std::min(p.y0, m.y0), std::max(p.x1, m.x1), std::max(p.y1, m.y1)};
    }

    const roo::BoundingBox& box(int number) const { return tree_.nodes[static_cast<std::size_t>(number) - 1].box; }

    /// Step 5.
    std::int32_t chooseRoot(std::int32_t list)
    {
        lines_.clear();
        places_.clear();
        for (std::int32_t i = list; i != nothing; i = wall(i).next) {
            lines_.add(wall(i).start, wall(i).end);
            places_.push_back(i);
        }
        return places_[Choice::choose(lines_, arithmetic_)];
    }

    struct Lists
    {
        std::int32_t plane = nothing, plus = nothing, minus = nothing;
    };

    void move(std::int32_t index, std::int32_t& list)
    {
        wall(index).next = list;
        list = index;
    }

    /// Step 6.
    Lists splitWalls(std::int32_t list, std::int32_t root, const Line<Number>& line)
    {
        Lists lists;
        for (std::int32_t i = list, next; i != nothing; i = next) {
            next = wall(i).next;
            const Number value0 = arithmetic_.valueAt(line, wall(i).start), value1 = arithmetic_.valueAt(line, wall(i).end);
            const int s0 = arithmetic_.wallSide(value0), s1 = arithmetic_.wallSide(value1);
            if (i == root || (s0 == 0 && s1 == 0)) {
                if (i != root)
                    turnIntoPlane(wall(i), line);
                move(i, lists.plane);
            } else if (s0 * s1 < 0) {
                cut(i, value0, value1, lists);
            } else {
                move(i, s0 + s1 > 0 ? lists.plus : lists.minus);
            }
        }
        return lists;
    }

    void turnIntoPlane(Wall& wall, const Line<Number>& line) const
    {
        const Line<Number> own = arithmetic_.lineThrough(wall.start, wall.end);
        if (!Arithmetic::runsAgainst(own, line))
            return;
        std::swap(wall.start, wall.end);
        std::swap(wall.plus, wall.minus);
        if (!options_.swapsYOffsets)
            std::swap(wall.plus.yOffset, wall.minus.yOffset);
    }

    void cut(std::int32_t index, Number value0, Number value1, Lists& lists)
    {
        if (arithmetic_.isOnLine(value0) || arithmetic_.isOnLine(value1))
            return; // met at an end after all: the editors lose the wall
        const Vertex<Number> at = arithmetic_.intersection(wall(index).start, wall(index).end, value0, value1);
        Wall first = wall(index), second = wall(index);
        first.end = at;
        second.start = at;
        first.length = Arithmetic::lengthOf(first.start, first.end);
        second.length = Arithmetic::lengthOf(second.start, second.end);
        const std::int32_t firstLength = roundLength(static_cast<double>(first.length));
        const std::int32_t secondLength = roundLength(static_cast<double>(second.length));
        if (first.plus.isBackwards)
            first.plus.xOffset = addOffset(first.plus.xOffset, secondLength);
        else
            second.plus.xOffset = addOffset(second.plus.xOffset, firstLength);
        if (second.minus.isBackwards)
            second.minus.xOffset = addOffset(second.minus.xOffset, firstLength);
        else
            first.minus.xOffset = addOffset(first.minus.xOffset, secondLength);

        const bool startsOnPlus = value0 > 0;
        const Wall& plus = startsOnPlus ? first : second;
        const Wall& minus = startsOnPlus ? second : first;
        if (plus.start != plus.end) {
            wall(index) = plus;
            move(index, lists.plus);
        }
        if (minus.start != minus.end)
            lists.minus = prepend(minus, lists.minus);
    }

    /// Step 7.
    std::pair<Polygon<Number>, Polygon<Number>> splitPolygon(const Polygon<Number>& polygon, const Line<Number>& line)
    {
        const std::size_t count = polygon.size();
        values_.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            values_[i] = arithmetic_.valueAt(line, polygon[i]);

        Polygon<Number> walk;         // the polygon with the points of intersection
        std::vector<Number> values;   // of the points in walk
        std::vector<std::size_t> met; // places in walk that lie on the line
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t next = i + 1 == count ? 0 : i + 1;
            const bool onLine = arithmetic_.isOnLine(values_[i]), nextOnLine = arithmetic_.isOnLine(values_[next]);
            if (onLine && nextOnLine)
                return wholePolygon(polygon);
            if (onLine)
                met.push_back(walk.size());
            walk.push_back(polygon[i]);
            values.push_back(values_[i]);
            if (!onLine && !nextOnLine && (values_[i] > 0) != (values_[next] > 0)) {
                met.push_back(walk.size());
                walk.push_back(arithmetic_.intersection(polygon[i], polygon[next], values_[i], values_[next]));
                values.push_back(Number{});
            }
        }
        if (met.size() != 2)
            return Arithmetic::keepsUncutPolygons ? wholePolygon(polygon) : std::pair<Polygon<Number>, Polygon<Number>>();

        Polygon<Number> first(walk.begin() + static_cast<std::ptrdiff_t>(met[0]),
                              walk.begin() + static_cast<std::ptrdiff_t>(met[1]) + 1);
        Polygon<Number> second(walk.begin() + static_cast<std::ptrdiff_t>(met[1]), walk.end());
        second.insert(second.end(), walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(met[0]) + 1);
        Number sum{};
        for (std::size_t i = met[0]; i <= met[1]; ++i)
            sum += arithmetic_.valueAt(line, walk[i]);
        if (sum > 0)
            return {std::move(first), std::move(second)};
        return {std::move(second), std::move(first)};
    }

    std::pair<Polygon<Number>, Polygon<Number>> wholePolygon(const Polygon<Number>& polygon) const
    {
        if (Arithmetic::keepsUncutPolygons) {
            const auto [low, high] = std::minmax_element(values_.begin(), values_.end());
            return *high > -*low ? std::pair(polygon, Polygon<Number>()) : std::pair(Polygon<Number>(), polygon);
        }
        for (const Number value : values_)
            if (!arithmetic_.isOnLine(value))
                return value > 0 ? std::pair(polygon, Polygon<Number>()) : std::pair(Polygon<Number>(), polygon);
        return {polygon, {}};
    }

    std::uint16_t storeWalls(std::int32_t list)
    {
        const auto number = static_cast<std::uint16_t>(tree_.walls.size() + 1);
        for (std::int32_t i = list; i != nothing; i = wall(i).next) {
            const Wall& from = wall(i);
            roo::Wall to;
            to.next = static_cast<std::uint16_t>(from.next == nothing ? 0 : tree_.walls.size() + 2);
            to.plusSide = from.plus.side;
            to.minusSide = from.minus.side;
            to.x0 = Arithmetic::stored(from.start.x);
            to.y0 = Arithmetic::stored(from.start.y);
            to.x1 = Arithmetic::stored(from.end.x);
            to.y1 = Arithmetic::stored(from.end.y);
            to.length = Arithmetic::stored(from.length);
            to.plusXOffset = from.plus.xOffset;
            to.minusXOffset = from.minus.xOffset;
            to.plusYOffset = from.plus.yOffset;
            to.minusYOffset = from.minus.yOffset;
            to.plusSector = static_cast<std::uint16_t>(from.plus.sector + 1);
            to.minusSector = static_cast<std::uint16_t>(from.minus.sector + 1);
            tree_.walls.push_back(to);
            tree_.wallLinedefs.push_back(from.linedef);
        }
        return number;
    }

    const roo::Room& room_;
    const BuildOptions& options_;
    Arithmetic arithmetic_;
    roo::PlayableRectangle rectangle_;
    std::vector<Wall> walls_;
    WallEnds<Number> lines_;           ///< scratch of chooseRoot
    std::vector<std::int32_t> places_; ///< scratch of chooseRoot
    std::vector<Number> values_;       ///< scratch of splitPolygon
    BuiltTree tree_;
    bool tooDeep_ = false, tooManyCorners_ = false;
};

} // namespace blak::roomcore
