// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/find.h"

#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/properties.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace blak::roomcore {
namespace {

struct Name
{
    std::string_view text;
    Findable what;
    int most;
    std::string_view words; ///< in names of steps
};
constexpr std::array names{
    Name{"texture", Findable::Texture, 0xFFFF, "texture"},
    Name{"wall", Findable::WallTexture, 0xFFFF, "wall texture"},
    Name{"floor", Findable::FloorTexture, 0xFFFF, "floor texture"},
    Name{"ceiling", Findable::CeilingTexture, 0xFFFF, "ceiling texture"},
    Name{"tag", Findable::Tag, 0xFFFF, "tag"},
    Name{"floorheight", Findable::FloorHeight, 0xFFFF, "floor height"},
    Name{"ceilingheight", Findable::CeilingHeight, 0xFFFF, "ceiling height"},
    Name{"light", Findable::Light, 0xFF, "light"},
};

const Name& nameOf(Findable what) { return names[static_cast<std::size_t>(what)]; }

bool isOfWalls(Findable what) { return what == Findable::Texture || what == Findable::WallTexture || what == Findable::Tag; }
bool isOfSectors(Findable what) { return what != Findable::WallTexture; }

/// The fields of a sidedef that a query is about.
std::vector<std::uint16_t roo::Sidedef::*> sideFields(Findable what)
{
    if (what == Findable::Tag)
        return {&roo::Sidedef::userId};
    if (what == Findable::Texture || what == Findable::WallTexture)
        return {&roo::Sidedef::normalTexture, &roo::Sidedef::aboveTexture, &roo::Sidedef::belowTexture};
    return {};
}

std::vector<std::uint16_t roo::Sector::*> sectorFields(Findable what)
{
    switch (what) {
    case Findable::Texture: return {&roo::Sector::floorTexture, &roo::Sector::ceilingTexture};
    case Findable::FloorTexture: return {&roo::Sector::floorTexture};
    case Findable::CeilingTexture: return {&roo::Sector::ceilingTexture};
    case Findable::Tag: return {&roo::Sector::userId};
    case Findable::FloorHeight: return {&roo::Sector::floorHeight};
    case Findable::CeilingHeight: return {&roo::Sector::ceilingHeight};
    case Findable::WallTexture:
    case Findable::Light: break;
    }
    return {};
}

bool has(const roo::Sidedef& sidedef, const Query& query)
{
    const auto fields = sideFields(query.what);
    return std::ranges::any_of(fields, [&](auto field) { return sidedef.*field == query.value; });
}

bool has(const roo::Sector& sector, const Query& query)
{
    if (query.what == Findable::Light)
        return sector.light == query.value;
    const auto fields = sectorFields(query.what);
    return std::ranges::any_of(fields, [&](auto field) { return sector.*field == query.value; });
}

/// Whether a side of a line shows nothing where a wall stands: between the ends of the room.
bool isBare(const Map& map, const MapLine& line, Side side)
{
    return line.side(side).sidedef && !line.side(otherSide(side)).sidedef && map.sidedef(line.side(side).sidedef).normalTexture == 0;
}

template <typename IdType, typename Parts, typename Test>
std::vector<IdType> those(const Parts& parts, const Test& test)
{
    std::vector<IdType> ids;
    for (std::uint32_t i = 0; i < parts.size(); ++i)
        if (parts[i] && test(IdType{i}))
            ids.push_back({i});
    return ids;
}

template <typename IdType>
bool holds(const std::vector<IdType>& ids, IdType id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// What another value in the place of one comes to, before anything is changed.
struct Replacement
{
    std::vector<std::pair<SideRef, roo::Sidedef>> sides;
    std::vector<std::pair<SectorId, roo::Sector>> sectors;
    std::size_t places = 0;
};

Replacement replacementOf(const Map& map, const Query& query, int with, const MapSelection* within)
{
    Replacement all;
    const auto number = static_cast<std::uint16_t>(with);
    const MapSelection found = find(map, query);
    for (const LineId id : found.lines) {
        if (within != nullptr && !holds(within->lines, id))
            continue;
        for (const Side side : bothSides) {
            const LineSide at = map.line(id).side(side);
            if (!at.sidedef)
                continue;
            roo::Sidedef sidedef = map.sidedef(at.sidedef);
            const std::size_t before = all.places;
            if (query.value == 0 && query.what != Findable::Tag) {
                if (isBare(map, map.line(id), side)) {
                    sidedef.normalTexture = number;
                    ++all.places;
                }
            } else {
                for (const auto field : sideFields(query.what))
                    if (sidedef.*field == query.value) {
                        sidedef.*field = number;
                        ++all.places;
                    }
            }
            if (all.places != before)
                all.sides.push_back({{id, side}, sidedef});
        }
    }
    for (const SectorId id : found.sectors) {
        if (within != nullptr && !holds(within->sectors, id))
            continue;
        roo::Sector sector = map.sector(id);
        std::size_t places = 0;
        for (const auto field : sectorFields(query.what))
            if (sector.*field == query.value) {
                sector.*field = number;
                ++places;
            }
        if (query.what == Findable::Light) {
            sector.light = static_cast<std::uint8_t>(with);
            ++places;
        }
        const bool isUpsideDown = sector.floorHeight > sector.ceilingHeight && map.sector(id).floorHeight <= map.sector(id).ceilingHeight;
        if (isUpsideDown || places == 0)
            continue;
        all.places += places;
        all.sectors.push_back({id, sector});
    }
    return all;
}

std::vector<SectorId> besideOf(const Map& map, LineId id)
{
    std::vector<SectorId> sectors;
    for (const LineSide& side : map.line(id).sides)
        if (side.sector)
            sectors.push_back(side.sector);
    return sectors;
}

std::set<std::uint16_t> texturesOf(const Map& map, LineId id)
{
    std::set<std::uint16_t> textures;
    for (const LineSide& side : map.line(id).sides)
        if (side.sidedef)
            for (const auto field : sideFields(Findable::WallTexture))
                textures.insert(map.sidedef(side.sidedef).*field);
    textures.erase(0);
    return textures;
}

/// What is compared of a line, as sets of which two may share a member.
std::set<std::int64_t> traitsOf(const Map& map, LineId id, Likeness likeness)
{
    std::set<std::int64_t> traits;
    const MapLine& line = map.line(id);
    switch (likeness) {
    case Likeness::Textures:
        for (const std::uint16_t texture : texturesOf(map, id))
            traits.insert(texture);
        break;
    case Likeness::Heights:
        for (const SectorId sector : besideOf(map, id))
            traits.insert(map.sector(sector).floorHeight * 65536LL + map.sector(sector).ceilingHeight);
        break;
    case Likeness::Light:
        for (const SectorId sector : besideOf(map, id))
            traits.insert(map.sector(sector).light);
        break;
    case Likeness::Tag:
        for (const LineSide& side : line.sides)
            if (side.sidedef)
                traits.insert(map.sidedef(side.sidedef).userId);
        traits.erase(0);
        break;
    case Likeness::Kind: {
        std::int64_t kind = 0;
        for (const Side side : bothSides)
            if (line.side(side).sidedef)
                kind += 1 + ((map.sidedef(line.side(side).sidedef).flags & roo::side_flag::passable) != 0 ? 2 : 0);
        traits.insert(kind);
        break;
    }
    }
    return traits;
}

std::tuple<int, int, bool, bool> traitsOf(const roo::Sector& sector, Likeness likeness)
{
    switch (likeness) {
    case Likeness::Textures: return {sector.floorTexture, sector.ceilingTexture, false, false};
    case Likeness::Heights: return {sector.floorHeight, sector.ceilingHeight, false, false};
    case Likeness::Light: return {sector.light, 0, false, false};
    case Likeness::Tag: return {sector.userId, 0, false, false};
    case Likeness::Kind: break;
    }
    return {static_cast<int>(sector.flags), 0, sector.floorSlope.has_value(), sector.ceilingSlope.has_value()};
}

} // namespace

std::string_view findableName(Findable what) { return nameOf(what).text; }

Result<Query> parseQuery(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const auto found = std::ranges::find(names, name, &Name::text);
    if (found == names.end() || colon == std::string_view::npos) {
        std::string known;
        for (const Name& each : names)
            known += (known.empty() ? "" : ", ") + std::string(each.text);
        return Error{"expected KIND:NUMBER with a kind of " + known + ", found " + std::string(text.substr(0, 60)), "query"};
    }
    Query query{found->what, 0};
    const std::string_view number = text.substr(colon + 1);
    const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), query.value);
    if (failed != std::errc() || end != number.data() + number.size() || query.value < 0 || query.value > found->most)
        return Error{"expected a number from 0 to " + std::to_string(found->most) + ", found " + std::string(number.substr(0, 60)), "query"};
    return query;
}

