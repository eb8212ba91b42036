// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_checks.h"

#include "client/render/asset_store.h"
#include "roomedit/roomcore/checks/room_checks.h"

#include <QCoreApplication>

namespace blak::ui::rooms {

std::vector<Diagnostic> checkRoom(const ShownRoom& room)
{
    const std::vector<int> textures = room.assets != nullptr ? room.assets->textureNumbers() : std::vector<int>();
    roomcore::RoomCheckInput input{room.index->room()};
    input.loadError = room.loadError.toStdString();
    input.textures = room.assets != nullptr ? &textures : nullptr;
    input.numbers = room.copy != nullptr ? &room.copy->numbers : nullptr;
    input.isBuilt = room.copy == nullptr || room.copy->room == *room.copy->file;
    input.edited = room.copy.get();
    input.ignored = room.ignored;
    input.translate = [](const char* pattern) { return QCoreApplication::translate("RoomChecks", pattern).toStdString(); };
    return roomcore::checkRoom(input);
}

} // namespace blak::ui::rooms
