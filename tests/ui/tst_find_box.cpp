// SPDX-License-Identifier: GPL-3.0-or-later
// A box of many rows that one types into: what Return, Escape, a click and another field do to the list of what fits.
#include "ui/find_box.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

using namespace blak::ui;

class TestFindBox : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> window_;
    FindBox* box_ = nullptr;
    QLineEdit* other_ = nullptr;

    bool isListShown() const { return box_->completer()->popup()->isVisible(); }

    /// As the window system brings keys: to the list, while there is one.
    void type(Qt::Key key)
    {
        QWidget* list = QApplication::activePopupWidget();
        QTest::keyClick(list != nullptr ? list : QApplication::focusWidget(), key);
    }

    void type(const QString& text)
    {
        for (const QChar letter : text) {
            QWidget* list = QApplication::activePopupWidget();
            QTest::keyClick(list != nullptr ? list : QApplication::focusWidget(), letter.toLatin1());
        }
    }

private slots:
    void init()
    {
        window_ = std::make_unique<QWidget>();
        auto* column = new QVBoxLayout(window_.get());
        box_ = new FindBox;
        box_->addItems({QStringLiteral("A plain room"), QStringLiteral("The Lantern Inn \u00b7 lantern.roo"),
                        QStringLiteral("The Limping Toad Inn \u00b7 marinn.roo"), QStringLiteral("The Old Mill \u00b7 mill.roo")});
        other_ = new QLineEdit;
        column->addWidget(box_);
        column->addWidget(other_);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        other_->setFocus();
    }

    void cleanup() { window_.reset(); }

    void returnTakesTheBestAndCloses()
    {
        QSignalSpy chosen(box_, &QComboBox::activated);
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        QCOMPARE(box_->lineEdit()->selectedText(), QStringLiteral("A plain room"));
        type(QStringLiteral("marinn")); // takes its place
        QTRY_VERIFY(isListShown());
        type(Qt::Key_Return);
        QVERIFY(!isListShown());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(box_->currentIndex(), 2);
        QCOMPARE(box_->currentText(), box_->itemText(2));
        QCOMPARE(box_->lineEdit()->cursorPosition(), 0); // in a narrow box its beginning is seen
    }

    /// In a narrow box the beginning of a long row is seen, also when it was chosen with the mouse.
    void theBeginningOfALongRowIsSeen()
    {
        box_->setFixedWidth(120);
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("toad"));
        QTRY_VERIFY(isListShown());
        QAbstractItemView* list = box_->completer()->popup();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(0, 0)).center());
        QTRY_COMPARE(box_->currentIndex(), 2);
        QCOMPARE(box_->currentText(), box_->itemText(2));
        QTRY_COMPARE(box_->lineEdit()->cursorPosition(), 0);
        QCOMPARE(box_->lineEdit()->toolTip(), box_->itemText(2));
    }

    /// Also while one goes through the list with the arrows.
    void theBeginningOfALongRowIsSeenWhileChoosing()
    {
        box_->setFixedWidth(120);
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("toad"));
        QTRY_VERIFY(isListShown());
        type(Qt::Key_Down);
        QCOMPARE(box_->currentText(), box_->itemText(2));
        const auto text = [this] { return box_->lineEdit()->grab(QRect(4, 4, 90, box_->lineEdit()->height() - 8)).toImage(); };
        const QImage choosing = text();
        type(Qt::Key_Return);
        QCOMPARE(box_->currentIndex(), 2);
        QTRY_COMPARE(box_->lineEdit()->cursorPosition(), 0);
        QCOMPARE(text(), choosing);
    }

    /// A name that answers comes before a file that answers as well.
    void namesComeBeforeFiles()
    {
        box_->addItems({QStringLiteral("Abandoned Building \u00b7 tosgrey.roo"), QStringLiteral("The Streets of Tos \u00b7 city.roo")});
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("tos"));
        QTRY_VERIFY(isListShown());
        const QAbstractItemModel& list = *box_->completer()->popup()->model();
        QCOMPARE(list.index(0, 0).data().toString(), box_->itemText(5));
        QCOMPARE(list.index(1, 0).data().toString(), box_->itemText(4));
    }

    /// Nothing is left to choose: the list goes by itself, and Return takes the row.
    void theOnlyRowThatWasTypedInFullNeedsNoList()
    {
        box_->addItem(QStringLiteral("A plain room below"));
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("a plain room"));
        QTRY_VERIFY(isListShown()); // there are two
        type(QStringLiteral(" below"));
        QTRY_VERIFY(!isListShown());
        type(Qt::Key_Backspace);
        QTRY_VERIFY(isListShown());
        type(QStringLiteral("w"));
        QTRY_VERIFY(!isListShown());
        type(Qt::Key_Return);
        QCOMPARE(box_->currentText(), QStringLiteral("A plain room below"));
    }

    /// One more click into the same box is for another row, too.
    void everyClickSelectsTheRow()
    {
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("mill"));
        type(Qt::Key_Return);
        QCOMPARE(box_->currentIndex(), 3);
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("lantern"));
        QCOMPARE(box_->lineEdit()->text(), QStringLiteral("lantern"));
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton); // of what was typed a part can be mended
        QVERIFY(!box_->lineEdit()->hasSelectedText());
    }

    void escapeClosesAndGivesUp()
    {
        QSignalSpy chosen(box_, &QComboBox::activated);
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("inn"));
        QTRY_VERIFY(isListShown());
        type(Qt::Key_Escape);
        QVERIFY(!isListShown());
        QCOMPARE(box_->currentText(), QStringLiteral("A plain room"));
        QVERIFY(chosen.isEmpty());
    }

    void anotherFieldClosesIt()
    {
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("inn"));
        QTRY_VERIFY(isListShown());
        other_->setFocus(Qt::ShortcutFocusReason); // as a key of the window does
        QVERIFY(!isListShown());
        QCOMPARE(box_->currentText(), QStringLiteral("A plain room"));
        type(QStringLiteral("x"));
        QCOMPARE(other_->text(), QStringLiteral("x"));
        // Nothing blinks in the box any more.
        const QImage before = box_->grab().toImage();
        bool changes = false;
        for (int i = 0; i < 15; ++i) {
            QTest::qWait(100);
            changes = changes || box_->grab().toImage() != before;
        }
        QVERIFY(!changes);
    }

    /// Nobody takes a part of a name for the whole; whoever edits it sees what he edits.
    void aRowWiderThanTheBoxEndsInDots()
    {
        box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        const QString whole = QStringLiteral("The Underground Lake below the Mill \u00b7 cavelake.roo");
        box_->addItem(whole);
        box_->setFixedWidth(160);
        QTest::qWait(50);
        box_->setCurrentIndex(4);
        const auto shown = [this] { return box_->lineEdit()->grab().toImage(); };
        const QImage cut = shown();
        QCOMPARE(box_->lineEdit()->toolTip(), whole);
        int same = 0; // shortened by hand, as long as it fits
        for (qsizetype letters = 1; letters < whole.size(); ++letters) {
            box_->setItemText(4, whole.left(letters).trimmed() + QChar(0x2026));
            box_->lineEdit()->setCursorPosition(0);
            same += shown() == cut ? 1 : 0;
        }
        QVERIFY(same > 0);
        box_->setItemText(4, whole);
        box_->lineEdit()->setCursorPosition(0);
        QVERIFY(shown() == cut);
        box_->lineEdit()->setCursorPosition(1);
        QVERIFY(shown() != cut);
    }

    void whatIsNowhereIsSaid()
    {
        QSignalSpy missed(box_, &FindBox::notFound);
        QSignalSpy chosen(box_, &QComboBox::activated);
        QTest::mouseClick(box_->lineEdit(), Qt::LeftButton);
        type(QStringLiteral("zzz"));
        type(Qt::Key_Return);
        QCOMPARE(missed.size(), 1);
        QCOMPARE(missed[0][0].toString(), QStringLiteral("zzz"));
        QVERIFY(chosen.isEmpty() && !isListShown());
    }
};

QTEST_MAIN(TestFindBox)
#include "tst_find_box.moc"
