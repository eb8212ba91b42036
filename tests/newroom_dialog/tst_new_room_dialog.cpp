// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/ui/new_room_dialog.h"

#include "tests/newroom/engine_tree.h"
#include "ui/find_box.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace blak;
using ui::newroom::NewRoomDialog;

class TestNewRoomDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::loadFonts(); }

    void typedClickedCreatedAndTakenBack()
    {
        const test::EngineTree world(false);
        const std::string header = world.text("kod/include/blakston.khd");
        document::Workspace workspace;
        NewRoomDialog dialog(world.tree(), workspace);
        dialog.setNeighbour(QStringLiteral("TosInn"));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* create = dialog.findChild<QPushButton*>(QStringLiteral("create"));
        auto* difference = dialog.findChild<QPlainTextEdit*>();
        QVERIFY(!create->isEnabled());
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("class")), QStringLiteral("InnCellar"));
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("title")), QStringLiteral("The Cellar"));
        QTRY_VERIFY(create->isEnabled());
        QVERIFY(difference->toPlainText().contains(QStringLiteral("\n+    RID_INN_CELLAR = 102")));
        QVERIFY(difference->toPlainText().contains(QStringLiteral("#class=&InnCellar);")));
        QCOMPARE(dialog.findChild<QComboBox*>(QStringLiteral("neighbour"))->currentData().toString(), QStringLiteral("TosInn"));

        if (const QString folder = qEnvironmentVariable("BLAK_GRAB_DIR"); !folder.isEmpty()) // to be looked at by people
            dialog.grab().save(folder + QStringLiteral("/new-room.png"));

        // What cannot be says why, and cannot be created.
        QLineEdit* file = dialog.findChild<QLineEdit*>(QStringLiteral("file"));
        QTest::keyClicks(file, QStringLiteral("tos"));
        QVERIFY(!create->isEnabled());
        QTRY_VERIFY(!dialog.plan());
        QVERIFY(difference->toPlainText().isEmpty());
        file->selectAll();
        QTest::keyClick(file, Qt::Key_Delete);
        QTRY_VERIFY(create->isEnabled());

        QSignalSpy created(&dialog, &NewRoomDialog::created);
        QTest::mouseClick(create, Qt::LeftButton);
        QCOMPARE(created.size(), 1);
        QVERIFY(!dialog.isVisible());
        QVERIFY(std::filesystem::exists(created[0][0].toString().toStdString()));
        QVERIFY(world.text("kod/object/tosrm/tosinn.kod").find("RID_INN_CELLAR") != std::string::npos);
        workspace.undoGroup(created[0][1].toULongLong());
        for (const auto& document : workspace.modified())
            QVERIFY(document->save());
        QCOMPARE(world.text("kod/include/blakston.khd"), header);
    }

    /// Rooms are found by what players read, or by the class; Return chooses and creates nothing.
    void roomsAreFoundByAnyPartOfTheirNames()
    {
        const test::EngineTree world(false);
        document::Workspace workspace;
        NewRoomDialog dialog(world.tree(), workspace);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* model = dialog.findChild<ui::FindBox*>(QStringLiteral("model"));
        QCOMPARE(model->itemText(model->findData(QStringLiteral("Tos"))), QStringLiteral("The City % of Tos \u00b7 Tos"));
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("class")), QStringLiteral("Attic"));
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("title")), QStringLiteral("Attic"));
        QTRY_VERIFY(dialog.plan());
        for (const auto& [part, room] : {std::pair{"sinn", "TosInn"}, {"city", "Tos"}, {"tosinn", "TosInn"}}) {
            model->setFocus();
            model->lineEdit()->selectAll();
            QTest::keyClicks(model->lineEdit(), QLatin1String(part));
            QTest::keyClick(model->lineEdit(), Qt::Key_Return);
            QCOMPARE(model->currentData().toString(), QLatin1String(room));
            QVERIFY(dialog.isVisible());
        }
        // What is no room is none, and goes when one looks elsewhere.
        model->lineEdit()->selectAll();
        QTest::keyClicks(model->lineEdit(), QStringLiteral("qq"));
        QTest::keyClick(model->lineEdit(), Qt::Key_Return);
        QCOMPARE(model->currentText(), QStringLiteral("qq"));
        QCOMPARE(model->currentData().toString(), QStringLiteral("TosInn"));
        dialog.findChild<QLineEdit*>(QStringLiteral("class"))->setFocus();
        QTRY_COMPARE(model->currentText(), QStringLiteral("TosInn"));
    }

    /// In the order of what is read there, which is not that of the classes.
    void roomsStandInTheOrderOfTheirNames()
    {
        const test::EngineTree world(false);
        newroom::RoomTree tree = world.tree();
        QVERIFY(tree.rooms.size() >= 2);
        tree.rooms.front().title = "zu guter Letzt";
        const QString last = QString::fromStdString(tree.rooms.front().name);
        document::Workspace workspace;
        NewRoomDialog dialog(std::move(tree), workspace);
        const auto* model = dialog.findChild<ui::FindBox*>(QStringLiteral("model"));
        for (int row = 1; row < model->count(); ++row)
            QVERIFY2(model->itemText(row - 1).compare(model->itemText(row), Qt::CaseInsensitive) <= 0, qPrintable(model->itemText(row)));
        QCOMPARE(model->itemData(model->count() - 1).toString(), last);
    }

    /// A dialog whose button cannot be pressed says what it waits for.
    void itSaysWhatIsWanted()
    {
        const test::EngineTree world(false);
        document::Workspace workspace;
        NewRoomDialog dialog(world.tree(), workspace);
        dialog.show();
        const auto says = [&](const char* words) {
            return std::ranges::any_of(dialog.findChildren<QLabel*>(), [words](const QLabel* label) { return label->text().contains(QLatin1String(words)); });
        };
        QTRY_VERIFY(says("Type the class, in one word"));
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("class"));
        QTest::keyClicks(name, QStringLiteral("Inn Cellar"));
        QTRY_VERIFY(says("A class is one word: InnCellar, say."));
        QCOMPARE(dialog.findChild<QLineEdit*>(QStringLiteral("file"))->placeholderText(), QStringLiteral("inncellar"));
        QCOMPARE(dialog.findChild<QLineEdit*>(QStringLiteral("constant"))->placeholderText(), QStringLiteral("RID_INN_CELLAR"));
        name->setText(QStringLiteral("InnCellar"));
        QTRY_VERIFY(says("Type the name that players see."));
    }

    /// Squares that are proposed can be walked, lead nowhere yet, and are others for each exit; what is typed is warned of, not refused.
    void exitsAreProposedWhereTheyFit()
    {
        const test::EngineTree world(false);
        std::string inn = world.text("kod/object/tosrm/tosinn.kod");
        const std::size_t end = inn.rfind("end\n");
        QVERIFY(end != std::string::npos);
        inn.insert(end, "   CreateStandardExits()\n   {\n      plExits = $;\n      % plExits = Cons([ 1, 4, RID_OLD, 2, 2, ROTATE_NONE ],plExits);\n"
                        "      plExits = Cons([ 1, 2, RID_TOS, 2, 2, ROTATE_NONE ],plExits);\n      propagate;\n   }\n\n");
        world.write("kod/object/tosrm/tosinn.kod", inn);
        document::Workspace workspace;
        NewRoomDialog dialog(world.tree(), workspace);
        dialog.setNeighbour(QStringLiteral("TosInn"));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto field = [&](int exit, int square, int axis) {
            return dialog.findChildren<QSpinBox*>(QStringLiteral("square%1%2").arg(square).arg(axis)).value(exit);
        };
        const auto square = [&](int exit, int number) { return QPoint(field(exit, number, 0)->value(), field(exit, number, 1)->value()); };
        const auto warning = [&](int exit) {
            const auto* label = dialog.findChildren<QLabel*>(QStringLiteral("warningText")).value(exit);
            return label == nullptr || label->isHidden() ? QString() : label->text();
        };
        // The inn has four squares a side; the north wall, with a square between it and the exit that is there.
        QTRY_COMPARE(square(0, 2), QPoint(1, 4));
        QCOMPARE(square(0, 1), QPoint(2, 4));
        QCOMPARE(warning(0), QString());
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("addExit")), Qt::LeftButton);
        QVERIFY(square(1, 2) != square(0, 2) && square(1, 1) != square(0, 1) && square(1, 2) != QPoint(1, 2));
        QVERIFY(square(1, 0) != square(0, 0) && square(1, 3) != square(0, 3)); // on this side, too
        QCOMPARE(warning(1), QString());
        field(0, 2, 1)->setValue(9);
        QCOMPARE(warning(0), QStringLiteral("Nobody can stand on row 1, column 9 of TosInn."));
        field(0, 2, 1)->setValue(2);
        QCOMPARE(warning(0), QStringLiteral("Row 1, column 2 of TosInn leads to RID_TOS already."));
        field(1, 2, 0)->setValue(1);
        field(1, 2, 1)->setValue(2);
        QVERIFY(warning(1).contains(QStringLiteral("Another exit above leaves TosInn by this square.")));
        dialog.findChild<QLineEdit*>(QStringLiteral("class"))->setText(QStringLiteral("Attic"));
        dialog.findChild<QLineEdit*>(QStringLiteral("title"))->setText(QStringLiteral("Attic"));
        QTRY_VERIFY(dialog.plan()); // warned, and done as it was told
        if (const QString folder = qEnvironmentVariable("BLAK_GRAB_DIR"); !folder.isEmpty())
            dialog.grab().save(folder + QStringLiteral("/new-room-exits.png"));
        // Another neighbour: other squares, but for those that somebody typed.
        field(0, 2, 1)->setValue(3);
        dialog.findChildren<QComboBox*>(QStringLiteral("neighbour")).value(0)->setCurrentIndex(0);
        QCOMPARE(square(0, 2), QPoint(1, 3));
    }

    /// Reading a neighbour takes long in large rooms: a worker does it, and what is done meanwhile stays.
    void neighboursAreReadByAWorker()
    {
        const test::EngineTree world(false);
        world.write("resource/rooms/tosinn.roo", test::roomBytes());
        document::Workspace workspace;
        auto dialog = std::make_unique<NewRoomDialog>(world.tree(), workspace);
        const auto says = [&](const QString& words) {
            return std::ranges::any_of(dialog->findChildren<QLabel*>(), [words](const QLabel* label) { return label->text().contains(words); });
        };
        dialog->show();
        dialog->findChild<QLineEdit*>(QStringLiteral("class"))->setText(QStringLiteral("Attic"));
        dialog->findChild<QLineEdit*>(QStringLiteral("title"))->setText(QStringLiteral("Attic"));
        QTRY_VERIFY(dialog->plan());
        auto* another = dialog->findChild<QPushButton*>(QStringLiteral("addExit"));
        const auto field = [&](int exit, int square, int axis) {
            return dialog->findChildren<QSpinBox*>(QStringLiteral("square%1%2").arg(square).arg(axis)).value(exit);
        };
        const auto square = [&](int exit, int number) { return QPoint(field(exit, number, 0)->value(), field(exit, number, 1)->value()); };
        const auto choose = [&](int exit, const char* room) {
            auto* box = dialog->findChildren<QComboBox*>(QStringLiteral("neighbour")).value(exit);
            box->setCurrentIndex(box->findData(QString::fromLatin1(room)));
        };
        // Nothing of the neighbour is known as long as nothing was waited for; two exits, one of them typed into meanwhile.
        another->click();
        choose(0, "TosInn");
        another->click();
        choose(1, "TosInn");
        QCOMPARE(square(0, 2), QPoint(1, 2));
        field(1, 2, 1)->setValue(3);
        field(0, 0, 1)->setValue(2); // on this side, which says nothing of that one
        dialog->findChild<QPushButton*>(QStringLiteral("create"))->setEnabled(true);
        dialog->findChild<QPushButton*>(QStringLiteral("create"))->click(); // too early
        QVERIFY(dialog->isVisible());
        QVERIFY(says(QStringLiteral("Reading the squares of TosInn")));
        QTRY_VERIFY(dialog->plan());
        QCOMPARE(square(1, 2), QPoint(1, 3));
        QVERIFY(square(0, 1) != QPoint(1, 1));
        QCOMPARE(square(0, 0).y(), 2);
        // A neighbour that was chosen and left again comes too late for the exit.
        another->click();
        choose(2, "Tos");
        choose(2, "TosInn");
        const QPoint chosen = square(2, 2);
        QTRY_VERIFY(dialog->plan());
        QTest::qWait(50);
        QCOMPARE(square(2, 2), chosen);
        // And a dialog that is gone asks for nothing.
        auto second = std::make_unique<NewRoomDialog>(world.tree(), workspace);
        second->setNeighbour(QStringLiteral("Tos"));
        second.reset();
        QTest::qWait(50);
    }

    void exitsComeAndGo()
    {
        const test::EngineTree world(false);
        document::Workspace workspace;
        NewRoomDialog dialog(world.tree(), workspace);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* another = dialog.findChild<QPushButton*>(QStringLiteral("addExit"));
        QTest::mouseClick(another, Qt::LeftButton);
        QTest::mouseClick(another, Qt::LeftButton);
        QCOMPARE(dialog.findChildren<QComboBox*>(QStringLiteral("neighbour")).size(), 2);
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("class")), QStringLiteral("Attic"));
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("title")), QStringLiteral("Attic"));
        QTRY_VERIFY(dialog.plan());
        // Escape leaves everything as it is.
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
        QVERIFY(workspace.documents().empty());
    }
};

QTEST_MAIN(TestNewRoomDialog)
#include "tst_new_room_dialog.moc"
