// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/atlas/atlas_graph.h"

#include <compare>

namespace blak::atlas {

/// A cell of the map: x to the east, y to the south. A room has one.
struct MapCell
{
    int x = 0, y = 0;
    friend auto operator<=>(const MapCell&, const MapCell&) = default;
};

/// Where each room stands: rooms joined by edges beside each other as the compass says (three cells apart, with others between them
/// where one is taken), rooms behind doors as near as they can be to the room that leads to them, parts of the project that no exit
/// joins below each other. The same graph gives the same map.
std::vector<MapCell> layOut(const AtlasGraph& graph);

} // namespace blak::atlas
