// SPDX-License-Identifier: GPL-3.0-or-later
// What testers have besides playing, by its keys and buttons: values written to the source, states, recordings,
// bundles, bad lines, wanderers.
#include "played_studio.h"
#include "world_dock.h"

#include "formats/base/file_io.h"
#include "studio/playing/game_states.h"
#include "studio/playing/object_panel.h"
#include "studio/playing/play_recording.h"
#include "studio/playing/play_test.h"
#include "studio/playing/write_back.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <array>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using Studio = blak::play::PlayedStudio;
using namespace blak::test::dock;

class TestTools : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;

    /// A class with the file of the inn, and an object of it.
    static void anotherRoomInTheInn(const Studio& studio)
    {
        QFile file(studio.world.path(QStringLiteral("kod/object/room/upperinn.kod")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("UpperInn is LanternInn\n\nconstants:\n\n   include blakston.khd\n\nclassvars:\n\n   viRid = RID_UPPER\n\nmessages:\n\nend\n");
        file.close();
        studio.world.replace(QStringLiteral("kod/include/blakston.khd"), "   RID_MILL    = 3\n", "   RID_MILL    = 3\n   RID_UPPER   = 4\n");
        studio.world.replace(QStringLiteral("kod/object/system.kod"), "Create(&LanternInn),", "Create(&LanternInn), Create(&UpperInn),");
    }

    /// Writes into a value of the inspector as a hand would.
    static void write(playing::ObjectPanel* panel, const char* name, const QString& value)
    {
        QTreeWidgetItem* row = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((row = panel->list()->findItems(QLatin1String(name), Qt::MatchExactly, 0).value(0)) != nullptr, patience);
        panel->list()->scrollToItem(row);
        const QPoint at(panel->list()->columnWidth(0) + 20, panel->list()->visualItemRect(row).center().y());
        QTest::mouseClick(panel->list()->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(panel->list()->viewport(), Qt::LeftButton, {}, at);
        auto* field = panel->list()->viewport()->findChild<QLineEdit*>();
        QVERIFY(field != nullptr);
        field->selectAll();
        QTest::keyClicks(field, value);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(panel->list()->findItems(QLatin1String(name), Qt::MatchExactly, 0).value(0)->toolTip(1).startsWith(QLatin1String("was ")),
                                 patience);
        QVERIFY(panel->writeButton()->isEnabled());
    }

    /// Plays a script in a world of its own. What was said of lines that failed.
    static QStringList replay(const QByteArray& script, bool& passed)
    {
        QStringList said;
        auto steps = client::parsePlayScript(script.toStdString(), "recorded.play");
        if (!steps)
            return {QString::fromStdString(steps.error().text())};
        blak::play::PlayedWorld world;
        playing::PlayTest test(world.wish(), std::move(steps).value(), QStringLiteral("recorded.play"));
        connect(&test, &playing::PlayTest::said, &test, [&](bool good, const QString& line) {
            if (!good)
                said << line;
        });
        QSignalSpy finished(&test, &playing::PlayTest::finished);
        test.window().show();
        test.start();
        if (!QTest::qWaitFor([&] { return !finished.isEmpty(); }, 120'000))
            said << QStringLiteral("no end");
        passed = test.passed();
        return said;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void liveValuesBecomeDefaultsAsOneUndo()
    {
        Studio studio({});
        studio.play5();
        const QString path = studio.world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"));
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        studio.play->inspect(firstOf(studio, "Candle"));
        QTRY_COMPARE_WITH_TIMEOUT(panel->heading()->text(), QStringLiteral("Candle"), patience);
        QVERIFY(!panel->writeButton()->isEnabled());
        write(panel, "viLight", QStringLiteral("33"));
        write(panel, "piRow", QStringLiteral("200"));
        QTest::mouseClick(panel->writeButton(), Qt::LeftButton);
        playing::WriteBackDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = studio.window->findChild<playing::WriteBackDialog*>()) != nullptr);
        const QString difference = dialog->difference()->toPlainText();
        QVERIFY2(difference.contains(QStringLiteral("-   viLight = 20\n+   viLight = 33")), qPrintable(difference));
        QVERIFY2(difference.contains(QStringLiteral("+   piRow = 200")), qPrintable(difference));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("write")), Qt::LeftButton);
        QTRY_VERIFY(studio.window->findChild<playing::WriteBackDialog*>() == nullptr);
        QTRY_COMPARE(QFileInfo(studio.window->documents().current()->path()).fileName(), QStringLiteral("candle.kod"));
        const auto text = std::dynamic_pointer_cast<document::TextDocument>(studio.window->workspace().find(path.toStdString()));
        QVERIFY(text != nullptr && text->isModified());
        QVERIFY(text->text().find("viLight = 33") != std::string::npos);
        studio.window->documents().current()->undo();
        QVERIFY(text->text().find("viLight = 33") == std::string::npos && text->text().find("piRow") == std::string::npos);
        QVERIFY(!text->isModified());
    }

    void leadsToBlakodSpriteAndRoom()
    {
        Studio studio({});
        studio.play5();
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        const nlohmann::json candles = ask(studio, {{"do", "instances"}, {"class", "Candle"}});
        QVERIFY(candles.is_object() && !candles["objects"].empty());
        studio.play->inspect(candles["objects"].back().get<qint64>()); // the first ones are what a shop makes others like, and lie nowhere
        QTRY_COMPARE_WITH_TIMEOUT(panel->heading()->text(), QStringLiteral("Candle"), patience);
        auto* code = panel->findChild<QToolButton*>(QStringLiteral("play.object.code"));
        const auto choose = [&](const QString& text) {
            emit code->menu()->aboutToShow();
            for (QAction* action : code->menu()->actions())
                if (action->text() == text)
                    return action->trigger();
            QFAIL(qPrintable(text));
        };
        const auto shown = [&] {
            const DocumentView* view = studio.window->documents().current();
            return view == nullptr ? QString() : QFileInfo(view->path()).fileName();
        };
        QTest::mouseClick(code, Qt::LeftButton, {}, {6, code->height() / 2});
        QTRY_COMPARE_WITH_TIMEOUT(shown(), QStringLiteral("candle.kod"), patience);
        choose(QStringLiteral("Open its sprite"));
        QTRY_COMPARE_WITH_TIMEOUT(shown(), QStringLiteral("candle.bgf"), patience);
        choose(QStringLiteral("Open its room"));
        if (!QTest::qWaitFor([&] { return shown().endsWith(QLatin1String(".roo")); }, patience))
            QFAIL(qPrintable(shown() + u' ' + studio.window->toasts().sentences().join(u'|')));
    }

    /// It gets another number by the save, and is the same.
    void theObjectThatOneLooksAtStaysThroughASave()
    {
        Studio studio({});
        studio.play5();
        const auto rubbish = ask(studio, {{"do", "create"}, {"class", "Apple"}}); // which the save throws away
        QVERIFY(!rubbish.is_null());
        const auto made = ask(studio, {{"do", "create"}, {"class", "Candle"}});
        QVERIFY(!made.is_null());
        const qint64 candle = made["object"].get<qint64>();
        ask(studio, {{"do", "send"}, {"object", candle}, {"message", "TakenBy"}, {"parameters", {{"who", play::objectValue(studio.tab()->character())}}}});
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        studio.play->inspect(candle);
        QTRY_COMPARE_WITH_TIMEOUT(panel->heading()->text(), QStringLiteral("Candle"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(panel->list()->topLevelItemCount() > 0, patience);
        studio.press(Qt::Key_F6, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().hasState(1), patience);
        QVERIFY(!panel->list()->isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(panel->object() >= 0 && panel->object() < candle, patience); // told a moment after the save
        const auto now = ask(studio, {{"do", "object.read"}, {"object", panel->object()}});
        QCOMPARE(QString::fromStdString(now.value("class", "")), QStringLiteral("Candle"));
        QTest::qWait(1200); // it is looked at again
        QCOMPARE(panel->heading()->text(), QStringLiteral("Candle"));
        QVERIFY(!panel->list()->isHidden());
    }

    void savesAndLoadsTheStateByKeys()
    {
        Studio studio({});
        studio.play5();
        QVERIFY(!studio.window->actions().action(QStringLiteral("play.state.load"))->isEnabled());
        ask(studio, {{"do", "object.write"}, {"object", 0}, {"property", "piHour"}, {"value", 5}});
        studio.press(Qt::Key_F6, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().hasState(1), patience);
        ask(studio, {{"do", "object.write"}, {"object", 0}, {"property", "piHour"}, {"value", 17}});
        const auto before = studio.tab()->place();
        QSignalSpy entered(studio.tab(), &PlayTab::entered);
        studio.press(Qt::Key_F9, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!entered.isEmpty(), patience);
        // It comes in wherever its Blakod remembers it, and is put where it stood.
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, before.room, patience);
        QTRY_VERIFY_WITH_TIMEOUT(std::hypot(studio.tab()->place().x - before.x, studio.tab()->place().y - before.y) < 64, patience);
        const nlohmann::json hour = ask(studio, {{"do", "instances.read"}, {"class", "System"}, {"names", {"piHour"}}});
        QCOMPARE(hour["objects"][0]["values"][0]["data"].get<int>(), 5);
        QTRY_COMPARE_WITH_TIMEOUT(studio.progress(), QString(), patience); // it is in
    }

    /// A save collects garbage, and until the client knows its room again the room of before stands there, without its numbers.
    /// Which of two rooms with one file it was is known by its class: the world starts again, and numbers are others.
    void aStateIsLoadedIntoTheRoomWhereItWasSaved()
    {
        Studio studio({});
        anotherRoomInTheInn(studio);
        studio.play5();
        QTRY_VERIFY_WITH_TIMEOUT(firstOf(studio, "UpperInn") > 0, patience);
        const auto stands = [&] { return studio.play->session().kept(studio.tab()->place()).type; };
        studio.play->session().put(studio.tab()->character(), {QStringLiteral("lantern.roo"), true, 8192, 8192, 0, firstOf(studio, "LanternInn")});
        QTRY_COMPARE_WITH_TIMEOUT(stands(), QStringLiteral("LanternInn"), patience);
        // Upstairs one comes by a way of the world, not by ours.
        const auto enters = [&](const char* type) {
            ask(studio, {{"do", "send"}, {"object", firstOf(studio, type)}, {"message", "PutFine"},
                         {"parameters", {{"what", play::objectValue(studio.tab()->character())}, {"fine_row", 512}, {"fine_col", 512}, {"angle", 0}}}});
        };
        enters("UpperInn");
        QTRY_COMPARE_WITH_TIMEOUT(stands(), QStringLiteral("UpperInn"), patience);
        const auto before = studio.tab()->place();
        QCOMPARE(before.room, QStringLiteral("lantern.roo"));
        studio.press(Qt::Key_F6, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().hasState(1), patience);
        QSignalSpy entered(studio.tab(), &PlayTab::entered);
        studio.press(Qt::Key_F9, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!entered.isEmpty(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(stands(), QStringLiteral("UpperInn"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(std::hypot(studio.tab()->place().x - before.x, studio.tab()->place().y - before.y) < 64, patience);
        QTRY_COMPARE_WITH_TIMEOUT(studio.progress(), QString(), patience);
        // Another world, too, begins where one stands.
        QSignalSpy placed(&studio.play->session(), &play::PlaySession::placed);
        studio.play->playAnew();
        QTRY_VERIFY_WITH_TIMEOUT(!placed.isEmpty(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(studio.tab()->isIn(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(stands(), QStringLiteral("UpperInn"), patience);
    }

    void aRecordedSessionPlaysAgainAsATest()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play->recording().setFolder(studio.folder.filePath(QStringLiteral("out")));
        studio.play5();
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("lantern.roo"), patience);
        studio.trigger("play.record.session");
        QVERIFY(studio.play->recording().isRecording());
        auto* view = studio.tab()->game().view();
        view->setFocus();
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_S, Qt::Key_A}) {
            QTest::keyPress(view, key);
            QTest::qWait(700);
            QTest::keyRelease(view, key);
        }
        QTest::qWait(1200); // the last place is reported
        studio.tab()->game().runLine(QStringLiteral("Good evening to all"));
        QTest::qWait(500);
        studio.trigger("play.record.session");
        QVERIFY(!studio.play->recording().isRecording());
        const QStringList files = QDir(studio.folder.filePath(QStringLiteral("out"))).entryList({QStringLiteral("*.play")});
        QCOMPARE(files.size(), 1);
        QFile file(studio.folder.filePath(QStringLiteral("out/") + files[0]));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray script = file.readAll();
        QVERIFY2(script.contains("\nstart lantern.roo ") && script.contains("\nwalk-to ") && script.contains("\ntype Good evening to all\n"), script);
        studio.trigger("play.run.stop");
        bool passed = false;
        QStringList said = replay(script, passed);
        QVERIFY2(passed, qPrintable(said.join(u'\n') + u'\n' + QString::fromUtf8(script)));
        // What is not so any more is told with its line.
        QByteArray wrong = script;
        wrong.replace("quit\n", "within 1\nexpect-thing crown\nquit\n");
        said = replay(wrong, passed);
        QVERIFY(!passed);
        QVERIFY2(said.join(u'\n').contains(QStringLiteral("expect-thing crown")), qPrintable(said.join(u'\n')));
    }

    void theLineBetweenThemCanBeBad()
    {
        Studio studio({});
        studio.play5();
        const auto heard = [&](const char* words) {
            for (const auto& line : studio.tab()->client().game()->chat().lines())
                if (line.text.find(words) != std::string::npos)
                    return true;
            return false;
        };
        const auto timeOf = [&](const QByteArray& words) {
            QElapsedTimer clock;
            clock.start();
            studio.tab()->game().runLine(QString::fromLatin1(words));
            return QTest::qWaitFor([&] { return heard(words.constData()); }, patience) ? clock.elapsed() : qint64(-1);
        };
        constexpr qint64 onTheFarLine = 300; ///< 150 ms there, 150 back
        // A busy machine takes its time; the quickest of some tries is what the line makes of it.
        const auto quickest = [&](const QByteArray& words) {
            constexpr int tries = 8;
            qint64 best = patience;
            for (int i = 0; i < tries; ++i)
                if (const qint64 one = timeOf(words + ' ' + QByteArray::number(i)); one >= 0)
                    best = std::min(best, one);
            return best;
        };
        const qint64 near = quickest("near");
        studio.trigger("play.line.far");
        QVERIFY(studio.window->actions().action(QStringLiteral("play.line.far"))->isChecked());
        const qint64 far = quickest("from afar");
        QVERIFY2(far >= onTheFarLine && far < patience, qPrintable(QString::number(far)));
        QVERIFY2(near < far, qPrintable(QStringLiteral("%1 %2").arg(near).arg(far)));
        studio.trigger("play.line.perfect");
        const qint64 again = quickest("near again");
        QVERIFY2(again < far, qPrintable(QStringLiteral("%1 %2").arg(again).arg(far)));
    }

    void aBugBundleHoldsAllOfIt()
    {
        Studio studio({});
        const QString out = studio.folder.filePath(QStringLiteral("out"));
        studio.play->recording().setFolder(out);
        studio.play5();
        studio.tab()->game().runLine(QStringLiteral("Something is wrong here"));
        QTest::qWait(300);
        studio.trigger("play.bug.bundle");
        QTRY_COMPARE_WITH_TIMEOUT(QDir(out).entryList({QStringLiteral("*.zip")}).size(), 1, patience);
        QVERIFY(QDir(out).entryList({QStringLiteral("*.part")}).isEmpty());
        const QString file = out + u'/' + QDir(out).entryList({QStringLiteral("*.zip")}).first();
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        // Read by a program of somebody else.
        QProcess python;
        python.start(QStringLiteral("python3"),
                     {QStringLiteral("-c"),
                      QStringLiteral("import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n"
                                     "for n in z.namelist(): print(n, len(z.read(n)))\n"
                                     "print(z.read('versions.json').decode())\nprint(z.read('messages.jsonl').decode())\n"
                                     "print([z.read(n).decode() for n in z.namelist() if n.endswith('.play')][0])"),
                      file});
        QVERIFY(python.waitForFinished(patience));
        const QString said = QString::fromUtf8(python.readAllStandardOutput());
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
        for (const char* part : {"versions.json ", "log.txt ", "messages.jsonl ", "clients/1-", "window.png ", "savegame/", "channel/",
                                 "\"dialect\": \"classic\"", "\"dir\":\"c2s\"", "\"dir\":\"s2c\"", "Something is wrong here", "start "})
            QVERIFY2(said.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + u'\n' + said.left(3000)));
        QVERIFY(!said.contains(QStringLiteral("passwords.json")));
    }

    /// The same ones: they go by the accounts that they had there, and there are as many.
    void aStateHasItsOwnWanderersAgain()
    {
        Studio studio({});
        studio.play5();
        const auto who = [&] {
            QStringList out;
            for (const auto& session : ask(studio, {{"do", "sessions"}}))
                if (session.value("playing", false))
                    out << QString::fromStdString(session.value("name", ""));
            out.sort();
            return out;
        };
        const auto users = [&] {
            const auto answer = ask(studio, {{"do", "instances.read"}, {"class", "User"}, {"names", nlohmann::json::array()}});
            return answer.is_object() ? answer["objects"].size() : std::size_t{0};
        };
        studio.play->addBots(2);
        studio.play->addBots(1);
        QTRY_COMPARE_WITH_TIMEOUT(who().size(), 4, patience);
        const QStringList before = who();
        const std::size_t usersBefore = users();
        studio.play->states().save(1);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().hasState(1), patience);
        studio.play->addBots(2); // who are not in it
        QTRY_COMPARE_WITH_TIMEOUT(who().size(), 6, patience);
        QSignalSpy ready(&studio.play->session(), &play::PlaySession::ready);
        studio.play->states().load(1);
        QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(who(), before, patience);
        QCOMPARE(studio.play->bots().count(), 3);
        QTest::qWait(1500); // whoever else would come
        QCOMPARE(who(), before);
        QCOMPARE(users(), usersBefore); // and nobody made another character
    }

    void wanderersComeFromTheMenuAndGoWithTheWorld()
    {
        Studio studio({});
        studio.play5();
        studio.trigger("play.with.bots");
        QCOMPARE(studio.play->bots().count(), 20);
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                QTest::qWait(200);
                int playing = 0;
                for (const auto& session : ask(studio, {{"do", "sessions"}}))
                    playing += session.value("playing", false) ? 1 : 0;
                return playing == 21;
            }(),
            patience);
        QStringList names; // as the game lists them
        for (const auto& session : ask(studio, {{"do", "sessions"}}))
            names << QString::fromStdString(session.value("name", ""));
        for (int i = 1; i <= 20; ++i)
            QVERIFY2(names.contains(QStringLiteral("Wanderer %1").arg(i)), qPrintable(names.join(u'|')));
        // They are seen by the player, or walk elsewhere; none of them stands still for ever.
        studio.trigger("play.run.stop");
        QCOMPARE(studio.play->bots().count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(studio.world.scratchFolders(), QStringList(), patience);
    }
};

QTEST_MAIN(TestTools)
#include "tst_tools.moc"
