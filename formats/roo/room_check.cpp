// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/format_traits.h"
#include "formats/roo/room.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

namespace blak::roo {
namespace {

/// Collects the first fault of a room, in words.
class Faults
{
public:
    explicit Faults(std::string_view file) : file_(file) {}

    void add(std::string_view kind, std::size_t index, std::string_view field, std::string what)
    {
        if (!error_)
            error_ = Error{std::move(what), std::string(file_) + ", " + std::string(kind) + " " + std::to_string(index + 1) +
                                                " (" + std::string(field) + ")"};
    }
    void upTo(std::size_t limit, std::size_t found, std::string_view kind, std::size_t index, std::string_view field)
    {
        if (found > limit)
            add(kind, index, field, "expected 0 to " + std::to_string(limit) + ", found " + std::to_string(found));
    }
    Result<void> result() const { return error_ ? Result<void>(*error_) : Result<void>(); }

private:
    std::string_view file_;
    std::optional<Error> error_;
};

/// Remembers who owns what: an owner comes before what it owns, and nothing is owned twice. So lists and trees end.
class Ownership
{
public:
    Ownership(std::size_t count, Faults& faults) : owned_(count + 1), faults_(faults) {}

    /// `after`: the owned number must be larger than this. 0 owns nothing.
    void take(std::size_t number, std::size_t after, std::string_view kind, std::size_t index, std::string_view field)
    {
        if (number == 0)
            return;
        if (number >= owned_.size() || number <= after)
            faults_.add(kind, index, field,
                        "expected 0 or " + std::to_string(after + 1) + " to " + std::to_string(owned_.size() - 1) + ", found " +
                            std::to_string(number));
        else if (owned_[number])
            faults_.add(kind, index, field, "number " + std::to_string(number) + " has an owner already");
        else
            owned_[number] = true;
    }

private:
    std::vector<bool> owned_;
    Faults& faults_;
};

bool isWhole(double value, double low, double high) { return value >= low && value <= high && value == std::trunc(value); }

} // namespace

Result<void> checkReferences(const Room& room, std::string_view file)
{
    Faults faults(file);
    Ownership nodes(room.nodes.size(), faults);
    Ownership walls(room.walls.size(), faults);
    for (std::size_t i = 0; i < room.nodes.size(); ++i) {
        const Node& node = room.nodes[i];
        if (node.kind == Node::Kind::Internal) {
            nodes.take(node.plusChild, i + 1, "node", i, "plus child");
            nodes.take(node.minusChild, i + 1, "node", i, "minus child");
            walls.take(node.firstWall, 0, "node", i, "first wall");
        } else if (node.sector == 0) {
            faults.add("node", i, "leaf sector", "expected 1 or more, found 0");
        } else {
            faults.upTo(room.sectors.size(), node.sector, "node", i, "leaf sector");
        }
    }
    for (std::size_t i = 0; i < room.walls.size(); ++i) {
        const Wall& wall = room.walls[i];
        walls.take(wall.next, i + 1, "wall", i, "next");
        faults.upTo(room.sidedefs.size(), wall.plusSide, "wall", i, "plus side");
        faults.upTo(room.sidedefs.size(), wall.minusSide, "wall", i, "minus side");
        faults.upTo(room.sectors.size(), wall.plusSector, "wall", i, "plus sector");
        faults.upTo(room.sectors.size(), wall.minusSector, "wall", i, "minus sector");
    }
    for (std::size_t i = 0; i < room.linedefs.size(); ++i) {
        const Linedef& line = room.linedefs[i];
        faults.upTo(room.sidedefs.size(), line.plusSide, "linedef", i, "plus side");
        faults.upTo(room.sidedefs.size(), line.minusSide, "linedef", i, "minus side");
        // Without a side the sector means nothing, and old editors left anything there.
        const auto checkSector = [&](std::uint16_t side, std::int16_t sector, std::string_view field) {
            if (side != 0 && (sector < -1 || sector >= static_cast<std::int64_t>(room.sectors.size())))
                faults.add("linedef", i, field,
                           "expected -1 to " + std::to_string(static_cast<std::int64_t>(room.sectors.size()) - 1) + ", found " +
                               std::to_string(sector));
        };
        checkSector(line.plusSide, line.plusSector, "plus sector");
        checkSector(line.minusSide, line.minusSector, "minus sector");
    }
    return faults.result();
}

Result<void> checkLimits(const Room& room)
{
    const FormatTraits& format = traits(room.format);
    const std::string name = "version " + std::string(format.name);
    Faults faults(name);
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
    const auto checkCount = [&](std::size_t count, std::string_view what) {
        if (count > most)
            faults.add("room", 0, what, "expected at most 65535, found " + std::to_string(count));
    };
    checkCount(room.nodes.size(), "number of nodes");
    checkCount(room.walls.size(), "number of walls");
    checkCount(room.linedefs.size(), "number of linedefs");
    checkCount(room.sidedefs.size(), "number of sidedefs");
    checkCount(room.sectors.size(), "number of sectors");
    checkCount(room.things.size(), "number of things");

    constexpr double low = std::numeric_limits<std::int32_t>::min();
    constexpr double high = std::numeric_limits<std::int32_t>::max();
    const auto checkNumbers = [&](bool isFloat, std::initializer_list<double> values, std::string_view kind, std::size_t index) {
        for (const double value : values)
            if (isFloat ? !std::isfinite(static_cast<float>(value)) : !isWhole(value, low, high))
                faults.add(kind, index, "coordinates",
                           std::string(isFloat ? "expected a finite number" : "expected a whole number") + ", found " +
                               std::to_string(value));
    };
    for (std::size_t i = 0; i < room.nodes.size(); ++i) {
        const Node& node = room.nodes[i];
        checkNumbers(format.floatCoordinates, {node.box.x0, node.box.y0, node.box.x1, node.box.y1, node.a, node.b, node.c},
                     "node", i);
        for (const Point& point : node.polygon)
            checkNumbers(format.floatCoordinates, {point.x, point.y}, "node", i);
        if (node.polygon.size() > most)
            faults.add("node", i, "number of points", "expected at most 65535, found " + std::to_string(node.polygon.size()));
    }
    for (std::size_t i = 0; i < room.walls.size(); ++i) {
        const Wall& wall = room.walls[i];
        checkNumbers(format.floatCoordinates, {wall.x0, wall.y0, wall.x1, wall.y1, wall.length}, "wall", i);
        if (!format.floatCoordinates && !isWhole(wall.length, 0, most))
            faults.add("wall", i, "length", "expected a whole number from 0 to 65535, found " + std::to_string(wall.length));
    }
    for (std::size_t i = 0; i < room.sectors.size(); ++i) {
        const Sector& sector = room.sectors[i];
        for (const auto& slope : {sector.floorSlope, sector.ceilingSlope})
            if (slope) {
                checkNumbers(format.floatPlane, {slope->a, slope->b, slope->c, slope->d}, "sector", i);
                checkNumbers(format.floatOrigin, {slope->originX, slope->originY}, "sector", i);
            }
        if (!format.sectorAnimation && sector.animationSpeed != 0)
            faults.add("sector", i, "animation speed", "expected 0, found " + std::to_string(sector.animationSpeed));
    }
    if (room.server) {
        const ServerSection& server = *room.server;
        const auto checkGrid = [&](const auto& grid, std::string_view field) {
            if (grid.rows < 0 || grid.columns < 0 ||
                grid.cells.size() != static_cast<std::uint64_t>(grid.rows) * static_cast<std::uint64_t>(grid.columns))
                faults.add("room", 0, field, "the number of cells is not rows by columns");
        };
        checkGrid(server.move, "move grid");
        checkGrid(server.flags, "flag grid");
        const auto sameSize = [&](const Grid<std::uint8_t>& grid) {
            return grid.rows == server.move.rows && grid.columns == server.move.columns;
        };
        if (!sameSize(server.flags) || (server.monster && !sameSize(*server.monster)))
            faults.add("room", 0, "flag grid", "the grids differ in size");
        if (server.monster.has_value() != format.monsterGrid)
            faults.add("room", 0, "monster grid", format.monsterGrid ? "expected one, found none" : "expected none, found one");
        if (server.highResolution.has_value() != format.highResolutionGrid)
            faults.add("room", 0, "high-resolution grid",
                       format.highResolutionGrid ? "expected one, found none" : "expected none, found one");
        if (server.monster)
            checkGrid(*server.monster, "monster grid");
        if (server.highResolution)
            checkGrid(*server.highResolution, "high-resolution grid");
    }
    return faults.result();
}

} // namespace blak::roo
