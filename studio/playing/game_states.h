// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/play/session/play_session.h"
#include "studio/playing/wanderers.h"

#include <QHash>
#include <QObject>

namespace blak::ui::playing {

class PlayController;

/// States of the running world by number, with where each client stood - not every world remembers where somebody was put - and who
/// wandered there.
class GameStates : public QObject
{
    Q_OBJECT

public:
    struct State
    {
        QHash<int, play::PlayPlace> places; ///< of clients, by their numbers
        QVector<Wanderers::Group> wanderers;
    };
    using States = QHash<int, State>;

    explicit GameStates(PlayController& controller);

    void save(int number);
    /// The world starts again from it, and all come back.
    void load(int number);
    const States& all() const { return states_; }
    /// Those of the world that goes on here.
    void take(States states) { states_ = std::move(states); }
    /// Another world is played now.
    void forget() { states_.clear(); }

private:
    PlayController& controller_;
    States states_;
};

} // namespace blak::ui::playing
