// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/ui/map_index.h"

#include <QString>

#include <set>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::rooms {

/// What a check of the shown room needs to know.
struct ShownRoom
{
    std::shared_ptr<const MapIndex> index;
    std::shared_ptr<const roomcore::RoomCopy> copy; ///< what it was made from; null: parts are named by their numbers
    std::shared_ptr<render::AssetStore> assets;     ///< null: textures are not looked for
    QString loadError;                              ///< why the room has no tree; empty if it has one
    std::set<std::string, std::less<>> ignored;     ///< rules
};

/// Runs every rule of roomcore/checks, in the language of the user. Made for a worker thread.
std::vector<Diagnostic> checkRoom(const ShownRoom& room);

} // namespace blak::ui::rooms
