// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/chess/chess_card.h"

#include "client/modules/chess/board_view.h"
#include "client/play/game_client.h"
#include "client/windows/card_parts.h"
#include "ui/fonts.h"

#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace blak::client {

using session::ChessBoard;
using session::ChessPiece;
using session::ChessSide;

namespace {

QString sideName(ChessSide side) { return side == ChessSide::White ? QStringLiteral("White") : QStringLiteral("Black"); }

} // namespace

ChessCard::ChessCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Chess"), QStringLiteral("grid"), parent), client_(client), view_(new BoardView(this)), upper_(new QLabel(this)),
      lower_(new QLabel(this)), state_(new QLabel(this)), promotion_(new QWidget(this)),
      resign_(makeButton(QStringLiteral("Give up"), this)), again_(makeButton(QStringLiteral("New game"), this)),
      rise_(makeButton(QStringLiteral("Get up"), this))
{
    state_->setObjectName(QStringLiteral("chessState"));
    resign_->setObjectName(QStringLiteral("chessResign"));
    again_->setObjectName(QStringLiteral("chessAgain"));
    rise_->setObjectName(QStringLiteral("chessRise"));
    promotion_->setObjectName(QStringLiteral("chessPromotion"));
    rise_->setToolTip(QStringLiteral("Give up one's seat at the board"));
    state_->setFont(ui::uiFont(12, QFont::DemiBold));
    state_->setWordWrap(true);
    body()->addWidget(upper_);
    body()->addWidget(view_, 1);
    body()->addWidget(lower_);
    body()->addWidget(state_);
    auto* pieces = new QHBoxLayout(promotion_);
    pieces->setContentsMargins(0, 0, 0, 0);
    pieces->addWidget(new QLabel(QStringLiteral("The pawn becomes"), promotion_));
    for (const auto& [piece, name] : {std::pair{ChessPiece::Queen, "Queen"}, {ChessPiece::Rook, "Rook"}, {ChessPiece::Bishop, "Bishop"}, {ChessPiece::Knight, "Knight"}}) {
        auto* button = makeButton({}, promotion_);
        button->setObjectName(QStringLiteral("chessBecomes") + QString::fromLatin1(name));
        button->setAccessibleName(QString::fromLatin1(name));
        button->setToolTip(QString::fromLatin1(name));
        constexpr int pixels = 32;
        QPixmap picture(pixels, pixels);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paintChessPiece(painter, QRectF(0, 0, pixels, pixels), {piece, ChessSide::White});
        painter.end();
        button->setIcon(QIcon(picture));
        button->setIconSize(picture.size());
        connect(button, &QPushButton::clicked, this, [this, piece = piece] { finish(piece); });
        pieces->addWidget(button);
    }
    pieces->addStretch(1);
    promotion_->hide();
    body()->addWidget(promotion_);
    auto* row = new QHBoxLayout;
    row->addWidget(again_);
    row->addStretch(1);
    row->addWidget(resign_);
    row->addWidget(rise_);
    body()->addLayout(row);
    connect(view_, &BoardView::moved, this, &ChessCard::move);
    connect(resign_, &QPushButton::clicked, this, [this] {
        if (!side_)
            return;
        if (!std::exchange(sure_, true)) {
            resign_->setText(QStringLiteral("Really give up?"));
            return;
        }
        ChessBoard board = view_->board();
        board.resign(*side_);
        view_->setBoard(board);
        tell();
    });
    connect(again_, &QPushButton::clicked, this, [this] {
        view_->setBoard(ChessBoard());
        tell();
    });
    connect(rise_, &QPushButton::clicked, this, [this] {
        if (client_.game() == nullptr || game_ == 0)
            return;
        if (side_)
            client_.requests().resetMiniGame(game_);
        client_.flush();
        hide();
    });
}

QString ChessCard::playerName(int number) const
{
    const session::Game* game = client_.game();
    if (game == nullptr || !game->minigame())
        return {};
    for (const auto& [who, name] : game->minigame()->players)
        if (who == number)
            return latin(name);
    if (game->minigame()->ownNumber == number)
        return QString::fromUtf8(game->nameOf(game->room().place().name).c_str());
    return {};
}

