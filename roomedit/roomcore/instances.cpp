// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/instances.h"

#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/sectors.h"

#include <algorithm>
#include <map>

namespace blak::roomcore {
namespace {

MapBox boxOf(const Map& map, const PartSet& parts) { return boxOf(map, livingParts(map, parts)); }

/// Looks alike wherever it stands, and whatever tags and neighbours it has.
roo::Room pieceOf(const Map& map, const PartSet& parts, MapPoint corner)
{
    auto copied = copyParts(map, livingParts(map, parts));
    if (!copied)
        return {};
    roo::Room piece = std::move(copied).value();
    const auto moved = [](int value, int by) { return static_cast<std::int16_t>(value - by); };
    for (roo::Linedef& line : piece.linedefs) {
        line.x0 = moved(line.x0, corner.x);
        line.x1 = moved(line.x1, corner.x);
        line.y0 = moved(line.y0, corner.y);
        line.y1 = moved(line.y1, corner.y);
    }
    for (roo::Sector& sector : piece.sectors) {
        sector.userId = 0;
        for (auto* slope : {&sector.floorSlope, &sector.ceilingSlope})
            if (*slope) {
                **slope = {.angle = (*slope)->angle, .vertices = (*slope)->vertices}; // the plane follows from them
                for (roo::SlopeVertex& vertex : (*slope)->vertices) {
                    vertex.x = moved(vertex.x, corner.x);
                    vertex.y = moved(vertex.y, corner.y);
                }
            }
    }
    for (roo::Sidedef& side : piece.sidedefs)
        side.userId = 0;
    for (roo::Thing& thing : piece.things) {
        thing.x -= corner.x;
        thing.y -= corner.y;
    }
    return piece;
}

bool holds(const MapBox& outer, const MapBox& inner)
{
    return !inner.isEmpty() && inner.left >= outer.left && inner.right <= outer.right && inner.bottom >= outer.bottom && inner.top <= outer.top;
}

} // namespace

std::string freePrefab(const Arrangement& arrangement)
{
    for (std::size_t number = 1;; ++number) {
        std::string name = "Prefab " + std::to_string(number);
        if (std::none_of(arrangement.groups.begin(), arrangement.groups.end(), [&](const PartGroup& group) { return group.prefab == name; }))
            return name;
    }
}

std::optional<std::size_t> instanceOf(const Arrangement& arrangement, const PartSet& parts)
{
    for (std::size_t i = 0; i < arrangement.groups.size(); ++i)
        if (!arrangement.groups[i].prefab.empty() && arrangement.groups[i].parts.meets(parts))
            return i;
    return {};
}

void Instances::remember(const Map& map, const Arrangement& arrangement)
{
    known_.clear();
    nextSector_ = map.nextSector().value;
    nextLine_ = map.nextLine().value;
    std::map<std::string_view, int> count;
    for (const PartGroup& group : arrangement.groups)
        if (!group.prefab.empty())
            ++count[group.prefab];
    for (std::size_t i = 0; i < arrangement.groups.size(); ++i) {
        const PartGroup& group = arrangement.groups[i];
        if (group.prefab.empty() || count[group.prefab] < 2)
            continue;
        const MapBox box = boxOf(map, group.parts);
        if (!box.isEmpty())
            known_.push_back({i, box, pieceOf(map, group.parts, {box.left, box.bottom})});
    }
}

Result<std::optional<Arrangement>> Instances::follow(MapEdit& edit, const Arrangement& arrangement, const MapDefaults& defaults) const
{
    const Map& map = edit.map();
    Arrangement next = arrangement;
    // What was drawn within an instance is of it from now on.
    for (const Known& one : known_) {
        if (one.group >= next.groups.size())
            return std::optional<Arrangement>();
        for (std::uint32_t i = nextSector_; i < map.nextSector().value; ++i)
            if (MapSelection made{{}, {}, {{i}}, {}}; map.has(SectorId{i}) && holds(one.box, roomcore::boxOf(map, made)))
                next.groups[one.group].parts.sectors.insert({i});
    }
    std::vector<std::string> done;
    bool any = false;
    const MapSelection selected = map.selection;
    for (const Known& source : known_) {
        const std::string prefab = next.groups[source.group].prefab;
        if (prefab.empty() || std::find(done.begin(), done.end(), prefab) != done.end())
            continue;
        const PartSet& parts = next.groups[source.group].parts;
        const MapBox now = boxOf(map, parts);
        if (now.isEmpty() || pieceOf(map, parts, {now.left, now.bottom}) == source.piece)
            continue; // as it was, moved, or gone
        done.push_back(prefab);
        auto piece = copyParts(map, livingParts(map, parts));
        if (!piece)
            return piece.error();
        for (const Known& other : known_) {
            if (other.group == source.group || next.groups[other.group].prefab != prefab)
                continue;
            const MapSelection old = livingParts(map, next.groups[other.group].parts);
            for (const ThingId thing : old.things)
                edit.remove(thing);
            if (!old.sectors.empty())
                if (auto gone = dissolveSectors(edit, old.sectors, defaults); !gone)
                    return gone.error();
            PasteOptions options;
            options.by = {other.box.left - source.box.left, other.box.bottom - source.box.bottom};
            if (auto pasted = pasteParts(edit, piece.value(), options, defaults); !pasted)
                return pasted.error();
            next.groups[other.group].parts = partsOf(map.selection);
            any = true;
        }
    }
    if (any)
        edit.select(selected);
    return next == arrangement && !any ? std::optional<Arrangement>() : std::optional(std::move(next));
}

} // namespace blak::roomcore
