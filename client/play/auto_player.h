// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"

#include <QObject>

namespace blak::client {

/// Who comes into a world by itself.
struct AutoAccount
{
    QString name, password, character; ///< the character's name, if it has to be made
    bool mayCreate = true;             ///< false: only one that is there is played
};

/// Leads a client from nothing into the world without anybody at the keys: logs in, makes a character where the account has only new
/// ones, and enters with it.
class AutoPlayer : public QObject
{
    Q_OBJECT

public:
    explicit AutoPlayer(GameClient& client, QObject* parent = nullptr);

    void start(const ConnectWish& wish, const AutoAccount& account);
    bool isIn() const { return entered_; }
    const AutoAccount& account() const { return account_; }

signals:
    /// A character stands in the world; `isNew`: it was made just now.
    void entered(qint64 character, bool isNew);
    void failed(const QString& why);

private:
    void go();
    void choose();
    void create();

    GameClient& client_;
    AutoAccount account_;
    quint32 making_ = 0;
    int tries_ = 0;
    bool asked_ = false, chosen_ = false, entered_ = false;
};

/// A protocol by its name, "mainline" or "open105"; mainline where there is none of that name.
wire::Dialect protocolNamed(const std::string& name);

} // namespace blak::client
