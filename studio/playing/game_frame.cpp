// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/game_frame.h"

#include "client/play/thing_mime.h"
#include "client/session/lead_lines.h"
#include "client/windows/x_keys.h"
#include "studio/playing/outer_client.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTimer>
#include <QWindow>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int mostKeys = 1000;

/// Shortcuts of text fields, which Qt's own take before those of windows.
bool isOfTextFields(const QKeyEvent& event)
{
    for (const auto key :
         {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste, QKeySequence::Undo, QKeySequence::Redo, QKeySequence::SelectAll,
          QKeySequence::MoveToNextWord, QKeySequence::MoveToPreviousWord, QKeySequence::SelectNextWord, QKeySequence::SelectPreviousWord,
          QKeySequence::SelectNextChar, QKeySequence::SelectPreviousChar, QKeySequence::SelectStartOfLine, QKeySequence::SelectEndOfLine,
          QKeySequence::DeleteStartOfWord, QKeySequence::DeleteEndOfWord})
        if (event.matches(key))
            return true;
    if ((event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier | Qt::GroupSwitchModifier)) != Qt::NoModifier)
        return false;
    switch (event.key()) {
    case Qt::Key_Delete:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_Backspace:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: return true;
    default: return event.key() < Qt::Key_Escape;
    }
}

} // namespace

GameFrame::GameFrame(OuterClient& client, QWidget* parent) : QWidget(parent), client_(&client), frame_(new QWindow)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled);
    setAcceptDrops(true);
    setAccessibleName(tr("The game"));
    setObjectName(QStringLiteral("play.frame"));
    frame_->setFlag(Qt::WindowDoesNotAcceptFocus);
    frame_->create();
    box_ = QWidget::createWindowContainer(frame_, this); // goes with docks wherever they go, and the number stays
    box_->setFocusPolicy(Qt::NoFocus);
    client::leaveKeysToParent(*frame_);
}

GameFrame::~GameFrame() = default;

/// To a client that may be gone already.
void GameFrame::lead(const json& line)
{
    if (client_ != nullptr)
        client_->lead(line);
}

bool GameFrame::isPossible() { return client::hasWindowsInWindows(); }

json GameFrame::embedding() const
{
    return {{"do", "embed"}, {"window", static_cast<quint64>(frame_->winId())}, {"width", width()}, {"height", height()}};
}

void GameFrame::tellAll()
{
    lead({{"do", "size"}, {"width", width()}, {"height", height()}});
    lead({{"do", "seen"}, {"on", isVisible()}});
    lead({{"do", "focus"}, {"on", hasFocus()}});
}

/// From the client, so of any shape.
void GameFrame::setKeys(const json& keys)
{
    types_ = keys.value("types", false);
    bound_.clear();
    for (const json& key : keys.value("bound", json::array()))
        if (key.is_number_integer() && bound_.size() < mostKeys)
            bound_.insert(key.get<int>());
}

void GameFrame::takeFocus()
{
    if (!isVisible())
        return;
    window()->activateWindow();
    setFocus(Qt::MouseFocusReason);
}

bool GameFrame::isWanted(const QKeyEvent& event) const
{
    constexpr int ways = Qt::Key_F6; // from dock to dock: who plays gets out by it, and the client would go to its own next part
    if (types_)
        return isOfTextFields(event);
    return event.key() != ways && event.modifiers() == Qt::NoModifier && bound_.contains(event.key());
}

bool GameFrame::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isWanted(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ParentChange)
        watchAbove();
    return QWidget::event(event);
}

/// A command that is no key of the game may be one of the studio's that cannot run now: its window says why.
void GameFrame::keyPressEvent(QKeyEvent* event)
{
    sendKey(*event, true);
    event->setAccepted((event->modifiers() & Qt::ControlModifier) == 0 || isOfTextFields(*event));
}

void GameFrame::sendKey(const QKeyEvent& event, bool isPress)
{
    lead({{"do", "key"},
          {"press", isPress},
          {"key", event.key()},
          {"modifiers", event.modifiers().toInt()},
          {"text", event.text().toStdString()},
          {"repeat", event.isAutoRepeat()}});
}

