// SPDX-License-Identifier: GPL-3.0-or-later
// A dock that comes for a while takes nothing with it when it goes: widths, the tab in front and the keyboard are as they were.
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "kodide/ui/find_panel.h"
#include "studio/help/help_panel.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/problems_panel.h"
#include "tests/formats/small_room.h"
#include "tests/studio/shell_fixture.h"
#include "ui/search_field.h"

#include <QApplication>
#include <QLineEdit>
#include <QTreeView>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestDockReturn : public QObject, test::ShellFixture
{
    Q_OBJECT

    std::unique_ptr<StudioWindow> showRoom(QSize size)
    {
        auto window = test::shownStudio(documentTypes(), editorActions(), size);
        window->open(room_);
        if (!QTest::qWaitFor([&] { return window->documents().find(room_) != nullptr && !window->opening().isUnderWay(); }))
            qFatal("the room is not shown");
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            qFatal("the window is not active");
        window->docks().reset();
        QTest::qWait(settled);
        window->focusDocument();
        return window;
    }
    static bool isInFront(const Dock& dock) { return dock.isVisible() && !dock.visibleRegion().isEmpty(); }

    static constexpr int settled = 150; // ms
    QString room_, other_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        begin();
        room_ = settings_->filePath(QStringLiteral("inn.roo"));
        other_ = settings_->filePath(QStringLiteral("mill.roo"));
        const auto bytes = roo::write(test::smallRoom(roo::Format::V14));
        for (const QString& file : {room_, other_})
            QVERIFY(writeFileAtomically(file.toStdString(), bytes, Backup::None));
    }

    void helpGivesBackWhatItTook_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("width"); // px of the column; 0: as it was arranged
        QTest::addRow("wide window") << QSize(1920, 1080) << 0;
        QTest::addRow("usual window") << QSize(1440, 900) << 0;
        QTest::addRow("low window") << QSize(1440, 760) << 0;
        QTest::addRow("narrower than Help likes") << QSize(1440, 900) << 330;
    }
    void helpGivesBackWhatItTook()
    {
        QFETCH(QSize, size);
        QFETCH(int, width);
        const auto window = showRoom(size);
        Dock* inspector = dockOf(*window, "room/inspector");
        Dock* help = dockOf(*window, "help");
        if (width > 0)
            window->resizeDocks({inspector}, {width}, Qt::Horizontal);
        inspector->raise();
        window->focusDocument();
        QTest::qWait(settled);
        const int before = inspector->width();
        const QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr && isInFront(*inspector));
        for (int round = 0; round < 2; ++round) {
            window->helpHere();
            QTest::qWait(settled);
            QVERIFY(isInFront(*help));
            QCOMPARE(help->width(), before);
            QCOMPARE(QApplication::focusWidget(), window->helpPanel().searchField());
            help->close();
            QTest::qWait(settled);
            QVERIFY(isInFront(*inspector));
            QCOMPARE(inspector->width(), before);
            QCOMPARE(QApplication::focusWidget(), focus);
        }
    }

    /// From a dock one is in that dock again, and where that has gone, in the document.
    void theKeyboardGoesBackToTheDockItCameFrom()
    {
        const auto window = showRoom({1440, 900});
        window->showDock(QStringLiteral("project"));
        Dock* project = dockOf(*window, "project");
        project->focusContent(Qt::OtherFocusReason);
        const QWidget* focus = QApplication::focusWidget();
        QVERIFY(project->isAncestorOf(focus));
        window->helpHere();
        QVERIFY(QApplication::focusWidget() != focus);
        dockOf(*window, "help")->close();
        QCOMPARE(QApplication::focusWidget(), focus);
        window->helpHere();
        project->close();
        dockOf(*window, "help")->close();
        QVERIFY(window->documents().isAncestorOf(QApplication::focusWidget()));
    }

    /// What a comparison has no page in goes away; the column of those that stay is as wide as it was.
    void aComparisonLeavesHelpAsWideAsItWas()
    {
        const auto window = showRoom({1456, 900});
        window->helpHere();
        QTest::qWait(settled);
        Dock* help = dockOf(*window, "help");
        constexpr int chosen = 320;
        window->resizeDocks({help}, {chosen}, Qt::Horizontal);
        QTest::qWait(settled);
        QCOMPARE(help->width(), chosen);
        window->compare(room_, other_);
        QTest::qWait(2 * settled);
        QCOMPARE(help->width(), chosen);
        window->documents().setCurrent(window->documents().find(room_));
        QTest::qWait(2 * settled);
        QCOMPARE(help->width(), chosen);
    }

    /// F6 leads to what one types into or chooses from, not to a button before it.
    void f6GoesToFieldsAndLists()
    {
        const auto window = showRoom({1440, 900});
        window->setPerspective(Perspective::Code);
        window->findInFiles();
        window->showDock(QStringLiteral("problems"));
        window->showHelp(QStringLiteral("studio/start"));
        window->focusDocument();
        QTest::qWait(settled);
        QVector<QWidget*> stops;
        for (int i = 0; i < 12; ++i) {
            window->actions().action(QStringLiteral("studio.dock.next"))->trigger();
            stops << QApplication::focusWidget();
        }
        QVERIFY(stops.contains(window->findPanel().findField()));
        QVERIFY(stops.contains(window->helpPanel().searchField()));
        const bool hasList = window->problems().list()->isVisible();
        QVERIFY(stops.contains(hasList ? static_cast<QWidget*>(window->problems().list()) : window->problems().filter()));
    }
};

QTEST_MAIN(TestDockReturn)
#include "tst_dock_return.moc"
