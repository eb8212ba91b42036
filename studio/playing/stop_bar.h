// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QTimer;

namespace blak::ui::playing {

class WorldStop;

/// Above a game whose world a debugger has stopped or somebody has paused: where it stands, how it goes on, and buttons for that.
class StopBar : public QWidget
{
    Q_OBJECT

public:
    explicit StopBar(QWidget* parent = nullptr);

    /// Nothing while nothing holds the world. A step is too short for the bar to go and come.
    void showStop(const WorldStop& stop);

signals:
    void debuggerWanted();
    void goOnWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel *sign_ = nullptr, *words_ = nullptr;
    QPushButton* lead_ = nullptr; ///< to the debugger
    QTimer* leaves_ = nullptr;
};

} // namespace blak::ui::playing