void GameFrame::inputMethodEvent(QInputMethodEvent* event)
{
    if (!event->commitString().isEmpty())
        lead({{"do", "compose"}, {"text", event->commitString().toStdString()}});
    event->accept();
}

QVariant GameFrame::inputMethodQuery(Qt::InputMethodQuery query) const
{
    return query == Qt::ImEnabled ? QVariant(types_) : QWidget::inputMethodQuery(query);
}

void GameFrame::resizeEvent(QResizeEvent*)
{
    box_->setGeometry(rect());
    lead({{"do", "size"}, {"width", width()}, {"height", height()}});
    cutOut();
}

void GameFrame::showEvent(QShowEvent*)
{
    watchAbove();
    client::leaveKeysToParent(*frame_);
    lead({{"do", "seen"}, {"on", true}});
}

void GameFrame::hideEvent(QHideEvent*) { lead({{"do", "seen"}, {"on", false}}); }
void GameFrame::focusInEvent(QFocusEvent*) { lead({{"do", "focus"}, {"on", true}}); }
void GameFrame::focusOutEvent(QFocusEvent* event)
{
    if (event->reason() != Qt::PopupFocusReason) // a menu of the studio: whoever holds a key lets go of it over there
        lead({{"do", "focus"}, {"on", false}});
}

/// A window of another program covers whatever the studio shows above it - toasts, the palette of commands -, unless it has a hole there.
void GameFrame::watchAbove()
{
    for (const QPointer<QWidget>& one : std::exchange(watched_, {}))
        if (one != nullptr)
            one->removeEventFilter(this);
    for (QWidget* in = parentWidget(); in != nullptr; in = in->isWindow() ? nullptr : in->parentWidget()) {
        in->installEventFilter(this);
        watched_.push_back(in);
        for (QObject* child : in->children())
            if (auto* part = qobject_cast<QWidget*>(child); part != nullptr && !part->isWindow() && !part->isAncestorOf(this)) {
                part->installEventFilter(this);
                watched_.push_back(part);
            }
    }
    cutOut();
}

bool GameFrame::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ChildAdded:
    case QEvent::ParentChange: QTimer::singleShot(0, this, &GameFrame::watchAbove); break; // it is no widget yet
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::ZOrderChange:
    case QEvent::ChildRemoved: QTimer::singleShot(0, this, &GameFrame::cutOut); break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void GameFrame::cutOut()
{
    QRegion free(rect());
    const QWidget* below = this;
    for (QWidget* in = parentWidget(); in != nullptr && !below->isWindow(); below = in, in = in->parentWidget()) {
        bool isAbove = false;
        for (QObject* child : in->children()) {
            if (child == below)
                isAbove = true;
            auto* part = qobject_cast<QWidget*>(child);
            if (!isAbove || part == nullptr || part == below || part->isWindow() || !part->isVisible())
                continue;
            free -= QRect(mapFrom(in, part->pos()), part->size());
        }
    }
    if (free == QRegion(rect()))
        frame_->setMask({});
    else
        frame_->setMask(free.isEmpty() ? QRegion(-2, -2, 1, 1) : free);
}

void GameFrame::sendDrag(const QDropEvent& event, const char* phase)
{
    const QByteArray bytes = event.mimeData()->data(QLatin1String(client::thingMime));
    lead({{"do", "drag"},
          {"phase", phase},
          {"x", static_cast<int>(event.position().x())},
          {"y", static_cast<int>(event.position().y())},
          {"type", client::thingMime},
          {"bytes", session::LeadLines::packed(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))))}});
}

/// Things of the game, dragged by the client itself: X tells the outermost window of it. Where they may fall the client says at the end.
void GameFrame::dragEnterEvent(QDragEnterEvent* event) { event->setAccepted(event->mimeData()->hasFormat(QLatin1String(client::thingMime))); }

void GameFrame::dragMoveEvent(QDragMoveEvent* event)
{
    sendDrag(*event, "move");
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void GameFrame::dragLeaveEvent(QDragLeaveEvent*) { lead({{"do", "drag"}, {"phase", "leave"}}); }

void GameFrame::dropEvent(QDropEvent* event)
{
    sendDrag(*event, "drop");
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

} // namespace blak::ui::playing
