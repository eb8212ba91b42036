// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/chess/board_view.h"

#include "ui/fonts.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace blak::client {
namespace {

using namespace session;

// Wood, the same in both themes.
const QColor lightSquare(0xd9, 0xc3, 0x9c), darkSquare(0x8e, 0x68, 0x49), ring(0xf2, 0xb4, 0x3c), danger(0xd8, 0x4b, 0x3f);
constexpr int squares = 8;

QPainterPath polygon(std::initializer_list<QPointF> points)
{
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points)));
    path.closeSubpath();
    return path;
}

QPainterPath ball(double x, double y, double radius)
{
    QPainterPath path;
    path.addEllipse(QPointF(x, y), radius, radius);
    return path;
}

QPainterPath bar(double x, double y, double width, double height)
{
    QPainterPath path;
    path.addRoundedRect(QRectF(x, y, width, height), 1.5, 1.5);
    return path;
}

/// In a square of 45 by 45.
QPainterPath outline(ChessPiece piece)
{
    const QPainterPath foot = bar(11, 35, 23, 5);
    switch (piece) {
    case ChessPiece::Pawn: return foot.united(polygon({{18, 35}, {20, 22}, {25, 22}, {27, 35}})).united(ball(22.5, 17, 6)).united(bar(16, 22, 13, 3));
    case ChessPiece::Rook:
        return foot.united(polygon({{14, 35}, {16, 20}, {29, 20}, {31, 35}}))
            .united(polygon({{12, 9}, {12, 19}, {33, 19}, {33, 9}, {28.5, 9}, {28.5, 13}, {25, 13}, {25, 9}, {20, 9}, {20, 13}, {16.5, 13}, {16.5, 9}}));
    case ChessPiece::Knight:
        return foot.united(polygon({{14, 35}, {17, 26}, {22, 22}, {13, 25}, {10, 21}, {18, 11}, {19, 6}, {23, 10}, {29, 12}, {33, 20}, {33, 35}}));
    case ChessPiece::Bishop:
        return foot.united(polygon({{17, 35}, {20, 27}, {25, 27}, {28, 35}}))
            .united(polygon({{22.5, 8}, {29, 17}, {29, 23}, {26, 27}, {19, 27}, {16, 23}, {16, 17}}))
            .united(ball(22.5, 7, 2.6))
            .subtracted(bar(21.7, 14, 1.6, 8))
            .subtracted(bar(18.5, 17, 8, 1.6));
    case ChessPiece::Queen:
        return foot.united(polygon({{13, 35}, {16, 29}, {29, 29}, {32, 35}}))
            .united(polygon({{16, 29}, {9, 13}, {16, 21}, {17.5, 9}, {22.5, 20}, {27.5, 9}, {29, 21}, {36, 13}, {29, 29}}))
            .united(ball(9, 12, 2.4))
            .united(ball(17.3, 8, 2.4))
            .united(ball(27.7, 8, 2.4))
            .united(ball(36, 12, 2.4));
    case ChessPiece::King:
        return foot.united(polygon({{13, 35}, {16, 29}, {29, 29}, {32, 35}}))
            .united(polygon({{16, 29}, {10, 19}, {16, 14}, {22.5, 18}, {29, 14}, {35, 19}, {29, 29}}))
            .united(bar(21, 4, 3, 13))
            .united(bar(17.5, 7, 10, 3));
    case ChessPiece::None: break;
    }
    return {};
}

} // namespace

