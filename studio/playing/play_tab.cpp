// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_tab.h"

#include "client/play/message_text.h"
#include "client/play/play_view.h"
#include "client/play/sound_stage.h"
#include "client/windows/chat_panel.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "formats/base/find_file.h"
#include "studio/play/session/duration_text.h"
#include "studio/playing/game_frame.h"
#include "studio/playing/notice_page.h"
#include "studio/playing/play_place.h"
#include "studio/playing/stop_bar.h"
#include "ui/empty_label.h"
#include "ui/status_strip.h"

#include <QApplication>
#include <QPointer>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>
#include <span>

namespace blak::ui::playing {
namespace {

constexpr double square = 1024; ///< client units
constexpr int lookMilliseconds = 250;

std::span<const std::byte> viewOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace

PlayTab::PlayTab(play::PlaySession& session, int number, QWidget* parent)
    : DocumentView(parent), session_(session), number_(number), client_(new client::GameClient(this)),
      player_(new client::AutoPlayer(*client_, this)), pages_(new QStackedWidget(this)), notice_(new NoticePage(pages_)),
      game_(new client::GamePage(*client_, pages_)), sounds_(new client::SoundStage(*client_, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    shown_ = new QWidget;
    auto* parts = new QVBoxLayout(shown_);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    stopped_ = new StopBar;
    parts->addWidget(stopped_);
    parts->addWidget(pages_, 1);
    column->addWidget(shown_);
    connect(stopped_, &StopBar::debuggerWanted, this, &PlayTab::debuggerWanted);
    connect(stopped_, &StopBar::goOnWanted, this, &PlayTab::goOnWanted);
    connect(notice_, &NoticePage::againWanted, this, &PlayTab::againWanted);
    connect(notice_, &NoticePage::lastGoodWanted, this, &PlayTab::lastGoodWanted);
    connect(notice_, &NoticePage::cancelWanted, this, &PlayTab::cancelWanted);
    connect(notice_, &NoticePage::raiseWanted, this, [this] {
        if (outer_ != nullptr)
            outer_->raise();
    });
    pages_->addWidget(notice_);
    pages_->addWidget(game_);
    if (auto* status = game_->findChild<StatusStrip*>()) // the studio has one
        status->hide();
    leadFocusTo(game_->view());
    game_->modules()->setLeftOut({QStringLiteral("intro"), QStringLiteral("char")}); // nobody is asked here
    connect(player_, &client::AutoPlayer::entered, this, [this](qint64 character, bool isNew) {
        game_->clear();
        pages_->setCurrentWidget(game_);
        if (isVisible())
            game_->view()->setFocus();
        begun(character, isNew);
    });
    connect(game_->settingsCard(), &client::SettingsCard::volumesChanged, sounds_, &client::SoundStage::setVolumes);
    connect(player_, &client::AutoPlayer::failed, this, [this](const QString& why) {
        say({why});
        emit entryFailed(why);
    });
    connect(client_, &client::GameClient::ended, this, [this](const QString& why) { leave(why); });
    connect(client_, &client::GameClient::changed, this, [this] { emit statusChanged(); });
    connect(game_, &client::GamePage::leaveWanted, this, [this] { client_->disconnectNow(); });
    connect(game_->view(), &client::PlayView::targetChanged, this, [this](quint32 id) { emit picked(id); });
    const auto tellOf = [this](const wire::Message& message, bool toServer) {
        emit seen({QLatin1String(message.row->name.data(), static_cast<int>(message.row->name.size())),
                   client::contentOf(message.fields, SeenMessage::longestContent), toServer, 0});
    };
    connect(client_, &client::GameClient::heard, this, [tellOf](const wire::Message& message) { tellOf(message, false); });
    connect(client_, &client::GameClient::spoke, this, [tellOf](const wire::Message& message) { tellOf(message, true); });
    // One walks without anything being told.
    auto* steps = new QTimer(this);
    steps->setInterval(lookMilliseconds);
    connect(steps, &QTimer::timeout, this, [this, before = QStringList()]() mutable {
        if (!isVisible())
            return;
        const QStringList last = std::exchange(before, statusLeft());
        if (last != before)
            emit statusChanged();
    });
    steps->start();
    wait();
}

PlayTab::~PlayTab()
{
    if (outer_ != nullptr) {
        outer_->disconnect(this);
        outer_->end(); // before its frame, which would take the window along
    }
    delete frame_.data(); // which tells it
    bringBack();
    client_->disconnect(this);
    player_->disconnect(this);
    client_->disconnectNow();
    if (!shown_.isNull()) // else it went with the dock that showed it
        delete game_;     // its modules end while there is a client
}

QString PlayTab::title() const
{
    return account_.character.isEmpty() ? tr("Play") : account_.character;
}

void PlayTab::begun(qint64 character, bool isNew)
{
    emit titleChanged();
    emit statusChanged();
    emit entered(character, isNew);
}

GameFrame* PlayTab::frame() const { return frame_.data(); }

void PlayTab::setKind(ClientKind wantedKind, const QString& program)
{
    if (wantedKind == kind_)
        return;
    kind_ = wantedKind;
    ghost_ = Ghost::None;
    exchanges_.clear();
    client_->disconnectNow();
    sounds_->stopAll();
    if (outer_ != nullptr) {
        outer_->disconnect(this);
        outer_->end(); // before its frame, which would take the window along
        std::exchange(outer_, nullptr)->deleteLater(); // we may be in one of its answers
    }
    dropFrame();
    if (kind_ != ClientKind::Within) {
        outer_ = new OuterClient(this);
        outer_->setProgram(program);
        connectOuter();
    }
    if (kind_ == ClientKind::Framed) {
        frame_ = new GameFrame(*outer_, pages_);
        pages_->addWidget(frame_);
        outer_->setFrame(frame_);
    }
    say({play::PlaySession::stateText(session_.state())});
    emit statusChanged();
}

void PlayTab::dropFrame()
{
    if (frame_ == nullptr)
        return;
    pages_->removeWidget(frame_);
    frame_->deleteLater();
    frame_ = nullptr;
}

void PlayTab::connectOuter()
{
    connect(outer_, &OuterClient::entered, this, [this](qint64 character, bool isNew) {
        if (frame_ != nullptr) {
            pages_->setCurrentWidget(frame_);
            leadFocusTo(frame_);
            if (isVisible())
                frame_->setFocus();
        } else {
            Notice notice{tr("%1 plays in a window of its own, in a program of its own.").arg(title())};
            notice.mayRaise = true;
            say(std::move(notice));
        }
        begun(character, isNew);
    });
    connect(outer_, &OuterClient::failed, this, [this](const QString& why) {
        say({why});
        emit entryFailed(why);
    });
    connect(outer_, &OuterClient::left, this, &PlayTab::leave);
    connect(outer_, &OuterClient::againWanted, this, &PlayTab::againWanted);
    connect(outer_, &OuterClient::picked, this, &PlayTab::picked);
    connect(outer_, &OuterClient::landed, this, [this] { emit landed(place()); });
    connect(outer_, &OuterClient::roomExchanged, this, &PlayTab::takeExchange);
    connect(outer_, &OuterClient::seen, this, &PlayTab::seen);
    connect(outer_, &OuterClient::stepsCame, this, &PlayTab::stepsCame);
    connect(outer_, &OuterClient::lineWanted, this, &PlayTab::lineWanted);
    connect(outer_, &OuterClient::notFramed, this, [this] { // the window is there, somewhere else
        emit reported(Severity::Warning, tr("The window of the game cannot stand in the studio's here, so it is one of its own."));
        outer_->setFrame(nullptr);
        dropFrame();
        kind_ = ClientKind::Apart;
    });
    connect(outer_, &OuterClient::hung, this, &PlayTab::clientHung);
    connect(outer_, &OuterClient::closed, this, [this] { ended(tr("The window of %1 was closed.").arg(title()), {}, againText()); });
    connect(outer_, &OuterClient::died, this, [this](const QString& why) {
        hasDied_ = true;
        const QString log = outer_->log().trimmed();
        if (!outer_->lastPlace().room.isEmpty())
            wanted = session_.kept(outer_->lastPlace());
        ended(why, log, tr("Start the client again"));
        emit clientDied(why, log);
    });
}

/// The program of its own, whichever way.
void PlayTab::ended(const QString& why, const QString& log, const QString& button)
{
    ghost_ = Ghost::None;
    exchanges_.clear();
    say({why, button, log});
}

void PlayTab::say(Notice notice)
{
    notice_->tell(std::move(notice));
    leadFocusTo(outer_ == nullptr ? static_cast<QWidget*>(game_->view()) : notice_->way());
    pages_->setCurrentWidget(notice_);
    emit statusChanged();
}

void PlayTab::come(const client::ConnectWish& wish, const play::PlayAccount& account)
{
    hasDied_ = false;
    client_->disconnectNow();
    account_ = autoAccount(account);
    if (outer_ != nullptr && !outer_->isRunning())
        exchanges_.clear();
    const QString text = tr("%1 goes into the world.").arg(account.character);
    say({text});
    if (outer_ == nullptr) {
        player_->start(wish, account_);
    } else {
        outer_->enter(wish, account_, session_.world() == nullptr ? std::filesystem::path() : session_.world()->server() / "rsc", text);
        outer_->setStanding(standing()); // it may be another program than before
    }
    emit titleChanged();
}

void PlayTab::leave(const QString& why)
{
    ghost_ = Ghost::None;
    sounds_->stopAll();
    const QString text = why.isEmpty() ? tr("%1 has left the world.").arg(title()) : why;
    say({text, againText()});
    if (outer_ != nullptr)
        outer_->out(text, againText());
}

void PlayTab::end()
{
    sounds_->stopAll();
    say({tr("The game ends.")});
}

void PlayTab::offerLastGood() { notice_->offerLastGood(); }

void PlayTab::setStop(const WorldStop& stop)
{
    stop_ = stop;
    if (shown_.isNull()) // gone with what showed it
        return;
    stopped_->showStop(stop_);
    game_->view()->setStanding(standing());
    if (outer_ != nullptr && outer_->isRunning())
        outer_->setStanding(standing());
    emit statusChanged();
}

/// What a game says that waits for the debugger; one whose time is paused waits for nobody.
QString PlayTab::standing() const { return stop_.isOn() ? stop_.text() : QString(); }

/// Empty where a world comes: it fetches its players by itself.
QString PlayTab::againText() const
{
    using State = play::PlaySession::State;
    if (session_.state() == State::Preparing || session_.state() == State::Starting)
        return {};
    return session_.isRunning() ? tr("Enter again") : tr("Play again");
}

void PlayTab::wait()
{
    client_->disconnectNow();
    const QString text = play::PlaySession::stateText(play::PlaySession::State::Preparing);
    hasDied_ = false;
    Notice notice{text};
    notice.ofWorld = true;
    notice.mayCancel = session_.state() == play::PlaySession::State::Preparing || session_.state() == play::PlaySession::State::Starting;
    say(std::move(notice));
    if (outer_ == nullptr)
        return;
    outer_->start(); // while the world is made
    outer_->out(text, {});
}

void PlayTab::showProgress(const QString& what, int done, int all) { notice_->showProgress(what, done, all); }

QLabel* PlayTab::notice() const { return notice_->words(); }

QPlainTextEdit* PlayTab::log() const { return notice_->log(); }

qint64 PlayTab::character() const
{
    if (outer_ != nullptr)
        return outer_->character();
    return isIn() ? client_->session()->room().self() : 0;
}

QTextBrowser* PlayTab::said() { return game_->chat()->findChild<QTextBrowser*>(); }

QWidget* PlayTab::takeOut()
{
    if (away_ == nullptr) {
        away_ = new EmptyLabel(QString(), this);
        away_->setObjectName(QStringLiteral("play.away"));
        connect(away_, &QLabel::linkActivated, this, &PlayTab::backWanted);
        layout()->addWidget(away_);
    }
    QWidget* const shown = shown_.data();
    layout()->removeWidget(shown);
    away_->show();
    if (shown != nullptr)
        leadFocusTo(shown->focusProxy());
    return shown;
}

void PlayTab::bringBack()
{
    QWidget* shown = shown_.data();
    if (shown == nullptr || layout()->indexOf(shown) >= 0) // whoever showed it may have given it back already
        return;
    shown->setParent(this);
    layout()->addWidget(shown);
    shown->show();
    if (away_ != nullptr)
        away_->hide();
    leadFocusTo(shown->focusProxy());
}

void PlayTab::setGamePlace(GamePlace place)
{
    gamePlace_ = place;
    if (away_ != nullptr)
        away_->say(place == GamePlace::Window ? tr("The game is in a window of its own.") : tr("The game is beside the documents."), tr("Bring it back"));
}

/// The keys of the game; while it is elsewhere those of the page are with the way back.
void PlayTab::leadFocusTo(QWidget* part)
{
    if (QWidget* const shown = shown_.data(); shown != nullptr) // else it went with what showed it
        shown->setFocusProxy(part);
    const bool isAway = away_ != nullptr && !away_->isHidden();
    setFocusProxy(isAway ? away_ : part);
}

void PlayTab::focusGame()
{
    QWidget* const shown = shown_.data();
    if (shown == nullptr || !shown->isVisible())
        return;
    shown->window()->activateWindow();
    shown->setFocus(Qt::OtherFocusReason);
}

bool PlayTab::hasFocusInside() const
{
    const QWidget* focus = QApplication::focusWidget();
    return focus != nullptr && !shown_.isNull() && (focus == this || shown_->isAncestorOf(focus));
}

void PlayTab::focusInEvent(QFocusEvent* event)
{
    DocumentView::focusInEvent(event);
    if (pages_->currentWidget() == game_)
        game_->view()->setFocus();
    else if (frame_ != nullptr && pages_->currentWidget() == frame_)
        frame_->setFocus();
}

play::PlayPlace PlayTab::place() const
{
    if (outer_ != nullptr)
        return outer_->place();
    const session::RoomFollower* follower = client_->follower();
    const session::OwnMotion* motion = client_->motion();
    if (follower == nullptr || motion == nullptr || !motion->isPlaced())
        return {};
    const render::Camera& body = motion->body();
    const auto room = static_cast<std::int64_t>(client_->session()->room().place().room);
    return {QString::fromStdString(follower->roomFile()), true, body.x, body.y, static_cast<int>(body.angle) & 4095, room};
}

QStringList PlayTab::statusLeft() const
{
    QStringList facts{play::PlaySession::stateText(session_.state())};
    if (stop_.isOn() && session_.isRunning())
        facts[0] = stop_.text();
    else if (session_.isPaused() && session_.isRunning())
        facts[0] = tr("World paused");
    if (const play::PlayPlace at = place(); !at.room.isEmpty())
        facts << tr("%1, row %2, column %3")
                     .arg(at.room)
                     .arg(static_cast<int>(std::floor(at.y / square)) + 1)
                     .arg(static_cast<int>(std::floor(at.x / square)) + 1);
    if (ghost_ != Ghost::None)
        facts << (ghost_ == Ghost::Flies ? tr("Flying") : tr("No walls"));
    return facts;
}

QStringList PlayTab::statusRight() const
{
    QStringList facts;
    const QString lastReload = play::durationText(session_.lastReload());
    if (session_.reloads() == 1)
        facts << tr("1 reload, %1").arg(lastReload);
    else if (session_.reloads() > 1)
        facts << tr("%1 reloads, last %2").arg(session_.reloads()).arg(lastReload);
    if (session_.world() != nullptr)
        facts << QString::fromStdString(session_.world()->dialect());
    if (session_.isRunning())
        facts << tr("127.0.0.1:%1, scratch world").arg(session_.playerPort());
    return facts;
}

void PlayTab::showProblem(const Diagnostic& problem)
{
    emit sourceWanted(QString::fromStdString(problem.file), static_cast<int>(problem.range.line));
}

void PlayTab::prepareForGrab() { client_->flush(); }

void PlayTab::setGhost(Ghost ghost)
{
    if (ghost == ghost_ || !isIn() || (outer_ == nullptr && client_->motion() == nullptr))
        return;
    ghost_ = ghost;
    if (outer_ != nullptr) {
        outer_->setGhost(ghost); // and tells when it has landed
    } else {
        client_->motion()->setGhost(ghost);
        if (ghost == Ghost::None)
            emit landed(place());
    }
    emit statusChanged();
}

void PlayTab::goTo(const QString& room, qint64 object)
{
    if (session_.world() == nullptr)
        return; // a server outside
    const play::PlayPlace there{room, false, 0, 0, 0, object}; // where in it the session says
    session_.put(character(), there, [this, guard = QPointer<QObject>(this)](bool good, const QString& why) {
        if (!good && !guard.isNull())
            emit reported(Severity::Warning, why);
    });
}

void PlayTab::lookAround()
{
    if (outer_ != nullptr)
        outer_->lookAround();
    else if (client_->motion() != nullptr)
        client_->motion()->lookAround(client_->now());
}

play::PlayPlace PlayTab::standingIn(const play::PlayPlace& place)
{
    if (const session::RoomFollower* follower = client_->follower();
        follower != nullptr && follower->scene() != nullptr &&
        place.room.compare(QString::fromStdString(follower->roomFile()), Qt::CaseInsensitive) == 0)
        return standIn(follower->scene()->room(), place);
    if (session_.world() == nullptr)
        return place;
    const auto file = findInFolder(session_.world()->server() / "rooms", place.room.toStdString()); // Blakod may write it in another case
    return file ? standInFile(*file, place) : place;
}

void PlayTab::exchangeRoom(const QString& name, const QByteArray& bytes, Exchanged done)
{
    if (outer_ != nullptr && outer_->isRunning()) {
        exchanges_[outer_->exchangeRoom(name, bytes)] = {bytes, std::move(done)};
        return;
    }
    play::PlayPlace stand;
    const auto exchanged = exchangeInner(name, bytes, stand);
    done(exchanged, stand);
}

/// The answer of the program: whether it is in that room, and by now we know where.
void PlayTab::takeExchange(int number, bool isHere, const QString& why)
{
    const auto found = exchanges_.find(number);
    if (found == exchanges_.end())
        return;
    const Waiting one = std::move(found->second);
    exchanges_.erase(found);
    const play::PlayPlace now = place();
    if (!why.isEmpty())
        return one.done(Error{why.toStdString(), now.room.toStdString()}, now);
    const auto room = isHere ? roomOf(viewOf(one.bytes), now.room) : std::nullopt;
    if (!room)
        return one.done(Exchange::NotHere, now);
    const play::PlayPlace stand = standIn(*room, now);
    one.done(stand.x == now.x && stand.y == now.y ? Exchange::Stays : Exchange::Falls, stand);
}

void PlayTab::forgetSound(const QString& file)
{
    if (outer_ != nullptr)
        outer_->forgetSound(file);
    else
        sounds_->forget(file.toStdString());
}

void PlayTab::readTexts(const std::vector<std::filesystem::path>& files)
{
    if (outer_ != nullptr)
        outer_->readTexts(files);
    else
        client_->readResources(files);
}

RoomThings PlayTab::things()
{
    if (outer_ != nullptr)
        return outer_->things();
    session::Game* game = isIn() ? client_->game() : nullptr;
    return game == nullptr ? RoomThings() : RoomThings::of(*game);
}

Result<PlayTab::Exchange> PlayTab::exchangeInner(const QString& name, const QByteArray& bytes, play::PlayPlace& stand)
{
    if (!isIn())
        return Exchange::NotHere;
    const auto taken = client_->exchangeRoom(name.toStdString(), viewOf(bytes));
    if (!taken)
        return taken.error();
    if (!taken.value() || client_->follower()->scene() == nullptr)
        return Exchange::NotHere;
    const space::LoadedRoom& room = client_->follower()->scene()->room();
    const play::PlayPlace now = place();
    stand = standIn(room, now);
    return stand.x == now.x && stand.y == now.y ? Exchange::Stays : Exchange::Falls;
}

} // namespace blak::ui::playing
