// SPDX-License-Identifier: GPL-3.0-or-later
// What one watches while playing: the thing that was clicked, who is connected, what client and server say, where Blakod fails, how
// time goes.
#include "played_studio.h"

#include "formats/document/text_document.h"
#include "studio/playing/object_panel.h"
#include "studio/playing/play_log.h"
#include "studio/playing/play_tools.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using Studio = blak::play::PlayedStudio;

class TestWatching : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;

    /// A question to the running world; nothing when it is refused.
    static nlohmann::json ask(const Studio& studio, nlohmann::json request)
    {
        nlohmann::json out;
        bool done = false;
        studio.play->session().control().ask(std::move(request), [&](const play::ControlAnswer& answer) {
            out = answer.good ? answer.result : nlohmann::json();
            done = true;
        });
        return QTest::qWaitFor([&] { return done; }, patience) ? out : nlohmann::json();
    }

    static QTreeWidgetItem* group(const Studio& studio, const QString& text)
    {
        auto* tree = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world"));
        for (int i = 0; i < tree->topLevelItemCount(); ++i)
            if (tree->topLevelItem(i)->text(0) == text)
                return tree->topLevelItem(i);
        return nullptr;
    }

    /// Milliseconds until the timer with that message is due; -1 when there is none.
    static std::int64_t due(const Studio& studio, const char* message)
    {
        for (const auto& row : ask(studio, {{"do", "timers"}}).value("timers", nlohmann::json::array()))
            if (row["message"] == message)
                return row["milliseconds"].get<std::int64_t>();
        return -1;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void aClickInTheGameShowsWhatWasClicked()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        auto* view = studio.tab()->game().view();
        QSignalSpy picked(studio.tab(), &PlayTab::picked);
        constexpr int parts = 24;
        const auto hit = [&] { return !picked.isEmpty() && picked.back()[0].toLongLong() > 0; };
        // Things are there as soon as they are drawn.
        const auto look = [&] {
            for (int y = 1; y < parts && !hit(); ++y)
                for (int x = 1; x < parts && !hit(); ++x)
                    QTest::mouseClick(view, Qt::LeftButton, {}, {view->width() * x / parts, view->height() * y / parts});
            return hit();
        };
        QTRY_VERIFY_WITH_TIMEOUT(look(), patience);
        const qint64 object = picked.back()[0].toLongLong();
        QTRY_COMPARE_WITH_TIMEOUT(panel->object(), object, patience);
        QTRY_VERIFY_WITH_TIMEOUT(panel->list()->topLevelItemCount() > 3, patience);
        const nlohmann::json facts = ask(studio, {{"do", "object.read"}, {"object", object}});
        QCOMPARE(panel->heading()->text(), QString::fromStdString(facts.value("class", "")));
    }

    /// Each kind of client has an account of its kind, and the World dock lists them.
    void playerGameMasterAndAdministratorPlaySideBySide()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        studio.trigger("play.with.dm");
        studio.trigger("play.with.admin");
        QTRY_COMPARE_WITH_TIMEOUT(studio.play->tabs().size(), 3, patience);
        for (PlayTab* tab : studio.play->tabs())
            QTRY_VERIFY_WITH_TIMEOUT(tab->isIn(), patience);
        QStringList kinds;
        for (PlayTab* tab : studio.play->tabs()) {
            const nlohmann::json facts = ask(studio, {{"do", "object.read"}, {"object", tab->character()}});
            kinds << QString::fromStdString(facts.value("class", ""));
        }
        QCOMPARE(kinds, (QStringList{QStringLiteral("User"), QStringLiteral("DM"), QStringLiteral("Admin")}));
        QTreeWidgetItem* sessions = group(studio, QStringLiteral("Sessions"));
        QVERIFY(sessions != nullptr);
        const auto names = [&] {
            QStringList out;
            for (int i = 0; i < sessions->childCount(); ++i)
                out << sessions->child(i)->text(0).section(u':', 0, 0);
            out.sort();
            return out;
        };
        QStringList wanted;
        for (PlayTab* tab : studio.play->tabs())
            wanted << tab->player().account().name;
        wanted.sort();
        QTRY_COMPARE_WITH_TIMEOUT(names(), wanted, patience);
    }

    void theMessagesAreDecodedAndFiltered()
    {
        Studio studio({});
        studio.play5();
        auto* panel = studio.window->findChild<playing::PacketPanel*>();
        for (QWidget* parent = panel; parent != nullptr; parent = parent->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(parent))
                dock->raise();
        QTRY_VERIFY(panel->isVisible());
        studio.tab()->game().runLine(QStringLiteral("Is the mill haunted"));
        const auto rows = [&](const QString& words, bool onlyShown) {
            int found = 0;
            for (int i = 0; i < panel->list()->topLevelItemCount(); ++i) {
                const QTreeWidgetItem* item = panel->list()->topLevelItem(i);
                found += QString(item->text(1) + item->text(2)).contains(words) && !(onlyShown && item->isHidden()) ? 1 : 0;
            }
            return found;
        };
        // Said by the client, and told to all by the server.
        QTRY_VERIFY_WITH_TIMEOUT(rows(QStringLiteral("Is the mill haunted"), true) >= 2, patience);
        QVERIFY(rows(QStringLiteral("SAY_TO"), true) > 0);
        studio.tab()->game().runLine(QStringLiteral("Nobody knows"));
        QTRY_VERIFY_WITH_TIMEOUT(rows(QStringLiteral("Nobody knows"), true) >= 2, patience);
        auto* filter = panel->findChild<SearchField*>();
        QTest::keyClicks(filter, QStringLiteral("haunted"));
        QTRY_COMPARE(rows(QStringLiteral("Nobody knows"), true), 0);
        QVERIFY(rows(QStringLiteral("haunted"), true) >= 2);
        // What comes now is filtered as well.
        studio.tab()->game().runLine(QStringLiteral("Ask the miller"));
        QTRY_VERIFY_WITH_TIMEOUT(rows(QStringLiteral("Ask the miller"), false) >= 2, patience);
        QCOMPARE(rows(QStringLiteral("Ask the miller"), true), 0);
    }

    /// A message that cannot be done: the server's line names the place in the project, and a click leads there.
    void errorsOfTheRunningBlakodLeadToTheirLine()
    {
        Studio studio({});
        const QString file = QStringLiteral("kod/object/thing/item/tool/candle.kod");
        studio.world.replace(file, "messages:", "messages:\n\n   AskedForTooMuch()\n   {\n      local i;\n      i = First(7);\n      return First(i);\n   }\n");
        studio.play5();
        const nlohmann::json made = ask(studio, {{"do", "create"}, {"class", "Candle"}});
        QVERIFY(made.is_object());
        ask(studio, {{"do", "send"}, {"object", made["object"]}, {"message", "AskedForTooMuch"}});
        auto* list = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.log"));
        QVector<QTreeWidgetItem*> items;
        const auto found = [&] {
            items.clear();
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                if (list->topLevelItem(i)->text(2).startsWith(QLatin1String("candle.kod:")))
                    items << list->topLevelItem(i);
            return items.size() >= 2;
        };
        QTRY_VERIFY_WITH_TIMEOUT(found(), patience);
        QFile source(studio.world.path(file));
        QVERIFY(source.open(QIODevice::ReadOnly));
        const QByteArray text = source.readAll();
        const auto lineOf = [&](const char* words) { return static_cast<int>(text.left(text.indexOf(words)).count('\n')) + 1; };
        const int line = lineOf("i = First(7)");
        QTreeWidgetItem* item = items[0];
        QCOMPARE(item->text(2), QStringLiteral("candle.kod:%1").arg(line));
        QCOMPARE(items[1]->text(2), QStringLiteral("candle.kod:%1").arg(lineOf("return First(i)")));
        list->scrollToItem(item);
        const QRect row = list->visualItemRect(item);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, {list->columnViewportPosition(2) + 12, row.center().y()});
        QTRY_COMPARE(QFileInfo(studio.window->documents().current()->path()).fileName(), QStringLiteral("candle.kod"));
        const auto told = [&] { return studio.window->documents().current()->statusLeft().value(0); };
        QTRY_VERIFY2(told().startsWith(QStringLiteral("line %1,").arg(line)), qPrintable(told()));
    }

    void timeStandsStillAndGoesFasterAndSlower()
    {
        Studio studio({});
        studio.world.replace(QStringLiteral("kod/object/thing/item/tool/candle.kod"), "messages:",
                             "messages:\n\n   AskedLater()\n   {\n      return;\n   }\n\n"
                             "   AskedNow()\n   {\n      CreateTimer(self,@AskedLater,1000000);\n      return;\n   }\n");
        studio.play5();
        const nlohmann::json made = ask(studio, {{"do", "create"}, {"class", "Candle"}});
        QVERIFY(made.is_object());
        ask(studio, {{"do", "send"}, {"object", made["object"]}, {"message", "AskedNow"}});
        const auto left = [&] { return due(studio, "AskedLater"); };
        QSignalSpy time(&studio.play->session(), &play::PlaySession::timeChanged);
        const auto trigger = [&](const char* id) {
            time.clear();
            studio.trigger(id);
            QTRY_VERIFY_WITH_TIMEOUT(!time.isEmpty(), patience);
        };
        trigger("play.time.pause");
        const std::int64_t paused = left();
        QVERIFY2(paused > 900'000, qPrintable(QString::number(paused)));
        QTest::qWait(400);
        QCOMPARE(left(), paused);
        trigger("play.time.step");
        QCOMPARE(left(), paused - 1000);
        // Milliseconds of the world while at least so many real ones pass.
        const auto passed = [&](const char* id, int wait) {
            trigger(id);
            const std::int64_t before = left();
            QTest::qWait(wait);
            return before - left();
        };
        QVERIFY(passed("play.time.sixteen", 100) >= 16 * 100);
        QElapsedTimer whole;
        whole.start();
        const std::int64_t slow = passed("play.time.sixteenth", 800);
        QVERIFY2(slow >= 0 && slow <= whole.elapsed() / 8, qPrintable(QString::number(slow)));
        QCOMPARE(studio.play->session().timeScale(), 1.0 / 16);
        // Who goes on after a pause goes on as before.
        trigger("play.time.pause");
        QVERIFY(studio.play->session().isPaused());
        trigger("play.time.pause");
        QCOMPARE(studio.play->session().timeScale(), 1.0 / 16);
    }
};

QTEST_MAIN(TestWatching)
#include "tst_watching.moc"
