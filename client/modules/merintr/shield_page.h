// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/guild.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QSpinBox;

namespace blak::client {

class GameClient;

/// The shield of one's guild: a shape in two colours. What is chosen is asked for, so that one sees whose it is; nobody can have a
/// shield that is grey all over.
class ShieldPage : public QWidget
{
    Q_OBJECT

public:
    ShieldPage(GameClient& client, QWidget* parent);
    void refresh();
    /// Asks for the shapes there are and for one's own shield.
    void ask();

    static constexpr int colours = 11, grey = 9;

private:
    void choose();
    void showPicture();
    session::GuildShield chosen() const;

    GameClient& client_;
    QLabel* picture_ = nullptr;
    QSpinBox* colour1_ = nullptr;
    QSpinBox* colour2_ = nullptr;
    QSpinBox* shape_ = nullptr;
    QLabel* state_ = nullptr;
    QPushButton* claim_ = nullptr;
    quint64 shown_ = 0;     ///< the answer that was shown last
    bool wantsOwn_ = false; ///< to be asked for as soon as there is a guild
};

} // namespace blak::client
