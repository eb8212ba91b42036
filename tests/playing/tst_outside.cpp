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
        profiles.all = {{"far", "", "", "", "example.org:5959", "ann", "Ann"}, {"old", "../old", "run/server", "classic97", "", "", ""}};
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
        const auto come = [&](client::GameClient& client, playing::AutoPlayer& player) {
            client::ConnectWish wish = playing::connectWishOf(studio.play->session());
            wish.host = playing::Invitation::addresses().first();
            wish.port = port;
            Q_UNUSED(client);
            player.start(wish, account);
        };
        {
            client::GameClient client;
            playing::AutoPlayer player(client);
            QSignalSpy entered(&player, &playing::AutoPlayer::entered);
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
        playing::AutoPlayer player(client);
        QSignalSpy failed(&player, &playing::AutoPlayer::failed);
        client::ConnectWish wish = playing::connectWishOf(studio.play->session());
        player.start(wish, account);
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), patience);
    }
};

QTEST_MAIN(TestOutside)
#include "tst_outside.moc"
