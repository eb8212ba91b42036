// SPDX-License-Identifier: GPL-3.0-or-later
// The chess board of the client: known numbers of games, rules one by one, and states that are none.
#include "client/session/chess_board.h"

#include <QTest>

#include <random>

using namespace blak::session;

namespace {

/// "e2" as a place.
ChessPlace place(const char* name) { return (name[1] - '1') * 8 + (name[0] - 'a'); }

/// The board of a position in the usual notation; only what the tests need of it.
ChessBoard boardOf(std::string_view fen)
{
    std::string state(ChessBoard::stateLength, '\x07');
    int row = 7, column = 0;
    std::size_t at = 0;
    for (; at < fen.size() && fen[at] != ' '; ++at) {
        if (fen[at] == '/') {
            --row;
            column = 0;
        } else if (fen[at] >= '1' && fen[at] <= '8') {
            column += fen[at] - '0';
        } else {
            const bool black = fen[at] >= 'a';
            const auto piece = std::string_view("prnbqk").find(static_cast<char>(black ? fen[at] : fen[at] + 32)) + 1;
            state[static_cast<std::size_t>(row * 8 + column++)] = static_cast<char>(piece | (black ? 0x80 : 0));
        }
    }
    const std::string_view rest = fen.substr(at + 1);
    unsigned rights = 1u | (rest.starts_with("b") ? 2u : 0u);
    const std::string_view castling = rest.substr(2);
    rights |= castling.find('Q') != castling.npos ? 4u : 0u;
    rights |= castling.find('K') != castling.npos ? 8u : 0u;
    rights |= castling.find('q') != castling.npos ? 0x10u : 0u;
    rights |= castling.find('k') != castling.npos ? 0x20u : 0u;
    state[64] = static_cast<char>(rights);
    state[65] = state[66] = 1;
    return ChessBoard::decode(state).value();
}

/// Games of so many moves.
std::uint64_t games(const ChessBoard& board, int depth)
{
    if (depth == 0)
        return 1;
    std::uint64_t sum = 0;
    for (ChessPlace from = 0; from < 64; ++from)
        for (const ChessPlace to : board.movesFrom(from)) {
            const bool chooses = board.isPromotion(from, to);
            for (const ChessPiece piece : {ChessPiece::Queen, ChessPiece::Rook, ChessPiece::Bishop, ChessPiece::Knight}) {
                ChessBoard next = board;
                if (next.move({from, to, piece}))
                    sum += games(next, depth - 1);
                if (!chooses)
                    break;
            }
        }
    return sum;
}

} // namespace

class TestChess : public QObject
{
    Q_OBJECT

private slots:
    /// Numbers that everybody who plays by these rules gets (https://www.chessprogramming.org/Perft_Results).
    void knownNumbers_data()
    {
        QTest::addColumn<QString>("position");
        QTest::addColumn<int>("depth");
        QTest::addColumn<quint64>("number");
        QTest::newRow("start") << "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq" << 3 << quint64{8902};
        QTest::newRow("castling") << "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq" << 3 << quint64{97862};
        QTest::newRow("pawns") << "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w -" << 4 << quint64{43238};
        QTest::newRow("promotion") << "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq" << 3 << quint64{9467};
        QTest::newRow("five") << "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ" << 3 << quint64{62379};
    }

    void knownNumbers()
    {
        QFETCH(QString, position);
        QFETCH(int, depth);
        QFETCH(quint64, number);
        QCOMPARE(games(boardOf(position.toStdString()), depth), number);
    }

    void startsAsItTravels()
    {
        const ChessBoard board;
        const std::string state = board.encode();
        QCOMPARE(state.size(), ChessBoard::stateLength);
        QCOMPARE(state.find('\0'), std::string::npos); // a text of the protocol
        QCOMPARE(QByteArray(state.c_str(), 9).toHex(), QByteArray("020304050604030201")); // rook knight bishop queen king ... pawn
        QCOMPARE(static_cast<unsigned char>(state[63]), 0x82);
        QCOMPARE(static_cast<unsigned char>(state[20]), 7);
        QCOMPARE(static_cast<unsigned char>(state[64]), 0x3D);
        QVERIFY(ChessBoard::decode(state).value() == board);
    }

    void passingAPawn()
    {
        ChessBoard board;
        for (const auto& [from, to] : {std::pair{"e2", "e4"}, {"a7", "a6"}, {"e4", "e5"}, {"d7", "d5"}})
            QVERIFY(board.move({place(from), place(to)}));
        // The square it went over: row 5, column 3.
        QCOMPARE(static_cast<unsigned char>(board.encode()[65]), 1 | 2 | 5 << 2 | 3 << 5);
        board = ChessBoard::decode(board.encode()).value();
        QVERIFY(board.move({place("e5"), place("d6")}));
        QCOMPARE(board.at(place("d5")).piece, ChessPiece::None);
        QVERIFY(board.move({place("a6"), place("a5")}));
        QCOMPARE(static_cast<unsigned char>(board.encode()[65]), 1);
    }

    void mateAndResigning()
    {
        ChessBoard board;
        for (const auto& [from, to] : {std::pair{"f2", "f3"}, {"e7", "e5"}, {"g2", "g4"}, {"d8", "h4"}})
            QVERIFY(board.move({place(from), place(to)}));
        QVERIFY(board.isInCheck(ChessSide::White));
        QCOMPARE(board.outcome(), ChessBoard::Outcome::Checkmate);
        QVERIFY(!board.move({place("e1"), place("f2")}));
        QCOMPARE(boardOf("7k/5Q2/6K1/8/8/8/8/8 b -").outcome(), ChessBoard::Outcome::Stalemate);
        ChessBoard other;
        other.resign(ChessSide::Black);
        other = ChessBoard::decode(other.encode()).value();
        QVERIFY(other.hasResigned(ChessSide::Black));
        QCOMPARE(other.outcome(), ChessBoard::Outcome::Resigned);
        QVERIFY(other.movesFrom(place("e2")).empty());
    }

    void statesThatAreNone()
    {
        const std::string good = ChessBoard().encode();
        QVERIFY(!ChessBoard::decode({}));
        QVERIFY(!ChessBoard::decode(good.substr(1)));
        QVERIFY(!ChessBoard::decode(good + "x"));
        std::string noKing = good;
        noKing[4] = 5;
        const auto error = ChessBoard::decode(noKing);
        QVERIFY(!error);
        QVERIFY(error.error().what.find("one king") != std::string::npos);
        std::mt19937 random(4);
        for (int i = 0; i < 20'000; ++i) { // whatever it is, it is answered, and its moves can be asked for
            std::string state = good;
            for (int k = 0; k < 1 + i % 7; ++k)
                state[random() % state.size()] = static_cast<char>(random());
            if (const auto board = ChessBoard::decode(state); board) {
                QVERIFY(ChessBoard::decode(board.value().encode()).value() == board.value());
                if (i % 20 == 0)
                    (void)board.value().outcome();
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestChess)
#include "tst_chess.moc"
