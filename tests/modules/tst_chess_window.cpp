// SPDX-License-Identifier: GPL-3.0-or-later
// A game of chess by clicks and keys: what the server is told, and what its boards show.
#include "client/session/chess_board.h"
#include "client/windows/module_host.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>

using namespace blak;
using namespace blak::client;
using session::ChessBoard;
using session::ChessPiece;

namespace {

int square(const char* name) { return (name[1] - '1') * 8 + (name[0] - 'a'); }

struct ChessTable : Table
{
    bool sit(quint32 number)
    {
        if (!enter())
            return false;
        window->client().session()->resources().set(500, "chess.dll");
        server.say(BP_LOAD_MODULE, {resourceId("module", 500)});
        server.say(UC_MINIGAME_START, {objectId("id", 77), u8("player", number)});
        server.say(UC_MINIGAME_PLAYER, {u8("player", number == 1 ? 2 : 1), text("name", "Odran")});
        return until([&] { return card() != nullptr && card()->isVisible(); });
    }

    QWidget* card() { return window->game()->modules()->window(QStringLiteral("chess")); }
    template <typename Widget>
    Widget* part(const char* name)
    {
        return card()->findChild<Widget*>(QLatin1String(name));
    }
    QWidget* board() { return part<QWidget>("chessBoard"); }

    /// The middle of a square; the lower edge is one's own.
    void click(const char* name, bool black = false)
    {
        const int side = std::min(board()->width(), board()->height()) / 8;
        const QPoint corner((board()->width() - side * 8) / 2, (board()->height() - side * 8) / 2);
        const int row = square(name) / 8, column = square(name) % 8;
        QTest::mouseClick(board(), Qt::LeftButton, {},
                          corner + QPoint(side * (black ? 7 - column : column) + side / 2, side * (black ? row : 7 - row) + side / 2));
    }

    /// The board that the server was told of.
    std::optional<ChessBoard> told()
    {
        std::optional<wire::Message> message;
        if (!until([&] { return (message = server.take(UC_MINIGAME_STATE)).has_value(); }) || numberOf(*message, "id") != 77)
            return std::nullopt;
        const auto board = ChessBoard::decode(textOf(*message, "state"));
        return board ? std::optional(board.value()) : std::nullopt;
    }

    void show(const ChessBoard& board) { server.say(UC_MINIGAME_MOVE, {objectId("id", 77), text("state", board.encode())}); }
    QString state() { return part<QLabel>("chessState")->text(); }
};

} // namespace

class TestChessWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void aGameByClicks()
    {
        ChessTable table;
        QVERIFY(table.sit(1));
        QCOMPARE(table.state(), QStringLiteral("Your move."));
        table.click("e2");
        table.click("e5"); // not there
        QVERIFY(!table.server.take(UC_MINIGAME_STATE));
        table.click("e2");
        table.click("e4");
        auto board = table.told();
        QVERIFY(board.has_value());
        QCOMPARE(board->at(square("e4")).piece, ChessPiece::Pawn);
        QCOMPARE(table.state(), QStringLiteral("Black moves."));
        table.click("d2"); // it is not one's turn
        table.click("d4");
        QTest::qWait(30);
        QVERIFY(!table.server.take(UC_MINIGAME_STATE));
        QVERIFY(board->move({square("e7"), square("e5")}));
        table.show(*board);
        QVERIFY(table.until([&] { return table.state() == QStringLiteral("Your move."); }));
        // By keys: the cursor stands where one clicked last.
        table.board()->setFocus();
        table.click("f1");
        for (const int key : {Qt::Key_Up, Qt::Key_Up, Qt::Key_Up, Qt::Key_Left, Qt::Key_Left, Qt::Key_Left, Qt::Key_Return})
            QTest::keyClick(table.board(), static_cast<Qt::Key>(key));
        board = table.told();
        QVERIFY(board.has_value());
        QCOMPARE(board->at(square("c4")).piece, ChessPiece::Bishop);
    }

    void blackSitsAtTheOtherSide()
    {
        ChessTable table;
        QVERIFY(table.sit(2));
        QCOMPARE(table.state(), QStringLiteral("White moves."));
        ChessBoard board;
        QVERIFY(board.move({square("a2"), square("a3")}));
        table.show(board);
        QVERIFY(table.until([&] { return table.state() == QStringLiteral("Your move."); }));
        table.click("d7", true);
        table.click("d5", true);
        const auto told = table.told();
        QVERIFY(told.has_value());
        QCOMPARE(told->at(square("d5")).piece, ChessPiece::Pawn);
    }

    void aPawnArrives()
    {
        ChessTable table;
        QVERIFY(table.sit(1));
        std::string state(ChessBoard::stateLength, '\x07');
        state[static_cast<std::size_t>(square("a1"))] = 6;
        state[static_cast<std::size_t>(square("h1"))] = static_cast<char>(0x86);
        state[static_cast<std::size_t>(square("b7"))] = 1;
        state[64] = state[65] = state[66] = 1;
        table.server.say(UC_MINIGAME_MOVE, {objectId("id", 77), text("state", state)});
        QVERIFY(table.until([&] { return table.window->client().game()->minigame()->state == state; }));
        QTest::qWait(20);
        table.click("b7");
        table.click("b8");
        QVERIFY(table.part<QWidget>("chessPromotion")->isVisible());
        QTest::mouseClick(table.part<QPushButton>("chessBecomesKnight"), Qt::LeftButton);
        const auto told = table.told();
        QVERIFY(told.has_value());
        QCOMPARE(told->at(square("b8")).piece, ChessPiece::Knight);
        QVERIFY(!table.part<QWidget>("chessPromotion")->isVisible());
    }

    void givingUpIsAskedTwice()
    {
        ChessTable table;
        QVERIFY(table.sit(1));
        auto* resign = table.part<QPushButton>("chessResign");
        QTest::mouseClick(resign, Qt::LeftButton);
        QCOMPARE(resign->text(), QStringLiteral("Really give up?"));
        QTest::mouseClick(resign, Qt::LeftButton);
        const auto told = table.told();
        QVERIFY(told.has_value());
        QVERIFY(told->hasResigned(session::ChessSide::White));
        QCOMPARE(table.state(), QStringLiteral("White has given up."));
        QTest::mouseClick(table.part<QPushButton>("chessAgain"), Qt::LeftButton);
        QVERIFY(table.told() == ChessBoard());
        QTest::mouseClick(table.part<QPushButton>("chessRise"), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.server.take(UC_MINIGAME_RESET_PLAYERS).has_value(); }));
        QVERIFY(!table.card()->isVisible());
    }

    void onlookersAndBoardsThatCannotBe()
    {
        ChessTable table;
        QVERIFY(table.sit(3));
        QVERIFY(table.state().contains(QStringLiteral("You look on.")));
        table.click("e2");
        table.click("e4");
        QTest::qWait(30);
        QVERIFY(!table.server.take(UC_MINIGAME_STATE));
        table.server.say(UC_MINIGAME_MOVE, {objectId("id", 77), text("state", "nonsense")});
        QVERIFY(table.until([&] { return table.state().contains(QStringLiteral("cannot be")); }));
        table.show(ChessBoard());
        QVERIFY(table.until([&] { return table.state().startsWith(QStringLiteral("White moves.")); }));
    }
};

QTEST_MAIN(TestChessWindow)
#include "tst_chess_window.moc"
