// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/view3d_drag.h"

#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/ui/step_names.h"

#include <QCoreApplication>

#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr int coarse = 8; // editor units, texels: as by keys

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

} // namespace

View3dDrag::View3dDrag(RoomModel& model, Kind kind, QVector<MapItem> items, double unitsPerPixel, roomcore::LineId line)
    : model_(model), kind_(kind), items_(std::move(items)), parts_(model.partsOf(items_)), unitsPerPixel_(unitsPerPixel), line_(line)
{
}

void View3dDrag::move(QPointF pixels, bool isFine)
{
    const auto whole = [&](double way) {
        const int step = isFine ? 1 : coarse;
        return static_cast<int>(std::lround(std::clamp(way * unitsPerPixel_, -65536.0, 65536.0) / step)) * step;
    };
    const QPoint by(kind_ == Kind::Offset ? whole(-pixels.x()) : 0, whole(-pixels.y()));
    if (by == done_)
        return;
    document::History& history = model_.document()->history();
    if (std::exchange(isOpen_, false)) {
        history.rollback();
        model_.changed(); // the items are named by the numbers of the room as it was
    }
    done_ = by;
    if (!by.isNull()) {
        history.begin(nameOf(by).toStdString());
        isOpen_ = true;
        switch (kind_) {
        case Kind::Height: raiseItems(model_, items_, by.y()); break;
        case Kind::Offset: shiftItems(model_, items_, by.x(), by.y()); break;
        case Kind::Tilt:
            for (const roomcore::SectorId sector : parts_.sectors) {
                roomcore::MapEdit edit = model_.edit();
                const bool isCeiling = items_.front().part == MapItem::Part::Ceiling;
                told(model_, roomcore::tiltByLine(edit, sector, isCeiling ? roomcore::Plane::Ceiling : roomcore::Plane::Floor, line_, by.y()));
            }
            break;
        }
    }
    model_.changed();
}

QString View3dDrag::nameOf(QPoint by) const
{
    const bool isCeiling = items_.first().part == MapItem::Part::Ceiling;
    switch (kind_) {
    case Kind::Height:
        return (by.y() < 0 ? say("Lower %1 of %2 by %3") : say("Raise %1 of %2 by %3"))
            .arg(items_.first().kind == MapItem::Kind::Line ? say("step") : isCeiling ? say("ceiling") : say("floor"), inWords(model_, parts_),
                 QString::number(std::abs(by.y())));
    case Kind::Offset: return stepName(model_, say("Shift texture of %1"), parts_);
    case Kind::Tilt: return stepName(model_, isCeiling ? say("Tilt ceiling of %1") : say("Tilt floor of %1"), parts_);
    }
    return {};
}

void View3dDrag::release()
{
    if (std::exchange(isOpen_, false))
        model_.document()->history().commit();
    model_.changed();
}

void View3dDrag::cancel()
{
    if (std::exchange(isOpen_, false))
        model_.document()->history().rollback();
    model_.changed();
}

} // namespace blak::ui::rooms
