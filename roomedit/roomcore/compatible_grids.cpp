// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/compatible_grids.h"

#include "formats/roo/format_traits.h"
#include "formats/space/move_grid.h"
#include "roomedit/roomcore/bsp_arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace blak::roomcore {
namespace {

constexpr std::int32_t playerDistance = 256, monsterDistance = 64; ///< client units kept from walls
constexpr std::int32_t squareStep = 1024, fineStep = 256;          ///< client units from cell to cell
constexpr std::int32_t maxStep = 24, headRoom = 48;                ///< editor units
constexpr double maxHeight = 1 << 24;                              ///< editor units: nearly upright planes go anywhere
constexpr std::int32_t testsPerMove = 5;
constexpr std::array<std::int32_t, 4> depths{0, 12, 25, 38}; ///< editor units

struct Place
{
    std::int32_t x = 0, y = 0; ///< client units
};

/// A wall as seen by somebody on one of its sides.
struct Passage
{
    bool hasSide = false, isPassable = false, checksStep = false, checksHead = false;
    std::int32_t step = 0;    ///< floor to climb, less the depth behind, editor units
    std::int32_t opening = 0; ///< lower ceiling, editor units

    bool isOpen() const { return isPassable && !checksStep && !checksHead; }

    bool allows(std::int32_t z) const
    {
        return isPassable && (!checksStep || step - z <= maxStep) && (!checksHead || opening - z >= headRoom);
    }
};

struct GridWall
{
    double left, top, right, bottom; ///< box, client units
    Passage fromPlus, fromMinus;
};

class GridBuilder
{
public:
    GridBuilder(const roo::Room& room, const BuiltTree& tree, const BuildOptions& options)
        : room_(room), tree_(tree), options_(options), isInteger_(!roo::hasFloatCoordinates(room.format)),
          isSloped_(roo::traits(room.format).slopedGrids && !options.flatGrids)
    {
        for (const roo::Wall& wall : tree.walls)
            walls_.push_back(gridWallOf(wall));
    }

    roo::ServerSection build()
    {
        roo::ServerSection server;
        const std::int32_t rows = room_.height / squareStep, columns = room_.width / squareStep;
        server.move = makeGrid<std::uint8_t>(
            rows, columns,
            [&](Place centre) { return ways(centre, squareStep, columns * squareStep, rows * squareStep, playerDistance); },
            squareStep);
        server.flags = makeGrid<std::uint8_t>(
            rows, columns, [&](Place centre) { return std::uint8_t{hasFloor(centre)}; }, squareStep);
        if (roo::traits(room_.format).monsterGrid)
            server.monster = makeGrid<std::uint8_t>(
                rows, columns,
                [&](Place centre) { return ways(centre, squareStep, columns * squareStep, rows * squareStep, monsterDistance); },
                squareStep);
        if (roo::traits(room_.format).highResolutionGrid) {
            const std::int32_t fineRows = room_.height / fineStep, fineColumns = room_.width / fineStep;
            server.highResolution = makeGrid<std::uint32_t>(
                fineRows, fineColumns,
                [&](Place centre) { return fineCell(centre, fineColumns * fineStep, fineRows * fineStep); }, fineStep);
        }
        return server;
    }

private:
    template <typename Value, typename Make>
    roo::Grid<Value> makeGrid(std::int32_t rows, std::int32_t columns, Make&& make, std::int32_t step) const
    {
        roo::Grid<Value> grid{rows, columns, {}};
        grid.cells.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
        for (std::int32_t row = 0; row < rows && !options_.isCancelled(); ++row)
            for (std::int32_t column = 0; column < columns; ++column)
                grid.cells.push_back(make(Place{column * step + step / 2, row * step + step / 2}));
        return grid;
    }

    GridWall gridWallOf(const roo::Wall& wall) const
    {
        GridWall result{std::min(wall.x0, wall.x1),
                        std::min(wall.y0, wall.y1),
                        std::max(wall.x0, wall.x1),
                        std::max(wall.y0, wall.y1),
                        {},
                        {}};
        result.fromPlus = passageOf(wall.plusSide, wall.plusSector, wall.minusSector);
        result.fromMinus = passageOf(wall.minusSide, wall.minusSector, wall.plusSector);
        return result;
    }

