// SPDX-License-Identifier: GPL-3.0-or-later
// The login page: connecting, giving up, what a server answers before the game, and servers that mean no good.
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/login_page.h"
#include "tests/play/update_offer.h"
#include "tests/updates/file_servers.h"
#include "ui/theme.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace blak;
using namespace blak::client;
using namespace blak::wire::fields;
using enum blak::wire::MessageId;
using session::placedField;

class TestLogin : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void leavingAndComingBack()
    {
        Table table;
        QVERIFY(table.enter());
        table.window->game()->runLine(QStringLiteral("/quit"));
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_QUIT).has_value(); }));
        table.server.say(BP_QUIT);
        std::vector<std::vector<wire::Field>> seeds(5, {u32("seed", 9)});
        table.server.say(AP_GETCHOICE, {elements("seeds", std::move(seeds))});
        QVERIFY(table.until([&] { return table.window->page() == table.window->login(); }));
        QVERIFY(table.until([&] { return table.window->client().state() == GameClient::State::Idle; }));
        QVERIFY(table.enter());
    }

    void wrongPasswordIsSaid()
    {
        Table table;
        table.server.answers = false;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.server.take(AP_LOGIN).has_value(); }));
        table.server.say(AP_LOGINFAILED);
        QVERIFY(table.until([&] { return table.window->login()->error()->text().contains(QStringLiteral("password")); }));
        QCOMPARE(table.window->login()->button()->text(), QStringLiteral("Enter"));
    }

    void connectingCanBeCancelled()
    {
        Table table;
        table.server.greets = false; // it takes the connection and says nothing
        table.server.answers = false;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QCOMPARE(table.window->login()->button()->text(), QStringLiteral("Cancel"));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QCOMPARE(table.window->client().state(), GameClient::State::Idle);
        QCOMPARE(table.window->login()->button()->text(), QStringLiteral("Enter"));
        // A name that no server has is an answer, not a wait.
        QElapsedTimer clock;
        clock.start();
        table.window->login()->server()->setText(QStringLiteral("no-such-host.invalid:1"));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(clock.elapsed() < 500);
        table.window->client().disconnectNow();
        table.window->login()->server()->setText(QStringLiteral("127.0.0.1:99999"));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.window->login()->error()->text().contains(QStringLiteral("99999")));
    }

    /// Garbage, half a frame and silence, a flood of frames: an error or nothing, never a crash, and the window lives.
    void hostileServers()
    {
        Table table;
        table.server.greets = false;
        table.server.answers = false;
        std::mt19937 random(5);
        for (int round = 0; round < 6; ++round) {
            QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
            table.server.socket = nullptr;
            QVERIFY(table.until([&] { return table.server.socket != nullptr; }));
            QByteArray bytes(round % 2 == 0 ? 60'000 : 9, '\0');
            for (char& byte : bytes)
                byte = static_cast<char>(random());
            if (round % 2 == 1) { // the head of a frame whose rest never comes
                const QByteArray head("\x10\x00\x00\x00\x10\x00\x00\x15", 8);
                bytes = head;
            }
            table.server.socket->write(bytes);
            table.server.socket->flush();
            QTest::qWait(50);
            if (round % 2 == 1) {
                QVERIFY(table.window->client().state() != GameClient::State::Idle);
                table.server.socket->abort();
            }
            QVERIFY(table.until([&] { return table.window->client().state() == GameClient::State::Idle; }));
            QVERIFY(!table.window->login()->error()->text().isEmpty());
        }
    }

    void floodsAreSurvived()
    {
        Table table;
        QVERIFY(table.enter());
        for (int i = 0; i < 3000; ++i) {
            table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("flood")});
            table.server.say(BP_CREATE, {placedField(static_cast<std::uint32_t>(100 + i), 300, 300)});
            table.server.say(BP_EFFECT, {u16("effect", 1 + static_cast<std::uint32_t>(i) % 17), elements("parameters", {{u32("value", 5)}})});
        }
        QVERIFY(table.until([&] { return table.window->client().game()->chat().total() >= 3000; }));
        QVERIFY(table.window->client().isPlaying());
        QTest::qWait(100);
        QCOMPARE(table.window->client().game()->unhandled(), std::uint64_t{0});
    }

    void anUpdateIsFetchedBeforeTheGame()
    {
        Table table;
        test::HttpFiles files;
        files.files[QStringLiteral("/u/notes.txt")] = "what is new";
        ConnectWish wish;
        test::loginForUpdates(table, wish);
        std::optional<wire::Message> asked;
        QVERIFY(table.until([&] { return (asked = table.server.take(AP_REQ_GAME)).has_value(); }));
        QCOMPARE(numberOf(*asked, "last_download"), 0u);
        const auto offer = [&](std::uint32_t time, const char* name) { test::offerPackage(table, files.port(), "The bridge is new.", time, name); };
        offer(77, "notes.txt");
        QVERIFY(table.until([&] { return (asked = table.server.take(AP_REQ_GAME)).has_value(); }));
        QCOMPARE(numberOf(*asked, "last_download"), 77u);
        QVERIFY(std::filesystem::exists(wish.updates / "help" / "notes.txt"));
        offer(78, "..\\escape.txt"); // an update that makes no sense ends the connection, with a reason
        QVERIFY(table.until([&] { return table.window->login()->error()->text().contains(QStringLiteral("makes no sense")); }));
        QVERIFY(table.window->client().state() == GameClient::State::Idle);
        QVERIFY(table.window->page() == table.window->login());
    }

    void anotherProgramIsOffered()
    {
        Table table;
        table.server.leads = false;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.server.take(AP_REQ_GAME).has_value(); }));
        table.server.say(AP_GETCLIENT, {text("machine", "files.example.org"), text("file", "client.zip")});
        QVERIFY(table.until([&] { return table.window->login()->offer()->text().contains(QStringLiteral("http://files.example.org/client.zip")); }));
        QVERIFY(!table.window->login()->offer()->isHidden());
    }

    void settingsAreKept()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        {
            ClientWindow window(&settings);
            window.login()->server()->setText(QStringLiteral("example.org:7"));
            window.login()->account()->setText(QStringLiteral("wren"));
            window.login()->password()->setText(QStringLiteral("secret"));
            window.login()->remember();
            window.close();
        }
        settings.sync();
        ClientWindow again(&settings);
        QCOMPARE(again.login()->server()->text(), QStringLiteral("example.org:7"));
        QCOMPARE(again.login()->account()->text(), QStringLiteral("wren"));
        for (const QString& key : settings.allKeys())
            QVERIFY(!settings.value(key).toString().contains(QStringLiteral("secret"))); // passwords are never kept
    }
};

QTEST_MAIN(TestLogin)
#include "tst_login.moc"
