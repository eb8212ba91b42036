// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/game_page.h"
#include "studio/playing/auto_player.h"
#include "studio/playing/play_host.h"
#include "ui/document_view.h"

#include <QPointer>

#include <optional>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTextBrowser;

namespace blak::client {
class SoundStage;
}

namespace blak::ui::playing {

/// A client of the running world as a page of the studio: the game as players have it, with its own account.
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
    /// Out of a world that ends, until come() leads into the next one.
    void wait();
    bool isIn() const { return player_->isIn() && client_->isPlaying(); }
    int number() const { return number_; }
    play::AccountKind kind = play::AccountKind::Player;
    int seat = 0; ///< which account of its kind
    bool joins = false; ///< stands beside the first client once it comes; else where the world has it
    std::optional<play::PlayPlace> wanted; ///< where it is to stand once it comes, whatever the world remembers

    client::GameClient& client() { return *client_; }
    client::GamePage& game() { return *game_; }
    QTextBrowser* said(); ///< what was said and told, in the chat of the game
    AutoPlayer& player() { return *player_; }
    client::SoundStage& sounds() { return *sounds_; }
    QLabel* notice() const { return notice_; }
    /// The object of the character, 0 = none. Another one after each collection of garbage, as with a saved state.
    qint64 character() const;
    /// The game without its page, to be shown elsewhere until it is brought back.
    QWidget* takeOut();
    void bringBack();
    GamePlace gamePlace = GamePlace::Page; ///< where the window shows it
    /// Whether the keyboard is the game's.
    bool hasFocusInside() const;
    /// Where the character stands; an empty room while it is nowhere.
    play::PlayPlace place() const;
    using Ghost = session::OwnMotion::Ghost;
    /// A ghost that goes through walls; nobody else sees it move. When it ends, the character is put there.
    void setGhost(Ghost ghost);
    /// To another room, to a place inside of it.
    void goTo(const QString& room, qint64 object = 0);
    Ghost ghost() const { return ghost_; }

    /// Another version of a room file. Who has no floor under him any more is to be put to `stand`.
    enum class Exchange { NotHere, Stays, Falls };
    Result<Exchange> exchangeRoom(const QString& name, const QByteArray& bytes, play::PlayPlace& stand);

signals:
    /// Whoever is out wants to come in again.
    void againWanted();
    /// The game, which is shown elsewhere, is wanted here.
    void backWanted();
    void entered(qint64 character, bool isNew);
    /// A click on a thing of the room, 0 = none.
    void picked(qint64 object);
    void sourceWanted(const QString& file, int line);
    void landed(const blak::play::PlayPlace& place);

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    void say(const QString& text);

    play::PlaySession& session_;
    int number_ = 0;
    client::GameClient* client_ = nullptr;
    AutoPlayer* player_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QPointer<QWidget> shown_; ///< the same, which whoever shows it may delete before this page
    QWidget* away_ = nullptr; ///< in the place of the game
    QWidget* noticePage_ = nullptr;
    QLabel* notice_ = nullptr;
    QPushButton* again_ = nullptr;
    client::GamePage* game_ = nullptr;
    client::SoundStage* sounds_ = nullptr;
    Ghost ghost_ = Ghost::None;
};

} // namespace blak::ui::playing
