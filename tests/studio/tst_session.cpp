// SPDX-License-Identifier: GPL-3.0-or-later
// What was open comes back with the next window.
#include "studio/shell/opening.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/session.h"
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
