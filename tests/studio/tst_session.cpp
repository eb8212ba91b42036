// SPDX-License-Identifier: GPL-3.0-or-later
// What was open comes back with the next window.
#include "studio/shell/recent_projects.h"
#include "studio/shell/session.h"
#include "tests/studio/shell_fixture.h"

#include <QApplication>
#include <QFile>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;

class TestSession : public QObject, test::ShellFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }
    void cleanup()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // what tool strips no longer show goes a little later
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void theSessionComesBack()
    {
        int inspectorWidth = 0;
        {
            const auto window = makeWindow();
            openProjectIn(*window);
            window->open(project_->path("rooms/square.roo"));
            current(*window)->zoom = 170;
            window->open(project_->path("sprites/keeper.bgf"));
            window->documents().setCurrent(window->documents().find(project_->path("rooms/square.roo")));
            Dock* inspector = dockOf(*window, "room/inspector");
            window->resizeDocks({inspector}, {333}, Qt::Horizontal);
            QApplication::processEvents();
            inspectorWidth = inspector->width();
            dockOf(*window, "problems")->close();
            window->close();
        }
        const auto window = makeWindow();
        window->restoreSession();
        QTRY_COMPARE(window->documents().documents().size(), 2);
        QCOMPARE(window->documents().current()->title(), QStringLiteral("square.roo"));
        QCOMPARE(current(*window)->zoom, 170);
        QTRY_COMPARE(dockOf(*window, "room/inspector")->width(), inspectorWidth);
        QVERIFY(!dockOf(*window, "problems")->isVisible());
        QVERIFY(!thumbnailOf(project_->path("rooms/square.roo")).isNull());
    }

    void aComparisonComesBackToo()
    {
        project_->write(QStringLiteral("kod/creature/smith.kod"), "Smith is Creature\n");
        const QString left = project_->path("kod/creature/keeper.kod"), right = project_->path("kod/creature/smith.kod");
        QString compared;
        {
            const auto window = makeWindow();
            openProjectIn(*window);
            window->open(project_->path("rooms/square.roo"));
            window->compare(left, right);
            QCOMPARE(window->documents().documents().size(), 2);
            compared = window->documents().current()->path();
            window->close();
        }
        const auto window = makeWindow();
        window->restoreSession();
        QTRY_COMPARE(window->documents().documents().size(), 2);
        QCOMPARE(window->documents().current()->path(), compared);
    }

    void aFileThatWentAwayIsTold()
    {
        {
            const auto window = makeWindow();
            openProjectIn(*window);
            window->open(project_->path("rooms/square.roo"));
            window->close();
        }
        QFile::remove(project_->path("rooms/square.roo"));
        const auto window = makeWindow();
        window->restoreSession();
        QTRY_COMPARE(window->problems().count(Severity::Warning), 1);
        QVERIFY(window->problems().shownSentences().filter(QStringLiteral("square.roo was open last time")).size() == 1);
    }
};

QTEST_MAIN(TestSession)
#include "tst_session.moc"