MapSelection find(const Map& map, const Query& query)
{
    MapSelection found;
    const bool isBareWall = query.value == 0 && isOfWalls(query.what) && query.what != Findable::Tag;
    if (isOfWalls(query.what))
        found.lines = those<LineId>(map.lines(), [&](LineId id) {
            const MapLine& line = map.line(id);
            return std::ranges::any_of(bothSides, [&](Side side) {
                return isBareWall ? isBare(map, line, side)
                                  : line.side(side).sidedef && has(map.sidedef(line.side(side).sidedef), query);
            });
        });
    if (isOfSectors(query.what))
        found.sectors = those<SectorId>(map.sectors(), [&](SectorId id) { return has(map.sector(id), query); });
    return found;
}

std::string replacingWords(const Query& query, int with)
{
    return "Replace " + std::string(nameOf(query.what).words) + ' ' + std::to_string(query.value) + " by " + std::to_string(with);
}

Result<std::size_t> replaceAll(MapEdit& edit, const Query& query, int with, const MapSelection* within, const MapDefaults& defaults)
{
    if (auto checked = checkNumber(with, 0, nameOf(query.what).most, nameOf(query.what).text.data()); !checked)
        return checked.error();
    const Replacement all = replacementOf(edit.map(), query, with, within);
    document::Transaction transaction(edit.history(), replacingWords(query, with) + " in " + std::to_string(all.places) + (all.places == 1 ? " place" : " places"));
    for (const auto& [at, sidedef] : all.sides)
        edit.setSidedef(at.line, at.side, sidedef);
    for (const auto& [id, sector] : all.sectors) {
        edit.set(id, sector);
        if (query.what == Findable::FloorHeight || query.what == Findable::CeilingHeight)
            dressBorders(edit, std::array{id}, defaults);
    }
    transaction.commit();
    return all.places;
}