/// Another board, another state of it, or other people at it.
void ChessCard::refresh()
{
    const session::Game* game = client_.game();
    if (game == nullptr || !game->minigame())
        return hide();
    const session::Minigame& now = *game->minigame();
    const auto side = now.ownNumber == 1   ? std::optional(ChessSide::White)
                      : now.ownNumber == 2 ? std::optional(ChessSide::Black)
                                           : std::nullopt;
    const bool other = std::exchange(game_, now.object) != now.object || side != side_;
    if (other) {
        side_ = side;
        told_.clear();
        problem_.clear();
        promoting_.reset();
        view_->setSide(side);
        view_->setBoard(ChessBoard());
    }
    if (now.state != told_) {
        told_ = now.state;
        const auto board = ChessBoard::decode(now.state);
        problem_ = board ? QString() : QStringLiteral("The server told of a board that cannot be: %1").arg(QString::fromStdString(board.error().text()));
        if (board) {
            promoting_.reset();
            view_->setBoard(board.value());
        }
    }
    showState();
    if (other || !isVisible())
        open();
}

void ChessCard::move(int from, int to)
{
    promoting_ = session::ChessMove{from, to, ChessPiece::None};
    if (!view_->board().isPromotion(from, to))
        return finish(ChessPiece::None);
    showState();
}

void ChessCard::finish(ChessPiece promotion)
{
    if (!promoting_)
        return;
    session::ChessMove move = *std::exchange(promoting_, std::nullopt);
    move.promotion = promotion;
    ChessBoard board = view_->board();
    if (board.move(move)) {
        view_->setBoard(board);
        tell();
    }
    showState();
}

void ChessCard::tell()
{
    if (client_.game() == nullptr || game_ == 0)
        return;
    client_.requests().miniGame(game_, view_->board().encode());
    client_.flush();
    showState();
}

void ChessCard::showState()
{
    const ChessBoard& board = view_->board();
    const bool black = side_ == ChessSide::Black;
    const QString nobody = QStringLiteral("nobody yet");
    const auto line = [&](int number) {
        const QString name = playerName(number);
        return QStringLiteral("%1: %2").arg(sideName(number == 1 ? ChessSide::White : ChessSide::Black), name.isEmpty() ? nobody : name);
    };
    upper_->setText(line(black ? 1 : 2));
    lower_->setText(line(black ? 2 : 1));
    QString text;
    switch (board.outcome()) {
    case ChessBoard::Outcome::Goes:
        text = side_ && board.turn() == *side_ ? QStringLiteral("Your move.") : QStringLiteral("%1 moves.").arg(sideName(board.turn()));
        if (board.isInCheck(board.turn()))
            text.prepend(QStringLiteral("Check. "));
        break;
    case ChessBoard::Outcome::Checkmate: text = QStringLiteral("Checkmate: %1 has won.").arg(sideName(session::otherSide(board.turn()))); break;
    case ChessBoard::Outcome::Stalemate: text = QStringLiteral("Stalemate: nobody has won."); break;
    case ChessBoard::Outcome::Resigned:
        text = QStringLiteral("%1 has given up.").arg(sideName(board.hasResigned(ChessSide::White) ? ChessSide::White : ChessSide::Black));
        break;
    }
    if (!side_)
        text += QStringLiteral(" You look on.");
    state_->setText(problem_.isEmpty() ? text : problem_);
    promotion_->setVisible(promoting_.has_value() && board.isPromotion(promoting_->from, promoting_->to));
    const bool goes = board.outcome() == ChessBoard::Outcome::Goes;
    sure_ = false;
    resign_->setText(QStringLiteral("Give up"));
    resign_->setVisible(side_.has_value());
    resign_->setEnabled(goes);
    again_->setVisible(side_.has_value());
    again_->setEnabled(!goes || board == ChessBoard());
    rise_->setText(side_ ? QStringLiteral("Get up") : QStringLiteral("Close"));
}

} // namespace blak::client
