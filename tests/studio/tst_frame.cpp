// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/folded_docks.h"
#include "studio/shell/kept_edits.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/recovery_bar.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/shell_fixture.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;
using blak::test::FakeProject;

/// The frame in narrow windows, and what the welcome page offers after a crash.
class TestFrame : public QObject, test::ShellFixture
{
    Q_OBJECT

    FakeDocument* openRoomIn(StudioWindow& window)
    {
        window.open(project_->path("rooms/lantern.roo"));
        window.finishBackgroundWork();
        return dynamic_cast<FakeDocument*>(window.documents().current());
    }

    static void resize(StudioWindow& window, int width)
    {
        window.resize(width, 700);
        QApplication::processEvents();
    }

    QString keptFolder() const { return settings_->filePath(QStringLiteral("kept")); }

    /// Of a room that nobody has open: what a crash leaves. Returns the room.
    QString keepAnEdit()
    {
        const QString room = project_->path("rooms/square.roo");
        KeptEdits edits(keptFolder());
        if (!edits.keep(room, fileFingerprint(room), "a wall was moved"))
            qFatal("an edit could not be kept");
        edits.release(room);
        return room;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init() { begin(); }

    void narrowWindowsFoldTheRightSide()
    {
        const auto window = makeWindow({1280, 700});
        FakeDocument* document = openRoomIn(*window);
        QVERIFY(document != nullptr);
        Dock* dock = window->docks().dock(QStringLiteral("room/inspector"));
        FoldedDocks* folded = window->docks().folded();
        QVERIFY(dock->isVisible());
        QVERIFY(!folded->strip()->isVisible());

        resize(*window, 1000);
        QVERIFY(window->docks().isFolded());
        QVERIFY(!dock->isVisible());
        QVERIFY(folded->strip()->isVisible());
        QCOMPARE(folded->strip()->width(), FoldedDocks::stripWidth);
        QCOMPARE(folded->strip()->geometry().right(), window->width() - 1);
        const auto buttons = folded->strip()->findChildren<QToolButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(),
                                        [](QToolButton* button) { return button->text() == QLatin1String("Inspector"); });
        QVERIFY(found != buttons.end());

        QTest::mouseClick(*found, Qt::LeftButton);
        QVERIFY(folded->overlay()->isVisible());
        QVERIFY(document->inspector()->isVisible());
        QVERIFY(document->inspector()->hasFocus());
        QVERIFY(folded->overlay()->geometry().right() < folded->strip()->geometry().left() + 1);
        QVERIFY(window->docks().isAreaShown(Qt::RightDockWidgetArea));
        QTest::keyClick(document->inspector(), Qt::Key_Escape);
        QVERIFY(!folded->overlay()->isVisible());
        QVERIFY(document->hasFocus());

        window->actions().action(QStringLiteral("studio.area.right"))->trigger();
        QVERIFY(folded->overlay()->isVisible());
        resize(*window, 1280);
        QVERIFY(!folded->overlay()->isVisible());
        QVERIFY(!folded->strip()->isVisible());
        QVERIFY(dock->isVisible());
        QVERIFY(document->inspector()->isVisible());
        QVERIFY(dock->isAncestorOf(document->inspector()));
    }

    /// Each icon of the strip is another one; where docks have the same, letters of their names stand there.
    void theStripTellsItsDocksApart()
    {
        const auto window = makeWindow({1280, 700});
        QVERIFY(openRoomIn(*window) != nullptr);
        const QVector<Perspective> rooms{Perspective::Room};
        for (const char* name : {"Ladders", "Lights"}) // their icons are those that docks have by themselves
            window->docks().addShared(QLatin1String(name), QLatin1String(name), new QWidget, Qt::RightDockWidgetArea, rooms);
        window->docks().reset();
        resize(*window, 1000);
        QStringList letters;
        int pictures = 0;
        for (const QAction* action : window->docks().folded()->strip()->actions()) {
            const auto* button = qobject_cast<QToolButton*>(window->docks().folded()->strip()->widgetForAction(const_cast<QAction*>(action)));
            QVERIFY(button != nullptr);
            QCOMPARE(button->toolTip(), action->text());
            QCOMPARE(button->accessibleName(), action->text());
            QVERIFY(button->width() <= FoldedDocks::stripWidth);
            if (action->icon().isNull())
                letters << button->text();
            else
                ++pictures;
        }
        QCOMPARE(letters, (QStringList{QStringLiteral("La"), QStringLiteral("Li")}));
        QVERIFY(pictures > 0);
    }

