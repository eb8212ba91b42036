// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/structures.h"

#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/operations/wall_frame.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace blak::roomcore {
namespace {

/// Middle of four corners, moved off the lines that it may lie on by at most one unit.
MapPoint middleOf(MapPoint a, MapPoint b, MapPoint c, MapPoint d)
{
    return {static_cast<std::int32_t>(divideRounded(std::int64_t{a.x} + b.x + c.x + d.x, 4)),
            static_cast<std::int32_t>(divideRounded(std::int64_t{a.y} + b.y + c.y + d.y, 4))};
}

int between(int first, int last, double part) { return static_cast<int>(std::lround(first + (last - first) * part)); }

/// The sector on the side of a line that does not look at a place, else that on the other.
SectorId sectorBehind(const Map& map, LineId id, MapPoint place)
{
    const MapLine& line = map.line(id);
    const bool isLeft = orientation(map.startOf(id), map.endOf(id), place) > 0; // minus is the left-hand side
    const SectorId behind = line.side(isLeft ? Side::Plus : Side::Minus).sector;
    return behind ? behind : line.side(isLeft ? Side::Minus : Side::Plus).sector;
}

} // namespace

Result<void> putArch(MapEdit& edit, LineId line, MapPoint at, const Arch& arch, const MapDefaults& defaults)
{
    for (const auto& checked : {checkNumber(arch.slices, 2, 32, "slices of an arch"), checkNumber(arch.width, 2 * arch.slices, 4096, "width of an arch"),
                                checkNumber(arch.depth, 1, 4096, "depth of an arch"), checkNumber(arch.springing, 0, 4096, "springing of an arch"),
                                checkNumber(arch.rise, 1, 4096, "rise of an arch")})
        if (!checked)
            return checked;
    const auto frame = wallFrame(edit.map(), line, at, arch.width);
    if (!frame)
        return frame.error();
    const WallFrame& wall = frame.value();
    const roo::Sector model = edit.map().sector(wall.room);
    const double left = wall.middle - arch.width / 2.0;
    const auto cut = [&](int slice, double out) { return wall.point(left + static_cast<double>(arch.width) * slice / arch.slices, out); };
    const std::vector<MapPoint> outline{cut(0, 0), cut(0, arch.depth), cut(arch.slices, arch.depth), cut(arch.slices, 0)};
    std::vector<std::vector<MapPoint>> cuts;
    for (int i = 1; i < arch.slices; ++i)
        cuts.push_back({cut(i, 0), cut(i, arch.depth)});
    document::Transaction transaction(edit.history(), "Arch");
    if (auto drawn = drawCut(edit, outline, cuts, defaults, "Arch"); !drawn)
        return drawn;
    std::vector<SectorId> made;
    for (int i = 0; i < arch.slices; ++i) {
        const SectorId id = sectorAt(edit.map(), middleOf(cut(i, 0), cut(i + 1, 0), cut(i, arch.depth), cut(i + 1, arch.depth)));
        if (!id || id == wall.room)
            return Error{"there is no room for an arch behind this wall", "arch"};
        const double away = (i + 0.5) * 2 / arch.slices - 1; // -1 at the left foot, 1 at the right one
        const int top = model.floorHeight + arch.springing + static_cast<int>(std::lround(arch.rise * std::sqrt(1 - away * away)));
        roo::Sector slice = edit.map().sector(id);
        slice.floorHeight = model.floorHeight;
        slice.ceilingHeight = storedHeight(std::max<int>(model.floorHeight, std::min<int>(top, model.ceilingHeight)));
        edit.set(id, slice);
        made.push_back(id);
    }
    dressAndSelect(edit, std::move(made), defaults);
    transaction.commit();
    return {};
}

