// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <span>
#include <vector>

/// Drawing lines: sectors are made and split on the way. Every operation of this folder is one step of undo; it fails without a
/// trace. Points that lie on each other or on lines, crossings of the drawing with itself and with the map are all welcome.
namespace blak::roomcore {

constexpr std::size_t mostDrawnPoints = 4096;

/// A polyline through the points; `closed` adds the line back to the first, and then of the void only what it winds around becomes a
/// sector, not what it closes off beside it. The new sectors are selected, or the lines where there are none. In the void an
/// open drawing stays as lines without sides, to be closed later.
Result<Settled> drawLines(MapEdit& edit, std::span<const MapPoint> points, bool closed, const MapDefaults& defaults,
                          std::string_view name = "Draw lines");
/// Several of them as one drawing.
Result<Settled> drawPolylines(MapEdit& edit, std::span<const std::vector<MapPoint>> polylines, bool closed,
                              const MapDefaults& defaults, std::string_view name);

// Points of shapes; corners are opposite ones, in any order.

std::vector<MapPoint> rectanglePoints(MapPoint corner, MapPoint opposite);
/// Regular: `corners` (3 to 256) points around the middle of the box; the first at the top.
Result<std::vector<MapPoint>> ellipsePoints(MapPoint corner, MapPoint opposite, int corners);
/// Regular polygon around a centre through a point.
Result<std::vector<MapPoint>> polygonPoints(MapPoint centre, MapPoint through, int corners);
/// A rectangle of rows by columns (1 to 64 each): border and inner lines.
Result<std::vector<std::vector<MapPoint>>> gridLines(MapPoint corner, MapPoint opposite, int rows, int columns);
/// Both edges of a way with a width along a polyline, closed at the ends; corners are mitred, sharp ones cut off.
Result<std::vector<MapPoint>> corridorPoints(std::span<const MapPoint> path, int width);

} // namespace blak::roomcore
