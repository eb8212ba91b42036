// SPDX-License-Identifier: GPL-3.0-or-later
// The part of View3dCanvas that plays what moves in a world: doors and lifts, the time of day.
#include "client/render/asset_store.h"
#include "roomedit/ui/view3d_canvas.h"

#include <QFileInfo>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <optional>

namespace blak::ui::rooms {
namespace {

constexpr int moverSpeed = 96;   // editor units per second
constexpr int doorHeight = 128;  // editor units, where no neighbour says how far it opens
constexpr double hoursPerSecond = 1;

/// The tag of what an item names: of a sector, or of one beside a wall.
std::optional<int> taggedSector(const RoomModel& model, const MapItem& item)
{
    const auto& sectors = model.room().sectors;
    const auto hasTag = [&](int sector) {
        return sector >= 0 && static_cast<std::size_t>(sector) < sectors.size() && sectors[static_cast<std::size_t>(sector)].userId != 0;
    };
    if (item.kind == MapItem::Kind::Sector && hasTag(item.index))
        return item.index;
    if (item.kind == MapItem::Kind::Line)
        for (const bool plus : {!item.minusSide, item.minusSide, true, false})
            if (const int sector = model.index().sectorBeside(item.index, plus); hasTag(sector))
                return sector;
    return {};
}

} // namespace

void View3dCanvas::playMover()
{
    const auto found = taggedSector(*model_, target());
    if (!found)
        return model_->refused(Error{"only a sector with a tag can be moved by Blakod: point at one", "play"});
    const roo::Sector& sector = model_->room().sectors[static_cast<std::size_t>(*found)];
    const int tag = sector.userId;
    Played& played = played_[tag];
    if (!played.isAway) {
        played.isDoor = sector.ceilingHeight <= sector.floorHeight;
        played.height = played.isDoor ? sector.ceilingHeight : sector.floorHeight;
    }
    int to = played.height;
    if (!played.isAway) {
        std::optional<int> below, above, ceiling;
        for (const int line : model_->index().sector(*found).lines)
            for (const bool plus : {true, false}) {
                const int other = model_->index().sectorBeside(line, plus);
                if (other < 0 || model_->room().sectors[static_cast<std::size_t>(other)].userId == tag)
                    continue;
                const roo::Sector& beside = model_->room().sectors[static_cast<std::size_t>(other)];
                if (beside.floorHeight < played.height)
                    below = std::min<int>(below.value_or(beside.floorHeight), beside.floorHeight);
                if (beside.floorHeight > played.height)
                    above = std::min<int>(above.value_or(beside.floorHeight), beside.floorHeight);
                if (beside.ceilingHeight > sector.floorHeight)
                    ceiling = std::min<int>(ceiling.value_or(beside.ceilingHeight), beside.ceilingHeight);
            }
        to = played.isDoor ? ceiling.value_or(sector.floorHeight + doorHeight) : below ? *below : above.value_or(played.height + doorHeight);
    }
    played.isAway = !played.isAway;
    setPlaying(true);
    scene_.moveSector(tag, played.isDoor ? scene::Plane::Ceiling : scene::Plane::Floor, to, moverSpeed);
    const double way = std::abs(to - played.height) + std::abs(sector.floorHeight - sector.ceilingHeight);
    moversUntil_ = sceneTime_ + 1000 * (way / moverSpeed + 1);
    updateTimer();
}

void View3dCanvas::setDayPlaying(bool on)
{
    if (on == dayPlaying_)
        return;
    dayPlaying_ = on;
    updateTimer();
    emit lightChanged();
}

void View3dCanvas::advanceDay(double milliseconds)
{
    setLight(lightAtHour(std::fmod(light_.hour + hoursPerSecond * milliseconds / 1000, 24), light_));
}

/// What the world's Blakod puts into the room, half see-through: it is no part of what is edited.
void View3dCanvas::placeGhosts()
{
    scene_.clearObjects();
    ghost_ = -1;
    const auto& facts = model_->facts();
    if (facts != nullptr && model_->showsFacts())
        for (qsizetype i = 0; i < facts->objects.size(); ++i) {
            const RoomFacts::Object& fact = facts->objects[i];
            const auto picture = fact.icon.isEmpty() ? nullptr : renderer_.assets().sprite(fact.icon.toStdString());
            if (picture == nullptr || picture->missing)
                continue;
            scene::Object object;
            object.id = static_cast<std::uint32_t>(i) + 1;
            object.icon = fact.icon.toStdString();
            object.x = fact.column * space::clientUnitsPerSquare;
            object.y = fact.row * space::clientUnitsPerSquare;
            object.angle = fact.angle.value_or(0);
            object.drawing = render::DrawingEffect::Translucent50;
            scene_.putObject(object);
        }
    update();
}

int View3dCanvas::ghostAt(QPointF widgetPoint) const
{
    const render::Pick pick = pickAt(widgetPoint);
    const auto& facts = model_->facts();
    const bool isGhost = pick.kind == render::SurfaceKind::Object && facts != nullptr && pick.object >= 1 &&
                         pick.object <= static_cast<std::uint32_t>(facts->objects.size());
    return isGhost ? static_cast<int>(pick.object) - 1 : -1;
}

QString View3dCanvas::ghostText() const
{
    const auto& facts = model_->facts();
    if (ghost_ < 0 || facts == nullptr || ghost_ >= facts->objects.size())
        return {};
    const RoomFacts::Object& object = facts->objects[ghost_];
    return tr("%1 \u00b7 placed by %2, line %3 \u00b7 a double click opens it").arg(object.className, QFileInfo(object.at.file).fileName()).arg(object.at.line);
}

void View3dCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int ghost = event->button() == Qt::LeftButton ? ghostAt(event->position()) : -1;
    if (ghost < 0)
        return mousePressEvent(event);
    const RoomFacts::KodLine& at = model_->facts()->objects[ghost].at;
    emit kodRequested(at.file, at.line);
}

} // namespace blak::ui::rooms
