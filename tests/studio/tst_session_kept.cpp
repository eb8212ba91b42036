// SPDX-License-Identifier: GPL-3.0-or-later
// What is open outlives a studio that is killed. The one that is killed is this program, called with --studio.
#include "studio/shell/opening.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/session_keeper.h"
#include "tests/studio/shell_fixture.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>
#include <QTimer>

#include <cstdio>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

namespace {

/// Opens what is named, or what was open before; says what is there, and lives until it is killed or its input ends.
int runStudio(const QStringList& words)
{
    useSettingsFile(words[0]);
    auto window = test::shownStudio(test::fakeTypes(), test::fakeActions());
    SessionKeeper keeper(*window);
    if (words.size() == 1)
        keeper.restore();
    for (const QString& path : words.mid(1))
        window->open(path);
    window->finishBackgroundWork();
    for (DocumentView* document : window->documents().documents())
        document->restoreViewState({{QStringLiteral("zoom"), 130}});
    keeper.start();
    QTimer::singleShot(SessionKeeper::writeAfter + 500, [&] {
        for (DocumentView* document : window->documents().documents())
            std::printf("%s ", qPrintable(document->title()));
        std::printf("ready\n");
        std::fflush(stdout);
    });
    return QApplication::exec();
}

} // namespace

class TestSessionKept : public QObject, test::ShellFixture
{
    Q_OBJECT

    QString ini() const { return settings_->filePath(QStringLiteral("studio.ini")); }

    std::unique_ptr<QProcess> startStudio(const QStringList& paths, QByteArray* said = nullptr)
    {
        auto process = std::make_unique<QProcess>();
        process->start(QCoreApplication::applicationFilePath(), QStringList{QStringLiteral("--studio"), ini()} + paths);
        QByteArray output;
        while (!output.contains("ready\n") && process->waitForReadyRead(30000))
            output += process->readAllStandardOutput();
        if (!output.contains("ready\n"))
            qFatal("the studio says nothing");
        if (said != nullptr)
            *said = output;
        return process;
    }

    static void kill(QProcess& process)
    {
        process.kill(); // SIGKILL
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    }

    static QStringList titles(StudioWindow& window)
    {
        QStringList titles;
        for (const DocumentView* document : window.documents().documents())
            titles << document->title();
        return titles;
    }

