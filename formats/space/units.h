// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <array>
#include <cmath>
#include <cstdint>

/// The three coordinate systems of a room (formats.md section 1.4) and the ways between them.
namespace blak::space {

using Point = roo::Point; ///< client units: 1024 per square, x east, y SOUTH

constexpr double clientUnitsPerSquare = 1024;
constexpr double clientUnitsPerEditorUnit = 16;
constexpr double editorUnitsPerSquare = 64;
constexpr double highResolutionStep = 256; ///< client units per cell of the high-resolution grid
constexpr double anglesPerTurn = 4096;     ///< 0 = east, 1024 = south

/// Server place: rows and columns from 1 (row 1 is the northernmost), fine 0..63 south and east of the corner of the square.
struct GridPlace
{
    std::int32_t row = 1, column = 1;
    std::int32_t fineRow = 0, fineColumn = 0;
    friend bool operator==(const GridPlace&, const GridPlace&) = default;
};

inline Point toClient(const GridPlace& place)
{
    return {((place.column - 1) * 64.0 + place.fineColumn) * 16.0, ((place.row - 1) * 64.0 + place.fineRow) * 16.0};
}

/// Rounded down to whole editor units. `point` within +-2^30 client units.
inline GridPlace toGrid(Point point)
{
    const auto x = static_cast<std::int32_t>(std::floor(point.x / clientUnitsPerEditorUnit));
    const auto y = static_cast<std::int32_t>(std::floor(point.y / clientUnitsPerEditorUnit));
    return {(y >> 6) + 1, (x >> 6) + 1, y & 63, x & 63};
}

/// Editor coordinates (64 per square, y NORTH) to client units. `rectangle` is roo::playableRectangle().
inline Point toClient(double editorX, double editorY, const roo::PlayableRectangle& rectangle)
{
    return {(editorX - rectangle.left) * clientUnitsPerEditorUnit, (rectangle.top - editorY) * clientUnitsPerEditorUnit};
}

/// The other way round; x and y of the result are editor units.
inline Point toEditor(Point client, const roo::PlayableRectangle& rectangle)
{
    return {client.x / clientUnitsPerEditorUnit + rectangle.left, rectangle.top - client.y / clientUnitsPerEditorUnit};
}

} // namespace blak::space
