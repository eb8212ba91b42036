// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/tours.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;

namespace blak::ui::shell {

/// A tour under way, at the bottom of the window: the step, "Show me", and the way out. Goes on by itself when a step was done.
class TourBar : public QFrame
{
    Q_OBJECT

public:
    explicit TourBar(QWidget* window);

    /// From a step on; `step`: as step() tells it.
    void start(const Tour& tour, int step = 0);
    void leave();
    /// After the last step: the tour that comes next, by its id. Without one the bar says that these were all.
    void offer(const QString& nextId, const QString& title);
    bool isUnderWay() const { return step_ >= 0; }
    const QString& tourId() const { return tour_.id; } ///< of the one that is under way
    int step() const { return step_; } ///< from 0; -1: none
    /// Looks whether the step was done; as happens a few times a second.
    void look();

signals:
    void finished(const QString& tourId);
    void nextRequested(const QString& tourId);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void go(int step);
    void place();

    Tour tour_;
    QString next_; ///< id of the tour that is offered
    int step_ = -1;
    QTimer timer_;
    QLabel* title_ = nullptr;
    QLabel* sentence_ = nullptr;
    QPushButton* show_ = nullptr;
    QPushButton* goOn_ = nullptr;
    QPushButton* leave_ = nullptr;
};

} // namespace blak::ui::shell