    static QStringList records()
    {
        return QDir(SessionKeeper::folder()).entryList({QStringLiteral("*.session")}, QDir::Files);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    void whatAKilledStudioHadOpenIsOpenAgain()
    {
        const auto killed = startStudio({project_->root(), project_->path("rooms/lantern.roo"), project_->path("sprites/keeper.bgf"),
                                         project_->path("rooms/square.roo")});
        kill(*killed);
        const auto window = makeWindow();
        SessionKeeper keeper(*window);
        keeper.restore();
        window->finishBackgroundWork();
        QCOMPARE(window->index().root(), project_->root());
        QCOMPARE(titles(*window), (QStringList{QStringLiteral("lantern.roo"), QStringLiteral("keeper.bgf"), QStringLiteral("square.roo")}));
        QCOMPARE(current(*window)->title(), QStringLiteral("square.roo"));
        QCOMPARE(current(*window)->zoom, 130);
        QCOMPARE(window->perspective(), Perspective::Room);
    }

    /// A studio that is started on a folder opens it with what was open in it, and with nothing of another.
    void aFolderComesWithWhatWasOpenInIt()
    {
        {
            const auto window = makeWindow();
            openProjectIn(*window);
            window->open(project_->path("rooms/square.roo"));
            window->open(project_->path("sprites/keeper.bgf"));
            window->finishBackgroundWork();
            window->saveSession();
        }
        const auto startedOn = [&](const QString& folder) {
            const auto window = makeWindow();
            SessionKeeper keeper(*window);
            window->open(project_->root());
            keeper.restore(folder);
            window->finishBackgroundWork();
            return titles(*window);
        };
        const QStringList both = startedOn(project_->root());
        QVERIFY2(both.contains(QStringLiteral("square.roo")) && both.contains(QStringLiteral("keeper.bgf")), qPrintable(both.join(u' ')));
        QVERIFY(startedOn(project_->path("rooms")).size() < both.size());
    }

    void twoAtOnceKeepTheirOwn()
    {
        const auto first = startStudio({project_->root(), project_->path("rooms/lantern.roo")});
        const auto second = startStudio({project_->root(), project_->path("sprites/keeper.bgf")});
        QCOMPARE(records().size(), 2);
        {
            const auto window = makeWindow();
            SessionKeeper keeper(*window);
            QVERIFY(!keeper.takeLost()); // both live
        }
        QCOMPARE(records().size(), 2);
        kill(*first);
        kill(*second);
        // One studio each takes them over; a third finds nothing.
        QByteArray one, two, three;
        const auto third = startStudio({}, &one);
        const auto fourth = startStudio({}, &two);
        const auto fifth = startStudio({}, &three);
        QCOMPARE(QSet<QByteArray>({one, two}), QSet<QByteArray>({"lantern.roo ready\n", "keeper.bgf ready\n"}));
        QCOMPARE(three, QByteArray("ready\n"));
        for (QProcess* process : {third.get(), fourth.get(), fifth.get()})
            kill(*process);
    }

    void whoLeavesLeavesNoRecord()
    {
        {
            const auto window = makeWindow();
            SessionKeeper keeper(*window);
            keeper.start();
            openProjectIn(*window);
            window->open(project_->path("rooms/square.roo"));
            keeper.flush();
            QCOMPARE(records().size(), 1);
        }
        QCOMPARE(records(), QStringList());
        QVERIFY(QDir(SessionKeeper::folder()).isEmpty(QDir::Files)); // no locks either
    }

    /// Not at each step, and never at rest.
    void itIsWrittenAWhileAfterAChangeOnly()
    {
        const auto window = makeWindow();
        SessionKeeper keeper(*window);
        keeper.start();
        openProjectIn(*window);
        window->finishBackgroundWork();
        keeper.flush();
        const QString file = SessionKeeper::folder() + u'/' + records().value(0);
        const auto content = [&] {
            QFile in(file);
            return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
        };
        const QByteArray before = content();
        QVERIFY(before.contains("project"));
        window->open(project_->path("rooms/square.roo"));
        window->open(project_->path("rooms/lantern.roo"));
        QCOMPARE(content(), before); // not yet
        QTRY_VERIFY_WITH_TIMEOUT(content() != before, 3 * SessionKeeper::writeAfter);
        QVERIFY(content().contains("square.roo") && content().contains("lantern.roo"));
        const QDateTime written = QFileInfo(file).lastModified();
        QTest::qWait(SessionKeeper::writeAfter + 500); // one more may be due for what came meanwhile, with the same words
        window->setPerspective(window->perspective());
        QTest::qWait(SessionKeeper::writeAfter + 500);
        QCOMPARE(QFileInfo(file).lastModified(), written);
        window->closeDocument(window->documents().find(project_->path("rooms/square.roo")));
        QTRY_VERIFY_WITH_TIMEOUT(!content().contains("square.roo"), 3 * SessionKeeper::writeAfter);
    }

    /// What kills the studio whenever it is opened must not do so for ever.
    void whatEndsTheStudioTwiceIsNotOpenedAgain()
    {
        kill(*startStudio({project_->root(), project_->path("rooms/lantern.roo")}));
        QCOMPARE(records().size(), 1);
        const QString file = SessionKeeper::folder() + u'/' + records().first();
        for (int round = 0; round <= SessionKeeper::mostTries; ++round) {
            QFile record(file);
            QByteArray ended; // as the studio leaves it that ends while it opens
            {
                const auto window = makeWindow();
                SessionKeeper keeper(*window);
                keeper.restore();
                QVERIFY(record.open(QIODevice::ReadOnly));
                ended = record.readAll();
                record.close();
                window->finishBackgroundWork();
                QCOMPARE(window->index().root(), project_->root());
                const bool opens = round < SessionKeeper::mostTries;
                QCOMPARE(titles(*window), opens ? QStringList{QStringLiteral("lantern.roo")} : QStringList());
                QCOMPARE(window->problems().count(Severity::Warning), opens ? 0 : 1);
            }
            QVERIFY(!QFile::exists(file));
            QVERIFY(record.open(QIODevice::WriteOnly));
            record.write(ended);
            record.close();
        }
    }

    void aRecordThatCannotBeReadIsNoRecord()
    {
        QVERIFY(QDir().mkpath(SessionKeeper::folder()));
        const QByteArray huge = "{\"project\":\"/\",\"documents\":[" + QByteArray(5 << 20, ' ') + "]}";
        for (const QByteArray& text : {QByteArray(), QByteArray("{"), QByteArray("[1,2]"), QByteArray("{\"project\":\"\",\"documents\":[]}"), huge}) {
            QFile file(SessionKeeper::folder() + QStringLiteral("/0.session"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.close();
            const auto window = makeWindow();
            SessionKeeper keeper(*window);
            QVERIFY(!keeper.takeLost());
            QCOMPARE(records(), QStringList());
        }
    }
};

int main(int count, char** arguments)
{
    QApplication application(count, arguments);
    const QStringList words = QApplication::arguments();
    if (words.size() > 2 && words[1] == QLatin1String("--studio")) {
        installTheme(application, ThemeKind::Dark);
        return runStudio(words.mid(2));
    }
    TestSessionKept test;
    return QTest::qExec(&test, count, arguments);
}

#include "tst_session_kept.moc"
