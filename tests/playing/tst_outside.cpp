// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles, servers outside, a colleague who is invited, and a play that goes from one window to the next.
#include "played_studio.h"

#include "studio/play/bundle/zip_file.h"
#include "studio/play/prepare/server_facts.h"
#include "studio/playing/invitation.h"
#include "studio/playing/profiles_dialog.h"
#include "ui/theme.h"

#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTcpSocket>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using Studio = blak::play::PlayedStudio;

class TestOutside : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void profilesAreReadAsTheyWereWritten()
    {
        play::Profiles profiles;
        profiles.all = {{"far", "", "", "", "example.org:5959", "ann", "Ann", "window"}, {"old", "../old", "run/server", "classic97", "", "", "", "program"}};
        profiles.current = "old";
        const auto again = play::readProfiles(play::writtenProfiles(profiles), "here");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(again.value().all == profiles.all);
        QCOMPARE(again.value().chosen().save, std::string("run/server"));
        QVERIFY(play::readProfiles("{}", "here").value().chosen().name.empty());
        for (const char* wrong : {"", "[]", "{\"profiles\":3}", "{\"profiles\":[1]}", "{\"profiles\":[{}]}", "{\"profiles\":[{\"name\":1}]}",
                                  "{\"profiles\":[{\"name\":\"a\"},{\"name\":\"a\"}]}", "{\"current\":\"b\",\"profiles\":[{\"name\":\"a\"}]}",
                                  "{\"profiles\":[{\"name\":\"a\\nb\"}]}"}) {
            const auto read = play::readProfiles(wrong, "here");
            QVERIFY2(!read && read.error().where.starts_with("here"), wrong);
        }
    }

    void recipesThatAreTooDeepAreRefused()
    {
        const std::string deep(100'000, '[');
        const auto read = play::readRecipe("{\"name\":\"x\",\"room\":{\"class\":\"R\",\"file\":\"f\"},\"place\":" + deep, "play.json");
        QVERIFY(!read);
        QCOMPARE(read.error().where, std::string("play.json"));
    }

    void whatAServerSaysOfItselfIsChecked()
    {
        const auto facts = play::readServerFacts(R"({"port": 4711, "players": 4712, "maintenance": 4713, "token": "abc"})", "control.json");
        QVERIFY(facts && facts.value().control == 4711 && facts.value().players == 4712 && facts.value().token == "abc");
        for (const char* wrong : {"", "{", "[]", "{}", "{\"port\":\"4711\",\"players\":1,\"token\":\"a\"}", "{\"port\":70000,\"players\":1,\"token\":\"a\"}",
                                  "{\"port\":1,\"players\":1,\"token\":7}"})
            QVERIFY2(!play::readServerFacts(wrong, "control.json"), wrong);
    }

    void aBundleThatCannotBeWrittenLeavesNothing()
    {
        QTemporaryDir folder;
        play::ZipContents contents;
        contents.add("a.txt", "one");
        contents.add("a.txt", "two"); // the later one counts
        QCOMPARE(contents.entries().size(), std::size_t(1));
        QVERIFY(contents.addFolder(folder.filePath(QStringLiteral("nowhere")).toStdString(), "x"));
        QVERIFY(!play::writeZip(folder.filePath(QStringLiteral("nowhere/a.zip")).toStdString(), contents));
        QVERIFY(QDir().mkpath(folder.filePath(QStringLiteral("taken.zip/inside")))); // a folder stands in its place
        const auto taken = play::writeZip(folder.filePath(QStringLiteral("taken.zip")).toStdString(), contents);
        QVERIFY(!taken && taken.error().where.ends_with("taken.zip"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{QStringLiteral("taken.zip")});
    }

    void f5PlaysOnAServerOutsideByItsProfile()
    {
        // The server outside: another world that plays, with an account that has a character.
        blak::play::PlayedWorld other;
        play::PlaySession server;
        play::PlayAccount account;
        {
            play::Visitor visitor(server);
            QSignalSpy ready(&server, &play::PlaySession::ready);
            QSignalSpy placed(&server, &play::PlaySession::placed);
            server.start(other.wish(), {QStringLiteral("mill.roo"), true, 10 * 1024, 4 * 1024, 0});
            QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty(), patience);
            server.account(play::AccountKind::Player, 0, [&](const std::optional<play::PlayAccount>& made, const QString& why) {
                QVERIFY2(made, qPrintable(why));
                account = *made;
                visitor.come(*made);
            });
            QTRY_VERIFY_WITH_TIMEOUT(!placed.isEmpty(), patience);
        }
        Studio studio({});
        studio.trigger("play.profile.choose");
        auto* dialog = studio.window->findChild<playing::ProfilesDialog*>();
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("profiles.add")), Qt::LeftButton);
        const auto type = [&](const char* member, const QString& text) {
            QLineEdit* field = dialog->field(QLatin1String(member));
            field->selectAll();
            QTest::keyClicks(field, text);
        };
        auto* use = dialog->findChild<QPushButton*>(QStringLiteral("profiles.use"));
        type("name", QStringLiteral("The test server"));
        type("server", QStringLiteral("127.0.0.1:99999"));
        QVERIFY(!use->isEnabled());
        type("server", QStringLiteral("127.0.0.1:%1").arg(server.playerPort()));
        QVERIFY(!use->isEnabled()); // an account is missing
        type("account", account.name);
        type("character", account.character);
        QVERIFY(use->isEnabled());
        QTest::mouseClick(use, Qt::LeftButton);
        const auto kept = play::profilesOf(studio.world.world().toStdString());
        QVERIFY(kept && kept.value().chosen().name == "The test server");
        QFile file(studio.world.path(QStringLiteral("play-profiles.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains(account.password.toUtf8()));

        studio.trigger("play.run.here");
        QInputDialog* question = nullptr;
        QTRY_VERIFY((question = studio.window->findChild<QInputDialog*>()) != nullptr && question->isVisible());
        QTest::keyClicks(question->findChild<QLineEdit*>(), account.password);
        QTest::keyClick(question->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(studio.tab() != nullptr && studio.tab()->isIn(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("mill.roo"), patience);
        QVERIFY(studio.play->isOutside() && !studio.play->isRunning());
        QVERIFY(!studio.window->actions().action(QStringLiteral("play.time.pause"))->isEnabled());
        studio.trigger("play.run.stop");
        QVERIFY(!studio.play->isOutside());
        QVERIFY(studio.play->tabs().isEmpty());
        QVERIFY(server.isRunning());
    }

    void aColleagueComesOnce()
    {
        Studio studio({});
        studio.play5();
        QVERIFY(!studio.play->invitation().isOpen());
        studio.trigger("play.with.invite");
        playing::InvitationDialog* dialog = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((dialog = studio.window->findChild<playing::InvitationDialog*>()) != nullptr, patience);
        const playing::Invitation& invitation = studio.play->invitation();
        const QString text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("invitation.text"))->toPlainText();
        QVERIFY2(text.contains(QString::number(invitation.port())) && text.contains(invitation.account()) && text.contains(invitation.password()),
                 qPrintable(text));
        dialog->close();
        // By the address that others would take, not the server's own.
        QVERIFY(invitation.port() != studio.play->session().playerPort());
        const quint16 port = invitation.port();
        const play::PlayAccount account{invitation.account(), invitation.password(), QStringLiteral("Guest")};
        const auto come = [&](client::GameClient& client, client::AutoPlayer& player) {
            client::ConnectWish wish = playing::connectWishOf(studio.play->session());
            // A client of its own is started anywhere.
            QVERIFY(wish.files.folders.size() > 2);
            QVERIFY(std::ranges::all_of(wish.files.folders, [](const std::filesystem::path& folder) {
                return folder.is_absolute() && std::filesystem::is_directory(folder);
            }));
            wish.host = playing::Invitation::addresses().first();
            wish.port = port;
            Q_UNUSED(client);
            player.start(wish, playing::autoAccount(account));
        };
        {
            client::GameClient client;
            client::AutoPlayer player(client);
            QSignalSpy entered(&player, &client::AutoPlayer::entered);
            come(client, player);
            QTRY_VERIFY_WITH_TIMEOUT(!entered.isEmpty(), patience);
            client.disconnectNow();
        }
        QTRY_VERIFY_WITH_TIMEOUT(!invitation.isOpen(), patience);
        QTcpSocket again;
        QSignalSpy refused(&again, &QTcpSocket::errorOccurred);
        again.connectToHost(QHostAddress::LocalHost, port);
        QTRY_VERIFY(!refused.isEmpty());
        // The account itself is worth nothing any more, whatever the way.
        QTest::qWait(200);
        client::GameClient client;
        client::AutoPlayer player(client);
        QSignalSpy failed(&player, &client::AutoPlayer::failed);
        client::ConnectWish wish = playing::connectWishOf(studio.play->session());
        player.start(wish, playing::autoAccount(account));
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), patience);
    }

    void playGoesOnInAnotherWindow()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        studio.play->addClient(play::AccountKind::Player);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        studio.play->setLine({5, 0, 0, 0});
        // The second one is put beside the first, and hears of that a moment later.
        QTRY_COMPARE_WITH_TIMEOUT(studio.play->tabs()[1]->place().room, QStringLiteral("lantern.roo"), patience);
        QVector<play::PlayPlace> before;
        for (PlayTab* tab : studio.play->tabs())
            before << tab->place();
        std::shared_ptr<playing::SuspendedPlay> carried;
        studio.play->suspend([&](std::shared_ptr<playing::SuspendedPlay> suspended) { carried = std::move(suspended); });
        QTRY_VERIFY_WITH_TIMEOUT(carried != nullptr, patience);
        // As a changed scale does: this window goes, another comes.
        studio.window.reset();
        QCOMPARE(studio.world.scratchFolders().size(), 1);
        studio.openWindow();
        studio.play->resume(*carried);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[0]->isIn() && studio.play->tabs()[1]->isIn(), patience);
        for (int i = 0; i < 2; ++i) {
            const PlayTab* tab = studio.play->tabs()[i];
            QTRY_COMPARE_WITH_TIMEOUT(tab->place().room, before[i].room, patience);
            QTRY_VERIFY_WITH_TIMEOUT(std::hypot(tab->place().x - before[i].x, tab->place().y - before[i].y) < 64, patience);
        }
        QTRY_COMPARE_WITH_TIMEOUT(studio.progress(), QString(), patience);
        QCOMPARE(studio.play->lineQuality().latency, 5);
        studio.trigger("play.run.stop");
        carried.reset();
        QTRY_COMPARE_WITH_TIMEOUT(studio.world.scratchFolders(), QStringList(), patience);
    }
};

QTEST_MAIN(TestOutside)
#include "tst_outside.moc"
