// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/client_window.h"

#include "client/play/play_view.h"
#include "client/play/sound_stage.h"
#include "client/windows/focus_ring.h"
#include "client/windows/game_page.h"
#include "client/windows/help_card.h"
#include "client/windows/login_page.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "client/windows/update_page.h"
#include "ui/theme.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>

#include <utility>

namespace blak::client {

ClientWindow::ClientWindow(QSettings* settings, QWidget* parent)
    : QMainWindow(parent), settings_(settings), client_(new GameClient(this)), sounds_(new SoundStage(*client_, this)),
      pages_(new QStackedWidget(this)), login_(new LoginPage(pages_)),
      game_(new GamePage(*client_, pages_)), updates_(new UpdatePage(*client_, pages_))
{
    setWindowTitle(QStringLiteral("Blakston Client"));
    pages_->setObjectName(QStringLiteral("centre"));
    for (QWidget* page : std::initializer_list<QWidget*>{login_, game_, updates_})
        pages_->addWidget(page);
    setCentralWidget(pages_);
    help_ = new HelpCard(*game_->view(), pages_);
    help_->hide();
    auto* helpKey = new QShortcut(Qt::Key_F1, this);
    connect(helpKey, &QShortcut::activated, this, [this] {
        if (page() == game_)
            game_->act(PlayAction::Help);
        else
            help_->isVisible() ? help_->shut() : help_->open();
    });
    auto* ring = new FocusRing(*game_, this);
    resize(1280, 800);
    SettingsCard* card = game_->settingsCard();
    connect(card, &SettingsCard::volumesChanged, sounds_, &SoundStage::setVolumes);
    connect(card, &SettingsCard::themeChanged, this,
            [](bool dark) { ui::setTheme(dark ? ui::ThemeKind::Dark : ui::ThemeKind::Light); });
    connect(card, &SettingsCard::changed, this, &ClientWindow::save);
    connect(game_, &GamePage::companionsChanged, this, &ClientWindow::save);
    if (settings_ != nullptr) {
        login_->load(*settings_);
        card->load(*settings_);
        ring->followKeys();
        game_->modules()->setOwnKeys(OwnModuleKeys::fromLines(settings_->value(QStringLiteral("keys/modules")).toStringList()));
        client_->companions() = session::Companions::fromText(settings_->value(QStringLiteral("people")).toString().toStdString());
        // Beside the settings: one map for all worlds, as rooms are told apart by their security.
        const QFileInfo file(settings_->fileName());
        if (!file.absolutePath().isEmpty())
            game_->keepMapIn(std::filesystem::path(file.absolutePath().toStdString()) / "game.map");
    }
    connectUpdates();
    connect(login_, &LoginPage::connectWanted, this, &ClientWindow::connectNow);
    connect(login_, &LoginPage::cancelWanted, client_, [this] { client_->disconnectNow(); });
    connect(game_->modules(), &ModuleHost::pagesChanged, this, [this] {
        if (QWidget* page = characters(); page != nullptr && pages_->indexOf(page) < 0)
            pages_->addWidget(page);
        showStage();
    });
    connect(game_->modules(), &ModuleHost::failed, this, [this](const QString& why) {
        if (!client_->isPlaying())
            login_->showError(why);
    });
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
        updates_->cancel();
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
    delete std::exchange(pages_, nullptr); // modules end while there is a client
}

QWidget* ClientWindow::page() const { return pages_->currentWidget(); }

QWidget* ClientWindow::characters() const { return game_->modules()->page(module::State::Characters); }

/// What no field and no button wanted.
void ClientWindow::keyPressEvent(QKeyEvent* event)
{
    if (!game_->modules()->keyPressed(*event))
        QMainWindow::keyPressEvent(event);
}

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
    // Without a folder of one's own, the world is what its server brings.
    if (wish.updates.empty() && wish.world.empty() && wish.files.folders.empty() && settings_ != nullptr)
        wish.updates = std::filesystem::path(QFileInfo(settings_->fileName()).absolutePath().toStdString()) / "worlds" /
                       serverKey().toStdString();
    if (!wish.updates.empty())
        wish.session.lastDownload = static_cast<std::int32_t>(downloadTime());
    constexpr std::int32_t music = 4, lights = 8, weather = 0x10;
    wish.session.options = music | lights | weather;
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
    if (session != nullptr && (stage == Stage::Menu || stage == Stage::Login))
        updates_->begin();
    QWidget* wanted = updates_->isRunning() ? static_cast<QWidget*>(updates_) : login_;
    if (stage == Stage::Playing || (stage == Stage::Entering && wasPlaying_))
        wanted = game_;
    else if (stage == Stage::Picking || stage == Stage::Entering)
        wanted = characters() != nullptr ? characters() : wanted;
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
    if (pages_->currentWidget() != wanted) {
        pages_->setCurrentWidget(wanted);
        help_->hide();
    }
}

