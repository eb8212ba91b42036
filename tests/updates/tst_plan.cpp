// SPDX-License-Identifier: GPL-3.0-or-later
// What a server may ask to be fetched, and what it may not.
#include "client/session/update_plan.h"

#include <QTest>

using namespace blak;
using namespace blak::session;
using wire::Dialect;

namespace {

Download download(std::vector<Package> packages)
{
    Download out;
    out.machine = "files.example.org";
    out.path = "\\updates\\";
    out.packages = std::move(packages);
    return out;
}

} // namespace

class TestPlan : public QObject
{
    Q_OBJECT

private slots:
    void packagesComeInTheOrderOfTheirTime()
    {
        const auto plan = planOfDownload(download({{30, 4, 500, "c.exe"}, {10, 0, 70, "a.zip"}, {20, 1, 0, "old.bgf"}, {10, 20, 1024, "b.map"}}),
                                         Dialect::Mainline, 9, false);
        QVERIFY(static_cast<bool>(plan));
        const auto& steps = plan.value().steps;
        QCOMPARE(steps.size(), std::size_t{4});
        QCOMPARE(steps[0].name, std::string("a.zip"));
        QCOMPARE(steps[0].url, std::string("http://files.example.org/updates/a.zip"));
        QCOMPARE(steps[0].size, std::uint64_t{70});
        QCOMPARE(steps[1].folder, packages::Folder::Mail);
        QCOMPARE(steps[1].size, std::uint64_t{0}); // what servers say when nobody wrote the size down
        QVERIFY(steps[2].command == UpdateStep::Command::Delete);
        QVERIFY(steps[2].url.empty());
        QCOMPARE(steps[3].folder, packages::Folder::Client);
        QVERIFY(!plan.value().quiet);
    }

    void whatOneHasIsLeftOut()
    {
        const auto plan = planOfDownload(download({{10, 0, 1, "a.bgf"}, {11, 0, 1, "b.bgf"}}), Dialect::Mainline, 10, false);
        QCOMPARE(plan.value().steps.size(), std::size_t{1});
        QCOMPARE(plan.value().steps[0].time, 11u);
    }

    void guestsTakeWhatIsMarkedForThem()
    {
        const auto plan = planOfDownload(download({{10, 0, 1, "a.bgf"}, {11, 0x20, 1, "b.bgf"}}), Dialect::Classic2012, 0, true);
        QCOMPARE(plan.value().steps.size(), std::size_t{1});
        QCOMPARE(plan.value().steps[0].name, std::string("b.bgf"));
        QCOMPARE(plan.value().steps[0].url, std::string("ftp://files.example.org/updates/b.bgf")); // as clients did in those days
    }

    void advertisementsAreQuiet()
    {
        QVERIFY(planOfDownload(download({{1, 24, 1, "ad.gif"}, {2, 25, 1, "ad2.gif"}}), Dialect::Mainline, 0, false).value().quiet);
        QVERIFY(!planOfDownload(download({{1, 24, 1, "ad.gif"}, {2, 0, 1, "room.roo"}}), Dialect::Mainline, 0, false).value().quiet);
    }

