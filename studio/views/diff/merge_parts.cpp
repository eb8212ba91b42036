// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/diff/merge_parts.h"

#include <algorithm>

namespace blak::diff {
namespace {

std::string slopeText(const std::optional<roo::Slope>& slope)
{
    if (!slope)
        return "level";
    std::string all;
    for (const roo::SlopeVertex& vertex : slope->vertices)
        all += (all.empty() ? "(" : " (") + std::to_string(vertex.x) + ", " + std::to_string(vertex.y) + ", " + std::to_string(vertex.z) + ")";
    return all;
}

} // namespace

std::string fieldName(const property::Property& property)
{
    std::string name(property.group == "Floor" || property.group == "Ceiling" ? std::string(property.group) + " " : std::string());
    name += property.label;
    if (property.editor == property::Editor::Texture && name.find("exture") == std::string::npos)
        name += " texture";
    std::ranges::transform(name, name.begin(), [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; });
    return name;
}

std::string linePlace(const Indices& line)
{
    const int number = line.base >= 0 ? line.base : line.ours >= 0 ? line.ours : line.theirs;
    return "Line " + std::to_string(number) + (line.base >= 0 ? "" : line.ours >= 0 ? " of ours" : " of theirs");
}

roo::Sector mergeSector(Chooser& chooser, const roo::Sector& base, const roo::Sector& ours, const roo::Sector& theirs)
{
    const auto bare = [](roo::Sector sector) {
        sector.floorSlope.reset();
        sector.ceilingSlope.reset();
        sector.flags &= ~(roo::sector_flag::slopedFloor | roo::sector_flag::slopedCeiling);
        return sector;
    };
    roo::Sector merged = mergeRecord(chooser, roo::sectorProperties(), {}, bare(base), bare(ours), bare(theirs));
    merged.floorSlope = chooser.choose("floor slope", base.floorSlope, ours.floorSlope, theirs.floorSlope, slopeText);
    merged.ceilingSlope = chooser.choose("ceiling slope", base.ceilingSlope, ours.ceilingSlope, theirs.ceilingSlope, slopeText);
    merged.flags |= (merged.floorSlope ? roo::sector_flag::slopedFloor : 0) | (merged.ceilingSlope ? roo::sector_flag::slopedCeiling : 0);
    return merged;
}

FullLine mergeLine(Chooser& chooser, const FullLine& base, const FullLine& ours, const FullLine& theirs)
{
    FullLine merged = ours;
    const auto start = [](const FullLine& line) { return Point(line.line.x0, line.line.y0); };
    const auto end = [](const FullLine& line) { return Point(line.line.x1, line.line.y1); };
    const auto way = chooser.decided(wayField);
    const Point from = way ? Chooser::of(*way, start(base), start(ours), start(theirs))
                           : chooser.choose("start", start(base), start(ours), start(theirs), pointText);
    const Point to = way ? Chooser::of(*way, end(base), end(ours), end(theirs))
                         : chooser.choose("end", end(base), end(ours), end(theirs), pointText);
    merged.line.x0 = static_cast<std::int16_t>(from.first);
    merged.line.y0 = static_cast<std::int16_t>(from.second);
    merged.line.x1 = static_cast<std::int16_t>(to.first);
    merged.line.y1 = static_cast<std::int16_t>(to.second);
    const auto number = [](int value) { return std::to_string(value); };
    const auto offset = [&](const char* name, std::int16_t roo::Linedef::*field) {
        merged.line.*field = chooser.choose(name, base.line.*field, ours.line.*field, theirs.line.*field, number);
    };
    offset("+ x offset", &roo::Linedef::plusXOffset);
    offset("+ y offset", &roo::Linedef::plusYOffset);
    offset("\xE2\x88\x92 x offset", &roo::Linedef::minusXOffset);
    offset("\xE2\x88\x92 y offset", &roo::Linedef::minusYOffset);
    for (const int side : {0, 1}) {
        const std::string sign = side == 0 ? "+ " : "\xE2\x88\x92 ";
        merged.sectors[side] = way ? Chooser::of(*way, base, ours, theirs).sectors[side]
                                   : chooser.choose(sign + "sector", base.sectors[side], ours.sectors[side], theirs.sectors[side], number);
        const auto &b = base.sides[side], &o = ours.sides[side], &t = theirs.sides[side];
        if (b && o && t)
            merged.sides[side] = mergeRecord(chooser, roo::sidedefProperties(), sign, *b, *o, *t);
        else
            merged.sides[side] = chooser.choose(sign + "side", b, o, t, [](const auto& one) -> std::string { return one ? "there" : "none"; });
    }
    return merged;
}

bool isSameWay(const roo::Linedef& a, const roo::Linedef& b) { return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1; }

bool isTurned(const roo::Linedef& from, const roo::Linedef& to)
{
    return !isSameWay(from, to) && from.x0 == to.x1 && from.y0 == to.y1 && from.x1 == to.x0 && from.y1 == to.y0;
}

void turn(FullLine& line)
{
    std::swap(line.line.x0, line.line.x1);
    std::swap(line.line.y0, line.line.y1);
    std::swap(line.line.plusXOffset, line.line.minusXOffset);
    std::swap(line.line.plusYOffset, line.line.minusYOffset);
    std::swap(line.sides[0], line.sides[1]);
    std::swap(line.sectors[0], line.sectors[1]);
}

FullLine fullLine(const roo::Room& room, const roo::Linedef& line, const std::vector<int>& numbers)
{
    FullLine full;
    full.line = line;
    full.line.plusSide = full.line.minusSide = 0;
    full.line.plusSector = full.line.minusSector = noPart;
    full.line.coordinateHigh = {};
    const std::uint16_t sides[2] = {line.plusSide, line.minusSide};
    const std::int16_t sectors[2] = {line.plusSector, line.minusSector};
    for (const int i : {0, 1}) {
        if (sides[i] == 0 || sides[i] > room.sidedefs.size()) {
            (i == 0 ? full.line.plusXOffset : full.line.minusXOffset) = 0; // mean nothing without a side
            (i == 0 ? full.line.plusYOffset : full.line.minusYOffset) = 0;
            continue;
        }
        full.sides[i] = room.sidedefs[sides[i] - 1u];
        if (sectors[i] >= 0 && static_cast<std::size_t>(sectors[i]) < numbers.size())
            full.sectors[i] = numbers[static_cast<std::size_t>(sectors[i])];
    }
    return full;
}

std::string pointText(const Point& point) { return std::to_string(point.first) + ", " + std::to_string(point.second); }

} // namespace blak::diff
