// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/atlas/atlas_layout.h"

namespace blak::atlas {

/// One JSON object: rooms with their places, exits, exits that lead nowhere; files below `root`.
std::string jsonOf(const AtlasGraph& graph, const std::vector<MapCell>& cells, const std::filesystem::path& root);
/// A picture for a browser, light and dark by its settings.
std::string svgOf(const AtlasGraph& graph, const std::vector<MapCell>& cells);

/// Of the picture and of the window: units for each cell, and of a room in it.
constexpr double cellWidth = 150, cellHeight = 58, roomWidth = 126, roomHeight = 38;

} // namespace blak::atlas
