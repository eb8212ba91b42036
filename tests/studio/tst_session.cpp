// SPDX-License-Identifier: GPL-3.0-or-later
// What was open comes back with the next window.
#include "studio/shell/opening.h"
#include "studio/shell/project_sessions.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/session.h"
#include "studio/shell/session_keeper.h"
#include "tests/studio/shell_fixture.h"

#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <random>

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

    void aFloatingDockComesBackAndIsPainted()
    {
        const QRect place(300, 200, 320, 260);
        {
            const auto window = makeWindow();
            openProjectIn(*window);
            window->open(project_->path("rooms/square.roo"));
            Dock* inspector = dockOf(*window, "room/inspector");
            inspector->setFloating(true);
            inspector->setGeometry(place);
            window->close();
        }
        const auto window = makeWindow();
        window->restoreSession();
        QTRY_VERIFY(window->docks().dock(QStringLiteral("room/inspector")) != nullptr);
        const Dock* inspector = dockOf(*window, "room/inspector");
        QTRY_VERIFY(inspector->isVisible() && inspector->isFloating());
        QCOMPARE(inspector->geometry(), place);
        QVERIFY(inspector->updatesEnabled() && inspector->widget()->updatesEnabled()); // else it is never painted
    }

    /// What belongs to a project goes with it and comes back with it; a file of elsewhere stays.
    void anotherProjectClosesTheDocumentsOfThisOne()
    {
        const test::FakeProject other, third;
        const QString lone = third.path("rooms/square.roo");
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(lone);
        QTRY_VERIFY(window->documents().find(lone) != nullptr);
        window->open(project_->path("sprites/keeper.bgf"));
        window->open(project_->path("rooms/square.roo"));
        current(*window)->zoom = 170;
        window->report(Severity::Warning, QStringLiteral("Of the first project."), {});
        window->open(other.root());
        QTRY_VERIFY(!window->opening().isUnderWay());
        for (const DocumentView* document : window->documents().documents())
            QVERIFY2(!document->path().startsWith(project_->root()), qPrintable(document->path()));
        QVERIFY(window->documents().find(lone) != nullptr);
        QCOMPARE(window->problems().shownSentences(), QStringList());

        window->open(project_->root());
        QTRY_VERIFY(!window->opening().isUnderWay());
        QTRY_VERIFY(window->documents().find(project_->path("sprites/keeper.bgf")) != nullptr);
        QCOMPARE(window->documents().current()->path(), project_->path("rooms/square.roo"));
        QCOMPARE(current(*window)->zoom, 170);
        QVERIFY(window->documents().find(lone) != nullptr);
    }

    /// Each project with its own, in the studio that is started next, too; started on a folder or opened from Welcome.
    void eachProjectComesBackAfterARestart()
    {
        const test::FakeProject other;
        {
            const auto window = makeWindow();
            openProjectIn(*window);
            window->open(project_->path("rooms/square.roo"));
            current(*window)->zoom = 170;
            window->open(other.root());
            QTRY_VERIFY(!window->opening().isUnderWay());
            window->open(other.path("sprites/keeper.bgf"));
            window->close();
        }
        {
            const auto window = makeWindow(); // started on the folder that was not the last
            SessionKeeper keeper(*window);
            window->open(project_->root());
            keeper.restore(project_->root());
            keeper.start();
            QTRY_VERIFY(window->documents().find(project_->path("rooms/square.roo")) != nullptr);
            QCOMPARE(current(*window)->zoom, 170);
            QVERIFY(window->documents().find(other.path("sprites/keeper.bgf")) == nullptr);
            window->close();
        }
        const auto window = makeWindow(); // started on nothing, the file chosen on Welcome
        SessionKeeper keeper(*window);
        keeper.start();
        window->open(other.path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().find(other.path("sprites/keeper.bgf")) != nullptr);
        QCOMPARE(window->documents().current()->path(), other.path("rooms/lantern.roo"));
    }

    /// Who leaves a project before it was looked through keeps what was to be opened.
    void whoLeavesEarlyLosesNothing()
    {
        const test::FakeProject other;
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"));
        window->open(other.root());
        QTRY_VERIFY(!window->opening().isUnderWay());
        window->open(project_->root());
        QVERIFY(window->index().isRunning());
        window->open(other.root());
        QTRY_VERIFY(!window->opening().isUnderWay());
        window->open(project_->root());
        QTRY_VERIFY(window->documents().find(project_->path("rooms/square.roo")) != nullptr);
    }

    void theProjectsLeftLastAreRemembered()
    {
        const auto sessionIn = [](const QString& root) {
            return QVariantMap{{QStringLiteral("project"), root},
                               {QStringLiteral("documents"), QVariantList{QVariantMap{{QStringLiteral("path"), QString(root + QStringLiteral("/a.kod"))}},
                                                                          QVariantMap{{QStringLiteral("path"), QStringLiteral("/elsewhere/b.kod")}}}}};
        };
        for (int i = 0; i <= mostProjectSessions; ++i)
            rememberProjectSession(sessionIn(QStringLiteral("/p%1").arg(i)));
        QVERIFY(projectSession(QStringLiteral("/p0")).isEmpty());
        const QVariantMap one = projectSession(QStringLiteral("/p1"));
        QCOMPARE(one.value(QStringLiteral("documents")).toList().size(), 1); // that of the project
        rememberProjectSession(sessionIn(QStringLiteral("/p1")));
        rememberProjectSession(sessionIn(QStringLiteral("/p0")));
        QVERIFY(projectSession(QStringLiteral("/p2")).isEmpty() && !projectSession(QStringLiteral("/p1")).isEmpty());
        forgetRecent();
        QVERIFY(projectSession(QStringLiteral("/p1")).isEmpty());
    }

    void aHostileRecordOfAProjectOpensNothingOfOthers()
    {
        const test::FakeProject other;
        const QString root = project_->root(), room = project_->path("rooms/square.roo");
        const QString list = QStringLiteral("projects/left");
        const auto record = [](const QString& project, const QVariant& documents) {
            return QString::fromUtf8(
                QJsonDocument(QJsonObject{{QStringLiteral("project"), project}, {QStringLiteral("documents"), QJsonValue::fromVariant(documents)}}).toJson());
        };
        const auto at = [](const QString& path) { return QVariantMap{{QStringLiteral("path"), path}}; };
        for (const QVariant& hostile :
             {QVariant(7), QVariant(QStringLiteral("[[[")), QVariant(QVariantMap{{QStringLiteral("a"), 1}}),
              QVariant(QStringList{QStringLiteral("null"), QStringLiteral("{}"), QString(2 << 20, u'['), record(root, 7), record(QString(), QVariantList{})})}) {
            StudioSettings().setValue(list, hostile);
            QVERIFY(projectSession(root).value(QStringLiteral("documents")).toList().isEmpty());
            QVERIFY(projectSession(QString()).isEmpty());
        }
        StudioSettings().setValue(list, QStringList{QStringLiteral("{"), record(root, QVariantList{7, at(other.path("rooms/square.roo")), at(QString()), at(QStringLiteral("../x")), at(room)})});
        const auto window = makeWindow();
        window->opening().bringBackSessions();
        openProjectIn(*window);
        QTRY_VERIFY(window->documents().find(room) != nullptr);
        QCOMPARE(window->documents().documents().size(), 1);
        QCOMPARE(window->index().root(), root);
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

    /// A record with other bytes in it opens what it still names, and the window stays as it should be.
    void recordsThatOthersWroteInto()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"));
        window->open(project_->path("sprites/keeper.bgf"));
        QTRY_COMPARE(window->documents().documents().size(), 2);
        QVariantMap whole = sessionOf(*window);
        whole.remove(QStringLiteral("project")); // it is open
        const QByteArray record = QJsonDocument(QJsonObject::fromVariantMap(whole)).toJson(QJsonDocument::Compact);
        std::mt19937 random(11);
        int read = 0;
        for (int round = 0; round < 400; ++round) {
            QByteArray text = record;
            for (std::size_t edits = 1 + random() % 3; edits > 0; --edits) {
                const auto at = static_cast<qsizetype>(random() % static_cast<std::size_t>(text.size()));
                static constexpr const char* pieces[] = {"", "\"", "0", "-1", "[]", "{}", "null", ",", "1e99", "\\u0000", "\xff"};
                text.replace(at, static_cast<qsizetype>(random() % 6), pieces[random() % std::size(pieces)]);
            }
            const QJsonDocument changed = QJsonDocument::fromJson(text);
            if (!changed.isObject())
                continue;
            ++read;
            restoreSession(*window, changed.object().toVariantMap());
        }
        for (const QVariant& documents : {QVariant(7), QVariant(QVariantList{7, QVariantMap{}, QVariantMap{{QStringLiteral("path"), 3}}})})
            restoreSession(*window, {{QStringLiteral("documents"), documents}, {QStringLiteral("perspective"), QStringLiteral("x")}});
        QTRY_VERIFY(!window->opening().isUnderWay());
        QVERIFY(read > 20);
        QCOMPARE(window->documents().documents().size(), 2);
        QCOMPARE(window->index().root(), project_->root());
        for (const char* file : {"rooms/square.roo", "sprites/keeper.bgf"})
            QVERIFY(window->documents().find(project_->path(file)) != nullptr);
    }
};

QTEST_MAIN(TestSession)
#include "tst_session.moc"
