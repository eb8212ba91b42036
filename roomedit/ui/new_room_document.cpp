// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/new_room_document.h"

#include "roomedit/ui/room_view.h"

namespace blak::ui::rooms {

Result<DocumentView*> openNewRoom(const std::filesystem::path& file, const roo::Room& room, const std::string& step,
                                  std::shared_ptr<Project> project, QWidget* parent)
{
    return RoomView::ofNew(roomcore::RoomDocument::makeNew(file, room, step), std::move(project), parent);
}

} // namespace blak::ui::rooms
