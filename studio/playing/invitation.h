// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/play/session/network_proxy.h"

#include <QDialog>
#include <QObject>

class QLabel;

namespace blak::ui::playing {

class PlayController;

/// The world that plays, open to one colleague on the local network: a port of its own that leads to the server, which itself listens
/// on the loopback address alone, and an account that is good for one visit. Ends with the visit, with the world, or when it is
/// withdrawn; the account's password is changed then.
class Invitation : public QObject
{
    Q_OBJECT

public:
    explicit Invitation(PlayController& controller);

    void open();
    void withdraw();
    bool isOpen() const { return proxy_.isRunning(); }
    quint16 port() const { return proxy_.port(); }
    const QString& account() const { return account_; }
    const QString& password() const { return password_; }
    /// Addresses of this machine that others may reach it by; the loopback one where there is no other.
    static QStringList addresses();
    /// What to tell the colleague.
    QString text() const;

signals:
    void opened();
    void closed(const QString& why);
    void failed(const QString& why);

private:
    void spoil();

    PlayController& controller_;
    play::NetworkProxy proxy_;
    QString account_, password_;
    int visits_ = 0;
    bool asking_ = false;
};

/// Shows what to tell the colleague; closing it leaves the invitation open.
class InvitationDialog : public QDialog
{
    Q_OBJECT

public:
    InvitationDialog(Invitation& invitation, QWidget* parent);

private:
    QLabel* state_ = nullptr;
};

} // namespace blak::ui::playing
