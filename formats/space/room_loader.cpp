// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/room_loader.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <unordered_map>
#include <utility>

namespace blak::space {
namespace {

constexpr double maxCoordinate = 1 << 22; ///< client units; 16-bit editor units reach 2^20 to both sides
constexpr double maxSlopeTerm = 1e12;

bool areSane(std::initializer_list<double> values, double limit)
{
    return std::all_of(values.begin(), values.end(), [limit](double value) { return std::abs(value) <= limit; });
}

Index fromOne(std::uint16_t number) { return number == 0 ? none : Index{number} - 1u; }

/// A slope the plane of which is (nearly) upright has no height to tell; the level one is taken.
Surface surfaceOf(std::uint16_t height, const std::optional<roo::Slope>& slope)
{
    if (!slope || std::abs(slope->c) < 1e-6)
        return {height * clientUnitsPerEditorUnit, 0, 0};
    return {-slope->d / slope->c, -slope->a / slope->c, -slope->b / slope->c};
}

/// Buckets of linedefs by square, so that a wall looks only at those near its middle.
class LinedefIndex
{
public:
    explicit LinedefIndex(const roo::Room& room)
    {
        const roo::PlayableRectangle rectangle = roo::playableRectangle(room);
        for (Index i = 0; i < room.linedefs.size(); ++i) {
            const roo::Linedef& linedef = room.linedefs[i];
            ends_.push_back({toClient(linedef.x0, linedef.y0, rectangle), toClient(linedef.x1, linedef.y1, rectangle)});
            insert(i);
        }
    }

    /// The linedef that lies under the whole wall, within the rounding of integer builders.
    Index find(const LoadedWall& wall) const
    {
        const Point middle{(wall.start.x + wall.end.x) / 2, (wall.start.y + wall.end.y) / 2};
        const auto bucket = buckets_.find(keyOf(std::floor(middle.x / bucketSize), std::floor(middle.y / bucketSize)));
        if (bucket == buckets_.end())
            return none;
        Index best = none;
        double bestSquare = 32 * 32; // two editor units
        for (const Index i : bucket->second) {
            double square = squareOfDistance(i, middle);
            if (square < bestSquare)
                square = std::max({square, squareOfDistance(i, wall.start), squareOfDistance(i, wall.end)});
            if (square < bestSquare) {
                bestSquare = square;
                best = i;
            }
        }
        return best;
    }

private:
    static constexpr double bucketSize = 4 * clientUnitsPerSquare;

    static std::uint64_t keyOf(double column, double row)
    {
        return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(static_cast<std::int32_t>(row))) << 32) |
               static_cast<std::uint32_t>(static_cast<std::int32_t>(column));
    }

    void insert(Index i)
    {
        const auto& [start, end] = ends_[i];
        const double steps = std::ceil(std::max(std::abs(end.x - start.x), std::abs(end.y - start.y)) / bucketSize * 4) + 1;
        for (double step = 0; step <= steps; ++step) {
            const double column = (start.x + (end.x - start.x) * step / steps) / bucketSize;
            const double row = (start.y + (end.y - start.y) * step / steps) / bucketSize;
            // A quarter of a bucket between two steps: with the neighbours within an eighth nothing is missed.
            for (const double x : {std::floor(column - 0.125), std::floor(column + 0.125)})
                for (const double y : {std::floor(row - 0.125), std::floor(row + 0.125)}) {
                    std::vector<Index>& bucket = buckets_[keyOf(x, y)];
                    if (bucket.empty() || bucket.back() != i)
                        bucket.push_back(i);
                }
        }
    }

    double squareOfDistance(Index i, Point point) const
    {
        const auto& [start, end] = ends_[i];
        const double dx = end.x - start.x, dy = end.y - start.y;
        const double square = dx * dx + dy * dy;
        const double along = square > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / square : 0;
        const double clamped = std::clamp(along, 0.0, 1.0);
        const double x = point.x - start.x - clamped * dx, y = point.y - start.y - clamped * dy;
        return x * x + y * y;
    }

    std::vector<std::pair<Point, Point>> ends_;
    std::unordered_map<std::uint64_t, std::vector<Index>> buckets_;
};

} // namespace

Result<LoadedRoom> RoomLoader::load(WallLinedefs linedefs)
{
    loadParts();
    if (error_)
        return *error_;
    if (linedefs == WallLinedefs::Found)
        matchLinedefs();
    return std::move(loaded_);
}

Result<LoadedRoom> RoomLoader::load(std::span<const Index> wallLinedefs)
{
    loadParts();
    if (!error_)
        takeLinedefs(wallLinedefs);
    if (error_)
        return *error_;
    return std::move(loaded_);
}

