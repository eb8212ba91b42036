// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/chess_board.h"
#include "client/windows/card.h"

#include <optional>
#include <string>

class QLabel;
class QPushButton;

namespace blak::client {

class BoardView;
class GameClient;

/// A game of chess with somebody at the same board.
class ChessCard : public Card
{
    Q_OBJECT

public:
    ChessCard(GameClient& client, QWidget* parent);
    void refresh();

private:
    void move(int from, int to);
    void finish(session::ChessPiece promotion);
    void tell();
    void showState();
    QString playerName(int number) const;

    GameClient& client_;
    BoardView* view_ = nullptr;
    QLabel* upper_ = nullptr;
    QLabel* lower_ = nullptr;
    QLabel* state_ = nullptr;
    QWidget* promotion_ = nullptr;
    QPushButton* resign_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* rise_ = nullptr;
    std::optional<session::ChessSide> side_;
    std::optional<session::ChessMove> promoting_;
    quint32 game_ = 0;     ///< the board one sits at
    std::string told_;     ///< the last state that the server said
    QString problem_;
    bool sure_ = false;    ///< giving up is asked for twice
};

} // namespace blak::client
