// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/draw.h"

#include <string>
#include <utility>

namespace blak::roomcore {
namespace {

Result<void> checkPoints(std::span<const std::vector<MapPoint>> polylines)
{
    std::size_t count = 0;
    for (const auto& polyline : polylines) {
        count += polyline.size();
        for (const MapPoint point : polyline)
            if (!isInRange(point))
                return Error{"expected coordinates from -32768 to 32767, found " + std::to_string(point.x) + ", " +
                                 std::to_string(point.y),
                             "drawing"};
    }
    if (count > mostDrawnPoints)
        return Error{"expected at most " + std::to_string(mostDrawnPoints) + " points, found " + std::to_string(count), "drawing"};
    return {};
}

} // namespace

Result<Settled> drawPolylines(MapEdit& edit, std::span<const std::vector<MapPoint>> polylines, bool closed,
                              const MapDefaults& defaults, std::string_view name)
{
    if (auto checked = checkPoints(polylines); !checked)
        return checked.error();
    document::Transaction transaction(edit.history(), std::string(name));
    Stitcher stitcher(edit);
    bool any = false;
    for (const auto& polyline : polylines) {
        const std::size_t count = polyline.size();
        for (std::size_t i = 0; i + 1 < count + (closed && count > 2 ? 1 : 0); ++i) {
            const MapPoint from = polyline[i], to = polyline[(i + 1) % count];
            if (from == to)
                continue;
            const VertexId start = edit.vertexAt(from), end = edit.vertexAt(to);
            stitcher.addDrawn(edit.addLine({start, end, {}, {}}));
            any = true;
        }
    }
    if (!any)
        return Error{"expected two different points at least", "drawing"};
    if (auto stitched = stitcher.run(); !stitched)
        return stitched.error();
    SettleOptions options{defaults};
    if (closed)
        options.outlines = polylines;
    Settled settled = settle(edit, stitcher.origins(), options);
    MapSelection selection;
    selection.sectors = settled.made;
    if (settled.made.empty())
        selection.lines = settled.lines;
    edit.select(std::move(selection));
    transaction.commit();
    return settled;
}

Result<Settled> drawLines(MapEdit& edit, std::span<const MapPoint> points, bool closed, const MapDefaults& defaults,
                          std::string_view name)
{
    const std::vector<std::vector<MapPoint>> one{{points.begin(), points.end()}};
    return drawPolylines(edit, one, closed, defaults, name);
}

} // namespace blak::roomcore
