// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"
#include "studio/play/session/play_session.h"

#include <QObject>

namespace blak::ui::playing {

/// Leads a client from nothing into the world without anybody at the keys: logs in, makes a character where the account has only new
/// ones, and enters with it.
class AutoPlayer : public QObject
{
    Q_OBJECT

public:
    explicit AutoPlayer(client::GameClient& client, QObject* parent = nullptr);

    void start(const client::ConnectWish& wish, const play::PlayAccount& account);
    bool isIn() const { return entered_; }
    const play::PlayAccount& account() const { return account_; }

signals:
    /// A character stands in the world; `isNew`: it was made just now.
    void entered(qint64 character, bool isNew);
    void failed(const QString& why);

private:
    void go();
    void choose();
    void create();

    client::GameClient& client_;
    play::PlayAccount account_;
    quint32 making_ = 0;
    int tries_ = 0;
    bool asked_ = false, chosen_ = false, entered_ = false;
};

/// How to reach a world that runs: the files are those of the scratch world and of the project. The account is not in it.
client::ConnectWish connectWishOf(const play::PlaySession& session);

/// A protocol by its name, "mainline" or "open105"; mainline where there is none of that name.
wire::Dialect protocolNamed(const std::string& name);
/// The usual protocol of a dialect of Blakod.
wire::Dialect protocolOf(const QString& dialect);

} // namespace blak::ui::playing
