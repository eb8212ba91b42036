// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/lock_guard.h"

#include <algorithm>
#include <cstdlib>

namespace blak::roomcore {
namespace {

Error refusal(const char* kind)
{
    return Error{std::string("this would change a ") + kind + " that is locked: unlock it first", "groups"};
}

/// A side may get its first texture above and below: that is how a new step of a neighbour is dressed.
bool showsAsBefore(const roo::Sidedef& before, roo::Sidedef now)
{
    if (before.aboveTexture == 0)
        now.aboveTexture = 0;
    if (before.belowTexture == 0)
        now.belowTexture = 0;
    return before == now;
}

} // namespace

bool LockGuard::Outline::isLike(const Outline& other) const
{
    return doubledArea == other.doubledArea && innerLines == other.innerLines && openWay == other.openWay && box.left == other.box.left &&
           box.right == other.box.right && box.bottom == other.box.bottom && box.top == other.box.top;
}

LockGuard::Outline LockGuard::outlineOf(const Map& map, SectorId sector)
{
    Outline outline;
    for (const LineId id : map.linesOf(sector)) {
        const MapLine& line = map.line(id);
        const MapPoint start = map.point(line.start), end = map.point(line.end);
        outline.box.add(start);
        outline.box.add(end);
        if (line.sides[0].sector == line.sides[1].sector) {
            ++outline.innerLines;
            continue;
        }
        if (line.sides[0].sector && line.sides[1].sector)
            outline.openWay += std::abs(end.x - start.x) + std::abs(end.y - start.y);
        const std::int64_t part = std::int64_t{start.x} * end.y - std::int64_t{end.x} * start.y;
        outline.doubledArea += line.sides[0].sector == sector ? -part : part;
    }
    return outline;
}

LockGuard::Line LockGuard::lineOf(const Map& map, LineId id)
{
    Line kept;
    kept.line = map.line(id);
    kept.start = map.startOf(id);
    kept.end = map.endOf(id);
    for (const Side side : bothSides)
        if (const SidedefId sidedef = kept.line.side(side).sidedef)
            kept.sidedefs[static_cast<std::size_t>(side)] = map.sidedef(sidedef);
    return kept;
}

void LockGuard::remember(const Map& map, const Arrangement& arrangement)
{
    *this = {};
    PartSet locked = arrangement.locked;
    for (const PartGroup& group : arrangement.groups)
        if (group.isLocked)
            locked.add(group.parts);
    for (const SectorId id : locked.sectors) {
        if (!map.has(id))
            continue;
        sectors_[id] = {map.sector(id), outlineOf(map, id)};
        for (const LineId line : map.linesOf(id)) {
            Line& kept = lines_.try_emplace(line, lineOf(map, line)).first->second;
            for (const Side side : bothSides)
                if (kept.line.side(side).sector == id)
                    kept.keeps[static_cast<std::size_t>(side)] = true;
        }
    }
    for (const LineId id : locked.lines)
        if (map.has(id)) {
            Line& kept = lines_.try_emplace(id, lineOf(map, id)).first->second;
            kept.isWhole = true;
            kept.keeps = {true, true};
        }
    for (const ThingId id : locked.things)
        if (map.has(id))
            things_[id] = map.thing(id);
}

Result<void> LockGuard::check(const Map& map) const
{
    for (const auto& [id, kept] : sectors_)
        if (!map.has(id) || !(map.sector(id) == kept.fields) || !outlineOf(map, id).isLike(kept.outline))
            return refusal("sector");
    for (const auto& [id, kept] : lines_) {
        if (!map.has(id)) {
            if (kept.isWhole)
                return refusal("line");
            continue; // the outline of its sector is as it was: another line is in its place
        }
        if (kept.isWhole && (map.startOf(id) != kept.start || map.endOf(id) != kept.end))
            return refusal("line");
        const MapLine& line = map.line(id);
        for (const Side side : bothSides) {
            const auto which = static_cast<std::size_t>(side);
            if (!kept.keeps[which])
                continue;
            const LineSide &before = kept.line.side(side), &now = line.side(side);
            if (!kept.isWhole && now.sector != before.sector)
                continue; // turned round, or a piece of it
            const bool isCut = map.startOf(id) != kept.start || map.endOf(id) != kept.end; // offsets go along
            if (!isCut && (now.xOffset != before.xOffset || now.yOffset != before.yOffset || now.sector != before.sector))
                return refusal(kept.isWhole ? "line" : "sector");
            const bool had = kept.sidedefs[which].has_value(), has = static_cast<bool>(now.sidedef);
            if (had != has || (had && !showsAsBefore(*kept.sidedefs[which], map.sidedef(now.sidedef))))
                return refusal(kept.isWhole ? "line" : "sector");
        }
    }
    for (const auto& [id, kept] : things_)
        if (!map.has(id) || !(map.thing(id) == kept))
            return refusal("thing");
    return {};
}

} // namespace blak::roomcore
