// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/play/session/play_session.h"

#include <QHash>
#include <QObject>

namespace blak::ui::playing {

class PlayController;

/// States of the running world by number, with where each client stood: not every world remembers where somebody was put.
class GameStates : public QObject
{
    Q_OBJECT

public:
    explicit GameStates(PlayController& controller);

    void save(int number);
    /// The world starts again from it, and all come back.
    void load(int number);
    /// Another world is played now.
    void forget() { places_.clear(); }

private:
    PlayController& controller_;
    QHash<int, QHash<int, play::PlayPlace>> places_; ///< of clients by their numbers, in each saved state
};

} // namespace blak::ui::playing
