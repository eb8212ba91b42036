// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/client_window.h"

#include "client/play/play_view.h"
#include "client/play/sound_stage.h"
#include "client/windows/character_page.h"
#include "client/windows/game_page.h"
#include "client/windows/login_page.h"
#include "client/windows/settings_card.h"
#include "ui/theme.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QSettings>
#include <QStackedWidget>

namespace blak::client {

ClientWindow::ClientWindow(QSettings* settings, QWidget* parent)
    : QMainWindow(parent), settings_(settings), client_(new GameClient(this)), sounds_(new SoundStage(*client_, this)),
      pages_(new QStackedWidget(this)), login_(new LoginPage(pages_)), characters_(new CharacterPage(*client_, pages_)),
      game_(new GamePage(*client_, pages_))
{
    setWindowTitle(QStringLiteral("Blakston Client"));
    pages_->setObjectName(QStringLiteral("centre"));
    for (QWidget* page : std::initializer_list<QWidget*>{login_, characters_, game_})
        pages_->addWidget(page);
    setCentralWidget(pages_);
    resize(1280, 800);
    SettingsCard* card = game_->settingsCard();
    connect(card, &SettingsCard::volumesChanged, sounds_, &SoundStage::setVolumes);
    connect(card, &SettingsCard::themeChanged, this,
            [](bool dark) { ui::setTheme(dark ? ui::ThemeKind::Dark : ui::ThemeKind::Light); });
    connect(card, &SettingsCard::changed, this, &ClientWindow::save);
    if (settings_ != nullptr) {
        login_->load(*settings_);
        card->load(*settings_);
        // Beside the settings: one map for all worlds, as rooms are told apart by their security.
        const QFileInfo file(settings_->fileName());
        if (!file.absolutePath().isEmpty())
            game_->keepMapIn(std::filesystem::path(file.absolutePath().toStdString()) / "game.map");
    }
    connect(login_, &LoginPage::connectWanted, this, &ClientWindow::connectNow);
    connect(login_, &LoginPage::cancelWanted, client_, [this] { client_->disconnectNow(); });
    connect(characters_, &CharacterPage::leaveWanted, this, &ClientWindow::leave);
    connect(game_, &GamePage::leaveWanted, this, &ClientWindow::leave);
    connect(client_, &GameClient::stateChanged, this, &ClientWindow::showStage);
    connect(client_, &GameClient::changed, this, [this](quint32 topics) {
        constexpr auto relevant = static_cast<quint32>(session::Topic::Stage) | static_cast<quint32>(session::Topic::Creation) |
                                  static_cast<quint32>(session::Topic::Room) | static_cast<quint32>(session::Topic::Chat) |
                                  static_cast<quint32>(session::Topic::Modules) | static_cast<quint32>(session::Topic::Updates);
        if ((topics & relevant) != 0)
            showStage();
    });
    connect(client_, &GameClient::ended, this, [this](const QString& why) {
        login_->showError(why);
        wasPlaying_ = false;
        showStage();
        emit connectionEnded(why);
    });
    showStage();
}

ClientWindow::~ClientWindow()
{
    client_->disconnect(this);
    client_->disconnectNow();
}

QWidget* ClientWindow::page() const { return pages_->currentWidget(); }

void ClientWindow::setWish(const ConnectWish& wish)
{
    extra_ = wish;
    login_->setWish(wish);
}

void ClientWindow::connectNow()
{
    ConnectWish wish = extra_;
    if (!login_->wish(wish))
        return;
    wish.session.width = static_cast<std::uint16_t>(qBound(1, width(), 0xFFFF));
    wish.session.height = static_cast<std::uint16_t>(qBound(1, height(), 0xFFFF));
    client_->connectTo(wish);
}

void ClientWindow::showStage()
{
    using Stage = wire::ClientSession::Stage;
    login_->setConnecting(client_->state() != GameClient::State::Idle);
    wire::ClientSession* session = client_->session();
    const Stage stage = session == nullptr ? Stage::Ended : session->stage();
    if (session != nullptr && stage == Stage::Login && !session->why().empty()) {
        // The name or the password was wrong: the next try is another connection.
        const QString why = QString::fromLatin1(session->why().c_str());
        client_->disconnectNow();
        return login_->showError(why);
    }
    if (session != nullptr && stage == Stage::Menu && client_->game()->download() && !session->settings().resourceHash.empty())
        return;
    QWidget* wanted = login_;
    if (stage == Stage::Playing || (stage == Stage::Entering && wasPlaying_))
        wanted = game_;
    else if (stage == Stage::Picking || stage == Stage::Entering)
        wanted = characters_;
    if (wanted == characters_)
        characters_->refresh();
    if (stage == Stage::Playing && !wasPlaying_) {
        wasPlaying_ = true;
        login_->remember();
        save();
        game_->clear();
        pages_->setCurrentWidget(game_);
        game_->view()->setFocus();
    }
    if (stage == Stage::Menu && wasPlaying_) { // came back: the connection has done its work
        wasPlaying_ = false;
        client_->disconnectNow();
        return;
    }
    if (pages_->currentWidget() != wanted)
        pages_->setCurrentWidget(wanted);
}

void ClientWindow::leave()
{
    if (client_->session() != nullptr && client_->session()->leave())
        client_->flush();
    else
        client_->disconnectNow();
}

void ClientWindow::save()
{
    if (settings_ == nullptr)
        return;
    login_->save(*settings_);
    game_->settingsCard()->save(*settings_);
}

void ClientWindow::closeEvent(QCloseEvent* event)
{
    save();
    leave();
    client_->disconnectNow();
    event->accept();
}

} // namespace blak::client
