// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, letters and icons of both themes, and what the style makes of them.
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/renew_look.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDialog>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QHeaderView>
#include <QHoverEvent>
#include <QImage>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStyleOptionHeader>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <cmath>
#include <memory>

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

/// How far two colours are from each other: the sum of what their parts differ.
int distance(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

} // namespace

class TestTheme : public QObject
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

    /// Rows that keep a colour of the theme can be read in the other one, too; colours of their own stay.
    void rowsOfListsFollowTheTheme()
    {
        setTheme(ThemeKind::Dark);
        QListWidget list;
        QTreeWidget tree;
        tree.setColumnCount(2);
        auto* plain = new QListWidgetItem(QStringLiteral("plain"), &list);
        auto* grey = new QListWidgetItem(QStringLiteral("grey"), &list);
        grey->setForeground(theme().text2);
        auto* below = new QTreeWidgetItem(new QTreeWidgetItem(&tree), {QStringLiteral("fault"), QStringLiteral("own")});
        below->setForeground(0, theme().error);
        below->setForeground(1, QColor(1, 2, 3));
        QSignalSpy changes(&tree, &QTreeWidget::itemChanged);
        setTheme(ThemeKind::Light);
        QCOMPARE(grey->foreground().color(), theme().text2);
        QCOMPARE(below->foreground(0).color(), theme().error);
        QCOMPARE(below->foreground(1).color(), QColor(1, 2, 3));
        QVERIFY(!plain->data(Qt::ForegroundRole).isValid());
        QVERIFY(changes.isEmpty()); // nobody edited anything
        setTheme(ThemeKind::Dark);
        QCOMPARE(grey->foreground().color(), theme().text2);
    }

    void everyIconDrawsInItsColour()
    {
        const QStringList names = iconNames();
        QCOMPARE(names.size(), 117);
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

    /// Above a list that is sorted by what one clicks.
    void theArrowOfAHeaderStandsBesideItsWords()
    {
        QHeaderView header(Qt::Horizontal);
        header.ensurePolished();
        QStyleOptionHeader option;
        option.initFrom(&header);
        option.rect = QRect(0, 0, 120, 23);
        for (const auto way : {QStyleOptionHeader::SortUp, QStyleOptionHeader::SortDown}) {
            option.sortIndicator = way;
            const QRect arrow = header.style()->subElementRect(QStyle::SE_HeaderArrow, &option, &header);
            const QRect words = header.style()->subElementRect(QStyle::SE_HeaderLabel, &option, &header);
            QVERIFY2(option.rect.contains(arrow) && arrow.height() >= 10, qPrintable(QStringLiteral("%1 %2 %3 %4").arg(arrow.x()).arg(arrow.y()).arg(arrow.width()).arg(arrow.height())));
            QVERIFY(!words.intersects(arrow));
        }
    }

    /// Also where a model says the side alone, as Qt's own does for the chooser of files: its words stood at the upper edge.
    void theWordsOfAHeaderStandInItsMiddle()
    {
        const auto drawn = [](Qt::Alignment alignment) {
            QStandardItemModel model(1, 1);
            model.setHeaderData(0, Qt::Horizontal, QStringLiteral("Size"));
            model.setHeaderData(0, Qt::Horizontal, QVariant(alignment), Qt::TextAlignmentRole);
            QTreeView view;
            view.setModel(&model);
            view.resize(300, 200);
            view.show();
            return view.header()->grab().toImage();
        };
        for (const Qt::AlignmentFlag side : {Qt::AlignLeft, Qt::AlignRight}) {
            const QImage middle = drawn(side | Qt::AlignVCenter);
            QVERIFY(drawn(side | Qt::AlignBottom) != middle); // else there is no room to stand elsewhere
            QCOMPARE(drawn(side), middle);
        }
    }

    void theRowUnderTheMouseIsWeakerThanTheSelectedOne_data()
    {
        QTest::addColumn<ThemeKind>("kind");
        QTest::addColumn<bool>("isTree");
        QTest::addRow("dark list") << ThemeKind::Dark << false;
        QTest::addRow("light list") << ThemeKind::Light << false;
        QTest::addRow("dark tree") << ThemeKind::Dark << true;
        QTest::addRow("light tree") << ThemeKind::Light << true;
    }

    /// Seen from the ground: at most half of what the selection is, be it with or without the focus; but seen.
    void theRowUnderTheMouseIsWeakerThanTheSelectedOne()
    {
        QFETCH(ThemeKind, kind);
        QFETCH(bool, isTree);
        setTheme(kind);
        QStandardItemModel model;
        for (int i = 0; i < 3; ++i) {
            auto* item = new QStandardItem(QStringLiteral("row"));
            item->appendRow(new QStandardItem(QStringLiteral("inside"))); // a sign before it
            model.appendRow(item);
        }
        std::unique_ptr<QAbstractItemView> view;
        if (isTree)
            view = std::make_unique<QTreeView>();
        else
            view = std::make_unique<QListView>();
        view->setModel(&model);
        view->resize(300, 200);
        view->show();
        view->setCurrentIndex(model.index(1, 0));
        const auto colourOf = [&view, &model](int row, int x) {
            return view->viewport()->grab().toImage().pixelColor(x, view->visualRect(model.index(row, 0)).top() + 2);
        };
        const QPoint over(200, view->visualRect(model.index(0, 0)).center().y());
        QHoverEvent hover(QEvent::HoverMove, over, over, QPointF(1, 1));
        QApplication::sendEvent(view->viewport(), &hover);
        for (const int x : {3, 200}) { // in trees the first is beside the row's own place
            const QColor ground = colourOf(2, x), under = colourOf(0, x), selected = colourOf(1, x);
            QVERIFY2(distance(ground, under) >= 12, qPrintable(under.name()));
            for (const QColor& strong : {selected, theme().selected, theme().selectedInactive})
                QVERIFY2(distance(ground, under) * 2 <= distance(ground, strong), qPrintable(under.name() + u' ' + strong.name()));
        }
        setTheme(ThemeKind::Dark);
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
