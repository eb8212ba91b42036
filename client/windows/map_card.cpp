// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/map_card.h"

#include "client/play/game_client.h"
#include "client/session/coordinates.h"
#include "formats/base/windows1252.h"
#include "formats/roo/room.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QLineEdit>
#include <QLineF>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace blak::client {
namespace {

constexpr double leastZoom = 1.0 / 1024, mostZoom = 1.0 / 8;
constexpr double monsterReach = 7 * 1024; ///< client units (protocol reference 4.10)
constexpr int refreshMilliseconds = 200;

/// Of both sides.
unsigned flagsOf(const space::LoadedRoom& room, const space::LoadedWall& wall)
{
    unsigned flags = 0;
    for (const space::Index side : wall.sides)
        if (side != space::none)
            flags |= room.sidedef(side).flags;
    return flags;
}

QColor dotColour(const wire::Traits& traits)
{
    const ui::Theme& theme = ui::theme();
    if (traits.enemy)
        return theme.error;
    if (traits.friendly || traits.guildmate)
        return theme.success;
    return traits.isPlayer() ? theme.link : theme.warning;
}

} // namespace

MapView::MapView(GameClient& client, session::Explored& explored, QWidget* parent)
    : QWidget(parent), client_(client), explored_(explored)
{
    setAccessibleName(QStringLiteral("Map"));
    setMinimumSize(240, 200);
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, [this] {
        if (isVisible())
            update();
    });
    timer->start(refreshMilliseconds);
}

void MapView::wheelEvent(QWheelEvent* event)
{
    zoom_ = std::clamp(zoom_ * std::pow(1.2, event->angleDelta().y() / 120.0), leastZoom, mostZoom);
    update();
    event->accept();
}

std::optional<QPointF> MapView::shownAt(double x, double y) const
{
    const session::OwnMotion* motion = client_.motion();
    if (motion == nullptr)
        return std::nullopt;
    return QPointF(width() / 2.0, height() / 2.0) + QPointF(x - motion->body().x, y - motion->body().y) * zoom_;
}

void MapView::mousePressEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() != Qt::RightButton)
        return;
    constexpr double near = 10; // px
    const auto notes = explored_.notes();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const auto at = shownAt(notes[i].x, notes[i].y);
        if (!at || QLineF(*at, event->position()).length() > near)
            continue;
        const QString text = QString::fromUtf8(windows1252::toUtf8(notes[i].text).c_str());
        connect(menu->addAction(QStringLiteral("Remove \"%1\"").arg(text)), &QAction::triggered, this, [this, i, gone = notes[i].text] {
            if (const auto now = explored_.notes(); i < now.size() && now[i].text == gone)
                explored_.removeNote(i);
            update();
        });
    }
    if (menu->isEmpty())
        return delete menu;
    menu->popup(event->globalPosition().toPoint());
}

void MapView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ui::Theme& theme = ui::theme();
    painter.fillRect(rect(), theme.map.canvas);
    wallsDrawn_ = 0;
    session::RoomFollower* follower = client_.follower();
    session::OwnMotion* motion = client_.motion();
    const scene::RoomScene* scene = follower == nullptr ? nullptr : follower->scene();
    if (scene == nullptr || motion == nullptr)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const render::Camera& body = motion->body();
    const QPointF middle(width() / 2.0, height() / 2.0);
    const auto at = [&](double x, double y) { return middle + QPointF(x - body.x, y - body.y) * zoom_; };
    const space::LoadedRoom& room = scene->room();
    for (std::size_t i = 0; i < room.walls().size(); ++i) {
        const space::LoadedWall& wall = room.walls()[i];
        const unsigned flags = flagsOf(room, wall);
        if ((flags & roo::side_flag::mapNever) != 0 || ((flags & roo::side_flag::mapAlways) == 0 && !showsAll_ && !explored_.isSeen(i)))
            continue;
        const bool solid = wall.sectors[0] == space::none || wall.sectors[1] == space::none;
        painter.setPen(QPen(solid ? theme.map.oneSided : theme.map.passable, solid ? 1.6 : 1.0));
        painter.drawLine(at(wall.start.x, wall.start.y), at(wall.end.x, wall.end.y));
        ++wallsDrawn_;
    }
    const session::Game& game = *client_.game();
    painter.setPen(Qt::NoPen);
    for (const wire::RoomObject& one : game.room().objects()) {
        const scene::Object* object = scene->object(one.object.id);
        const wire::Traits traits = wire::traitsOf(game.dialect(), one.object.flags);
        if (object == nullptr || !(traits.isPlayer() || traits.attackable))
            continue;
        if (!traits.isPlayer() && std::hypot(object->x - body.x, object->y - body.y) > monsterReach)
            continue;
        painter.setBrush(dotColour(traits));
        painter.drawEllipse(at(object->x, object->y), 3, 3);
    }
    painter.setFont(ui::uiFont(11));
    for (const session::Explored::Note& note : explored_.notes()) {
        painter.setPen(theme.text2);
        painter.drawText(at(note.x, note.y) + QPointF(6, 4), QString::fromUtf8(windows1252::toUtf8(note.text).c_str()));
        painter.setBrush(theme.accent);
        painter.setPen(Qt::NoPen);
        painter.drawRect(QRectF(at(note.x, note.y) - QPointF(2, 2), QSizeF(4, 4)));
    }
    painter.translate(middle);
    painter.rotate(body.angle / space::anglesPerTurn * 360);
    painter.setBrush(theme.map.selected);
    painter.setPen(QPen(theme.map.canvas, 1));
    painter.drawPolygon(QPolygonF{{9, 0}, {-6, 5}, {-3, 0}, {-6, -5}});
}

MapCard::MapCard(GameClient& client, session::Explored& explored, QWidget* parent)
    : Card(QStringLiteral("Map"), QStringLiteral("room"), parent), client_(client), explored_(explored),
      view_(new MapView(client, explored, this)), note_(new QLineEdit(this))
{
    note_->setPlaceholderText(QStringLiteral("A note for where you stand"));
    note_->setAccessibleName(QStringLiteral("Note"));
    note_->setMaxLength(static_cast<int>(automap::noteTextSize) - 1);
    body()->addWidget(view_, 1);
    body()->addWidget(note_);
    connect(note_, &QLineEdit::returnPressed, this, [this] {
        session::OwnMotion* motion = client_.motion();
        if (motion == nullptr || note_->text().trimmed().isEmpty())
            return;
        const auto text = windows1252::fromUtf8(note_->text().trimmed().toStdString());
        if (text && explored_.addNote({motion->body().x, motion->body().y, *text}))
            note_->clear();
        view_->update();
    });
}

} // namespace blak::client
