// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/sectors.h"

#include "roomedit/roomcore/map/faces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace blak::roomcore {
namespace {

Result<void> checkThere(const Map& map, std::span<const SectorId> sectors, std::size_t least)
{
    if (sectors.size() < least)
        return Error{"expected at least " + std::to_string(least) + ", found " + std::to_string(sectors.size()),
                     "selected sectors"};
    for (const SectorId sector : sectors)
        if (!map.has(sector))
            return Error{"the sector is not there any more", "map"};
    return {};
}

std::set<LineId> linesOf(const Map& map, SectorId sector)
{
    const auto lines = map.linesOf(sector);
    return {lines.begin(), lines.end()};
}

/// Every side of `from` names `to`, and `from` goes.
void giveSides(MapEdit& edit, SectorId from, SectorId to)
{
    for (const LineId line : linesOf(edit.map(), from))
        for (const Side side : bothSides)
            if (edit.map().line(line).side(side).sector == from)
                edit.setSector(line, side, to);
    edit.remove(from);
}

bool isTwoSided(const MapLine& line) { return line.sides[0].sidedef && line.sides[1].sidedef; }

void takeAway(MapEdit& edit, SectorId sector, const MapDefaults& defaults)
{
    for (const LineId line : linesOf(edit.map(), sector)) {
        const bool wasTwoSided = isTwoSided(edit.map().line(line));
        for (const Side side : bothSides)
            if (edit.map().line(line).side(side).sector == sector)
                edit.setSector(line, side, {});
        const MapLine& record = edit.map().line(line);
        if (!record.sides[0].sidedef && !record.sides[1].sidedef)
            edit.remove(line);
        else
            dressLine(edit, line, wasTwoSided, defaults);
    }
    edit.remove(sector);
}

void selectSector(MapEdit& edit, SectorId sector)
{
    MapSelection selection;
    if (sector)
        selection.sectors = {sector};
    edit.select(std::move(selection));
}

void mergeInto(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults)
{
    const SectorId keep = sectors.front();
    const std::set<SectorId> all(sectors.begin(), sectors.end());
    std::vector<LineId> between;
    for (const SectorId sector : all)
        for (const LineId line : linesOf(edit.map(), sector)) {
            const SectorId plus = edit.map().line(line).sides[0].sector, minus = edit.map().line(line).sides[1].sector;
            if (plus != minus && all.contains(plus) && all.contains(minus) && sector == plus)
                between.push_back(line);
        }
    for (const SectorId sector : all)
        if (sector != keep)
            giveSides(edit, sector, keep);
    Stitcher stitcher(edit);
    const std::set<SectorId> left = stitcher.removeLines(between);
    settle(edit, stitcher.origins(), {defaults, false, {}, left});
}

} // namespace

Result<void> joinSectors(MapEdit& edit, std::span<const SectorId> sectors)
{
    if (auto there = checkThere(edit.map(), sectors, 2); !there)
        return there;
    document::Transaction transaction(edit.history(), "Join sectors");
    for (const SectorId sector : std::set<SectorId>(sectors.begin() + 1, sectors.end()))
        if (sector != sectors.front())
            giveSides(edit, sector, sectors.front());
    selectSector(edit, sectors.front());
    transaction.commit();
    return {};
}

Result<void> mergeSectors(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults)
{
    if (auto there = checkThere(edit.map(), sectors, 2); !there)
        return there;
    document::Transaction transaction(edit.history(), "Merge sectors");
    mergeInto(edit, sectors, defaults);
    selectSector(edit, edit.map().has(sectors.front()) ? sectors.front() : SectorId());
    transaction.commit();
    return {};
}

Result<void> dissolveSectors(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults)
{
    if (auto there = checkThere(edit.map(), sectors, 1); !there)
        return there;
    const Map& map = edit.map();
    document::Transaction transaction(edit.history(), "Dissolve sectors");
    for (const SectorId sector : sectors) {
        if (!map.has(sector))
            continue;
        std::map<SectorId, double> borders;
        for (const LineId line : linesOf(map, sector))
            for (const Side side : bothSides)
                if (const SectorId beyond = map.line(line).side(otherSide(side)).sector;
                    map.line(line).side(side).sector == sector && beyond && beyond != sector)
                    borders[beyond] += std::sqrt(static_cast<double>(squaredLength(map.endOf(line) - map.startOf(line))));
        const auto longest =
            std::max_element(borders.begin(), borders.end(), [](auto& a, auto& b) { return a.second < b.second; });
        if (longest == borders.end()) {
            takeAway(edit, sector, defaults);
            continue;
        }
        const SectorId both[] = {longest->first, sector};
        mergeInto(edit, both, defaults);
    }
    edit.select({});
    transaction.commit();
    return {};
}

Result<void> deleteSectors(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults)
{
    if (auto there = checkThere(edit.map(), sectors, 1); !there)
        return there;
    document::Transaction transaction(edit.history(), "Delete sectors");
    for (const SectorId sector : std::set<SectorId>(sectors.begin(), sectors.end()))
        takeAway(edit, sector, defaults);
    edit.select({});
    transaction.commit();
    return {};
}

Result<SectorId> makeSector(MapEdit& edit, MapPoint inside, const MapDefaults& defaults)
{
    if (!isInRange(inside))
        return Error{"expected coordinates from -32768 to 32767", "sector"};
    const Map& map = edit.map();
    Faces faces(map);
    const std::size_t face = faces.faceAt(inside);
    if (!faces.face(face).outer)
        return Error{"no lines close an area around this place", "sector"};
    faces.findHoles(face);
    const std::vector<HalfEdge> edges = faces.edgesOf(face);
    std::map<SectorId, std::int64_t> own, beyond;
    for (const HalfEdge edge : edges) {
        if (const SectorId sector = map.line(edge.line).side(edge.side).sector)
            own[sector] += faces.squaredLength(edge);
        if (const SectorId sector = map.line(edge.line).side(otherSide(edge.side)).sector)
            beyond[sector] += faces.squaredLength(edge);
    }
    const auto& models = own.empty() ? beyond : own;
    const auto model = std::max_element(models.begin(), models.end(), [](auto& a, auto& b) { return a.second < b.second; });
    roo::Sector look = model == models.end() ? defaults.sector : map.sector(model->first);
    look.userId = 0;

    document::Transaction transaction(edit.history(), "Make sector");
    const SectorId made = edit.addSector(look);
    std::map<LineId, bool> wasTwoSided;
    for (const HalfEdge edge : edges)
        wasTwoSided.try_emplace(edge.line, isTwoSided(map.line(edge.line)));
    for (const HalfEdge edge : edges)
        edit.setSector(edge.line, edge.side, made);
    for (const auto& [line, two] : wasTwoSided)
        dressLine(edit, line, two, defaults);
    for (const auto& [sector, length] : own)
        if (map.linesOf(sector).empty())
            edit.remove(sector);
    selectSector(edit, made);
    transaction.commit();
    return made;
}

} // namespace blak::roomcore