void RoomLoader::loadParts()
{
    checkSectors();
    loadWalls();
    loadNodes();
    if (!error_)
        findOutsideLeaves();
}

void RoomLoader::fail(const std::string& where, const std::string& what)
{
    if (!error_)
        error_ = Error{what, file_ + ", " + where};
}

void RoomLoader::checkSectors()
{
    const auto& sectors = loaded_.room_.sectors;
    loaded_.shapes_.reserve(sectors.size());
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        for (const auto& slope : {sectors[i].floorSlope, sectors[i].ceilingSlope})
            if (slope && !areSane({slope->a, slope->b, slope->c, slope->d, slope->originX, slope->originY}, maxSlopeTerm))
                fail("sector " + std::to_string(i + 1), "slope plane expected finite, found a number beyond 10^12");
        SectorShape shape;
        shape.floor = surfaceOf(sectors[i].floorHeight, sectors[i].floorSlope);
        shape.ceiling = surfaceOf(sectors[i].ceilingHeight, sectors[i].ceilingSlope);
        shape.floorLevel = sectors[i].floorHeight * clientUnitsPerEditorUnit;
        shape.ceilingLevel = sectors[i].ceilingHeight * clientUnitsPerEditorUnit;
        shape.depth = wadingDepth(sectors[i].flags);
        loaded_.shapes_.push_back(shape);
    }
}

void RoomLoader::loadWalls()
{
    const roo::Room& room = loaded_.room_;
    loaded_.walls_.reserve(room.walls.size());
    for (std::size_t i = 0; i < room.walls.size(); ++i) {
        const roo::Wall& from = room.walls[i];
        const auto check = [&](const char* what, std::size_t found, std::size_t limit) {
            if (found > limit)
                fail("wall " + std::to_string(i + 1),
                     std::string(what) + " expected 0 to " + std::to_string(limit) + ", found " + std::to_string(found));
        };
        check("next wall", from.next, room.walls.size());
        check("plus side", from.plusSide, room.sidedefs.size());
        check("minus side", from.minusSide, room.sidedefs.size());
        check("plus sector", from.plusSector, room.sectors.size());
        check("minus sector", from.minusSector, room.sectors.size());
        if (!areSane({from.x0, from.y0, from.x1, from.y1}, maxCoordinate))
            fail("wall " + std::to_string(i + 1), "coordinates expected within +-4194304");

        LoadedWall wall;
        wall.start = {from.x0, from.y0};
        wall.end = {from.x1, from.y1};
        wall.length = std::hypot(from.x1 - from.x0, from.y1 - from.y0);
        wall.sides = {fromOne(from.plusSide), fromOne(from.minusSide)};
        wall.sectors = {fromOne(from.plusSector), fromOne(from.minusSector)};
        loaded_.walls_.push_back(wall);
    }
}

Index RoomLoader::childOf(std::uint16_t child, std::size_t parent, std::size_t depth)
{
    if (child == 0)
        return none;
    const auto where = [&] { return "node " + std::to_string(parent + 1); };
    if (child > loaded_.room_.nodes.size()) {
        fail(where(), "child expected 0 to " + std::to_string(loaded_.room_.nodes.size()) + ", found " + std::to_string(child));
        return none;
    }
    const std::size_t index = child - 1u;
    if (depths_[index] != 0) {
        fail(where(),
             "child expected to be a node of its own, found node " + std::to_string(child) + " which is in the tree already");
        return none;
    }
    depths_[index] = depth;
    if (depth > maxTreeDepth)
        fail(where(), "tree expected at most " + std::to_string(maxTreeDepth) + " nodes deep");
    return static_cast<Index>(index);
}

void RoomLoader::loadNodes()
{
    const auto& nodes = loaded_.room_.nodes;
    loaded_.nodes_.resize(nodes.size());
    loaded_.wallOrder_.reserve(loaded_.walls_.size());
    depths_.assign(nodes.size(), 0);
    std::vector<Index> open;
    if (!nodes.empty()) {
        depths_[0] = 1;
        open.push_back(0);
    }
    while (!open.empty() && !error_) {
        const Index index = open.back();
        open.pop_back();
        loaded_.treeDepth_ = std::max(loaded_.treeDepth_, depths_[index]);
        const roo::Node& from = nodes[index];
        LoadedNode& node = loaded_.nodes_[index];
        node.box = from.box;
        if (!areSane({from.box.x0, from.box.y0, from.box.x1, from.box.y1}, maxCoordinate))
            fail("node " + std::to_string(index + 1), "bounding box expected within +-4194304");
        if (from.kind == roo::Node::Kind::Leaf) {
            loadLeaf(from, node, index);
            continue;
        }
        loadInternal(from, node, index);
        for (const Index child : {node.minusChild, node.plusChild})
            if (child != none)
                open.push_back(child);
    }
}

