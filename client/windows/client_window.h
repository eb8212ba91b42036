// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"

#include <QMainWindow>
#include <QMap>

class QSettings;
class QStackedWidget;

namespace blak::client {

class GamePage;
class HelpCard;
class LoginPage;
class SoundStage;
class UpdatePage;

/// The window of the client: login, characters, game - whichever the session is at.
class ClientWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// `settings` is kept up to date; null = nothing is kept.
    explicit ClientWindow(QSettings* settings, QWidget* parent = nullptr);
    ~ClientWindow() override;

    void setWish(const ConnectWish& wish);
    void connectNow();

    GameClient& client() { return *client_; }
    LoginPage* login() const { return login_; }
    QWidget* characters() const; ///< the page of a module; null while there is none
    GamePage* game() const { return game_; }
    SoundStage* sounds() const { return sounds_; }
    UpdatePage* updates() const { return updates_; }
    QWidget* page() const;
    HelpCard* help() const { return help_; }

signals:
    void connectionEnded(const QString& why);

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showStage();
    void connectUpdates();
    /// Where what a server brings is kept, and up to which time it has.
    QString serverKey() const;
    std::uint32_t downloadTime() const;
    void setDownloadTime(std::uint32_t time);
    void save();
    void leave();

    QSettings* settings_ = nullptr;
    GameClient* client_ = nullptr;
    SoundStage* sounds_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    LoginPage* login_ = nullptr;
    GamePage* game_ = nullptr;
    UpdatePage* updates_ = nullptr;
    HelpCard* help_ = nullptr; ///< of the pages before the game
    QMap<QString, quint32> downloadTimes_; ///< where no settings keep them
    ConnectWish extra_; ///< what has no field on the page: recording, character
    bool wasPlaying_ = false;
};

} // namespace blak::client
