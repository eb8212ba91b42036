// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/map_grid.h"
#include "roomedit/ui/item_states.h"
#include "roomedit/ui/map_style.h"
#include "roomedit/ui/texture_images.h"

#include <QImage>
#include <QPoint>

#include <memory>

namespace blak::ui::rooms {

/// Everything that decides how the still part of the map looks.
struct MapLook
{
    std::shared_ptr<const MapIndex> index;
    std::shared_ptr<const TextureImages> textures; ///< null: no texture fills
    std::shared_ptr<const ItemStates> hidden; ///< null: nothing
    Theme::Map colours;
    bool dark = true;
    MapFill fill = MapFill::FloorTexture;
    MapMode mode = MapMode::All;
    roomcore::MapGrid grid;
    bool showGrid = true;
    double scale = 1;      ///< device pixels per editor unit
    double pixelRatio = 1; ///< device pixels per logical pixel
};

constexpr int mapTileSide = 512; ///< device pixels

/// Canvas, grid, fills, lines and vertices in the square of device pixels whose top left is `tile` * mapTileSide; device pixel
/// (0, 0) is the editor origin. Touches nothing but its arguments, so it runs on any thread.
QImage paintMapTile(const MapLook& look, QPoint tile);

} // namespace blak::ui::rooms
