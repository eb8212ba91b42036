// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/tool.h"

namespace blak::roomcore {

/// Drags parts over the map: every move is done anew from where they were, so that the map is whole at every moment, and all of
/// it is one step of undo. What is nearest to the pressed place snaps to the grid.
class DragTool
{
public:
    DragTool(ToolHost& host, MapSelection what, const Pointer& pressed);
    DragTool(const DragTool&) = delete;
    DragTool& operator=(const DragTool&) = delete;
    ~DragTool() { cancel(); }

    void move(const Pointer& to);
    void release(); ///< keeps what is there
    void cancel();  ///< as before the drag

    MapPoint moved() const { return moved_; } ///< by how much, editor units

private:
    ToolHost& host_;
    MapSelection what_;
    Pointer pressed_;
    MapPoint anchor_;
    MapPoint moved_;
    bool isOpen_ = false; ///< a transaction that shows the drag
};

} // namespace blak::roomcore
