// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "roomedit/ui/room_model.h"

#include <QString>
#include <QVector>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::rooms {

/// A finding of roomcore/checks as the problems panel and the map show it.
struct RoomFinding
{
    Severity severity = Severity::Error;
    QString rule; ///< "unclosed sector"
    QString sentence;
    MapItem item;    ///< what to select; nothing when it is about the whole room
    QString place{}; ///< "Line 87 · row 3, col 17"
};

/// Runs every rule. `assets` may be null (then textures are not looked for), `loadError` is why the room has no tree, empty if it
/// has one. Runs in a worker thread.
QVector<RoomFinding> checkRoom(const MapIndex& index, render::AssetStore* assets, const QString& loadError);

} // namespace blak::ui::rooms
