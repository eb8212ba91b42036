// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing and building.
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/operations/structures.h"
#include "roomedit/roomcore/operations/things.h"
#include "roomedit/script/room_api.h"

namespace blak::roomscript {

using namespace roomcore;

QJSValue RoomApi::selectedSectors() const { return values_.list(map_.livingSelection().sectors); }

QJSValue RoomApi::drawClosed(const Result<std::vector<MapPoint>>& points)
{
    if (!values_.done(points))
        return {};
    const auto drawn = drawLines(edit_, points.value(), true, defaults_);
    return done(drawn) ? values_.list(drawn.value().made) : QJSValue();
}

QJSValue RoomApi::draw(const QJSValue& points, const QJSValue& closed)
{
    const auto places = values_.points(points);
    if (!places)
        return {};
    const auto drawn = drawLines(edit_, *places, values_.flag(closed, true), defaults_);
    return done(drawn) ? values_.list(drawn.value().made) : QJSValue();
}

QJSValue RoomApi::rectangle(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1)
{
    const auto from = at(x0, y0);
    const auto to = from ? at(x1, y1) : std::nullopt;
    return to ? drawClosed(rectanglePoints(*from, *to)) : QJSValue();
}

QJSValue RoomApi::ellipse(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1, const QJSValue& corners)
{
    const auto from = at(x0, y0);
    const auto to = from ? at(x1, y1) : std::nullopt;
    const auto count = !to ? std::nullopt : corners.isUndefined() ? std::optional(16) : values_.whole(corners, "corners");
    return count ? drawClosed(ellipsePoints(*from, *to, *count)) : QJSValue();
}

QJSValue RoomApi::polygon(const QJSValue& centre, const QJSValue& through, const QJSValue& corners)
{
    const auto middle = values_.point(centre);
    const auto on = middle ? values_.point(through) : std::nullopt;
    const auto count = on ? values_.whole(corners, "corners") : std::nullopt;
    return count ? drawClosed(polygonPoints(*middle, *on, *count)) : QJSValue();
}

QJSValue RoomApi::grid(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1, const QJSValue& rows,
                       const QJSValue& columns)
{
    const auto from = at(x0, y0);
    const auto to = from ? at(x1, y1) : std::nullopt;
    const auto down = to ? values_.whole(rows, "rows") : std::nullopt;
    const auto across = down ? values_.whole(columns, "columns") : std::nullopt;
    if (!across)
        return {};
    const auto lines = gridLines(*from, *to, *down, *across);
    if (!values_.done(lines))
        return {};
    const auto drawn = drawPolylines(edit_, lines.value(), false, defaults_, "Draw a grid");
    return done(drawn) ? values_.list(drawn.value().made) : QJSValue();
}

QJSValue RoomApi::corridor(const QJSValue& points, const QJSValue& width)
{
    const auto places = values_.points(points);
    const auto across = places ? values_.whole(width, "width") : std::nullopt;
    return across ? drawClosed(corridorPoints(*places, *across)) : QJSValue();
}

QJSValue RoomApi::stairs(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1, const QJSValue& steps,
                         const QJSValue& rise, const QJSValue& headroom)
{
    const auto from = at(x0, y0);
    const auto to = from ? at(x1, y1) : std::nullopt;
    const auto count = to ? values_.whole(steps, "steps") : std::nullopt;
    const auto height = count ? values_.whole(rise, "rise") : std::nullopt;
    const auto above = !height ? std::nullopt : headroom.isUndefined() ? std::optional(0) : values_.whole(headroom, "headroom");
    if (!above || !done(drawStairs(edit_, *from, *to, *count, *height, *above, defaults_)))
        return {};
    return selectedSectors();
}

namespace {

/// A number of an object of options; stays as it is where the object has none. False: it was none.
bool take(const ScriptValues& values, const QJSValue& options, const char* name, int& into)
{
    const QJSValue value = options.property(QLatin1String(name));
    if (value.isUndefined())
        return true;
    const auto found = values.whole(value, name);
    if (found)
        into = *found;
    return found.has_value();
}

} // namespace

QJSValue RoomApi::opening(const QJSValue& line, const QJSValue& at, const QJSValue& options)
{
    const auto id = values_.id<LineId>(line);
    const auto place = id ? values_.point(at) : std::nullopt;
    Opening opening;
    if (!place || !take(values_, options, "width", opening.width) || !take(values_, options, "depth", opening.depth) ||
        !take(values_, options, "sill", opening.sill) || !take(values_, options, "lintel", opening.lintel) ||
        !done(putOpening(edit_, *id, *place, opening, defaults_)))
        return {};
    return selectedSectors();
}

QJSValue RoomApi::arch(const QJSValue& line, const QJSValue& at, const QJSValue& options)
{
    const auto id = values_.id<LineId>(line);
    const auto place = id ? values_.point(at) : std::nullopt;
    Arch arch;
    if (!place || !take(values_, options, "width", arch.width) || !take(values_, options, "depth", arch.depth) ||
        !take(values_, options, "springing", arch.springing) || !take(values_, options, "rise", arch.rise) ||
        !take(values_, options, "slices", arch.slices) || !done(putArch(edit_, *id, *place, arch, defaults_)))
        return {};
    return selectedSectors();
}

QJSValue RoomApi::bridge(const QJSValue& from, const QJSValue& to, const QJSValue& pieces)
{
    const auto start = values_.id<LineId>(from);
    const auto end = start ? values_.id<LineId>(to) : std::nullopt;
    const auto count = end ? values_.whole(pieces, "pieces") : std::nullopt;
    if (!count || !done(drawBridge(edit_, *start, *end, *count, defaults_)))
        return {};
    return selectedSectors();
}

int RoomApi::makeMover(const QJSValue& sectors, bool isDoor)
{
    const auto ids = values_.ids<SectorId>(sectors);
    if (!ids)
        return 0;
    const auto tag = roomcore::makeMover(edit_, *ids, isDoor ? Mover::Door : Mover::Lift, defaults_);
    return done(tag) ? tag.value() : 0;
}

int RoomApi::door(const QJSValue& sectors) { return makeMover(sectors, true); }
int RoomApi::lift(const QJSValue& sectors) { return makeMover(sectors, false); }
int RoomApi::freeTag() { return nextFreeTag(map_); }

void RoomApi::corner(const QJSValue& x, const QJSValue& y)
{
    if (const auto place = at(x, y))
        done(placeCorner(edit_, *place));
}

void RoomApi::fitCorners() { done(roomcore::fitCorners(edit_)); }

} // namespace blak::roomscript
