// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/led_frame.h"

#include "client/play/key_table.h"
#include "client/play/play_view.h"
#include "client/session/lead_lines.h"
#include "client/windows/card.h"
#include "client/windows/x_keys.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMimeData>
#include <QWindow>

#include <algorithm>

namespace blak::client {
namespace {

using nlohmann::json;

constexpr std::size_t longestKeyText = 64, longestText = 4096;

QSize bounded(QSize size) { return size.expandedTo({1, 1}).boundedTo({LedFrame::mostPixels, LedFrame::mostPixels}); }

bool takesText(const QWidget* widget)
{
    return widget != nullptr && widget->testAttribute(Qt::WA_InputMethodEnabled) && widget->inputMethodQuery(Qt::ImEnabled).toBool();
}

} // namespace

LedFrame::LedFrame(QMainWindow& window, PlayView& view) : QObject(&window), window_(window), view_(view) {}

bool LedFrame::enter(quint64 frame, QSize size)
{
    if (!hasWindowsInWindows() || frame == 0 || frame > 0xFFFF'FFFFU)
        return false;
    QWindow* outside = QWindow::fromWinId(static_cast<WId>(frame));
    if (outside == nullptr)
        return false;
    window_.winId(); // there is one from now on
    window_.windowHandle()->setParent(outside);
    window_.setGeometry(QRect(QPoint(), bounded(size)));
    window_.show();
    leaveKeysToParent(*window_.windowHandle());
    if (!std::exchange(in_, true)) {
        QGuiApplication::setQuitOnLastWindowClosed(false); // ours is none of the outermost any more, so a menu might be the last
        qApp->installEventFilter(this);
        connect(qApp, &QApplication::focusChanged, this, &LedFrame::tellKeys);
    }
    return true;
}

void LedFrame::resize(QSize size)
{
    if (in_)
        window_.setGeometry(QRect(QPoint(), bounded(size)));
}

void LedFrame::setSeen(bool seen)
{
    if (in_ && window_.centralWidget() != nullptr)
        window_.centralWidget()->setVisible(seen);
}

/// The window system knows nothing of it: to it the window of the other program is the one that has the keys.
void LedFrame::setFocus(bool focus)
{
    if (!in_)
        return;
    focus_ = focus;
    QApplication::setActiveWindow(focus ? &window_ : nullptr);
    if (focus && window_.focusWidget() == nullptr)
        view_.setFocus();
    tellKeys();
}

void LedFrame::key(const json& line)
{
    if (!in_)
        return;
    if (QApplication::activeWindow() != &window_) // a menu that went, say
        QApplication::setActiveWindow(&window_);
    QWidget* target = QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &view_;
    const std::string text = line.value("text", "");
    if (text.size() > longestKeyText)
        return;
    const bool isPress = line.value("press", true), repeats = line.value("repeat", false);
    const int key = line.value("key", 0);
    const auto modifiers = Qt::KeyboardModifiers::fromInt(line.value("modifiers", 0U) & static_cast<unsigned>(Qt::KeyboardModifierMask));
    const QString typed = QString::fromStdString(text);
    if (isPress) { // whoever waits for a key, the card of keys say, takes it then
        QKeyEvent override(QEvent::ShortcutOverride, key, modifiers, typed, repeats);
        override.ignore();
        QApplication::sendEvent(target, &override);
    }
    QKeyEvent event(isPress ? QEvent::KeyPress : QEvent::KeyRelease, key, modifiers, typed, repeats);
    QApplication::sendEvent(target, &event);
}

void LedFrame::compose(const QString& text)
{
    QWidget* target = QApplication::focusWidget();
    if (!in_ || !takesText(target))
        return;
    QInputMethodEvent event;
    event.setCommitString(text.left(longestText));
    QApplication::sendEvent(target, &event);
}

/// To whichever widget takes it, as the window system would.
void LedFrame::drag(const json& line)
{
    if (!in_)
        return;
    const std::string phase = line.value("phase", "");
    const QPoint at(std::clamp(line.value("x", 0), 0, mostPixels), std::clamp(line.value("y", 0), 0, mostPixels));
    const auto leave = [this] {
        if (QWidget* left = std::exchange(dragged_, nullptr).data()) {
            QDragLeaveEvent event;
            QApplication::sendEvent(left, &event);
        }
    };
    if (phase == "leave")
        return leave();
    QMimeData data;
    const std::vector<std::byte> bytes = session::LeadLines::unpacked(line, "bytes");
    data.setData(QString::fromStdString(line.value("type", "")), QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
    QWidget* over = window_.childAt(at);
    while (over != nullptr && !over->acceptDrops())
        over = over->isWindow() ? nullptr : over->parentWidget();
    if (over != dragged_)
        leave();
    if (over == nullptr)
        return;
    const QPoint there = over->mapFrom(&window_, at);
    if (dragged_ == nullptr) {
        QDragEnterEvent enter(there, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.setDropAction(Qt::CopyAction);
        QApplication::sendEvent(over, &enter);
        if (!enter.isAccepted())
            return;
        dragged_ = over;
    }
    QDragMoveEvent move(there, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    move.setDropAction(Qt::CopyAction);
    move.accept(); // as QApplication has it: who has taken the first takes the next, unless he says otherwise
    QApplication::sendEvent(over, &move);
    if (phase != "drop")
        return;
    if (!move.isAccepted())
        return leave();
    dragged_ = nullptr;
    QDropEvent drop(there, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    drop.setDropAction(Qt::CopyAction);
    QApplication::sendEvent(over, &drop);
}

void LedFrame::tellKeys()
{
    if (!in_)
        return;
    json now{{"types", takesText(window_.focusWidget())}, {"bound", json::array()}};
    const auto isInCard = [this] {
        for (const QWidget* in = window_.focusWidget(); in != nullptr; in = in->parentWidget())
            if (qobject_cast<const Card*>(in) != nullptr)
                return true;
        return false;
    };
    if (isInCard()) { // that closes it
        now["bound"].push_back(static_cast<int>(Qt::Key_Escape));
        for (const int key : view_.keys().keysOf(PlayAction::Help))
            now["bound"].push_back(key);
    }
    if (window_.focusWidget() == &view_)
        for (std::size_t i = 0; i < playActions().size(); ++i)
            for (const int key : view_.keys().keysOf(static_cast<PlayAction>(i)))
                now["bound"].push_back(key);
    if (now == keys_)
        return;
    keys_ = now;
    emit keysChanged(now);
}

bool LedFrame::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress && watched == window_.windowHandle() && !focus_)
        emit pressed();
    return QObject::eventFilter(watched, event);
}

} // namespace blak::client
