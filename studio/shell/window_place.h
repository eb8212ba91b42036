// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <QRect>
#include <QSize>

class QWidget;

namespace blak::ui::shell {

/// Where a window (without its frame) may stand so that all of it with its frame is in the place that a screen has for windows: as it
/// is, if it does; else moved, and as small as it must be.
QRect fittedTo(const QRect& window, const QMargins& frame, const QRect& available);

/// Where it was last time; the first time at `wanted` (empty: as it is) or what the screen has. Before it is shown.
void placeWindow(QWidget& window, const QSize& wanted);

/// What a window has of the screen, whatever the scale.
struct ScreenShare
{
    QSize pixels;            ///< of the screen, when it fills it not
    Qt::WindowStates states; ///< of those that fill it
};
ScreenShare shareOf(const QWidget& window);
/// Of another window that comes in its place, before it is shown.
void takeShare(QWidget& window, const ScreenShare& share);

/// A window manager says how wide its frame is when the window is there: until then the window may reach below the screen. Keeps it on its
/// screen for a moment from now; what the user does afterwards is his.
void keepOnScreen(QWidget& window);

} // namespace blak::ui::shell