    /// What was arranged in the wide window comes back in a wide one, and what was arranged in the narrow one in a narrow one; also after a
    /// restart, and in each perspective.
    void eachWidthHasItsOwnArrangement()
    {
        constexpr int wide = 1280, narrow = 1000;
        const auto isWide = [](StudioWindow& window) {
            return !dockOf(window, "room/layers")->isVisible() && dockOf(window, "problems")->isVisible() &&
                   dockOf(window, "project")->isVisible();
        };
        const auto isNarrow = [](StudioWindow& window) {
            return dockOf(window, "room/layers")->isVisible() && !dockOf(window, "problems")->isVisible() &&
                   !dockOf(window, "project")->isVisible() && window.docks().folded()->strip()->isVisible() &&
                   !dockOf(window, "room/inspector")->isVisible();
        };
        {
            const auto window = makeWindow({wide, 700});
            QVERIFY(openRoomIn(*window) != nullptr);
            const auto dock = [&](const char* id) { return dockOf(*window, id); };
            dock("problems")->show();
            dock("problems")->raise();
            dock("room/layers")->close(); // in the wide window
            QTest::qWait(20);
            QVERIFY(isWide(*window));
            resize(*window, narrow);
            QVERIFY(!dock("room/layers")->isVisible()); // nobody arranged a narrow one yet
            dock("project")->close();
            dock("problems")->close();
            dock("room/layers")->show();
            QTest::qWait(20);
            QVERIFY(isNarrow(*window));
            resize(*window, wide);
            QVERIFY(isWide(*window));
            resize(*window, narrow);
            QVERIFY(isNarrow(*window));
            window->setPerspective(Perspective::Code);
            QVERIFY(dock("project")->isVisible()); // there nobody closed it
            window->setPerspective(Perspective::Room);
            QVERIFY(isNarrow(*window));
            QVERIFY(window->close());
        }
        const auto again = makeWindow({wide, 700});
        QVERIFY(openRoomIn(*again) != nullptr);
        QVERIFY(isWide(*again));
        resize(*again, narrow);
        QVERIFY(isNarrow(*again));
        again->docks().reset();
        resize(*again, wide);
        QVERIFY(dockOf(*again, "room/layers")->isVisible());
    }

    /// Until somebody moves docks in a narrow window, it follows the wide one.
    void aNarrowWindowFollowsTheWideOne()
    {
        const auto window = makeWindow({1280, 700});
        QVERIFY(openRoomIn(*window) != nullptr);
        Dock* layers = dockOf(*window, "room/layers");
        for (int round = 0; round < 2; ++round) {
            resize(*window, 1000);
            QVERIFY(layers->isVisible());
            resize(*window, 1280);
        }
        layers->close();
        resize(*window, 1000);
        QVERIFY(!layers->isVisible());
    }