    void namesThatAreNoFiles_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "..", ".", "../a.bgf", "..\\a.bgf", "/etc/passwd", "a/b.bgf", "C:\\x.dll", "c:x", "a.bgf.", "a.bgf ",
                                 ".hidden", "con", "NUL.bgf", "lpt1.txt", "a\nb", "a|b", "x~"})
            QTest::newRow(name) << QString::fromLatin1(name);
        QTest::newRow("long") << QString(256, QLatin1Char('a'));
        QTest::newRow("not ASCII") << QString::fromLatin1("caf\xE9.bgf");
    }
    void namesThatAreNoFiles()
    {
        QFETCH(QString, name);
        QVERIFY(!isHarmlessName(name.toLatin1().toStdString()));
        const auto plan = planOfDownload(download({{1, 0, 1, name.toLatin1().toStdString()}}), Dialect::Mainline, 0, false);
        QVERIFY(!plan);
        QVERIFY(!planOfDownload(download({{1, 1, 1, name.toLatin1().toStdString()}}), Dialect::Mainline, 0, false)); // nor deleted
    }

    void commandsAndFoldersThatDoNotExist()
    {
        for (const std::uint32_t flags : {2u, 3u, 28u})
            QVERIFY(!planOfDownload(download({{1, flags, 1, "a.bgf"}}), Dialect::Mainline, 0, false));
    }

    void tooMuch()
    {
        QVERIFY(!planOfDownload(download({{1, 0, 0xFFFFFFFF, "a.bgf"}}), Dialect::Mainline, 0, false));
        std::vector<Package> many(9, Package{1, 0, 1u << 30, "a.bgf"});
        QVERIFY(!planOfDownload(download(many), Dialect::Mainline, 0, false));
    }

    void addresses_data()
    {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("wanted"); // "" = refused
        QTest::newRow("plain") << "a.org" << "x/y" << "http://a.org/x/y";
        QTest::newRow("port") << "a.org:8080" << "/x/" << "http://a.org:8080/x";
        QTest::newRow("own scheme") << "https://a.org" << "" << "https://a.org";
        QTest::newRow("ftp") << "FTP://a.org/" << "x" << "FTP://a.org/x";
        QTest::newRow("file") << "file:///etc" << "" << "";
        QTest::newRow("script") << "javascript://x" << "" << "";
        QTest::newRow("nobody") << "" << "/x" << "";
        QTest::newRow("blank") << "a.org" << "x y" << "";
        QTest::newRow("password") << "http://user:word@a.org" << "" << "";
        QTest::newRow("long") << "a.org" << QString(2000, QLatin1Char('x')) << "";
    }
    void addresses()
    {
        QFETCH(QString, machine);
        QFETCH(QString, path);
        QFETCH(QString, wanted);
        const auto address = addressOf(machine.toStdString(), path.toStdString(), "http");
        QCOMPARE(static_cast<bool>(address), !wanted.isEmpty());
        if (address)
            QCOMPARE(QString::fromStdString(address.value()), wanted);
    }

    void aManifest()
    {
        const std::string hash(64, 'A');
        const std::string json = "[{\"Basepath\":\"\\\\resource\\\\\",\"Filename\":\"a b.bgf\",\"Version\":4,\"Download\":true,\"Length\":12,\"MyHash\":\"" + hash +
                                 "\"},{\"Basepath\":\"\\\\\",\"Filename\":\"meridian.exe\",\"Length\":1,\"MyHash\":\"" + hash +
                                 "\"},{\"Basepath\":\"\\\\resource\\\\\",\"Filename\":\"whole.zip\",\"Download\":false,\"Length\":1,\"MyHash\":\"" + hash + "\"}]";
        const auto plan = planOfManifest(json, "http://a.org/base", "list");
        QVERIFY(static_cast<bool>(plan));
        QCOMPARE(plan.value().steps.size(), std::size_t{1});
        QCOMPARE(plan.value().steps[0].url, std::string("http://a.org/base/resource/a%20b.bgf"));
        QCOMPARE(plan.value().steps[0].sha256, std::string(64, 'a'));
    }

    void manifestsThatAreNone_data()
    {
        QTest::addColumn<QByteArray>("json");
        for (const char* json : {"", "{}", "[1]", "[{}]", "[{\"Filename\":\"a\",\"Basepath\":\"\\\\resource\\\\\"}]",
                                 "[{\"Filename\":\"a\",\"Basepath\":\"\\\\resource\\\\\",\"Length\":-1}]",
                                 "[{\"Filename\":\"a\",\"Basepath\":\"\\\\resource\\\\\",\"Length\":5,\"MyHash\":\"xyz\"}]",
                                 "[{\"Filename\":\"..\\\\a\",\"Basepath\":\"\\\\resource\\\\\",\"Length\":0}]"})
            QTest::newRow(json) << QByteArray(json);
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QTest::newRow("deep and closed") << QByteArray(1000, '[') + QByteArray(1000, ']');
    }
    void manifestsThatAreNone()
    {
        QFETCH(QByteArray, json);
        QVERIFY(!planOfManifest(json.toStdString(), "http://a.org", "list"));
    }
};

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
