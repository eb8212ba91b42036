// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/chess_board.h"

#include <QWidget>

#include <optional>

namespace blak::client {

/// A chess board to play on: a click on a piece shows where it may go, a click there moves it; arrows and Return do the same.
class BoardView : public QWidget
{
    Q_OBJECT

public:
    explicit BoardView(QWidget* parent = nullptr);

    void setBoard(const session::ChessBoard& board);
    const session::ChessBoard& board() const { return board_; }
    /// Whose pieces one moves; nothing = one looks on. They stand at the lower edge.
    void setSide(std::optional<session::ChessSide> side);
    QRectF squareOf(session::ChessPlace place) const;
    std::optional<session::ChessPlace> chosen() const { return chosen_; }

    QSize sizeHint() const override { return {360, 360}; }

signals:
    /// A legal move; the board has not made it yet.
    void moved(int from, int to);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose(session::ChessPlace place);
    bool isTurned() const { return side_ == session::ChessSide::Black; }

    session::ChessBoard board_;
    std::optional<session::ChessSide> side_;
    std::optional<session::ChessPlace> chosen_;
    session::ChessPlace cursor_ = 12; ///< e2
};

/// A piece in a square, as an outline filled with its colour.
void paintChessPiece(QPainter& painter, const QRectF& square, const session::ChessSquare& piece);

} // namespace blak::client
