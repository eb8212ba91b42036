// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/drag_step.h"

#include "roomedit/ui/step_names.h"

#include <QCoreApplication>

namespace blak::ui::rooms {

DragStep::DragStep(RoomModel& model, const roomcore::MapSelection& what, const roomcore::Pointer& pressed,
                   std::optional<roomcore::MapSelection> afterwards)
    : model_(model), step_(model.document()->history(), stepName(model, QCoreApplication::translate("RoomActions", "Move %1"), what).toStdString()),
      tool_(model, what, pressed), afterwards_(std::move(afterwards))
{
}

void DragStep::release()
{
    if (moved() == roomcore::MapPoint{})
        return tool_.cancel(); // and the step, which holds nothing, is taken back
    tool_.release();
    if (afterwards_) {
        roomcore::MapEdit edit = model_.edit();
        edit.select(*afterwards_);
        edit.select(model_.map().livingSelection());
    }
    step_.commit();
    model_.changed();
}

} // namespace blak::ui::rooms
