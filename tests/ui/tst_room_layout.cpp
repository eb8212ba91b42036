// SPDX-License-Identifier: GPL-3.0-or-later
// Where the docks of a room stand by default, and the project's tree beside them, in windows of the usual sizes.
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/studio_debug.h"
#include "studio/shell/studio_play.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tool_strip.h"
#include "tests/studio/fake_debug_backend.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QScrollBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestRoomLayout : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> settings_;

    static QString room()
    {
        return QFileInfo(QString::fromStdString((test::sourceDir() / "tests/data/rooms/terrace_10.roo").string()))
            .canonicalFilePath();
    }

    static std::unique_ptr<StudioWindow> makeWindow(QSize size, const QString& opened)
    {
        auto window = test::shownStudio(documentTypes(), editorActions(), size);
        attachDebugger(*window, std::make_unique<test::FakeDebugBackend>()); // with the docks of all perspectives, as in the program
        attachPlay(*window);
        window->open(opened);
        window->finishBackgroundWork();
        QApplication::processEvents();
        return window;
    }

    static Dock* dockOf(StudioWindow& window, const char* id) { return window.docks().dock(QLatin1String(id)); }

    /// Whether something of the dock can be seen: it is no tab behind another.
    static bool isSeen(const Dock& dock) { return dock.isVisible() && !dock.visibleRegion().isEmpty(); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
    }

    void theViewStandsAboveTheInspector_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280x800") << QSize(1280, 800);
        QTest::newRow("1440x900") << QSize(1440, 900);
        QTest::newRow("1920x1080") << QSize(1920, 1080);
    }

    /// While hotspots are moved the sprite is seen in the room, however low the window is.
    void thePreviewOfASpriteIsAlwaysSeen_data() { theViewStandsAboveTheInspector_data(); }

    void thePreviewOfASpriteIsAlwaysSeen()
    {
        QFETCH(QSize, size);
        const auto window = makeWindow(size, QString::fromStdString((test::sourceDir() / "tests/data/sprites/lantern.bgf").string()));
        QCOMPARE(window->perspective(), Perspective::Sprite);
        Dock* angle = dockOf(*window, "sprite/angle");
        Dock* hotspots = dockOf(*window, "sprite/hotspots");
        Dock* preview = dockOf(*window, "sprite/preview");
        QVERIFY(angle != nullptr && hotspots != nullptr && preview != nullptr);
        QTRY_VERIFY(isSeen(*angle) && isSeen(*hotspots) && isSeen(*preview));
        QVERIFY(preview->y() > hotspots->geometry().bottom() && hotspots->y() > angle->geometry().bottom());
        QVERIFY2(preview->height() > 120, qPrintable(QString::number(preview->height())));
    }

    /// Asked for in a sprite, Find is a tab beside frames and project, and leaves the names of the tabs below whole.
    void findComesAsATabOfTheFrames()
    {
        const auto window =
            makeWindow({1280, 800}, QString::fromStdString((test::sourceDir() / "tests/data/sprites/lantern.bgf").string()));
        Dock* frames = dockOf(*window, "sprite/frames");
        Dock* find = dockOf(*window, "find");
        QVERIFY(frames != nullptr && find != nullptr);
        QTRY_VERIFY(isSeen(*frames));
        window->findInFiles();
        QTRY_VERIFY(isSeen(*find));
        QVERIFY(window->tabifiedDockWidgets(find).contains(frames));
        QVERIFY(window->tabifiedDockWidgets(find).contains(dockOf(*window, "project")));
        const QList<QTabBar*> bars = window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
        const auto below = std::ranges::find_if(bars, [](const QTabBar* bar) { return bar->isVisible() && bar->count() > 6; });
        QVERIFY(below != bars.end());
        int wanted = 0, given = 0;
        for (int i = 0; i < (*below)->count(); ++i) {
            wanted += (*below)->fontMetrics().horizontalAdvance((*below)->tabText(i));
            given += (*below)->tabRect(i).width();
        }
        QVERIFY2(given >= wanted + 8 * (*below)->count(), qPrintable(QStringLiteral("%1 of %2 px").arg(given).arg(wanted)));
    }

    void theViewStandsAboveTheInspector()
    {
        QFETCH(QSize, size);
        const auto window = makeWindow(size, room());
        QCOMPARE(window->perspective(), Perspective::Room);
        QCOMPARE(window->size(), size);
        Dock* view3d = dockOf(*window, "room/view3d");
        Dock* inspector = dockOf(*window, "room/inspector");
        Dock* light = dockOf(*window, "room/light");
        QVERIFY(view3d != nullptr && inspector != nullptr && light != nullptr);
        QTRY_VERIFY(isSeen(*view3d) && isSeen(*inspector));
        QVERIFY(!isSeen(*light));
        QVERIFY(window->tabifiedDockWidgets(view3d).isEmpty());
        QVERIFY(window->tabifiedDockWidgets(inspector).contains(light));
        QVERIFY(view3d->geometry().bottom() < inspector->geometry().top());
        QVERIFY2(view3d->height() >= 240, qPrintable(QString::number(view3d->height())));
        QVERIFY2(inspector->height() >= 260, qPrintable(QString::number(inspector->height())));
        window->actions().action(QStringLiteral("studio.layout.reset"))->trigger();
        QApplication::processEvents();
        QTRY_VERIFY(isSeen(*view3d) && isSeen(*inspector));
        QVERIFY2(inspector->height() >= 260, qPrintable(QString::number(inspector->height())));
    }

    void inALowWindowTheViewIsTheCurrentTab()
    {
        const auto window = makeWindow({1280, 540}, room());
        Dock* view3d = dockOf(*window, "room/view3d");
        Dock* inspector = dockOf(*window, "room/inspector");
        QTRY_VERIFY(isSeen(*view3d));
        QVERIFY(!isSeen(*inspector));
        QVERIFY(window->tabifiedDockWidgets(view3d).contains(inspector));
    }

    void noButtonStandsTwiceInTheToolBar()
    {
        QTemporaryDir world;
        QVERIFY(QFile::copy(room(), world.filePath(QStringLiteral("terrace.roo"))));
        for (const QString& opened : {QString(), world.path(), room()}) {
            const auto window = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
            attachPlay(*window);
            if (!opened.isEmpty())
                window->open(opened);
            window->finishBackgroundWork();
            QList<QAction*> seen;
            for (const auto* button : window->findChild<ToolStrip*>()->findChildren<QToolButton*>()) {
                if (!button->isVisible() || button->defaultAction() == nullptr)
                    continue;
                QVERIFY2(!seen.contains(button->defaultAction()), qPrintable(button->defaultAction()->text()));
                seen << button->defaultAction();
            }
            QVERIFY(seen.contains(window->actions().action(QStringLiteral("play.run.here"))));
        }
    }

    void whatTheUserArrangedComesBack()
    {
        int height = 0;
        {
            const auto window = makeWindow({1440, 900}, room());
            Dock* view3d = dockOf(*window, "room/view3d");
            window->resizeDocks({view3d, dockOf(*window, "room/inspector")}, {500, 280}, Qt::Vertical);
            dockOf(*window, "room/light")->raise();
            QApplication::processEvents();
            height = view3d->height();
            QVERIFY(height > 420); // another than the default
            window->saveSession();
        }
        const auto window = makeWindow({1440, 900}, room());
        QTRY_VERIFY(std::abs(dockOf(*window, "room/view3d")->height() - height) <= 2);
        QTRY_VERIFY(isSeen(*dockOf(*window, "room/light")));
    }

    void longNamesAreShortenedInTheTree()
    {
        QTemporaryDir world;
        const QString name = QStringLiteral("/a_room_with_a_name_that_is_much_too_long_for_the_tree_at_the_left_of_it.roo");
        QVERIFY(QFile::copy(room(), world.path() + name));
        const auto window = makeWindow({1280, 800}, world.path());
        window->open(world.path() + name);
        window->finishBackgroundWork();
        QTRY_VERIFY(!window->index().isRunning());
        QApplication::processEvents();
        auto* tree = window->findChild<ProjectBrowser*>()->findChild<QTreeView*>();
        QVERIFY(tree != nullptr && tree->isVisible());
        tree->expandAll();
        QApplication::processEvents();
        QVERIFY(!tree->horizontalScrollBar()->isVisible());
        QCOMPARE(tree->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(tree->header()->sectionSize(0), tree->viewport()->width());
    }
};

QTEST_MAIN(TestRoomLayout)
#include "tst_room_layout.moc"
