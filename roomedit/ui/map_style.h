// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/map_index.h"
#include "ui/theme.h"

#include <QColor>
#include <QString>

namespace blak::ui::rooms {

/// Automap: no floors, and of the lines those that the map of players shows.
enum class MapFill : int { FloorTexture, CeilingTexture, Light, Height, None, Automap };
constexpr int mapFillCount = 6;
QString mapFillName(MapFill fill);

/// What may be picked in the top view.
enum class MapMode : int { All, Vertex, Line, Sector, Thing };
constexpr int mapModeCount = 5;
QString mapModeName(MapMode mode);

const QColor& lineColour(LineKind kind, const Theme::Map& colours);
/// Pen width in logical pixels.
double lineWidth(LineKind kind);

/// Colour of a height between the lowest (0) and the highest (1) floor of the room.
QColor heightColour(double fraction);
/// Colour of a sector's light byte: 0..127 fixed, 128..255 follows the ambient light.
QColor lightColour(int light, const Theme::Map& colours);
/// `share` of `over`, the rest of `under`.
QColor mixColours(const QColor& under, const QColor& over, double share);

} // namespace blak::ui::rooms
