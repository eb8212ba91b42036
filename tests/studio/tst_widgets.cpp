// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/arithmetic.h"
#include "ui/bounded_box.h"
#include "ui/combo_look.h"
#include "ui/elided_label.h"
#include "ui/empty_label.h"
#include "ui/find_box.h"
#include "ui/inspector.h"
#include "ui/number_field.h"
#include "ui/search_field.h"
#include "ui/status_strip.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalSpy>
#include <QStyleOption>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <cmath>

using namespace blak;
using namespace blak::ui;

class TestWidgets : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// What answers best stands first, equals by name; Return takes that one, a click the one that is clicked.
    void aListOfMatchesIsSorted()
    {
        FindBox box;
        box.addItems({QStringLiteral("Winner"), QStringLiteral("Old Inn"), QStringLiteral("innkeeper"), QStringLiteral("Inn of Barloque"),
                      QStringLiteral("The Beginning"), QStringLiteral("castle"), QStringLiteral("Inn")});
        box.setCurrentIndex(-1);
        box.show();
        QVERIFY(QTest::qWaitForWindowActive(&box));
        box.lineEdit()->setFocus();
        QTest::keyClicks(box.lineEdit(), QStringLiteral("inn"));
        QStringList shown;
        const QAbstractItemModel* rows = box.completer()->completionModel();
        for (int row = 0; row < rows->rowCount(); ++row)
            shown << rows->index(row, 0).data().toString();
        QCOMPARE(shown, (QStringList{QStringLiteral("Inn"), QStringLiteral("Inn of Barloque"), QStringLiteral("innkeeper"), QStringLiteral("Old Inn"),
                                     QStringLiteral("The Beginning"), QStringLiteral("Winner")}));
        QTRY_VERIFY(box.completer()->popup()->isVisible());
        QSignalSpy activated(&box, &QComboBox::activated);
        QAbstractItemView* popup = box.completer()->popup();
        QTest::mouseClick(popup->viewport(), Qt::LeftButton, {}, popup->visualRect(popup->model()->index(3, 0)).center());
        QCOMPARE(box.currentText(), QStringLiteral("Old Inn"));
        QCOMPARE(box.currentIndex(), 1);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated.value(0).value(0).toInt(), 1);

        box.lineEdit()->selectAll();
        QTest::keyClicks(box.lineEdit(), QStringLiteral("inn o"));
        QTest::keyClick(box.lineEdit(), Qt::Key_Return);
        QCOMPARE(box.currentIndex(), 3);
        box.lineEdit()->selectAll();
        QTest::keyClicks(box.lineEdit(), QStringLiteral("winn"));
        box.addItem(QStringLiteral("Winnow")); // rows that come later are found too
        QCOMPARE(box.completer()->completionModel()->rowCount(), 2);
        box.lineEdit()->selectAll();
        QTest::keyClicks(box.lineEdit(), QStringLiteral("zzz"));
        QSignalSpy notFound(&box, &FindBox::notFound);
        QTest::keyClick(box.lineEdit(), Qt::Key_Return);
        QCOMPARE(notFound.size(), 1);
    }

    /// A dialog is no larger than its screen; one that cannot be smaller scrolls, with its buttons in sight and its keys where they were.
    void dialogsStayOnTheScreen()
    {
        const QSize screen = QGuiApplication::primaryScreen()->availableSize();
        QDialog large;
        auto* column = new QVBoxLayout(&large);
        for (int i = 0; i < 60; ++i)
            column->addWidget(new QLineEdit);
        auto* wide = new QLabel(QStringLiteral("wide"));
        wide->setMinimumWidth(screen.width() + 300);
        column->addWidget(wide);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
        column->addWidget(buttons);
        large.resize(screen * 2);
        const auto isWithin = [&] {
            return QGuiApplication::primaryScreen()->availableGeometry().contains(large.frameGeometry()) &&
                   large.rect().contains(QRect(buttons->mapTo(&large, QPoint()), buttons->size()));
        };
        for (int time = 0; time < 2; ++time) { // at opening and at reopening
            large.show();
            QTRY_VERIFY2(isWithin(), qPrintable(QStringLiteral("%1x%2").arg(large.width()).arg(large.height())));
            QCOMPARE(large.findChildren<QScrollArea*>().size(), 1);
            large.hide();
            large.resize(screen * 2);
        }
        QDialog small;
        (new QVBoxLayout(&small))->addWidget(new QLineEdit);
        small.resize(400, 200);
        small.show();
        QTest::qWait(10);
        QCOMPARE(small.size(), QSize(400, 200));
        QVERIFY(small.findChild<QScrollArea*>() == nullptr);
    }

    /// Every number can be typed; what is beyond the bounds is brought in, and that is said.
    void boxesSayWhatBecameOfANumber()
    {
        QWidget form;
        auto* column = new QVBoxLayout(&form);
        auto* box = new BoundedBox(8, 400, QStringLiteral("As usual"));
        box->setSuffix(QStringLiteral(" px"));
        QLabel* hint = box->makeHint();
        auto* other = new QPushButton;
        column->addWidget(box);
        column->addWidget(hint);
        column->addWidget(other);
        form.show();
        QApplication::setActiveWindow(&form);
        QVERIFY(QTest::qWaitForWindowActive(&form));
        const auto enter = [&](const char* text, bool byLeaving) {
            other->setFocus();
            box->setFocus(Qt::TabFocusReason); // all is selected then
            QTest::keyClicks(box, QLatin1String(text));
            byLeaving ? other->setFocus() : QTest::keyClick(box, Qt::Key_Return);
        };
        QCOMPARE(hint->text(), QStringLiteral("8 to 400 px; empty: as usual"));
        for (const bool byLeaving : {false, true}) {
            enter("999999", byLeaving);
            QCOMPARE(box->value(), 400);
            QCOMPARE(hint->text(), QStringLiteral("999\u2009999 became 400, the most there can be."));
            QCOMPARE(hint->objectName(), QStringLiteral("warningText"));
            enter("3", byLeaving);
            QCOMPARE(box->value(), 8);
            QCOMPARE(hint->text(), QStringLiteral("3 became 8, the least there can be."));
            enter("20", byLeaving);
            QCOMPARE(box->value(), 20);
            QCOMPARE(box->text(), QStringLiteral("20 px"));
            QCOMPARE(hint->text(), QStringLiteral("8 to 400 px; empty: as usual"));
            QCOMPARE(hint->objectName(), QStringLiteral("secondary"));
        }
        enter("7", false); // the number that stands for none is not one of the others
        QCOMPARE(box->value(), 8);
        box->setFocus(Qt::TabFocusReason);
        box->selectAll();
        QTest::keyClick(box, Qt::Key_Delete);
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(box->text(), QStringLiteral("As usual"));
        enter("abc", false); // no number: the keys do nothing
        QCOMPARE(box->text(), QStringLiteral("As usual"));
        BoundedBox ruler(1, 400, QStringLiteral("None"));
        ruler.show();
        ruler.selectAll();
        QTest::keyClicks(&ruler, QStringLiteral("0"));
        QTest::keyClick(&ruler, Qt::Key_Return);
        QCOMPARE(ruler.value(), 0);
        QCOMPARE(ruler.text(), QStringLiteral("None"));
    }

    void fieldsSayWhatBecameOfANumber()
    {
        NumberField field(0, 255, QStringLiteral("units"));
        field.show();
        QTest::keyClicks(&field, QStringLiteral("9"));
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("999999"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(field.intValue(), 255);
        QCOMPARE(QToolTip::text(), QStringLiteral("999\u2009999 became 255, the most there can be."));
        QToolTip::hideText();
        field.step(1, {}); // arrows end there, as everybody sees
        QCOMPARE(field.intValue(), 255);
        QTRY_VERIFY(!QToolTip::isVisible());
    }

    void emptyLabelsShowSignsAndKeepTheirMargins()
    {
        EmptyLabel label(QStringLiteral("Type > for commands & \"more\"."));
        QTextDocument shown;
        shown.setHtml(label.text());
        QCOMPARE(shown.toPlainText(), QStringLiteral("Type > for commands & \"more\"."));
        QCOMPARE(label.textFormat(), Qt::RichText);
        const QMargins before = label.contentsMargins();
        QVERIFY(before.left() >= 8);
        setTheme(ThemeKind::Light); // before it was ever shown, as docks of another perspective are
        label.show();
        QApplication::processEvents();
        QCOMPARE(label.contentsMargins(), before);
        setTheme(ThemeKind::Dark);
        QApplication::processEvents();
        QCOMPARE(label.contentsMargins(), before);
    }

    void theLinkOfAnEmptyLabelIsReachedByKeys()
    {
        EmptyLabel label(QStringLiteral("No room is open."), QStringLiteral("Go to file"));
        label.resize(400, 80);
        label.show();
        label.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&label));
        label.clearFocus();
        const QImage without = label.grab().toImage();
        label.setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(label.hasFocus());
        QVERIFY(label.grab().toImage() != without); // a ring
        // Painted once and not without end.
        struct Painted : QObject
        {
            bool eventFilter(QObject*, QEvent* event) override
            {
                times += event->type() == QEvent::Paint;
                return false;
            }
            int times = 0;
        } painted;
        QTest::qWait(200);
        label.installEventFilter(&painted);
        QTest::qWait(300);
        QVERIFY2(painted.times <= 2, qPrintable(QString::number(painted.times)));
        QSignalSpy followed(&label, &QLabel::linkActivated);
        QTest::keyClick(&label, Qt::Key_Return);
        QTest::keyClick(&label, Qt::Key_Space);
        QCOMPARE(followed.size(), 2);
    }

    void sums_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value"); // nan: not a sum
        const double none = std::nan("");
        QTest::newRow("number") << "160" << 160.0;
        QTest::newRow("sum") << "160+24" << 184.0;
        QTest::newRow("precedence") << " 2 + 3 * 4 " << 14.0;
        QTest::newRow("brackets") << "(2+3)*-4" << -20.0;
        QTest::newRow("decimal comma") << "1,5*2" << 3.0;
        QTest::newRow("division by zero") << "1/0" << none;
        QTest::newRow("empty") << "" << none;
        QTest::newRow("letters") << "12a" << none;
        QTest::newRow("open bracket") << "(1+2" << none;
        QTest::newRow("hanging sign") << "4+" << none;
        QTest::newRow("deep") << QString(100000, QLatin1Char('(')) << none;
        QTest::newRow("signs") << QString(100000, QLatin1Char('-')) << none;
    }

    void sums()
    {
        QFETCH(QString, text);
        QFETCH(double, value);
        const auto result = evaluateSum(text);
        QCOMPARE(result.has_value(), !std::isnan(value));
        if (result)
            QCOMPARE(*result, value);
    }

    void aNumberFieldTakesSumsStepsAndLimits()
    {
        NumberField field(-100, 1000, QStringLiteral("units"));
        QSignalSpy changed(&field, &NumberField::valueChanged);
        field.setValue(160);
        QCOMPARE(field.text(), QStringLiteral("160"));
        QCOMPARE(changed.count(), 0);
        field.show();
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("160+24"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(field.value(), 184.0);
        QCOMPARE(changed.count(), 1);
        QTest::keyClick(&field, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(field.value(), 192.0);
        QTest::keyClick(&field, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(field.value(), 128.0);
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("5000"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(field.value(), 1000.0);
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("12x"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(field.value(), 1000.0);
        QVERIFY(field.property("invalid").toBool());
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(field.text(), QStringLiteral("1000"));
        QVERIFY(!field.property("invalid").toBool());
        field.setMixed();
        QVERIFY(field.text().isEmpty());
        QTest::keyClicks(&field, QStringLiteral("1000"));
        QTest::keyClick(&field, Qt::Key_Return);
        QVERIFY(!field.isMixed());
        QCOMPARE(changed.last().first().toDouble(), 1000.0);
    }

    /// Single steps go together, typed numbers do not: each of these is what one takes back at once.
    void gesturesOfANumberField()
    {
        NumberField field(-100, 1000, {});
        QLineEdit other;
        field.show();
        other.show();
        QVector<std::uint64_t> gestures;
        connect(&field, &NumberField::valueChanged, &field, [&] { gestures << field.gesture(); });
        const auto type = [&field](const char* text) {
            field.selectAll();
            QTest::keyClicks(&field, QLatin1String(text));
            QTest::keyClick(&field, Qt::Key_Return);
        };
        type("110");
        type("130");
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&field, Qt::Key_Up);
        type("140");
        QTest::keyClick(&field, Qt::Key_Down);
        QFocusEvent gone(QEvent::FocusOut, Qt::TabFocusReason);
        QApplication::sendEvent(&field, &gone);
        QTest::keyClick(&field, Qt::Key_Down);
        QCOMPARE(gestures.size(), 8);
        QVERIFY(gestures[0] != 0 && gestures[0] != gestures[1] && gestures[1] != gestures[2]);
        QVERIFY(gestures[2] == gestures[3] && gestures[3] == gestures[4]);
        QVERIFY(gestures[4] != gestures[5] && gestures[5] != gestures[6] && gestures[6] != gestures[7]);
    }

    /// Who leaves a field with something that is no number has the value there was, and is told.
    void whatIsNoNumberGoesWithTheFocus()
    {
        NumberField field(0, 255, {});
        field.setValue(36);
        field.show();
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("2x"));
        QTest::keyClick(&field, Qt::Key_Return);
        QVERIFY(field.property("invalid").toBool());
        QCOMPARE(QToolTip::text(), QStringLiteral("Enter a number or a sum such as 160+24."));
        QFocusEvent gone(QEvent::FocusOut, Qt::TabFocusReason);
        QApplication::sendEvent(&field, &gone);
        QCOMPARE(field.text(), QStringLiteral("36"));
        QVERIFY(!field.property("invalid").toBool() && !field.isUndoAvailable());
        QToolTip::hideText(); // as the next field does that gets the focus
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("2x")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void dragTheLabelOfANumberField()
    {
        NumberField field(0, 100, {});
        field.setValue(10);
        DragLabel label(QStringLiteral("Height"), &field);
        label.resize(80, 20);
        QTest::mousePress(&label, Qt::LeftButton, Qt::NoModifier, QPoint(10, 10));
        QTest::mouseMove(&label, QPoint(30, 10));
        QMouseEvent drag(QEvent::MouseMove, QPointF(30, 10), label.mapToGlobal(QPointF(30, 10)), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(&label, &drag);
        QVERIFY(field.value() >= 20.0);
    }

    void aSearchFieldTellsAfterARestAndClearsAtOnce()
    {
        SearchField field(QStringLiteral("Filter 412 files"));
        QSignalSpy changed(&field, &SearchField::filterChanged);
        field.show();
        QTest::keyClicks(&field, QStringLiteral("inn"));
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(changed.last().first().toString(), QStringLiteral("inn"));
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(changed.count(), 2);
        QVERIFY(field.text().isEmpty());
    }

    void theInspectorFoldsItsGroups()
    {
        Inspector inspector(QStringLiteral("Select a line, sector or thing to see its properties."));
        QVERIFY(inspector.isEmpty());
        InspectorGroup* group =
            inspector.addGroup(QStringLiteral("Surfaces"), {QStringLiteral("Floor"), QStringLiteral("Ceiling")});
        const auto [floor, ceiling] = group->addValues(QStringLiteral("Height"));
        floor->setText(QStringLiteral("160"));
        ceiling->setText(QStringLiteral("304"));
        inspector.setEmpty(false);
        inspector.resize(432, 300);
        inspector.show();
        QVERIFY(floor->isVisible());
        QVERIFY(floor->mapTo(&inspector, QPoint()).x() < ceiling->mapTo(&inspector, QPoint()).x());
        QCOMPARE(floor->mapTo(&inspector, QPoint()).x(), 10 + 84);
        auto* head = group->findChild<QWidget*>(QStringLiteral("inspectorGroupHead"));
        QTest::mouseClick(head, Qt::LeftButton);
        QVERIFY(group->isFolded());
        QVERIFY(!floor->isVisible());
        QTest::keyClick(head, Qt::Key_Space);
        QVERIFY(floor->isVisible());
    }

    void columnsOfAllGroupsOfTheInspectorStandInLine()
    {
        Inspector inspector(QStringLiteral("Select a line, sector or thing to see its properties."));
        const QStringList sides{QStringLiteral("+ side"), QStringLiteral("- side")};
        const auto addTo = [&](const QString& group, const QString& label) {
            return inspector.addGroup(group, sides)->addValues(label);
        };
        const auto before = addTo(QStringLiteral("Identity"), QStringLiteral("User id"));
        const auto wide = addTo(QStringLiteral("Map"), QStringLiteral("Always on the map of everybody"));
        const auto after = addTo(QStringLiteral("Offsets"), QStringLiteral("Offset x"));
        inspector.setEmpty(false);
        inspector.resize(432, 400);
        inspector.show();
        const auto left = [&](const QWidget* widget) { return widget->mapTo(&inspector, QPoint()).x(); };
        QVERIFY(left(wide.first) > 10 + 84);
        for (const auto& pair : {before, after}) {
            QCOMPARE(left(pair.first), left(wide.first));
            QCOMPARE(left(pair.second), left(wide.second));
        }
    }

    void theStatusStripLeavesOutEmptyFacts()
    {
        StatusStrip strip;
        strip.setLeft({QStringLiteral("Sector mode"), QString(), QStringLiteral("x 96, y 352")});
        QCOMPARE(strip.left(), (QStringList{QStringLiteral("Sector mode"), QStringLiteral("x 96, y 352")}));
        QSignalSpy cancel(&strip, &StatusStrip::cancelClicked);
        strip.setProgress(QStringLiteral("Indexing 1 204 of 4 118 files"));
        strip.resize(900, 24);
        strip.show();
        for (auto* button : strip.findChildren<QToolButton*>())
            if (button->accessibleName() == QStringLiteral("Cancel"))
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(cancel.count(), 1);
    }

    /// A box that is too narrow for its text ends it in dots, in every theme, and tells all of it; the text itself is not touched.
    void aBoxEndsItsTextInDots()
    {
        const QString text = QStringLiteral("Deep (2/5 square)");
        QComboBox box;
        box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box.setMinimumContentsLength(4);
        box.addItem(text);
        box.resize(300, 24);
        box.show();
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        QCOMPARE(shownText(box), text);
        const auto toolTip = [&box] {
            QToolTip::hideText();
            QHelpEvent asks(QEvent::ToolTip, QPoint(3, 3), box.mapToGlobal(QPoint(3, 3)));
            QApplication::sendEvent(&box, &asks);
            return QToolTip::text();
        };
        QCOMPARE(toolTip(), QString());
        const auto inkBesideTheArrow = [&box] { // rows with ink in the last column of the text: a dot is low, a cut letter is not
            QStyleOptionComboBox option;
            option.initFrom(&box);
            const QRect place = box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
            const QImage picture = box.grab().toImage();
            int count = 0;
            for (int y = 4; y < picture.height() - 4; ++y)
                count += picture.pixel(place.right(), y) != picture.pixel(place.right(), 4) ? 1 : 0;
            return count;
        };
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            setTheme(kind);
            for (int width = 130; width >= 60; --width) {
                box.resize(width, 24);
                if (shownText(box) == text)
                    continue;
                QVERIFY2(shownText(box).endsWith(QChar(0x2026)) && text.startsWith(shownText(box).chopped(1)), qPrintable(shownText(box)));
                QVERIFY2(inkBesideTheArrow() <= 3, qPrintable(QStringLiteral("%1 px: %2").arg(width).arg(shownText(box))));
            }
            QVERIFY(shownText(box) != text);
        }
        QCOMPARE(toolTip(), text);
        box.setToolTip(QStringLiteral("How deep one stands in it"));
        QCOMPARE(toolTip(), text + QStringLiteral("\nHow deep one stands in it"));
        QCOMPARE(box.currentText(), text);
        QToolTip::hideText();
    }

    void aLongTextEndsInDots()
    {
        ElidedLabel label(QStringLiteral("No sound device; playing silently."));
        const auto inkAtTheEdge = [&label] { // of the last pixels but one: dots stop before, cut letters do not
            const QImage picture = label.grab().toImage();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y)
                count += picture.pixel(picture.width() - 1, y) != picture.pixel(0, 0) ? 1 : 0;
            return count;
        };
        const int whole = label.sizeHint().width();
        QVERIFY(label.minimumSizeHint().width() < 20); // gives way
        QVERIFY(label.minimumSizeHint().height() >= label.fontMetrics().height());
        for (const int width : {whole, whole * 2 / 3, whole / 2, whole / 3}) {
            label.resize(width, 20);
            QVERIFY2(inkAtTheEdge() == 0, qPrintable(QString::number(width)));
        }
    }
};

QTEST_MAIN(TestWidgets)
#include "tst_widgets.moc"
