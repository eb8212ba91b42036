// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PlayView that hears keys and mouse.
#include "client/play/game_client.h"
#include "client/play/play_view.h"
#include "client/play/thing_mime.h"

#include <QApplication>
#include <QCursor>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>

#include <algorithm>
#include <cmath>

namespace blak::client {
namespace {

constexpr double lookStep = 0.25;         ///< parts of the view height for one key
constexpr double anglePerPixel = 3.2;     ///< mouse look
constexpr double heightPerPixel = 0.0025; ///< parts of the view height
constexpr double targetReach = 20 * 1024; ///< client units

bool isMotion(PlayAction action) { return action <= PlayAction::Run; }

} // namespace

scene::WalkInput PlayView::input() const
{
    const auto way = [this](PlayAction plus, PlayAction minus) {
        return (isHeld(plus) ? 1.0 : 0.0) - (isHeld(minus) ? 1.0 : 0.0);
    };
    scene::WalkInput input;
    input.forward = way(PlayAction::Forward, PlayAction::Back);
    input.sideways = way(PlayAction::StepRight, PlayAction::StepLeft);
    input.turn = way(PlayAction::TurnRight, PlayAction::TurnLeft);
    input.fast = isHeld(PlayAction::Run);
    return input;
}

/// Tab belongs to the game, not to the focus chain.
bool PlayView::event(QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Tab && key->modifiers() == Qt::NoModifier) {
            keyPressEvent(key);
            return true;
        }
    }
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::WindowDeactivate)
        setPace(); // something else in the window may have the keys
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        const auto action = keys_.actionOf(key->key(), false);
        // That of the parts is a key of all the window; and what is typed in the chat or in a window over the world is none of its keys.
        if (hasFocus() && key->modifiers() == Qt::NoModifier && action && *action != PlayAction::NextPart) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void PlayView::keyPressEvent(QKeyEvent* event)
{
    if (!client_.hooks().key(*event))
        return event->accept();
    const auto action = keys_.actionOf(event->key(), (event->modifiers() & Qt::KeypadModifier) != 0);
    if (!action || (event->modifiers() & (Qt::AltModifier | Qt::MetaModifier)) != 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->isAutoRepeat() && *action != PlayAction::LookUp && *action != PlayAction::LookDown)
        return; // once for each press
    if (!client_.hooks().action(QLatin1String(playActions()[static_cast<std::size_t>(*action)].name)))
        return;
    if (isMotion(*action))
        held_.insert(*action);
    else
        perform(*action);
}

void PlayView::perform(PlayAction action)
{
    session::OwnMotion* motion = client_.motion();
    switch (action) {
    case PlayAction::LookUp:
    case PlayAction::LookDown:
        if (motion != nullptr)
            motion->look(0, action == PlayAction::LookUp ? lookStep : -lookStep);
        break;
    case PlayAction::LookAhead:
        if (motion != nullptr)
            motion->lookAhead();
        break;
    case PlayAction::NextTarget: chooseNext(); break;
    case PlayAction::NoTarget:
        endMouseLook();
        if (isChoosing()) {
            choosing_.clear();
            emit chosen(0);
        } else {
            setTarget(0);
        }
        break;
    case PlayAction::OwnTarget:
        if (client_.game() != nullptr)
            setTarget(client_.game()->room().self());
        break;
    case PlayAction::MouseLook:
        mouseLook_ = !mouseLook_;
        showCursor(mouseLook_ ? Qt::BlankCursor : Qt::ArrowCursor);
        lookCentre_ = QCursor::pos();
        break;
    default:
        if (!isMotion(action))
            emit actionWanted(action);
        break;
    }
}

void PlayView::keyReleaseEvent(QKeyEvent* event)
{
    const auto action = keys_.actionOf(event->key(), (event->modifiers() & Qt::KeypadModifier) != 0);
    if (action && !event->isAutoRepeat())
        held_.erase(*action);
    else
        QWidget::keyReleaseEvent(event);
}

/// No key stays down when its release goes to another window.
void PlayView::focusOutEvent(QFocusEvent* event)
{
    held_.clear();
    endMouseLook();
    setPace();
    QWidget::focusOutEvent(event);
}

void PlayView::focusInEvent(QFocusEvent* event)
{
    setPace();
    client_.hooks().focus();
    QWidget::focusInEvent(event);
}

void PlayView::showCursor(Qt::CursorShape shape)
{
    if (cursor().shape() != shape && client_.hooks().cursor(QCursor(shape)))
        setCursor(shape);
}

void PlayView::endMouseLook()
{
    if (mouseLook_)
        unsetCursor();
    mouseLook_ = false;
}

