// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace blak::ui::shell {

/// Percent. Not below 100: Qt 6.4 cuts off what widgets paint where a pixel of theirs is less than one of the screen.
constexpr int leastScale = 100, mostScale = 200, scaleStep = 5;

/// The scale of everything on the screen as the user has set it, percent.
int savedScale();
/// Saves it and asks for it to be shown. Qt takes a scale only when its application begins, so runStudio() (studio_main.cpp)
/// then ends that and begins another one in the same process, with the same documents.
void setScale(int percent);

class ScaleNotifier : public QObject
{
    Q_OBJECT

signals:
    void changed();
};
ScaleNotifier* scaleNotifier();

/// For the next QApplication: the saved scale, on top of a QT_SCALE_FACTOR that the user has given.
void prepareScale();

} // namespace blak::ui::shell