Result<void> drawBridge(MapEdit& edit, LineId from, LineId to, int pieces, const MapDefaults& defaults)
{
    const Map& map = edit.map();
    if (auto checked = checkNumber(pieces, 1, 64, "pieces of a bridge"); !checked)
        return checked;
    if (!map.has(from) || !map.has(to) || from == to)
        return Error{"expected two lines", "bridge"};
    const MapPoint a = map.startOf(from), b = map.endOf(from);
    MapPoint c = map.startOf(to), d = map.endOf(to);
    // The sides of the way must not cross: each end goes to the nearer one.
    const auto length = [](MapPoint way) { return std::hypot(way.x, way.y); };
    if (length(a - c) + length(b - d) > length(a - d) + length(b - c))
        std::swap(c, d);
    const MapPoint middle = middleOf(a, b, c, d);
    const SectorId first = sectorBehind(map, from, middle), last = sectorBehind(map, to, middle);
    const roo::Sector near = first ? map.sector(first) : defaults.sector, far = last ? map.sector(last) : defaults.sector;
    const auto on = [pieces](MapPoint start, MapPoint end, int i) {
        return MapPoint{between(start.x, end.x, static_cast<double>(i) / pieces), between(start.y, end.y, static_cast<double>(i) / pieces)};
    };
    const std::vector<MapPoint> outline{a, c, d, b};
    std::vector<std::vector<MapPoint>> cuts;
    for (int i = 1; i < pieces; ++i)
        cuts.push_back({on(a, c, i), on(b, d, i)});
    document::Transaction transaction(edit.history(), "Bridge");
    if (auto drawn = drawCut(edit, outline, cuts, defaults, "Bridge"); !drawn)
        return drawn;
    std::vector<SectorId> made;
    for (int i = 0; i < pieces; ++i) {
        const SectorId id = sectorAt(map, middleOf(on(a, c, i), on(a, c, i + 1), on(b, d, i), on(b, d, i + 1)));
        if (!id || id == first || id == last || std::ranges::find(made, id) != made.end())
            return Error{"there is no room for a way of " + std::to_string(pieces) + " pieces between the lines", "bridge"};
        const double part = (i + 1.0) / (pieces + 1);
        roo::Sector piece = map.sector(id);
        piece.floorHeight = storedHeight(between(near.floorHeight, far.floorHeight, part));
        piece.ceilingHeight = std::max(piece.floorHeight, storedHeight(between(near.ceilingHeight, far.ceilingHeight, part)));
        if ((near.light < 128) == (far.light < 128)) // between fixed light and that of the day there is nothing
            piece.light = static_cast<std::uint8_t>(between(near.light, far.light, part));
        edit.set(id, piece);
        made.push_back(id);
    }
    dressAndSelect(edit, std::move(made), defaults);
    transaction.commit();
    return {};
}

std::uint16_t nextFreeTag(const Map& map)
{
    std::set<std::uint16_t> taken;
    for (const auto& sector : map.sectors())
        if (sector)
            taken.insert(sector->userId);
    for (const auto& sidedef : map.sidedefs())
        if (sidedef)
            taken.insert(sidedef->userId);
    for (int tag = 1; tag <= 0xFFFF; ++tag)
        if (!taken.contains(static_cast<std::uint16_t>(tag)))
            return static_cast<std::uint16_t>(tag);
    return 0;
}

Result<std::uint16_t> makeMover(MapEdit& edit, std::span<const SectorId> sectors, Mover kind, const MapDefaults& defaults)
{
    const Map& map = edit.map();
    if (sectors.empty())
        return Error{"expected at least 1 sector, found none", "mover"};
    for (const SectorId id : sectors)
        if (!map.has(id))
            return Error{"the sector is not there any more", "mover"};
    const std::uint16_t tag = nextFreeTag(map);
    if (tag == 0)
        return Error{"all 65535 tags are taken", "mover"};
    const bool isDoor = kind == Mover::Door;
    const std::set<SectorId> moving(sectors.begin(), sectors.end());
    document::Transaction transaction(edit.history(), isDoor ? "Make door" : "Make lift");
    for (const SectorId id : moving) {
        roo::Sector sector = map.sector(id);
        sector.userId = tag;
        if (isDoor) {
            sector.ceilingHeight = sector.floorHeight;
            sector.ceilingSlope.reset();
            sector.flags &= ~roo::sector_flag::slopedCeiling;
        }
        edit.set(id, sector);
    }
    for (const SectorId id : moving) {
        const auto lines = map.linesOf(id);
        for (const LineId at : std::vector<LineId>(lines.begin(), lines.end()))
            for (const Side side : bothSides) {
                const MapLine& line = map.line(at);
                const SectorId own = line.side(side).sector, beyond = line.side(otherSide(side)).sector;
                if (!line.side(side).sidedef || !own || !beyond || moving.contains(own) == moving.contains(beyond))
                    continue;
                roo::Sidedef sidedef = map.sidedef(line.side(side).sidedef);
                const auto firstOf = [&](std::uint16_t a, std::uint16_t b) { return a != 0 ? a : b != 0 ? b : defaults.wallTexture; };
                if (isDoor && moving.contains(beyond)) { // the leaf, seen from before it
                    sidedef.aboveTexture = firstOf(sidedef.aboveTexture, sidedef.belowTexture);
                    sidedef.flags |= roo::side_flag::aboveBottomUp;
                } else if (!isDoor) { // goes up seen from beside it, down seen from on it
                    sidedef.belowTexture = firstOf(sidedef.belowTexture, sidedef.aboveTexture);
                    if (moving.contains(beyond))
                        sidedef.flags |= roo::side_flag::belowTopDown;
                } else {
                    continue;
                }
                edit.setSidedef(at, side, sidedef);
            }
    }
    transaction.commit();
    return tag;
}

} // namespace blak::roomcore
