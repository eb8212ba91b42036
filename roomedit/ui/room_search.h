// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_model.h"

#include <QString>

#include <optional>

namespace blak::ui::rooms {

/// What a text in the "Go to" field means in a room.
struct RoomSearchResult
{
    QVector<MapItem> items;       ///< to be selected
    std::optional<QPointF> place; ///< editor units: a square, when no item was meant
    QString note;                 ///< "3 lines with tag 4", or why nothing was found
};

/// "12,5" = row 12, column 5 · "line 87" "sector 6" "thing 0" "vertex 3" (or l, s, v and the number) · "tag 4" = lines and
/// sectors with that tag · "texture 4107" or "grd04107" = what shows that texture.
RoomSearchResult searchRoom(const MapIndex& index, const QString& text);

} // namespace blak::ui::rooms
