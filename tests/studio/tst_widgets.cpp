// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/arithmetic.h"
#include "ui/bounded_box.h"
#include "ui/combo_look.h"
#include "ui/elided_label.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/inspector.h"
#include "ui/number_field.h"
#include "ui/renew_look.h"
#include "ui/search_field.h"
#include "ui/status_strip.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
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

namespace {

int inkedPixels(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += qAlpha(image.pixel(x, y)) > 0 ? 1 : 0;
    return count;
}

/// Relative luminance and contrast of WCAG 2.
double luminance(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

class TestWidgets : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// The sheet sets fonts anew with each theme: what comes back must be drawn as it was, to the pixel.
    void lettersAreTheSameAfterTheThemeWentAndCameBack()
    {
        QWidget form;
        auto* column = new QVBoxLayout(&form);
        const QString words = QStringLiteral("Illumination, willow & minimum 0123456789");
        for (const char* name : {"", "columnHead", "badge", "secondary"}) { // without and with a font of the sheet
            auto* label = new QLabel(words);
            label->setObjectName(QLatin1String(name));
            column->addWidget(label);
        }
        auto* strong = new QLabel(words);
        strong->setFont(uiFont(14, QFont::DemiBold));
        column->addWidget(strong);
        auto* code = new QLabel(words);
        code->setFont(monoFont(11.5));
        column->addWidget(code);
        auto* title = new QWidget; // a font of the sheet by the parent
        title->setObjectName(QStringLiteral("dockTitle"));
        auto* inside = new QVBoxLayout(title);
        inside->addWidget(new QLabel(words));
        column->addWidget(title);
        for (const char* primary : {"true", "false"}) {
            auto* button = new QPushButton(words);
            button->setProperty("primary", QLatin1String(primary) == QLatin1String("true"));
            column->addWidget(button);
        }
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        const auto picture = [](QWidget* widget) { return widget->grab().toImage().convertToFormat(QImage::Format_RGB32); };
        const QList<QWidget*> parts = form.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        QVector<QImage> before;
        for (QWidget* part : parts)
            before << picture(part);
        for (const ThemeKind other : {ThemeKind::Light, ThemeKind::Dark}) {
            setTheme(other);
            QApplication::processEvents();
        }
        for (qsizetype i = 0; i < parts.size(); ++i) {
            QCOMPARE(parts[i]->font().hintingPreference(), QFont::PreferVerticalHinting);
            QVERIFY2(picture(parts[i]) == before[i], qPrintable(QStringLiteral("part %1, \"%2\"").arg(i).arg(parts[i]->objectName())));
        }
        // A theme that was chosen at the start looks as one that was chosen later.
        renewLook();
        QApplication::processEvents();
        for (qsizetype i = 0; i < parts.size(); ++i)
            QVERIFY2(picture(parts[i]) == before[i], qPrintable(QStringLiteral("made anew, part %1").arg(i)));
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

    /// What is at the bottom for longer keeps its buttons.
    void toastsStandAboveWhatStaysBelow()
    {
        QMainWindow window;
        window.resize(900, 500);
        Toasts toasts(&window);
        QWidget floor(&window);
        floor.setGeometry(300, 400, 400, 60);
        floor.hide();
        toasts.setFloor(&floor);
        window.show();
        toasts.show(Severity::Error, QStringLiteral("The disk is full."));
        const auto* toast = window.findChild<QFrame*>(QStringLiteral("toast"));
        QVERIFY(toast->geometry().bottom() > 400);
        floor.show();
        QVERIFY(!toast->geometry().intersects(floor.geometry()));
        floor.setGeometry(100, 400, 300, 60); // beside it
        QVERIFY(toast->geometry().bottom() > 400);
        floor.setGeometry(300, 400, 400, 60);
        QVERIFY(!toast->geometry().intersects(floor.geometry()));
        floor.hide();
        QVERIFY(toast->geometry().bottom() > 400);
        toasts.clear();
    }

    /// A sentence of one line stands on one height with its sign and its buttons.
    void oneLineOfAToastIsInTheMiddle()
    {
        QMainWindow window;
        window.resize(900, 500);
        Toasts toasts(&window);
        window.show();
        toasts.show(Severity::Info, QStringLiteral("Wrote the plan."));
        QApplication::processEvents();
        const auto labels = window.findChild<QFrame*>(QStringLiteral("toast"))->findChildren<QLabel*>();
        QCOMPARE(labels.size(), 2);
        const QLabel* sign = labels[0]->text().isEmpty() ? labels[0] : labels[1];
        const QLabel* text = labels[0]->text().isEmpty() ? labels[1] : labels[0];
        const int line = text->mapTo(&window, QPoint(0, text->contentsMargins().top() + text->fontMetrics().height() / 2)).y();
        const int middle = sign->mapTo(&window, QPoint(0, sign->height() / 2)).y();
        QVERIFY2(std::abs(line - middle) <= 1, qPrintable(QStringLiteral("%1 and %2").arg(line).arg(middle)));
    }

    void fontsComeFromTheResources()
    {
        QVERIFY(QFontDatabase::families().contains(QStringLiteral("Inter")));
        QVERIFY(QFontDatabase::families().contains(QStringLiteral("JetBrains Mono")));
        QCOMPARE(QFontInfo(uiFont()).family(), QStringLiteral("Inter"));
        QCOMPARE(QFontInfo(monoFont()).family(), QStringLiteral("JetBrains Mono"));
        const QFontMetrics mono(monoFont());
        QCOMPARE(mono.horizontalAdvance(QLatin1Char('i')), mono.horizontalAdvance(QLatin1Char('W')));
        QVERIFY(QFontMetrics(uiFont(11.5)).height() <= QFontMetrics(uiFont(12)).height());
    }

    void everyThemeIsReadable()
    {
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            const Theme& t = themeOf(kind);
            for (const QColor& ground : {t.window, t.dock, t.raised, t.input, t.hover, t.selected, t.tooltip}) {
                for (const QColor& ink : {t.text, t.text2, t.link, t.error, t.warning, t.success})
                    QVERIFY2(contrast(ink, ground) >= 4.5, qPrintable(ink.name() + QStringLiteral(" on ") + ground.name()));
            }
            for (const QColor& line : {t.map.oneSided, t.map.passable, t.map.impassable, t.map.tagged, t.map.error})
                QVERIFY2(contrast(line, t.map.canvas) >= 3.0, qPrintable(line.name()));
        }
    }

    void aThemeChangeReachesWidgetsAndListeners()
    {
        QSignalSpy changed(themeNotifier(), &ThemeNotifier::changed);
        QPushButton button(QStringLiteral("Save"));
        button.show();
        const QImage dark = button.grab().toImage();
        setTheme(ThemeKind::Light);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(button.palette().color(QPalette::ButtonText), themeOf(ThemeKind::Light).text);
        QVERIFY(button.grab().toImage() != dark);
        setTheme(ThemeKind::Light);
        QCOMPARE(changed.count(), 1);
        setTheme(ThemeKind::Dark);
        QCOMPARE(button.grab().toImage(), dark);
    }

    void everyIconDrawsInItsColour()
    {
        const QStringList names = iconNames();
        QCOMPARE(names.size(), 114);
        for (const QString& name : names) {
            const QImage image = icon(name).pixmap(QSize(16, 16), 1.0).toImage().convertToFormat(QImage::Format_ARGB32);
            QCOMPARE(image.size(), QSize(16, 16));
            QVERIFY2(inkedPixels(image) >= 6, qPrintable(name));
            const QImage twice = icon(name).pixmap(QSize(16, 16), 2.0).toImage();
            QCOMPARE(twice.size(), QSize(32, 32));
        }
        const QImage save = icon(QStringLiteral("save")).pixmap(64, 64).toImage();
        QCOMPARE(save.pixelColor(10, 32).name(), theme().text.name()); // the left edge of the diskette
        const QImage off = icon(QStringLiteral("save")).pixmap(QSize(64, 64), QIcon::Disabled).toImage();
        QCOMPARE(off.pixelColor(10, 32).name(), theme().textDisabled.name());
        QTest::ignoreMessage(QtWarningMsg, "no icon is called \"nonsense\"");
        QVERIFY(icon(QStringLiteral("nonsense")).isNull());
        QVERIFY(icon({}).isNull());
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

    void aButtonWithTheFocusHasOneFrame_data()
    {
        QTest::addColumn<bool>("isTool");
        QTest::addColumn<QByteArray>("look");
        QTest::addRow("push button") << false << QByteArray();
        QTest::addRow("primary button") << false << QByteArray("primary");
        QTest::addRow("flat button") << false << QByteArray("flat");
        QTest::addRow("tool button") << true << QByteArray();
    }

    /// Counted from the left edge of a button without words to its middle.
    void aButtonWithTheFocusHasOneFrame()
    {
        QFETCH(bool, isTool);
        QFETCH(QByteArray, look);
        QDialog dialog;
        auto* row = new QVBoxLayout(&dialog);
        auto* before = new QPushButton(QStringLiteral("Cancel"));
        row->addWidget(before);
        QAbstractButton* button = isTool ? static_cast<QAbstractButton*>(new QToolButton) : new QPushButton;
        button->setMinimumSize(90, 40);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setProperty("autoDefault", true);
        button->setProperty("default", true);
        if (!look.isEmpty())
            button->setProperty(look.constData(), true);
        row->addWidget(button);
        dialog.show();
        dialog.activateWindow();
        before->setFocus();
        QTest::keyClick(before, Qt::Key_Tab);
        QTRY_VERIFY(button->hasFocus());
        const QImage picture = button->grab().toImage();
        int frames = 0;
        bool inFrame = false;
        for (int x = 0; x < picture.width() / 2; ++x) {
            const QColor pixel = picture.pixelColor(x, picture.height() / 2);
            const bool isAccent = std::abs(pixel.red() - theme().accent.red()) + std::abs(pixel.green() - theme().accent.green()) +
                                      std::abs(pixel.blue() - theme().accent.blue()) < 60;
            frames += isAccent && !inFrame ? 1 : 0;
            inFrame = isAccent;
        }
        QCOMPARE(frames, 1);
    }

    void aToastShowsItsWholeSentence()
    {
        QWidget window;
        window.resize(800, 600);
        window.show();
        Toasts toasts(&window);
        const QString path = QStringLiteral("/home/someone/") + QStringLiteral("very_long_folder_names/").repeated(6);
        toasts.show(Severity::Error,
                    QStringLiteral("Cannot save a room: ") + path + QStringLiteral(" is full. ") +
                        QStringLiteral("Your edits are kept; free some space and save again. ").repeated(3),
                    QStringLiteral("Show"));
        auto* toast = window.findChild<QFrame*>(QStringLiteral("toast"));
        QLabel* words = nullptr;
        for (auto* label : toast->findChildren<QLabel*>())
            if (!label->text().isEmpty())
                words = label;
        QVERIFY(words != nullptr);
        QTRY_VERIFY(words->height() > 5 * words->fontMetrics().height());
        QVERIFY(words->height() >= words->heightForWidth(words->width()));
        const QRect needed =
            words->fontMetrics().boundingRect(QRect(0, 0, words->width(), 10000), Qt::TextWordWrap, words->text());
        QVERIFY2(needed.width() <= words->width(), "a path runs out at the side");
        QVERIFY(window.rect().contains(toast->geometry()));
        toasts.clear();
    }

    void toastsStayAboveDocksThatAreShownLater()
    {
        QMainWindow window;
        window.resize(800, 600);
        window.setCentralWidget(new QLabel(QStringLiteral("centre")));
        window.show();
        Toasts toasts(&window);
        toasts.show(Severity::Error, QStringLiteral("The disk is full."));
        auto* toast = window.findChild<QFrame*>(QStringLiteral("toast"));
        auto* dock = new QDockWidget(QStringLiteral("Dock"), &window);
        dock->setWidget(new QLabel(QStringLiteral("inside")));
        window.addDockWidget(Qt::BottomDockWidgetArea, dock);
        window.resizeDocks({dock}, {300}, Qt::Vertical);
        dock->show();
        QApplication::processEvents();
        QVERIFY(dock->geometry().intersects(toast->geometry()));
        const QWidget* at = window.childAt(toast->geometry().center());
        QVERIFY(at == toast || toast->isAncestorOf(at));
        toasts.clear();
    }

    void whatIsNoLongerSoIsTakenAway()
    {
        QWidget window;
        window.resize(800, 600);
        window.show();
        Toasts toasts(&window);
        toasts.show(Severity::Error, QStringLiteral("one"), {}, {}, QStringLiteral("/a"));
        toasts.show(Severity::Error, QStringLiteral("two"), {}, {}, QStringLiteral("/b"));
        toasts.show(Severity::Error, QStringLiteral("three"));
        toasts.withdraw({});
        QCOMPARE(toasts.sentences().size(), 3);
        toasts.withdraw(QStringLiteral("/a"));
        QCOMPARE(toasts.sentences(), (QStringList{QStringLiteral("two"), QStringLiteral("three")}));
    }

    void atMostThreeToastsAndErrorsStay()
    {
        QWidget window;
        window.resize(800, 600);
        Toasts toasts(&window);
        window.show();
        bool undone = false;
        toasts.show(Severity::Info, QStringLiteral("one"));
        toasts.show(Severity::Error, QStringLiteral("two"));
        toasts.show(Severity::Info, QStringLiteral("three"));
        toasts.show(Severity::Info, QStringLiteral("four"), QStringLiteral("Undo"), [&] { undone = true; });
        QCOMPARE(toasts.sentences(), (QStringList{QStringLiteral("two"), QStringLiteral("three"), QStringLiteral("four")}));
        auto* button = window.findChild<QPushButton*>();
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(undone);
        QTRY_COMPARE(toasts.sentences(), (QStringList{QStringLiteral("two"), QStringLiteral("three")}));
        toasts.clear();
        QVERIFY(toasts.sentences().isEmpty());
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
