// SPDX-License-Identifier: GPL-3.0-or-later
// The studio with its real editors on real files: what a user does in the first minute.
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/map_style.h"
#include "roomedit/ui/view3d_canvas.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "ui/icons.h"
#include "ui/search_field.h"
#include "ui/status_strip.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QHash>
#include <QLineF>
#include <QLineEdit>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestClickThrough : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> settings_;

    static std::unique_ptr<StudioWindow> makeWindow()
    {
        return test::shownStudio(documentTypes(), editorActions(), {1440, 900});
    }

    /// As the studio names files: without links.
    static QString text(const std::filesystem::path& path)
    {
        return QFileInfo(QString::fromStdString(path.string())).canonicalFilePath();
    }

    /// The share of a room's linedefs that have a line's colour at their middle, or a pixel beside it.
    static double shareOfLinesDrawn(const rooms::MapCanvas& map, const roo::Room& room)
    {
        const QImage image = const_cast<rooms::MapCanvas&>(map).grab().toImage();
        QVector<QRgb> lineColours;
        for (const rooms::LineKind kind : {rooms::LineKind::OneSided, rooms::LineKind::Passable, rooms::LineKind::Impassable, rooms::LineKind::Tagged})
            lineColours << rooms::lineColour(kind, theme().map).rgb();
        const auto isLine = [&](QRgb seen) { // smoothed lines are mixed with what is under them
            return std::any_of(lineColours.cbegin(), lineColours.cend(), [seen](QRgb line) {
                return std::abs(qRed(seen) - qRed(line)) + std::abs(qGreen(seen) - qGreen(line)) + std::abs(qBlue(seen) - qBlue(line)) < 90;
            });
        };
        int looked = 0, drawn = 0;
        for (const roo::Linedef& line : room.linedefs) {
            const QPointF from = map.toWidget({double(line.x0), double(line.y0)}), to = map.toWidget({double(line.x1), double(line.y1)});
            const QPoint middle = ((from + to) / 2).toPoint();
            if (QLineF(from, to).length() < 12 || !image.rect().adjusted(24, 24, -4, -4).contains(middle))
                continue;
            ++looked;
            bool found = false;
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x)
                    found |= isLine(image.pixel(middle + QPoint(x, y)));
            drawn += found;
        }
        return looked == 0 ? 0 : double(drawn) / looked;
    }

    /// The share of a picture that is not its most frequent colour.
    static double shareOfOtherColours(const QImage& image)
    {
        QHash<QRgb, int> counts;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                ++counts[image.pixel(x, y)];
        return 1 - double(*std::max_element(counts.cbegin(), counts.cend())) / (double(image.width()) * image.height());
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
        setTheme(ThemeKind::Dark);
    }

    void noTwoCommandsWantOneKeyInTheStudioPreset()
    {
        const auto window = makeWindow();
        QStringList clashes;
        for (const KeyConflict& one : window->actions().conflicts())
            clashes << one.key.toString() + u' ' + one.firstId + u' ' + one.secondId;
        QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(u'\n')));
    }

    void aFolderOfRoomsIsBrowsedAndOneOpened()
    {
        BLAK_NEED_SHARED(rooms, "corpus/roo");
        const auto window = makeWindow();
        window->open(text(rooms));
        QTRY_VERIFY_WITH_TIMEOUT(!window->index().isRunning(), 20000);
        QVERIFY(window->index().files().size() > 20);
        const QString name = window->index().files().first().name().toString();

        QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier);
        QTest::keyClicks(window->palette().field(), name);
        QTest::keyClick(window->palette().field(), Qt::Key_Return);
        QVERIFY(window->documents().current() != nullptr);
        QCOMPARE(window->documents().current()->title(), name);
        QCOMPARE(window->perspective(), Perspective::Room);
        window->finishBackgroundWork();
        QVERIFY(!window->status().left().isEmpty());
        window->documents().current()->prepareForGrab();
        const auto* map = window->documents().current()->findChild<rooms::MapCanvas*>();
        QVERIFY(map != nullptr);
        const auto bytes = readFile(rooms / name.toStdString());
        QVERIFY(bytes);
        const auto room = roo::read(bytes.value(), "room");
        QVERIFY(room);
        const double drawn = shareOfLinesDrawn(*map, room.value());
        QVERIFY2(drawn >= 0.9, qPrintable(QString::number(drawn))); // things, selection and labels lie over the rest

        // Alt and a letter is a command's or a menu's, never both: else Qt runs neither.
        for (const QAction* menu : window->menuBar()->actions())
            for (const ActionSpec& spec : window->actions().specs())
                if (const QKeySequence letter = QKeySequence::mnemonic(menu->text()); !letter.isEmpty() && window->actions().isInContext(spec))
                    QVERIFY2(!window->actions().action(spec.id)->shortcuts().contains(letter), qPrintable(menu->text() + u' ' + spec.id));

        for (const char* panel : {"room/view3d", "room/inspector"}) {
            Dock* dock = window->docks().dock(QLatin1String(panel));
            QVERIFY2(dock != nullptr && dock->isVisible(), panel);
        }
        const auto* view3d = window->docks().dock(QStringLiteral("room/view3d"))->findChild<rooms::View3dCanvas*>();
        QVERIFY(view3d != nullptr);
        const double shown = shareOfOtherColours(const_cast<rooms::View3dCanvas*>(view3d)->grab().toImage());
        QVERIFY2(shown >= 0.5, qPrintable(QString::number(shown))); // walls with textures, not one colour
    }

    /// Where the panels of a room leave but a strip, help is a tab beside them.
    void helpCanBeReadInALowWindow()
    {
        const auto window = makeWindow();
        window->resize(1280, 800);
        window->open(text(test::sourceDir() / "tests/data/rooms/terrace_10.roo"));
        window->finishBackgroundWork();
        QTRY_VERIFY(window->documents().current() != nullptr);
        QApplication::processEvents();
        window->actions().action(QStringLiteral("studio.help.keys"))->trigger();
        const Dock* help = window->docks().dock(QStringLiteral("help"));
        const Dock* view3d = window->docks().dock(QStringLiteral("room/view3d"));
        QVERIFY(help != nullptr && view3d != nullptr);
        QTRY_VERIFY(help->height() >= 240 && help->isVisible());
        QVERIFY(view3d->isHidden() || view3d->height() >= 200); // and not instead of the view
    }

    void everyCommandHasAnIconThatExists()
    {
        const auto window = makeWindow();
        const QStringList known = iconNames();
        for (const ActionSpec& spec : window->actions().specs())
            QVERIFY2(spec.icon.isEmpty() || known.contains(spec.icon), qPrintable(spec.id + QStringLiteral(": ") + spec.icon));
        for (const DocumentType& type : documentTypes())
            QVERIFY2(known.contains(type.icon), qPrintable(type.id));
    }

    void everyActionOfARoomRuns()
    {
        BLAK_NEED_SHARED(rooms, "corpus/roo");
        const auto window = makeWindow();
        const auto files = test::filesBelow(rooms, ".roo");
        window->open(text(files.front()));
        window->finishBackgroundWork();
        int ran = 0;
        for (const ActionSpec& spec : window->actions().specs()) {
            if (spec.context != QLatin1String("room") || !window->actions().action(spec.id)->isEnabled())
                continue;
            window->actions().action(spec.id)->trigger();
            QApplication::processEvents();
            if (QWidget* asks = QApplication::activeModalWidget()) { // only commands that say so ask first
                QVERIFY2(spec.text.endsWith(QStringLiteral("...")) || spec.text.endsWith(QChar(0x2026)), qPrintable(spec.id));
                asks->close();
                QApplication::processEvents();
            }
            QVERIFY2(QApplication::activeModalWidget() == nullptr, qPrintable(spec.id));
            QVERIFY2(window->documents().current() != nullptr, qPrintable(spec.id));
            ++ran;
        }
        QVERIFY(ran >= 10);
        window->finishBackgroundWork();
        QCOMPARE(window->grab().size(), QSize(1440, 900));
    }

    void aSpriteOpensInItsPerspectiveAndBothThemesShowIt()
    {
        BLAK_NEED_SHARED(sprites, "corpus/bgf");
        const auto files = test::filesBelow(sprites, ".bgf");
        QVERIFY(!files.empty());
        const auto window = makeWindow();
        window->open(text(files.back()));
        QTRY_VERIFY_WITH_TIMEOUT(!window->index().isRunning() && window->documents().current() != nullptr, 20000);
        QCOMPARE(window->perspective(), Perspective::Sprite);
        window->finishBackgroundWork();
        const QImage dark = window->grab().toImage();
        setTheme(ThemeKind::Light);
        window->finishBackgroundWork();
        const QImage light = window->grab().toImage();
        QCOMPARE(dark.pixelColor(2, 2).name(), themeOf(ThemeKind::Dark).window.name());
        QCOMPARE(light.pixelColor(2, 2).name(), themeOf(ThemeKind::Light).window.name());
    }

    void roomsAndSpritesComeBackWithTheSession()
    {
        BLAK_NEED_SHARED(corpus, "corpus");
        const QString room = text(test::filesBelow(corpus / "roo", ".roo").front());
        const QString sprite = text(test::filesBelow(corpus / "bgf", ".bgf").front());
        {
            const auto window = makeWindow();
            window->open(room);
            QTRY_VERIFY_WITH_TIMEOUT(window->documents().find(room) != nullptr, 20000);
            window->open(sprite);
            QTRY_VERIFY_WITH_TIMEOUT(window->documents().find(sprite) != nullptr, 20000);
            window->close();
        }
        const auto window = makeWindow();
        window->restoreSession();
        QTRY_COMPARE_WITH_TIMEOUT(window->documents().documents().size(), 2, 20000);
        QCOMPARE(window->problems().count(Severity::Error), 0);
    }
};

QTEST_MAIN(TestClickThrough)
#include "tst_click_through.moc"
