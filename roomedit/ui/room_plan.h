// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/ui/map_index.h"
#include "roomedit/ui/map_style.h"
#include "ui/room_facts.h"

#include <QString>

#include <functional>
#include <memory>

class QPainter;

namespace blak::ui::rooms {

struct PlanOptions
{
    QString title; ///< above the plan
    MapFill fill = MapFill::None;
    bool grid = true;                                     ///< server squares with their rows and columns at the edge
    bool things = true;                                   ///< the two that bound the playable rectangle are drawn as its outline
    bool legend = true;                                   ///< kinds of lines, below
    std::function<QColor(int number)> textureColour = {}; ///< of a fill with textures: a mean colour; not valid where there is no picture
    std::shared_ptr<const RoomFacts> facts = {};          ///< exits and objects that Blakod places, with their names
};

/// A room seen from above as a drawing for paper: always dark on white, in lines, not pixels; floors without a picture are grey, so
/// that only what lies outside of the room is white. Fills the rectangle `target`
/// (painter units), keeping the room's proportions; line widths and letters are given by `point`, painter units of a point (1/72
/// inch).
void paintPlan(QPainter& painter, const MapIndex& index, const QRectF& target, double point, const PlanOptions& options);

/// Writes the plan by the ending of the name: .svg (drawing of A4 size), .pdf (one page A4, turned as the room lies) or .png (the
/// longer side has 2400 pixels). Fails on other endings and where the file cannot be written; an existing file stays as NAME~.
Result<void> writePlan(const QString& file, const MapIndex& index, const PlanOptions& options);

} // namespace blak::ui::rooms
