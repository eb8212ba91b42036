// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/play/prepare/profiles.h"
#include "studio/play/session/network_proxy.h"
#include "studio/play/session/play_session.h"
#include "studio/playing/game_states.h"
#include "studio/playing/play_here.h"
#include "studio/playing/play_host.h"
#include "studio/playing/play_problems.h"
#include "studio/playing/play_tab.h"
#include "studio/playing/wanderers.h"
#include "studio/playing/world_stop.h"

#include <QObject>
#include <QPointer>
#include <QHash>

namespace blak::ui::playing {

class GamePrograms;
class Invitation;
class LiveEdits;
class OutsidePlay;
class PlayRecording;

/// What plays, without any window: goes from one window to the next (see suspend()). Ends with it.
struct SuspendedPlay
{
    std::unique_ptr<play::PreparedWorld> world;
    QString root; ///< of the project
    struct Client
    {
        play::AccountKind kind = play::AccountKind::Player;
        std::optional<play::PlayPlace> place;
        GamePlace shown = GamePlace::Page;
    };
    QVector<Client> clients;
    play::LineQuality line;
    play::Profile profile;
    QVector<Wanderers::Group> bots;
    GameStates::States states;
    bool following = false;
    GamePlace gamePlace = GamePlace::Page; ///< of games that come
};

/// Play in the studio: begins and ends it, and keeps the client pages. Says everything through its host and the log.
class PlayController : public QObject
{
    Q_OBJECT

public:
    explicit PlayController(PlayHost host, QObject* parent = nullptr);
    ~PlayController() override;

    /// F5: the world of the open project, at the place of the current document. A game that plays goes on, with what was edited.
    void playHere();
    /// Which room playHere() plays now, in a few words: "Plays The Lantern Inn (lantern.roo), the room of class LanternInn".
    QString hint() const;
    /// Another world, at the place of the current document; the one that plays ends.
    void playAnew();
    void stop();
    /// Before the window goes and another one comes, at another scale: saves the world and ends its server. `done` gets null when
    /// nothing plays.
    void suspend(std::function<void(std::shared_ptr<SuspendedPlay>)> done);
    /// Goes on with it; the project is open again.
    void resume(SuspendedPlay& play);
    void togglePause();
    void step();
    /// Another client, with an account of its own.
    void addClient(play::AccountKind kind);
    /// Programs that walk about, each with its account.
    void addBots(int count);
    /// Which program runs each game, and where it is shown.
    GamePrograms& programs() { return *programs_; }
    /// The current client becomes such a ghost, or is none any more.
    void toggleGhost(PlayTab::Ghost ghost);
    bool isGhost(PlayTab::Ghost ghost) const;
    GameStates& states() { return *states_; }
    /// The bots go, and as soon as the world runs again these come.
    void parkBots(const QVector<Wanderers::Group>& then);

    bool isBusy() const { return isOutside() || session_.state() != play::PlaySession::State::Idle; }
    bool isRunning() const { return session_.isRunning(); }
    const Wanderers& bots() const { return bots_; }
    /// The line between clients and server, of all clients, from now on.
    void setLine(const play::LineQuality& quality);
    const play::LineQuality& lineQuality() const { return line_.quality(); }
    PlayRecording& recording() { return *recording_; }
    /// Opens the world to one colleague on the local network, and shows what to tell him.
    void invite();
    Invitation& invitation() { return *invitation_; }
    /// Shows the profiles of the project; the one that is chosen counts from the next F5 on.
    void chooseProfile();
    /// On a server outside, which can neither be looked into nor reloaded.
    bool isOutside() const;
    /// Brings what is saved or edited into the running world.
    LiveEdits& edits() { return *edits_; }
    /// What is to be prepared: the open project as the chosen profile wants it.
    play::PlayWish wish(bool withLastGood) const;
    /// The page of the first client; made when there is none.
    PlayTab* firstTab();
    void tell(Severity severity, const QString& text);
    /// Whoever is out comes in again, into a world that may have to be made first.
    void comeAgain(PlayTab* tab);
    play::PlaySession& session() { return session_; }
    const play::PlaySession& session() const { return session_; }
    QVector<PlayTab*> tabs() const;
    PlayTab* currentTab() const;
    const PlayHost& host() const { return host_; }
    /// A debugger has stopped the world, or lets it go on: nothing. Such time is no part of timeToRoom().
    void worldStands(const std::optional<DebuggerStop>& stop);
    const WorldStop& worldStop() const { return stop_; }
    /// The world runs, and does not stand at a breakpoint: only then can it be saved, changed, entered.
    bool isGoing() const { return isRunning() && !stop_.isOn(); }
    /// Milliseconds from F5 until the player stood in the room; 0 = not yet.
    double timeToRoom() const { return timeToRoom_; }

    /// Opens the source of a line of the log.
    void goTo(const play::PlayLine& line);
    void inspect(qint64 object) { emit inspected(object); }
    void setCaches(const QString& cacheRoot, const QString& scratchRoot);

signals:
    void said(const blak::play::PlayLine& line);
    void compiledAnew(); ///< what the compiler said before is old; what it says now follows
    void tabsChanged();
    /// An object was chosen: in the view, in a list.
    void inspected(qint64 object);
    void lineWanted(const QString& line); ///< of what players were told: where it is written
    void stateChanged();
    void debuggerWanted(); ///< the one that has stopped the world
    void debuggerGoesOn(); ///< it is to let the world go on

private:
    void begin(bool withLastGood);
    void goOn();
    void letGoOn();
    void tellStop();
    void playFrom(const DocumentView& room, PlayTab* tab);
    bool isChosen() const;
    void ready();
    void fetch(PlayTab* tab);
    /// The first account of its kind that no other page has.
    int freeSeat(play::AccountKind kind) const;
    client::ConnectWish connectWish() const;
    PlayTab* makeTab(int number, GamePlace place);
    void failed(const QString& why, bool mayPlayWithLastGood);
    void died(const QString& why);
    void showFindings(const QVector<play::PlayLine>& lines);
    void showProblems();
    /// The profile of the project that is chosen; nothing after saying why it cannot be read.
    std::optional<play::Profile> profile();

    PlayHost host_;
    play::PlaySession session_;
    PlayHere here_;
    QVector<QPointer<PlayTab>> tabs_;
    PlayProblems problems_; ///< of the last compilation
    Wanderers bots_;
    QVector<Wanderers::Group> botsAgain_; ///< that come as soon as the world runs
    play::NetworkProxy line_;
    LiveEdits* edits_ = nullptr;
    OutsidePlay* outside_ = nullptr;
    PlayRecording* recording_ = nullptr;
    GamePrograms* programs_ = nullptr;
    GameStates* states_ = nullptr;
    Invitation* invitation_ = nullptr;
    play::Profile profile_; ///< that is played
    double timeToRoom_ = 0;
    QString hung_; ///< what was said of a server that does not answer; empty = it does
    bool beginsAtDocument_ = false; ///< F5 was pressed there, and not on a page of the game
    QPointer<QObject> goes_; ///< waits for a room that is built yet, to put somebody there
    QElapsedTimer clock_;
    WorldStop stop_; ///< its time is counted from F5 on
    QString cacheRoot_, scratchRoot_;
};

/// Rows of the action table.
ActionTable playActions(PlayController& controller);

} // namespace blak::ui::playing
