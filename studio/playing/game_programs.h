// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/play_host.h"

#include <QObject>
#include <QString>

#include <optional>
#include <string>

namespace blak::ui::playing {

class PlayController;
class PlayTab;

/// Which program runs each game, and where games are shown; what is done when such a program dies, hangs, or does not start.
class GamePrograms : public QObject
{
    Q_OBJECT

public:
    explicit GamePrograms(PlayController& controller);

    /// As profiles name it.
    static std::optional<GamePlace> placeNamed(const std::string& name);

    /// Where the next game comes.
    GamePlace next() const { return next_; }
    void setNext(GamePlace place) { next_ = place; }
    /// What runs a game that is shown there.
    ClientKind kindAt(GamePlace place) const;
    /// Whether clients that are shown in the studio run in it, too. Programs of their own do otherwise, whose crashes are none of ours.
    bool areWithin() const;
    void setWithin(bool isWithin);
    /// The program of clients; empty = blakston-client beside this one.
    void setProgram(const QString& program);

    /// A page without a client gets one for that place, and is listened to.
    void begin(PlayTab* tab, GamePlace place);
    /// Another client for that place, out of the world.
    void exchange(PlayTab* tab, GamePlace place);
    /// The first time: its page, and its game where games are wanted.
    void showNew(PlayTab* tab);
    /// Where the game of the current client is shown, and those that come.
    void show(GamePlace place);
    /// From one program to another it goes as another client that stands where this one stood.
    void move(PlayTab* tab, GamePlace place);

private:
    void died(PlayTab* tab, const QString& why, const QString& log);
    void hung(PlayTab* tab, int seconds);

    PlayController& controller_;
    GamePlace next_ = GamePlace::Page;
    QString program_;
};

} // namespace blak::ui::playing
