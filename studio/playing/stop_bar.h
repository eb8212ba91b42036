// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QTimer;

namespace blak::ui::playing {

/// Above a game whose world a debugger has stopped: where, and a button that leads there.
class StopBar : public QWidget
{
    Q_OBJECT

public:
    explicit StopBar(QWidget* parent = nullptr);

    /// "Stopped at user.kod:6593"; empty: the world goes on. A step is too short for the bar to go and come.
    void showStop(const QString& where);

signals:
    void debuggerWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel *sign_ = nullptr, *words_ = nullptr;
    QTimer* leaves_ = nullptr;
};

} // namespace blak::ui::playing
