// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/open_sectors.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace blak::space {
namespace {

using Corner = std::pair<int, int>;
struct BorderPiece
{
    Corner from, to; ///< editor units; the sector lies to the right
};

/// The closed ways along the border of a sector that has gaps. Without any, two loose ends are joined straight.
std::vector<Outline> closedPart(std::vector<BorderPiece> border)
{
    std::map<Corner, std::vector<std::size_t>> leaving;
    std::map<Corner, int> loose; // by how many pieces more a corner is left than reached
    for (const BorderPiece& piece : border) {
        ++loose[piece.from];
        --loose[piece.to];
    }
    std::erase_if(loose, [](const auto& corner) { return corner.second == 0; });
    const auto walk = [&] {
        std::vector<Outline> outlines;
        leaving.clear();
        for (std::size_t i = 0; i < border.size(); ++i)
            leaving[border[i].from].push_back(i);
        std::vector<Corner> way; // without a corner twice: each time it comes back to one, that is a closed way
        for (std::size_t first = 0; first < border.size(); ++first) {
            way.assign(1, border[first].from);
            while (!way.empty()) {
                const auto next = leaving.find(way.back());
                if (next == leaving.end() || next->second.empty()) {
                    way.pop_back(); // a dead end
                    continue;
                }
                const Corner to = border[next->second.back()].to;
                next->second.pop_back();
                const auto known = std::ranges::find(way, to);
                if (known == way.end()) {
                    way.push_back(to);
                    continue;
                }
                if (way.end() - known > 2)
                    outlines.emplace_back(known, way.end());
                way.erase(known + 1, way.end());
            }
        }
        return outlines;
    };
    std::vector<Outline> outlines = walk();
    if (outlines.empty() && loose.size() == 2) {
        const auto& [a, more] = *loose.begin();
        const auto& [b, less] = *std::next(loose.begin());
        if (more == 1 && less == -1)
            border.push_back({b, a});
        else if (more == -1 && less == 1)
            border.push_back({a, b});
        outlines = walk();
    }
    return outlines;
}

/// Mixed well: sums of different corners do not cancel out.
std::uint64_t numberOf(int x, int y)
{
    std::uint64_t mixed = (static_cast<std::uint64_t>(static_cast<std::uint16_t>(x)) << 16 | static_cast<std::uint16_t>(y)) + 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

} // namespace

/// The border of a closed sector leaves each corner as often as it comes to it: the sum over its lines is nothing.
std::map<int, std::vector<Outline>> openSectors(const roo::Room& room)
{
    const auto beside = [&room](int sidedef, int sector) { return sidedef != 0 && sector >= 0 && sector < static_cast<int>(room.sectors.size()) ? sector : -1; };
    std::vector<std::uint64_t> balance(room.sectors.size(), 0);
    for (const roo::Linedef& line : room.linedefs) {
        const std::uint64_t along = numberOf(line.x0, line.y0) - numberOf(line.x1, line.y1);
        if (const int sector = beside(line.plusSide, line.plusSector); sector >= 0)
            balance[static_cast<std::size_t>(sector)] += along;
        if (const int sector = beside(line.minusSide, line.minusSector); sector >= 0)
            balance[static_cast<std::size_t>(sector)] -= along;
    }
    std::map<int, std::vector<Outline>> open;
    if (std::ranges::all_of(balance, [](std::uint64_t sum) { return sum == 0; }))
        return open;
    std::map<int, std::vector<BorderPiece>> borders;
    for (const roo::Linedef& line : room.linedefs) {
        const int plus = beside(line.plusSide, line.plusSector), minus = beside(line.minusSide, line.minusSector);
        if (plus == minus)
            continue; // within a sector
        if (plus >= 0 && balance[static_cast<std::size_t>(plus)] != 0)
            borders[plus].push_back({{line.x0, line.y0}, {line.x1, line.y1}});
        if (minus >= 0 && balance[static_cast<std::size_t>(minus)] != 0)
            borders[minus].push_back({{line.x1, line.y1}, {line.x0, line.y0}});
    }
    for (auto& [sector, border] : borders)
        open.emplace(sector, closedPart(std::move(border)));
    return open;
}

bool isWithin(const std::vector<Outline>& outlines, double x, double y)
{
    bool isInside = false;
    for (const Outline& outline : outlines)
        for (std::size_t i = 0, before = outline.size() - 1; i < outline.size(); before = i++) {
            const auto& [x0, y0] = outline[before];
            const auto& [x1, y1] = outline[i];
            if ((y0 > y) != (y1 > y) && x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
                isInside = !isInside;
        }
    return isInside;
}

} // namespace blak::space