    Passage passageOf(std::uint16_t side, std::uint16_t here, std::uint16_t there) const
    {
        Passage passage;
        passage.hasSide = side != 0;
        if (side == 0)
            return passage;
        const roo::Sidedef& data = room_.sidedefs[side - 1u];
        passage.isPassable = (data.flags & roo::side_flag::passable) != 0;
        passage.checksStep = data.belowTexture != 0;
        passage.checksHead = data.aboveTexture != 0;
        const roo::Sector* mine = here == 0 ? nullptr : &room_.sectors[here - 1u];
        const roo::Sector* other = there == 0 ? mine : &room_.sectors[there - 1u];
        if (mine == nullptr)
            mine = other;
        if (mine != nullptr) {
            const std::int32_t depth = there == 0 ? 0 : depths[other->flags & roo::sector_flag::depthMask];
            passage.step = std::max(mine->floorHeight, other->floorHeight) - depth;
            passage.opening = std::min(mine->ceilingHeight, other->ceilingHeight);
        }
        return passage;
    }

    double valueAt(const roo::Node& node, Place place) const
    {
        if (!isInteger_)
            return node.a * place.x + node.b * place.y + node.c;
        const auto part = [](double x) { return static_cast<std::uint32_t>(static_cast<std::int64_t>(x)); };
        return static_cast<std::int32_t>(part(node.a) * part(place.x) + part(node.b) * part(place.y) + part(node.c));
    }

    /// As the test of moves computes it: version 13 (float) in single precision.
    double moveValueAt(const roo::Node& node, Place place) const
    {
        if (room_.format != roo::Format::V13Float)
            return valueAt(node, place);
        const auto x = static_cast<float>(place.x), y = static_cast<float>(place.y);
        const float value = static_cast<float>(node.a) * x + static_cast<float>(node.b) * y + static_cast<float>(node.c);
        return static_cast<double>(value);
    }

    /// None = outside.
    const roo::Sector* sectorAt(Place place) const
    {
        std::size_t number = tree_.nodes.empty() ? 0 : 1;
        while (number != 0) {
            const roo::Node& node = tree_.nodes[number - 1];
            if (node.kind == roo::Node::Kind::Leaf)
                return tree_.isOutside[number - 1] ? nullptr : &room_.sectors[node.sector - 1u];
            const double value = valueAt(node, place);
            const bool onPlane = std::abs(value) <= (isInteger_ ? 0 : 0.001);
            number = value > 0 || onPlane ? node.plusChild : node.minusChild;
            if (number == 0 && onPlane)
                number = node.minusChild;
        }
        return nullptr;
    }

    /// Floor in editor units, 0 outside.
    std::int32_t floorAt(Place place) const
    {
        const roo::Sector* sector = sectorAt(place);
        if (sector == nullptr)
            return 0;
        if (!isSloped_ || !sector->floorSlope || sector->floorSlope->c == 0)
            return sector->floorHeight;
        const double height = std::round(slopeAt(*sector->floorSlope, place) / 16);
        return static_cast<std::int32_t>(std::clamp(height, -maxHeight, maxHeight));
    }

    bool hasFloor(Place place) const
    {
        const roo::Sector* sector = sectorAt(place);
        return sector != nullptr && sector->floorTexture != 0;
    }

    /// Nodes the walls of which may matter for a move from `centre`.
    void collect(std::size_t number, Place centre, double reach)
    {
        if (number == 0)
            return;
        const roo::Node& node = tree_.nodes[number - 1];
        if (node.kind == roo::Node::Kind::Leaf || node.box.x0 - reach > centre.x || node.box.x1 + reach < centre.x ||
            node.box.y0 - reach > centre.y || node.box.y1 + reach < centre.y)
            return;
        near_.push_back(number - 1);
        collect(node.plusChild, centre, reach);
        collect(node.minusChild, centre, reach);
    }

