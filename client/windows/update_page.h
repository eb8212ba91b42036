// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"
#include "client/updates/updater.h"

#include <QWidget>

#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;
class QTimer;

namespace blak::client {

/// What a server wants to be fetched before one may play, on its way: what it is for, how far it is, a button to give it up. Says to
/// the server meanwhile that one is there, and goes on with the game when all is in place.
class UpdatePage : public QWidget
{
    Q_OBJECT

public:
    explicit UpdatePage(GameClient& client, QWidget* parent = nullptr);

    /// The server has asked for an update: begins it. False when there is none to be done, or one is under way.
    bool begin();
    bool isRunning() const { return updater_ != nullptr && updater_->isRunning(); }
    void cancel();

    QLabel* what() const { return what_; }
    QProgressBar* bar() const { return bar_; }
    QPushButton* button() const { return button_; }

signals:
    /// Packages up to that time are in place; to be kept for this server.
    void timeReached(quint32 time);
    /// Files are there that were not: the connection is to be made anew (patches), or the game goes on by itself (packages).
    void reconnectWanted();
    /// For people. The connection is of no use any more.
    void failed(const QString& why);
    void cancelled();

private:
    void finish();

    GameClient& client_;
    std::unique_ptr<Updater> updater_;
    QTimer* keepAlive_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* reason_ = nullptr;
    QLabel* what_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* button_ = nullptr;
    bool patch_ = false;
};

} // namespace blak::client
