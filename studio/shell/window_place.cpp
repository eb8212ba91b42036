// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/window_place.h"

#include "studio/shell/studio_settings.h"

#include <QEvent>
#include <QGuiApplication>
#include <QScreen>
#include <QTimer>
#include <QWidget>

#include <algorithm>

namespace blak::ui::shell {
namespace {

class FrameWatch : public QObject
{
public:
    explicit FrameWatch(QWidget& window) : QObject(&window), window_(window)
    {
        constexpr int whole = 1500; // ms until every window manager has framed it
        window.installEventFilter(this);
        soon_.setSingleShot(true);
        connect(&soon_, &QTimer::timeout, this, &FrameWatch::fit);
        soon_.start(0);
        QTimer::singleShot(whole, this, [this] {
            fit();
            deleteLater();
        });
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        switch (event->type()) {
        case QEvent::Move: // it was put into its frame
        case QEvent::Resize:
        case QEvent::WindowActivate: soon_.start(0); break;
        case QEvent::MouseButtonPress:
        case QEvent::KeyPress: deleteLater(); break;
        default: break;
        }
        return false;
    }

private:
    void fit()
    {
        if (!window_.isVisible() || window_.isMaximized() || window_.isFullScreen() || window_.screen() == nullptr)
            return;
        const QRect now = window_.geometry(), outside = window_.frameGeometry();
        if (window_.screen()->availableVirtualGeometry().contains(outside)) // be it across two screens
            return;
        const QMargins frame(now.left() - outside.left(), now.top() - outside.top(), outside.right() - now.right(),
                             outside.bottom() - now.bottom());
        const QRect wanted = fittedTo(now, frame, window_.screen()->availableGeometry());
        if (wanted == now || wanted == asked_)
            return;
        asked_ = wanted; // a window manager may know better: it is asked once for each place
        window_.setGeometry(wanted);
    }

    QWidget& window_;
    QTimer soon_;
    QRect asked_;
};

} // namespace

QRect fittedTo(const QRect& window, const QMargins& frame, const QRect& available)
{
    const QRect room = available.marginsRemoved(frame);
    if (!room.isValid())
        return window;
    const QSize size = window.size().boundedTo(room.size());
    const auto within = [](int at, int length, int begin, int end) { return std::clamp(at, begin, std::max(begin, end - length + 1)); };
    return {QPoint(within(window.left(), size.width(), room.left(), room.right()),
                   within(window.top(), size.height(), room.top(), room.bottom())),
            size};
}

void placeWindow(QWidget& window, const QSize& wanted)
{
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    if (wanted.isValid()) { // with what frame, one sees when it has one
        window.resize(wanted.boundedTo(screen.size()));
        return;
    }
    if (window.restoreGeometry(StudioSettings().value(QStringLiteral("window/geometry")).toByteArray()))
        return;
    constexpr QSize frame(16, 48); // of a window manager, about: it says how much when the window is there
    const QSize most = screen.size() - frame;
    if (window.width() > most.width() || window.height() > most.height())
        window.setWindowState(window.windowState() | Qt::WindowMaximized);
    window.resize(window.size().boundedTo(most));
    window.move(screen.center() - QRect(QPoint(), window.size()).center());
}

ScreenShare shareOf(const QWidget& window)
{
    const Qt::WindowStates filling = window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen);
    const QSize size = filling != Qt::WindowNoState && window.normalGeometry().isValid() ? window.normalGeometry().size() : window.size();
    return {size * window.devicePixelRatioF(), filling};
}

void takeShare(QWidget& window, const ScreenShare& share)
{
    window.setWindowState(Qt::WindowNoState); // where it was last time may have been measured at another scale
    window.resize((QSizeF(share.pixels) / window.devicePixelRatioF()).toSize());
    window.setWindowState(share.states);
}

void keepOnScreen(QWidget& window) { new FrameWatch(window); }

} // namespace blak::ui::shell