    std::uint8_t ways(Place centre, std::int32_t step, std::int32_t width, std::int32_t height, std::int32_t distance)
    {
        near_.clear();
        collect(tree_.nodes.empty() ? 0 : 1, centre, step + distance + 1);
        if (near_.empty())
            return 0xFF;
        unsigned result = 0;
        for (unsigned i = 0; i < space::directionSteps.size(); ++i) {
            const Place to{std::clamp(centre.x + space::directionSteps[i].column * step, 0, width),
                           std::clamp(centre.y + space::directionSteps[i].row * step, 0, height)};
            if (canMove(centre, to, distance))
                result |= 1u << i;
        }
        return static_cast<std::uint8_t>(result);
    }

    bool canMove(Place from, Place to, std::int32_t distance) const
    {
        Place before = from;
        for (std::int32_t i = 1; i <= testsPerMove; ++i) {
            const Place after{from.x + (to.x - from.x) * i / testsPerMove, from.y + (to.y - from.y) * i / testsPerMove};
            for (const std::size_t index : near_)
                if (isBlocked(tree_.nodes[index], before, after, distance))
                    return false;
            before = after;
        }
        return true;
    }

    bool isBlocked(const roo::Node& node, Place before, Place after, std::int32_t distance) const
    {
        if (node.box.x0 - distance > after.x || node.box.x1 + distance < after.x || node.box.y0 - distance > after.y ||
            node.box.y1 + distance < after.y)
            return false;
        const double now = moveValueAt(node, after), old = moveValueAt(node, before);
        if (!isWithin(node, std::abs(now), distance))
            return false;
        for (std::size_t number = node.firstWall; number != 0; number = tree_.walls[number - 1].next) {
            const GridWall& wall = walls_[number - 1];
            if (!contains(wall, after, distance))
                continue;
            if (std::abs(now) > std::abs(old) && contains(wall, before, distance))
                continue; // moving away
            const Passage& passage = old > 0 ? wall.fromPlus : wall.fromMinus;
            if (passage.hasSide && !(passage.isOpen() || (passage.isPassable && passage.allows(floorAt(before)))))
                return true;
        }
        return false;
    }

    /// Whether the line is nearer than `distance`. The squares of the integer editors overflow; what that makes of far lines
    /// shows in their files.
    bool isWithin(const roo::Node& node, double value, std::int32_t distance) const
    {
        if (!isInteger_) {
            const double scaled = value / distance;
            return scaled * scaled < node.a * node.a + node.b * node.b;
        }
        const auto square = [](std::int32_t x) { return IntegerArithmetic::multiply(x, x); };
        const auto whole = [](double x) {
            return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(x)));
        };
        const std::int32_t a = whole(node.a), b = whole(node.b);
        return square(whole(value) / distance) < IntegerArithmetic::add(square(a), square(b));
    }

    static bool contains(const GridWall& wall, Place place, std::int32_t distance)
    {
        return wall.left - distance <= place.x && place.x <= wall.right + distance && wall.top - distance <= place.y &&
               place.y <= wall.bottom + distance;
    }

    std::uint32_t fineCell(Place centre, std::int32_t width, std::int32_t height)
    {
        constexpr std::uint32_t allWays = 0xFFu << 1;
        const roo::Sector* sector = sectorAt(centre);
        if (sector == nullptr || sector->floorTexture == 0)
            return allWays;
        const std::uint32_t directions = ways(centre, fineStep, width, height, playerDistance);
        const std::int32_t floor = floorAt(centre) * 16 / fineStep; // truncated
        const std::uint32_t high = static_cast<std::uint32_t>(floor) << 9;
        if (directions == 0)
            return high | allWays;
        return high | directions << 1 | 1u;
    }

    static double slopeAt(const roo::Slope& slope, Place place)
    {
        return (-slope.a * place.x - slope.b * place.y - slope.d) / slope.c;
    }

    const roo::Room& room_;
    const BuiltTree& tree_;
    const BuildOptions& options_;
    bool isInteger_, isSloped_;
    std::vector<GridWall> walls_;
    std::vector<std::size_t> near_;
};

} // namespace

roo::ServerSection buildGrids(const roo::Room& room, const BuiltTree& tree, const BuildOptions& options)
{
    return GridBuilder(room, tree, options).build();
}

} // namespace blak::roomcore
