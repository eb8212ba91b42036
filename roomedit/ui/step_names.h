// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/history.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_model.h"

/// Names of steps of undo: what was done, and to what.
namespace blak::ui::rooms {

/// "sector 8", "3 vertices", "2 sectors and 1 line": one by its number of now, several by how many of each kind. A vertex has another
/// number wherever it is moved to, and is told without.
QString inWords(const RoomModel& model, const roomcore::MapSelection& parts);
/// The same for parts that have no numbers here yet: "1 sector", "4 lines"; lines that only enclose sectors are not counted.
QString inWords(const roo::Room& piece);
/// Where textures go, and how many: "floor", "ceiling of 3 sectors", "wall of 2 lines"; empty where they go to several kinds of places.
QString texturePlaceInWords(const QVector<MapItem>& items);

/// "Move %1", about these parts.
QString stepName(const RoomModel& model, const QString& pattern, const roomcore::MapSelection& parts);

/// Runs an operation as one step with that name, whatever the operation calls itself; false where it was refused, which is told. Steps
/// with the same key (not 0) become one.
template <typename Deed>
bool inStep(RoomModel& model, const QString& name, const Deed& deed, std::uint64_t mergeKey = 0)
{
    roomcore::MapEdit edit = model.edit();
    document::Transaction step(edit.history(), name.toStdString());
    if (!told(model, deed(edit)))
        return false;
    step.commit(mergeKey);
    return true;
}

} // namespace blak::ui::rooms