MapSelection similarParts(const Map& map, const MapSelection& to, Likeness likeness)
{
    MapSelection similar;
    std::set<std::int64_t> wanted;
    for (const LineId id : to.lines)
        if (map.has(id))
            wanted.merge(traitsOf(map, id, likeness));
    if (!wanted.empty())
        similar.lines = those<LineId>(map.lines(), [&](LineId id) {
            return std::ranges::any_of(traitsOf(map, id, likeness), [&](std::int64_t trait) { return wanted.contains(trait); });
        });
    std::set<std::tuple<int, int, bool, bool>> wantedSectors;
    for (const SectorId id : to.sectors)
        if (map.has(id) && !(likeness == Likeness::Tag && map.sector(id).userId == 0))
            wantedSectors.insert(traitsOf(map.sector(id), likeness));
    if (!wantedSectors.empty())
        similar.sectors = those<SectorId>(map.sectors(), [&](SectorId id) { return wantedSectors.contains(traitsOf(map.sector(id), likeness)); });
    for (const LineId id : to.lines)
        if (map.has(id) && !holds(similar.lines, id))
            similar.lines.push_back(id);
    for (const SectorId id : to.sectors)
        if (map.has(id) && !holds(similar.sectors, id))
            similar.sectors.push_back(id);
    std::ranges::sort(similar.lines);
    std::ranges::sort(similar.sectors);
    return similar;
}

MapSelection withNeighbours(const Map& map, const MapSelection& selection)
{
    std::set<SectorId> sectors;
    std::set<LineId> lines;
    for (const SectorId id : selection.sectors) {
        if (!map.has(id))
            continue;
        sectors.insert(id);
        for (const LineId line : map.linesOf(id))
            for (const SectorId beside : besideOf(map, line))
                sectors.insert(beside);
    }
    for (const LineId id : selection.lines) {
        if (!map.has(id))
            continue;
        for (const VertexId end : {map.line(id).start, map.line(id).end})
            for (const LineId line : map.linesAt(end))
                lines.insert(line);
    }
    MapSelection more = selection;
    more.sectors.assign(sectors.begin(), sectors.end());
    more.lines.assign(lines.begin(), lines.end());
    return more;
}

} // namespace blak::roomcore
