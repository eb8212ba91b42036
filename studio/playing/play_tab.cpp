// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_tab.h"

#include "client/play/play_view.h"
#include "client/play/sound_stage.h"
#include "client/windows/chat_panel.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "studio/play/session/duration_text.h"
#include "studio/playing/play_place.h"
#include "ui/status_strip.h"

#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>

namespace blak::ui::playing {
namespace {

constexpr double square = 1024; ///< client units
constexpr int lookMilliseconds = 250;

} // namespace

PlayTab::PlayTab(play::PlaySession& session, int number, QWidget* parent)
    : DocumentView(parent), session_(session), number_(number), client_(new client::GameClient(this)),
      player_(new AutoPlayer(*client_, this)), pages_(new QStackedWidget(this)), noticePage_(new QWidget(pages_)),
      notice_(new QLabel), again_(new QPushButton), game_(new client::GamePage(*client_, pages_)), sounds_(new client::SoundStage(*client_, this))
{
    shown_ = pages_;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(pages_);
    notice_->setAlignment(Qt::AlignCenter);
    notice_->setWordWrap(true);
    notice_->setObjectName(QStringLiteral("play.notice"));
    again_->setObjectName(QStringLiteral("play.again"));
    connect(again_, &QPushButton::clicked, this, &PlayTab::againWanted);
    auto* said = new QVBoxLayout(noticePage_);
    said->setContentsMargins(24, 0, 24, 0);
    said->setSpacing(16);
    said->addStretch(1);
    said->addWidget(notice_);
    said->addWidget(again_, 0, Qt::AlignHCenter);
    said->addStretch(1);
    pages_->addWidget(noticePage_);
    pages_->addWidget(game_);
    if (auto* status = game_->findChild<StatusStrip*>()) // the studio has one
        status->hide();
    setFocusProxy(game_->view());
    game_->modules()->setLeftOut({QStringLiteral("intro"), QStringLiteral("char")}); // nobody is asked here
    connect(player_, &AutoPlayer::entered, this, [this](qint64 character, bool isNew) {
        game_->clear();
        pages_->setCurrentWidget(game_);
        if (isVisible())
            game_->view()->setFocus();
        emit titleChanged();
        emit statusChanged();
        emit entered(character, isNew);
    });
    connect(game_->settingsCard(), &client::SettingsCard::volumesChanged, sounds_, &client::SoundStage::setVolumes);
    connect(player_, &AutoPlayer::failed, this, &PlayTab::say);
    connect(client_, &client::GameClient::ended, this, [this](const QString& why) { leave(why); });
    connect(client_, &client::GameClient::changed, this, [this] { emit statusChanged(); });
    connect(game_, &client::GamePage::leaveWanted, this, [this] { client_->disconnectNow(); });
    connect(game_->view(), &client::PlayView::targetChanged, this, [this](quint32 id) { emit picked(id); });
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
    bringBack();
    client_->disconnect(this);
    player_->disconnect(this);
    client_->disconnectNow();
    delete game_; // its modules end while there is a client
}

QString PlayTab::title() const
{
    const QString name = player_->account().character;
    return name.isEmpty() ? tr("Play") : name;
}

void PlayTab::say(const QString& text)
{
    notice_->setText(text);
    again_->hide();
    pages_->setCurrentWidget(noticePage_);
    emit statusChanged();
}

void PlayTab::come(const client::ConnectWish& wish, const play::PlayAccount& account)
{
    client_->disconnectNow();
    say(tr("%1 goes into the world.").arg(account.character));
    player_->start(wish, account);
    emit titleChanged();
}

void PlayTab::leave(const QString& why)
{
    ghost_ = Ghost::None;
    sounds_->stopAll();
    say(why.isEmpty() ? tr("%1 has left the world.").arg(title()) : why);
    again_->setText(session_.isRunning() ? tr("Enter again") : tr("Play again"));
    // A world that comes fetches its players by itself.
    using State = play::PlaySession::State;
    again_->setVisible(session_.state() != State::Preparing && session_.state() != State::Starting);
}

void PlayTab::wait()
{
    client_->disconnectNow();
    say(play::PlaySession::stateText(play::PlaySession::State::Preparing));
}

qint64 PlayTab::character() const { return isIn() ? client_->session()->room().self() : 0; }

QTextBrowser* PlayTab::said() { return game_->chat()->findChild<QTextBrowser*>(); }

QWidget* PlayTab::takeOut()
{
    if (away_ == nullptr) {
        away_ = new QWidget(this);
        auto* column = new QVBoxLayout(away_);
        auto* back = new QPushButton(tr("Show the game here"));
        back->setObjectName(QStringLiteral("play.back"));
        connect(back, &QPushButton::clicked, this, &PlayTab::backWanted);
        column->addStretch(1);
        column->addWidget(back, 0, Qt::AlignHCenter);
        column->addStretch(1);
        layout()->addWidget(away_);
    }
    layout()->removeWidget(pages_);
    away_->show();
    return pages_;
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
}

bool PlayTab::hasFocusInside() const
{
    const QWidget* focus = QApplication::focusWidget();
    return focus != nullptr && !shown_.isNull() && (focus == this || pages_->isAncestorOf(focus));
}

void PlayTab::focusInEvent(QFocusEvent* event)
{
    DocumentView::focusInEvent(event);
    if (pages_->currentWidget() == game_)
        game_->view()->setFocus();
}

play::PlayPlace PlayTab::place() const
{
    const session::RoomFollower* follower = client_->follower();
    const session::OwnMotion* motion = client_->motion();
    if (follower == nullptr || motion == nullptr || !motion->isPlaced())
        return {};
    const render::Camera& body = motion->body();
    return {QString::fromStdString(follower->roomFile()), true, body.x, body.y, static_cast<int>(body.angle) & 4095};
}

QStringList PlayTab::statusLeft() const
{
    QStringList facts{play::PlaySession::stateText(session_.state())};
    if (session_.isPaused() && session_.isRunning())
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
    if (ghost == ghost_ || !isIn() || client_->motion() == nullptr)
        return;
    ghost_ = ghost;
    client_->motion()->setGhost(ghost);
    if (ghost == Ghost::None)
        emit landed(place());
    emit statusChanged();
}

void PlayTab::goTo(const QString& room, qint64 object)
{
    play::PlayPlace there{room, false, 0, 0, 0};
    if (session_.world() == nullptr)
        return; // a server outside
    const std::filesystem::path file = session_.world()->server() / "rooms" / room.toStdString();
    if (const auto bytes = readFile(file))
        if (auto read = roo::read(bytes.value(), room.toStdString()))
            if (const auto loaded = space::LoadedRoom::load(std::move(read).value(), room.toStdString()))
                there = standIn(loaded.value(), there);
    there.object = object;
    session_.put(character(), there, [this, guard = QPointer<QObject>(this)](bool good, const QString& why) {
        if (!good && !guard.isNull())
            emit reported(Severity::Warning, why);
    });
}

Result<PlayTab::Exchange> PlayTab::exchangeRoom(const QString& name, const QByteArray& bytes, play::PlayPlace& stand)
{
    if (!isIn())
        return Exchange::NotHere;
    const auto taken = client_->exchangeRoom(name.toStdString(),
                                             std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (!taken)
        return taken.error();
    if (!taken.value() || client_->follower()->scene() == nullptr)
        return Exchange::NotHere;
    const space::LoadedRoom& room = client_->follower()->scene()->room();
    const play::PlayPlace now = place();
    stand = standIn(room, now);
    if (stand.x == now.x && stand.y == now.y)
        return Exchange::Stays;
    return Exchange::Falls;
}

} // namespace blak::ui::playing