    /// Columns that a narrow window squeezes are as wide as before in a wide one; those that the user made wide, too.
    void columnsGetTheirWidthBack()
    {
        const auto window = makeWindow({1280, 700});
        QVERIFY(openRoomIn(*window) != nullptr);
        Dock* left = window->docks().dock(QStringLiteral("project"));
        Dock* right = window->docks().dock(QStringLiteral("room/inspector"));
        QTest::qWait(50);
        const int wideLeft = left->width(), wideRight = right->width();
        for (int round = 0; round < 3; ++round) {
            for (const int width : {1150, 1000, 700, 1000, 1280})
                resize(*window, width);
            QTRY_COMPARE(left->width(), wideLeft);
            QTRY_COMPARE(right->width(), wideRight);
        }
        window->resizeDocks({left}, {300}, Qt::Horizontal); // as by the mouse
        QTest::qWait(50);
        QCOMPARE(left->width(), 300);
        for (const int width : {1000, 700, 1280})
            resize(*window, width);
        QTRY_COMPARE(left->width(), 300);
        window->docks().switchTo(Perspective::Code);
        window->docks().switchTo(Perspective::Room);
        QTRY_COMPARE(left->width(), 300);
    }

    void theFoldedLayoutIsNotRemembered()
    {
        {
            const auto window = makeWindow({1280, 700});
            QVERIFY(openRoomIn(*window) != nullptr);
            resize(*window, 1000);
            window->saveSession();
        }
        const auto window = makeWindow({1280, 700});
        QVERIFY(openRoomIn(*window) != nullptr);
        QVERIFY(window->docks().dock(QStringLiteral("room/inspector"))->isVisible());
    }

    void aNarrowWindowFoldsAtOnceAndAfterReset()
    {
        const auto window = makeWindow({1000, 700});
        QVERIFY(openRoomIn(*window) != nullptr);
        QVERIFY(window->docks().folded()->strip()->isVisible());
        window->actions().action(QStringLiteral("studio.layout.reset"))->trigger();
        QApplication::processEvents();
        QVERIFY(window->docks().folded()->strip()->isVisible());
        QVERIFY(!window->docks().dock(QStringLiteral("room/inspector"))->isVisible());
        window->showWelcome();
        QVERIFY(!window->docks().folded()->strip()->isVisible());
    }

    void editsThatWereKeptAreOfferedOnTheWelcomePage()
    {
        const QString room = keepAnEdit();
        const auto window = makeWindow();
        const auto bars = window->findChildren<RecoveryBar*>();
        QCOMPARE(bars.size(), 1);
        QVERIFY(bars.first()->isVisible());
        QVERIFY(bars.first()->accessibleName().startsWith(QStringLiteral("square.roo has unsaved edits from ")));
        const auto buttons = bars.first()->findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons[1], Qt::LeftButton); // restore
        window->finishBackgroundWork();
        QVERIFY(window->documents().find(room) != nullptr);
    }

    void forgettingKeptEditsTakesTheBarAway()
    {
        const QString room = keepAnEdit();
        const auto window = makeWindow();
        const auto bars = window->findChildren<RecoveryBar*>();
        QCOMPARE(bars.size(), 1);
        QTest::mouseClick(bars.first()->findChildren<QPushButton*>().first(), Qt::LeftButton);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QApplication::processEvents();
        QVERIFY(window->findChildren<RecoveryBar*>().isEmpty());
        QVERIFY(KeptEdits(keptFolder()).all().isEmpty());
    }

    /// The platform's own drop, with what a file manager sends.
    static void drop(StudioWindow& window, const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter({400, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
        QVERIFY(event.isAccepted());
    }

    void foldersAndFilesAreOpenedByDroppingThem()
    {
        const auto window = makeWindow();
        drop(*window, {project_->root()});
        window->finishBackgroundWork();
        QCOMPARE(window->index().root(), project_->root());
        drop(*window, {project_->path("rooms/square.roo"), project_->path("sprites/keeper.bgf")});
        window->finishBackgroundWork();
        QVERIFY(window->documents().find(project_->path("rooms/square.roo")) != nullptr);
        QVERIFY(window->documents().find(project_->path("sprites/keeper.bgf")) != nullptr);
        QCOMPARE(window->perspective(), Perspective::Sprite);
    }

    void withoutKeptEditsThereIsNoBar()
    {
        const auto window = makeWindow();
        QVERIFY(window->findChildren<RecoveryBar*>().isEmpty());
    }
};

QTEST_MAIN(TestFrame)
#include "tst_frame.moc"
