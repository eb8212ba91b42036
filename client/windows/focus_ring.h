// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

#include <vector>

class QShortcut;
class QWidget;

namespace blak::client {

class GamePage;

/// F6, or what the key table has for it, leads the keys from the world to the windows over it, from there to the panels beside it and to
/// the bar, and back to the world; with Shift the other way. In each, Tab does the rest: in the world that key chooses the next thing.
class FocusRing : public QObject
{
    Q_OBJECT

public:
    /// Of a client that is a window of its own; elsewhere these keys are those of the window around it.
    FocusRing(GamePage& page, QWidget* window);

    void go(int step); ///< 1 or -1
    void followKeys(); ///< the key table has others now

private:
    std::vector<QWidget*> parts() const;

    GamePage& page_;
    QWidget* window_ = nullptr;
    std::vector<int> keys_;
    QList<QShortcut*> shortcuts_;
};

} // namespace blak::client