QString ClientWindow::serverKey() const
{
    ConnectWish wish = extra_;
    QString why;
    parseAddress(login_->server()->text(), wish.host, wish.port, why);
    QString key = QStringLiteral("%1_%2").arg(wish.host.toLower()).arg(wish.port);
    for (QChar& c : key)
        if (!(c.unicode() < 0x80 && (c.isLetterOrNumber() || c == QLatin1Char('-') || c == QLatin1Char('.') || c == QLatin1Char('_'))))
            c = QLatin1Char('_');
    return key;
}

std::uint32_t ClientWindow::downloadTime() const
{
    const QString key = serverKey();
    const quint32 time = settings_ != nullptr ? settings_->value(QStringLiteral("updates/") + key).toUInt() : downloadTimes_.value(key);
    constexpr quint32 most = 0x7FFFFFFE; // one more asks for nothing
    return std::min(time, most);
}

void ClientWindow::setDownloadTime(std::uint32_t time)
{
    if (settings_ != nullptr) {
        settings_->setValue(QStringLiteral("updates/") + serverKey(), time);
        settings_->sync();
    }
    downloadTimes_[serverKey()] = time;
}

void ClientWindow::connectUpdates()
{
    connect(updates_, &UpdatePage::timeReached, this, [this](quint32 time) {
        setDownloadTime(time);
        if (client_->session() != nullptr)
            client_->session()->setLastDownload(static_cast<std::int32_t>(std::min(time, 0x7FFFFFFEu)));
    });
    connect(updates_, &UpdatePage::reconnectWanted, this, [this] {
        client_->disconnectNow();
        connectNow();
    });
    connect(game_, &GamePage::filesWanted, this, [this] {
        setDownloadTime(0);
        client_->disconnectNow();
        connectNow();
    });
    const auto giveUp = [this](const QString& why) {
        client_->disconnectNow();
        login_->showError(why);
        showStage();
    };
    connect(updates_, &UpdatePage::failed, this, giveUp);
    connect(updates_, &UpdatePage::cancelled, this, [giveUp] { giveUp(QStringLiteral("The update was given up. What was fetched whole is kept.")); });
    // The server wants another program: the connection ends with that, the way to it is shown.
    connect(client_, &GameClient::heard, this, [this](const wire::Message& message) {
        if (message.row->id != wire::MessageId::AP_GETCLIENT || !client_->game()->download())
            return;
        const session::Download& wanted = *client_->game()->download();
        const auto address = session::addressOf(wanted.machine, wanted.path, "http");
        login_->offerProgram(address ? QString::fromStdString(address.value()) : QString());
    });
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
    settings_->setValue(QStringLiteral("keys/modules"), game_->modules()->ownKeys().toLines());
    settings_->setValue(QStringLiteral("people"), QString::fromStdString(client_->companions().toText()));
}

void ClientWindow::closeEvent(QCloseEvent* event)
{
    save();
    leave();
    client_->disconnectNow();
    event->accept();
}

} // namespace blak::client
