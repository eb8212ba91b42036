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

/// One thing wrong with a room that a reader can see.
struct RoomFinding
{
    Severity severity = Severity::Error;
    QString rule; ///< "unclosed sector"
    QString sentence;
    MapItem item; ///< what to select; nothing when it is about the whole room
    QRectF where; ///< editor units; null rectangle = the whole room
    QString place{}; ///< in words, see placeText()
};

/// Runs every rule. `assets` may be null (then textures are not looked for), `loadError` is why the room has no tree, empty if it
/// has one. O(n log n); runs in a worker thread.
QVector<RoomFinding> checkRoom(const MapIndex& index, render::AssetStore* assets, const QString& loadError);

/// "Line 87 · row 3, col 17"
QString placeText(const MapIndex& index, const RoomFinding& finding);

} // namespace blak::ui::rooms
