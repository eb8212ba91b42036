// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/view3d_drag.h"

#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/ui/room_editing.h"

#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr int coarse = 8; // editor units, texels: as by keys

std::string nameOf(View3dDrag::Kind kind)
{
    switch (kind) {
    case View3dDrag::Kind::Height: return "Height";
    case View3dDrag::Kind::Offset: return "Texture offset";
    case View3dDrag::Kind::Tilt: return "Slope";
    }
    return {};
}

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
        history.begin(nameOf(kind_));
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
