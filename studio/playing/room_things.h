// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

namespace blak::session {
class Game;
}

namespace blak::ui::playing {

/// What a client knows of the room that it is in.
struct RoomThings
{
    struct Thing
    {
        qint64 object = 0;
        QString name;
        bool isCarried = false;
    };
    QString name;
    qint64 room = 0; ///< object of the room; 0 = in none
    QVector<Thing> things;

    static RoomThings of(session::Game& game);
};

} // namespace blak::ui::playing
