// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <cstdint>
#include <random>
#include <vector>

/// Rooms made for tests: editor sections only (linedefs, sidedefs, sectors, things).
namespace blak::test {

struct SampleOptions
{
    int rows = 4, columns = 4; ///< sectors
    bool jitters = false;      ///< grid points moved about, so that nothing is square
    bool hasHoles = false;     ///< some cells are outside
    bool hasSlopes = false;
    std::int32_t maxHeight = 60; ///< of floors, editor units
};

constexpr std::int16_t sampleCell = 256; ///< editor units

/// A grid of sectors of random heights; lines between two sectors are passable. Sidedef 1 is a wall, 2 an opening.
inline roo::Room makeGridRoom(const SampleOptions& options, std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto pick = [&](std::int32_t low, std::int32_t high) {
        return low + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(high - low + 1));
    };
    roo::Room room;
    room.format = roo::Format::V15;
    const auto at = [&](int row, int column) { return static_cast<std::size_t>(row * (options.columns + 1) + column); };
    std::vector<roo::SlopeVertex> points;
    for (int row = 0; row <= options.rows; ++row)
        for (int column = 0; column <= options.columns; ++column) {
            const std::int32_t dx = options.jitters ? pick(-80, 80) : 0, dy = options.jitters ? pick(-80, 80) : 0;
            points.push_back({static_cast<std::int16_t>(column * sampleCell + dx),
                              static_cast<std::int16_t>(-row * sampleCell + dy),
                              static_cast<std::int16_t>(pick(0, options.maxHeight))});
        }

    std::vector<std::int16_t> sectorOf;
    for (int row = 0; row < options.rows; ++row)
        for (int column = 0; column < options.columns; ++column) {
            if (options.hasHoles && pick(0, 4) == 0 && row + column > 0) {
                sectorOf.push_back(-1);
                continue;
            }
            sectorOf.push_back(static_cast<std::int16_t>(room.sectors.size()));
            roo::Sector sector;
            sector.floorTexture = 10;
            sector.ceilingTexture = 11;
            sector.floorHeight = static_cast<std::uint16_t>(pick(0, options.maxHeight));
            sector.ceilingHeight = static_cast<std::uint16_t>(sector.floorHeight + pick(80, 200));
            sector.light = 192;
            if (options.hasSlopes && pick(0, 1) == 0) {
                sector.flags |= roo::sector_flag::slopedFloor;
                sector.floorSlope.emplace();
                sector.floorSlope->vertices = {points[at(row, column)], points[at(row, column + 1)], points[at(row + 1, column)]};
            }
            room.sectors.push_back(sector);
        }

    roo::Sidedef wall, opening;
    wall.normalTexture = 20;
    opening.flags = roo::side_flag::passable;
    opening.aboveTexture = 21;
    opening.belowTexture = 22;
    room.sidedefs = {wall, opening};
    const auto sectorAt = [&](int row, int column) -> std::int16_t {
        const bool inside = row >= 0 && row < options.rows && column >= 0 && column < options.columns;
        return inside ? sectorOf[static_cast<std::size_t>(row * options.columns + column)] : std::int16_t{-1};
    };
    // The plus side is to the right of the way from start to end.
    const auto addLine = [&](std::size_t from, std::size_t to, std::int16_t right, std::int16_t left) {
        if (right == -1 && left == -1)
            return;
        const std::uint16_t side = right != -1 && left != -1 ? 2 : 1;
        roo::Linedef line;
        line.x0 = points[from].x;
        line.y0 = points[from].y;
        line.x1 = points[to].x;
        line.y1 = points[to].y;
        line.plusSide = right == -1 ? std::uint16_t{0} : side;
        line.minusSide = left == -1 ? std::uint16_t{0} : side;
        line.plusSector = right;
        line.minusSector = left;
        room.linedefs.push_back(line);
    };
    for (int row = 0; row <= options.rows; ++row)
        for (int column = 0; column <= options.columns; ++column) {
            if (column < options.columns) // eastwards: right is south
                addLine(at(row, column), at(row, column + 1), sectorAt(row, column), sectorAt(row - 1, column));
            if (row < options.rows) // southwards: right is west
                addLine(at(row, column), at(row + 1, column), sectorAt(row, column - 1), sectorAt(row, column));
        }
    roo::Thing corner;
    corner.x = 0;
    corner.y = 0;
    room.things.push_back(corner);
    corner.x = options.columns * sampleCell;
    corner.y = -options.rows * sampleCell;
    room.things.push_back(corner);
    return room;
}

/// Even-odd rule over the linedefs of one sector; `x`, `y` in editor units.
inline bool isInSector(const roo::Room& room, std::int16_t sector, double x, double y)
{
    bool inside = false;
    for (const roo::Linedef& line : room.linedefs) {
        const bool plus = line.plusSide != 0 && line.plusSector == sector,
                   minus = line.minusSide != 0 && line.minusSector == sector;
        if (plus == minus || (line.y0 > y) == (line.y1 > y))
            continue;
        if (x < line.x0 + (y - line.y0) * (line.x1 - line.x0) / (line.y1 - line.y0))
            inside = !inside;
    }
    return inside;
}

} // namespace blak::test