void RoomLoader::loadLeaf(const roo::Node& from, LoadedNode& node, std::size_t number)
{
    const auto where = [&] { return "node " + std::to_string(number + 1); };
    const std::size_t sectors = loaded_.room_.sectors.size();
    if (from.sector > sectors)
        fail(where(), "sector expected 0 to " + std::to_string(sectors) + ", found " + std::to_string(from.sector));
    if (from.polygon.size() > maxPolygonPoints)
        fail(where(), "polygon expected at most 100 points, found " + std::to_string(from.polygon.size()));
    for (const Point& point : from.polygon)
        if (!areSane({point.x, point.y}, maxCoordinate))
            fail(where(), "polygon expected within +-4194304");
    node.isLeaf = true;
    node.sector = fromOne(from.sector);
    node.first = static_cast<std::uint32_t>(loaded_.points_.size());
    node.count = static_cast<std::uint32_t>(from.polygon.size());
    loaded_.points_.insert(loaded_.points_.end(), from.polygon.begin(), from.polygon.end());
}

void RoomLoader::loadInternal(const roo::Node& from, LoadedNode& node, std::size_t number)
{
    const auto where = [&] { return "node " + std::to_string(number + 1); };
    const double length = std::hypot(from.a, from.b);
    if (!(length > 1e-9) || !areSane({from.a, from.b, from.c}, 1e15))
        fail(where(), "line expected, found coefficients that are none");
    node.isLeaf = false;
    node.a = from.a / length;
    node.b = from.b / length;
    node.c = from.c / length;
    node.plusChild = childOf(from.plusChild, number, depths_[number] + 1);
    node.minusChild = childOf(from.minusChild, number, depths_[number] + 1);

    node.first = static_cast<std::uint32_t>(loaded_.wallOrder_.size());
    if (from.firstWall > loaded_.walls_.size())
        fail(where(),
             "first wall expected 0 to " + std::to_string(loaded_.walls_.size()) + ", found " + std::to_string(from.firstWall));
    for (Index wall = fromOne(from.firstWall); wall != none && !error_; wall = fromOne(loaded_.room_.walls[wall].next)) {
        if (loaded_.walls_[wall].node != none)
            fail(where(), "wall " + std::to_string(wall + 1) + " expected in one plane only, found in two");
        loaded_.walls_[wall].node = static_cast<Index>(number);
        loaded_.wallOrder_.push_back(wall);
    }
    node.count = static_cast<std::uint32_t>(loaded_.wallOrder_.size()) - node.first;
}

/// Old builders made leaves of the outside too and wrote sector 1 there (formats.md section 1.3). Such a leaf lies beside a plane
/// whose walls have no sector on that side.
void RoomLoader::findOutsideLeaves()
{
    for (const LoadedNode& parent : loaded_.nodes_) {
        if (parent.isLeaf)
            continue;
        for (const WallSide side : {WallSide::Plus, WallSide::Minus}) {
            const Index child = side == WallSide::Plus ? parent.plusChild : parent.minusChild;
            if (child == none || !loaded_.nodes_[child].isLeaf || loaded_.nodes_[child].sector != 0)
                continue;
            const std::span<const Index> walls = loaded_.wallsOf(parent);
            const bool beside =
                std::any_of(walls.begin(), walls.end(), [&](Index wall) { return loaded_.walls_[wall].sector(side) != none; });
            if (!walls.empty() && !beside)
                loaded_.nodes_[child].sector = none;
        }
    }
}

void RoomLoader::matchLinedefs()
{
    const LinedefIndex linedefs(loaded_.room_);
    for (LoadedWall& wall : loaded_.walls_)
        wall.linedef = linedefs.find(wall);
}

void RoomLoader::takeLinedefs(std::span<const Index> wallLinedefs)
{
    const std::size_t linedefs = loaded_.room_.linedefs.size();
    if (wallLinedefs.size() != loaded_.walls_.size()) {
        fail("walls", "linedefs expected of " + std::to_string(loaded_.walls_.size()) + " walls, found of " +
                          std::to_string(wallLinedefs.size()));
        return;
    }
    for (std::size_t i = 0; i < wallLinedefs.size(); ++i) {
        if (wallLinedefs[i] >= linedefs)
            fail("wall " + std::to_string(i + 1),
                 "linedef expected below " + std::to_string(linedefs) + ", found " + std::to_string(wallLinedefs[i]));
        loaded_.walls_[i].linedef = wallLinedefs[i];
    }
}

} // namespace blak::space