void PlayView::setTarget(std::uint32_t id)
{
    if (id == target_)
        return;
    target_ = id;
    emit targetChanged(id);
    update();
}

void PlayView::beginChoice(const QString& what)
{
    choosing_ = what;
    setFocus();
    update();
}

void PlayView::endChoice()
{
    choosing_.clear();
    update();
}

/// From near to far, those in view first.
void PlayView::chooseNext()
{
    session::Game* game = client_.game();
    session::RoomFollower* follower = client_.follower();
    if (game == nullptr || follower == nullptr || follower->scene() == nullptr)
        return;
    const render::Camera& body = client_.motion()->body();
    std::vector<std::pair<double, std::uint32_t>> near;
    for (const wire::RoomObject& one : game->room().objects()) {
        const scene::Object* object = follower->scene()->object(one.object.id);
        const wire::Traits traits = wire::traitsOf(game->dialect(), one.object.flags);
        if (object == nullptr || !(traits.isPlayer() || traits.attackable || traits.gettable || traits.buyable ||
                                   traits.activatable || traits.container || traits.offerable || session::givesQuests(game->dialect(), one.object)))
            continue;
        const double far = std::hypot(object->x - body.x, object->y - body.y);
        const auto place = placeOf(one.object.id);
        if (far <= targetReach && place && place->x() >= 0 && place->x() < width())
            near.emplace_back(far, one.object.id);
    }
    if (near.empty())
        return setTarget(0);
    std::ranges::sort(near);
    const auto now = std::ranges::find(near, target_, &std::pair<double, std::uint32_t>::second);
    setTarget(now == near.end() || std::next(now) == near.end() ? near.front().second : std::next(now)->second);
}

void PlayView::mousePressEvent(QMouseEvent* event)
{
    setFocus();
    const std::uint32_t id = objectAt(event->position());
    if (!client_.hooks().click(*event, id))
        return;
    dragFrom_ = event->position().toPoint();
    dragged_ = false;
    if (event->button() == Qt::LeftButton) {
        if (isChoosing()) {
            if (id != 0) {
                choosing_.clear();
                emit chosen(id);
            }
            return;
        }
        setTarget(id);
    }
}

void PlayView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::RightButton && !dragged_)
        if (const std::uint32_t id = objectAt(event->position()))
            emit menuWanted(id, event->globalPosition().toPoint());
    dragFrom_.reset();
}

void PlayView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const std::uint32_t id = objectAt(event->position()); id != 0 && event->button() == Qt::LeftButton)
        emit lookWanted(id);
}

/// With the right button held, or after the key of mouse look, the mouse turns the head.
void PlayView::mouseMoveEvent(QMouseEvent* event)
{
    session::OwnMotion* motion = client_.motion();
    const auto turn = [&](QPoint by) {
        if (motion != nullptr && !by.isNull())
            motion->look(by.x() * anglePerPixel, -by.y() * heightPerPixel);
    };
    if (mouseLook_) {
        turn(QCursor::pos() - lookCentre_);
        if (QCursor::pos() != lookCentre_)
            QCursor::setPos(lookCentre_);
        return;
    }
    if (dragFrom_ && (event->buttons() & Qt::RightButton) != 0) {
        const QPoint by = event->position().toPoint() - *dragFrom_;
        if (dragged_ || by.manhattanLength() >= QApplication::startDragDistance()) {
            dragged_ = true;
            turn(by);
            dragFrom_ = event->position().toPoint();
        }
        return;
    }
    hovered_ = objectAt(event->position());
    showCursor(hovered_ != 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PlayView::dragEnterEvent(QDragEnterEvent* event) { event->setAccepted(event->mimeData()->hasFormat(QLatin1String(thingMime))); }

void PlayView::dragMoveEvent(QDragMoveEvent* event)
{
    hovered_ = objectAt(event->position()); // what would get it
    event->accept();
    update();
}

void PlayView::dragLeaveEvent(QDragLeaveEvent*)
{
    hovered_ = 0;
    update();
}

void PlayView::dropEvent(QDropEvent* event)
{
    hovered_ = 0;
    if (const quint32 thing = event->mimeData()->data(QLatin1String(thingMime)).toUInt())
        emit thingDropped(thing, objectAt(event->position()));
    event->acceptProposedAction();
}

void PlayView::wheelEvent(QWheelEvent* event)
{
    if (session::OwnMotion* motion = client_.motion())
        motion->look(0, event->angleDelta().y() / 120.0 * lookStep / 2);
    event->accept();
}

} // namespace blak::client
