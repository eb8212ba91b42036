// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_model.h"

#include <QPointF>
#include <QVector>

namespace blak::ui::rooms {

/// A drag in the 3D view that changes what it took hold of. Every move does it anew from how the room was, so that all of it is one
/// step of undo and coming back to the beginning changes nothing.
class View3dDrag
{
public:
    enum class Kind {
        Height, ///< floors, ceilings, steps: up and down
        Offset, ///< pictures on walls, both ways
        Tilt,   ///< a plane by a line of its border
    };

    /// `unitsPerPixel`: editor units that a logical pixel is long at what was taken.
    View3dDrag(RoomModel& model, Kind kind, QVector<MapItem> items, double unitsPerPixel, roomcore::LineId line = {});

    Kind kind() const { return kind_; }
    /// From where it began, logical pixels. `isFine`: by single units instead of eights.
    void move(QPointF pixels, bool isFine);
    void release(); ///< keeps what is there
    void cancel();  ///< as before the drag
    QPoint steps() const { return done_; } ///< editor units, up; texels, to the left and up

private:
    QString nameOf(QPoint by) const; ///< of the step

    RoomModel& model_;
    Kind kind_;
    QVector<MapItem> items_;
    roomcore::MapSelection parts_;
    double unitsPerPixel_;
    roomcore::LineId line_;
    QPoint done_;
    bool isOpen_ = false;
};

} // namespace blak::ui::rooms
