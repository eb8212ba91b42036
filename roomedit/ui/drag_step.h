// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/history.h"
#include "roomedit/roomcore/tools/drag_tool.h"
#include "roomedit/ui/room_model.h"

#include <optional>

namespace blak::ui::rooms {

/// A drag of parts of the map, one step of undo that says of what. Unless it is released, all is as before.
class DragStep
{
public:
    /// `afterwards`: selected again at the end, as far as it is still there; nothing: what was dragged.
    DragStep(RoomModel& model, const roomcore::MapSelection& what, const roomcore::Pointer& pressed,
             std::optional<roomcore::MapSelection> afterwards);

    void move(const roomcore::Pointer& to) { tool_.move(to); }
    void release();
    roomcore::MapPoint moved() const { return tool_.moved(); }

private:
    RoomModel& model_;
    document::Transaction step_; ///< around what the tool does: the tool goes first
    roomcore::DragTool tool_;
    std::optional<roomcore::MapSelection> afterwards_;
};

} // namespace blak::ui::rooms
