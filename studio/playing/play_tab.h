// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/game_page.h"
#include "studio/playing/connect_wish.h"
#include "studio/playing/outer_client.h"
#include "studio/playing/play_host.h"
#include "studio/playing/seen_message.h"
#include "studio/playing/world_stop.h"
#include "ui/document_view.h"

#include <QPointer>

#include <functional>
#include <map>
#include <optional>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QTextBrowser;

namespace blak::client {
class SoundStage;
}

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::playing {

class GameFrame;
class NoticePage;
class StopBar;
struct Notice;

/// A client of the running world as a page of the studio: the game as players have it, with its own account. Its client may be a program
/// of its own; then the page says how it is, and client(), game() and sounds() are of one that plays nowhere.
class PlayTab : public DocumentView
{
    Q_OBJECT

public:
    PlayTab(play::PlaySession& session, int number, QWidget* parent = nullptr);
    ~PlayTab() override;

    QString path() const override { return QStringLiteral("play:%1").arg(number_); }
    QString title() const override;
    QString icon() const override { return QStringLiteral("play"); }
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    void prepareForGrab() override;
    void showProblem(const Diagnostic& problem) override;
    /// What kept Play from beginning.
    void tell(std::vector<Diagnostic> problems) { setProblems(std::move(problems)); }

    /// Walks in. The files are those of the scratch world and of the project.
    void come(const client::ConnectWish& wish, const play::PlayAccount& account);
    void leave(const QString& why);
    /// The game is being ended; the tab closes in a moment.
    void end();
    /// Beside the way back: the world without the edits that do not compile.
    void offerLastGood();
    /// What holds the world, if anything does.
    void setStop(const WorldStop& stop);
    /// Out of a world that ends, until come() leads into the next one.
    void wait();
    /// What the world that comes is at, how much of it is done and how much there is; 0: that is not known.
    void showProgress(const QString& what, int done, int all);
    bool isIn() const { return outer_ != nullptr ? outer_->isIn() : player_->isIn() && client_->isPlaying(); }
    int number() const { return number_; }
    play::AccountKind kind = play::AccountKind::Player;
    int seat = 0; ///< which account of its kind
    bool joins = false; ///< stands beside the first client once it comes; else where the world has it
    std::optional<play::PlayPlace> wanted; ///< where it is to stand once it comes, whatever the world remembers

    /// Another client from now on, out of the world; come() leads it there. `program`: other than the one beside this.
    void setKind(ClientKind wantedKind, const QString& program);
    ClientKind clientKind() const { return kind_; }
    GameFrame* frame() const; ///< where the window of a program of its own stands in the studio, else null
    OuterClient* outer() const { return outer_; } ///< null where the client is in this program
    bool hasDied() const { return hasDied_; } ///< its program, since it was started last
    const client::AutoAccount& account() const { return account_; }

    client::GameClient& client() { return *client_; }
    client::GamePage& game() { return *game_; }
    QTextBrowser* said(); ///< what was said and told, in the chat of the game
    client::AutoPlayer& player() { return *player_; }
    client::SoundStage& sounds() { return *sounds_; }
    QLabel* notice() const;       ///< what is said in the place of the game
    QPlainTextEdit* log() const;  ///< of a client that died
    /// The object of the character, 0 = none. Another one after each collection of garbage, as with a saved state.
    qint64 character() const;
    /// The game without its page, to be shown elsewhere until it is brought back.
    QWidget* takeOut();
    void bringBack();
    GamePlace gamePlace() const { return gamePlace_; }
    /// Whoever shows the game says where; its page does meanwhile.
    void setGamePlace(GamePlace place);
    /// Whether the keyboard is the game's.
    bool hasFocusInside() const;
    /// Gives it the keyboard, wherever it is shown.
    void focusGame();
    /// Where the character stands; an empty room while it is nowhere.
    play::PlayPlace place() const;
    /// The same, to be found again when the world has started anew; nothing where it is in no room.
    std::optional<play::PlayPlace> stands() const
    {
        const play::PlayPlace now = isIn() ? place() : play::PlayPlace();
        return now.room.isEmpty() ? std::nullopt : std::optional(session_.kept(now));
    }
    using Ghost = session::OwnMotion::Ghost;
    /// A ghost that goes through walls; nobody else sees it move. When it ends, the character is put there.
    void setGhost(Ghost ghost);
    /// To another room, to a place inside of it.
    void goTo(const QString& room, qint64 object = 0);
    Ghost ghost() const { return ghost_; }
    /// Put somewhere without a direction: it looks where most is seen past the things that are there.
    void lookAround();

    /// Another version of a room file. Who has no floor under him any more is to be put to `stand`.
    enum class Exchange { NotHere, Stays, Falls };
    using Exchanged = std::function<void(const Result<Exchange>& done, const play::PlayPlace& stand)>;
    void exchangeRoom(const QString& name, const QByteArray& bytes, Exchanged done);
    /// A sound file is another one; it is decoded anew the next time.
    void forgetSound(const QString& file);
    void readTexts(const std::vector<std::filesystem::path>& files);
    /// What it knows of its room.
    RoomThings things();
    /// That place, where it is in a room that can be read: on a floor of it.
    play::PlayPlace standingIn(const play::PlayPlace& place);

signals:
    /// Whoever is out wants to come in again.
    void againWanted();
    void lastGoodWanted();
    void cancelWanted(); ///< of the world that comes
    /// The game, which is shown elsewhere, is wanted here.
    void backWanted();
    void entered(qint64 character, bool isNew);
    void entryFailed(const QString& why);
    /// A click on a thing of the room, 0 = none.
    void picked(qint64 object);
    void sourceWanted(const QString& file, int line);
    /// A message of its connection, either way.
    void seen(const blak::ui::playing::SeenMessage& message);
    /// Of a program of its own: steps of a recording, those from the number on.
    void stepsCame(const QString& which, qsizetype from, const QStringList& lines);
    void lineWanted(const QString& line); ///< of what was said: where it is written
    void landed(const blak::play::PlayPlace& place);
    void debuggerWanted(); ///< that has stopped the world
    void goOnWanted();     ///< of whatever holds the world
    /// Its program is gone, not as programs go; `log` is what it said last.
    void clientDied(const QString& why, const QString& log);
    void clientHung(int seconds); ///< it does not answer; 0 = it does again

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    void say(Notice notice);
    void leadFocusTo(QWidget* part);
    void begun(qint64 character, bool isNew);
    void ended(const QString& why, const QString& log, const QString& button);
    void connectOuter();
    void dropFrame();
    void takeExchange(int number, bool isHere, const QString& why);
    QString standing() const;
    QString againText() const;
    Result<Exchange> exchangeInner(const QString& name, const QByteArray& bytes, play::PlayPlace& stand);

    play::PlaySession& session_;
    int number_ = 0;
    client::GameClient* client_ = nullptr;
    client::AutoPlayer* player_ = nullptr;
    OuterClient* outer_ = nullptr;
    QPointer<GameFrame> frame_; ///< which goes with what it is shown in
    ClientKind kind_ = ClientKind::Within;
    bool hasDied_ = false;
    client::AutoAccount account_;
    QStackedWidget* pages_ = nullptr;
    StopBar* stopped_ = nullptr;
    WorldStop stop_;
    QPointer<QWidget> shown_; ///< both, which whoever shows them may delete before this page
    EmptyLabel* away_ = nullptr; ///< in the place of the game
    GamePlace gamePlace_ = GamePlace::Page;
    NoticePage* notice_ = nullptr;
    struct Waiting
    {
        QByteArray bytes;
        Exchanged done;
    };
    std::map<int, Waiting> exchanges_; ///< that the program of its own has not answered
    client::GamePage* game_ = nullptr;
    client::SoundStage* sounds_ = nullptr;
    Ghost ghost_ = Ghost::None;
};

} // namespace blak::ui::playing