void paintChessPiece(QPainter& painter, const QRectF& square, const ChessSquare& piece)
{
    if (piece.piece == ChessPiece::None)
        return;
    constexpr double drawn = 45;
    const bool white = piece.side == ChessSide::White;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(square.width() / drawn, square.height() / drawn);
    painter.setPen(QPen(white ? QColor(0x2b, 0x25, 0x20) : QColor(0xe9, 0xdf, 0xce), 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(white ? QColor(0xfb, 0xf5, 0xe9) : QColor(0x2e, 0x27, 0x24));
    painter.drawPath(outline(piece.piece));
    painter.restore();
}

BoardView::BoardView(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("chessBoard"));
    setAccessibleName(QStringLiteral("Chess board"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 240);
}

void BoardView::setBoard(const ChessBoard& board)
{
    board_ = board;
    chosen_.reset();
    update();
}

void BoardView::setSide(std::optional<ChessSide> side)
{
    side_ = side;
    chosen_.reset();
    update();
}

QRectF BoardView::squareOf(ChessPlace place) const
{
    const int side = std::min(width(), height()) / squares;
    const QPointF corner((width() - side * squares) / 2, (height() - side * squares) / 2);
    const int row = isTurned() ? place / squares : squares - 1 - place / squares;
    const int column = isTurned() ? squares - 1 - place % squares : place % squares;
    return {corner + QPointF(column * side, row * side), QSizeF(side, side)};
}

void BoardView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto goals = chosen_ ? board_.movesFrom(*chosen_) : std::vector<ChessPlace>();
    for (ChessPlace place = 0; place < squares * squares; ++place) {
        const QRectF square = squareOf(place);
        const ChessSquare& piece = board_.at(place);
        painter.fillRect(square, (place / squares + place % squares) % 2 == 0 ? darkSquare : lightSquare);
        if (piece.piece == ChessPiece::King && board_.isInCheck(piece.side))
            painter.fillRect(square.adjusted(2, 2, -2, -2), danger);
        if (chosen_ == place)
            painter.fillRect(square, ring);
        paintChessPiece(painter, square, piece);
        if (std::ranges::find(goals, place) != goals.end()) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(piece.piece == ChessPiece::None ? QPen(Qt::NoPen) : QPen(ring, 3));
            painter.setBrush(piece.piece == ChessPiece::None ? QBrush(ring) : QBrush(Qt::NoBrush));
            const double radius = square.width() * (piece.piece == ChessPiece::None ? 0.14 : 0.42);
            painter.drawEllipse(square.center(), radius, radius);
        }
        // Letters and numbers at the edge, as on a real board.
        const int row = place / squares, column = place % squares;
        painter.setFont(ui::uiFont(9));
        painter.setPen((row + column) % 2 == 0 ? lightSquare : darkSquare);
        if (column == (isTurned() ? 7 : 0))
            painter.drawText(square.adjusted(3, 2, 0, 0), Qt::AlignLeft | Qt::AlignTop, QString::number(row + 1));
        if (row == (isTurned() ? 7 : 0))
            painter.drawText(square.adjusted(0, 0, -3, -1), Qt::AlignRight | Qt::AlignBottom, QString(QChar(u'a' + column)));
        if (hasFocus() && place == cursor_) {
            painter.setPen(QPen(ui::theme().link, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(square.adjusted(1, 1, -2, -2));
        }
    }
}

void BoardView::choose(ChessPlace place)
{
    cursor_ = place;
    update();
    if (!side_ || board_.turn() != *side_)
        return;
    if (chosen_) {
        const auto goals = board_.movesFrom(*chosen_);
        if (std::ranges::find(goals, place) != goals.end())
            return emit moved(*std::exchange(chosen_, std::nullopt), place);
    }
    const ChessSquare& piece = board_.at(place);
    const bool own = piece.piece != ChessPiece::None && piece.side == *side_ && chosen_ != place;
    chosen_ = own ? std::optional(place) : std::nullopt;
}

void BoardView::mousePressEvent(QMouseEvent* event)
{
    setFocus();
    event->accept();
    for (ChessPlace place = 0; place < squares * squares; ++place)
        if (squareOf(place).contains(event->position()))
            return choose(place);
}

void BoardView::keyPressEvent(QKeyEvent* event)
{
    const int way = isTurned() ? -1 : 1;
    int row = cursor_ / squares, column = cursor_ % squares;
    switch (event->key()) {
    case Qt::Key_Up: row += way; break;
    case Qt::Key_Down: row -= way; break;
    case Qt::Key_Left: column -= way; break;
    case Qt::Key_Right: column += way; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return choose(cursor_);
    default: return QWidget::keyPressEvent(event);
    }
    cursor_ = std::clamp(row, 0, squares - 1) * squares + std::clamp(column, 0, squares - 1);
    update();
}

} // namespace blak::client
