// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses, blocks, packages, system timers, passwords.
#include "server/sessions/blocks.h"
#include "server/sessions/package.h"
#include "server/world/admin.h"
#include "server/world/passwords.h"
#include "server/world/system_timers.h"

#include <QTest>

using namespace blak;
using namespace blak::serve;

namespace {

Address address(const char* text) { return parseAddressRange(text)->first; }

} // namespace

class TestConnections : public QObject
{
    Q_OBJECT

private slots:
    void rangesOfAddresses_data()
    {
        QTest::addColumn<QString>("range");
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QString>("outside");
        QTest::newRow("one") << "10.1.2.3"
                             << "10.1.2.3"
                             << "10.1.2.4";
        QTest::newRow("net") << "10.1.0.0/16"
                             << "10.1.255.9"
                             << "10.2.0.1";
        QTest::newRow("stars") << "10.1.*.*"
                               << "10.1.7.8"
                               << "10.0.7.8";
        QTest::newRow("IPv6") << "2001:db8::/32"
                              << "2001:db8:1::5"
                              << "2001:db9::1";
        QTest::newRow("everything") << "0.0.0.0/0"
                                    << "9.9.9.9"
                                    << "::1";
    }
    void rangesOfAddresses()
    {
        QFETCH(QString, range);
        QFETCH(QString, inside);
        QFETCH(QString, outside);
        const auto parsed = parseAddressRange(range.toStdString());
        QVERIFY(parsed);
        QVERIFY(parsed->contains(address(inside.toStdString().c_str())));
        QVERIFY(!parsed->contains(address(outside.toStdString().c_str())));
    }

    void noAddresses()
    {
        for (const char* text : {"", "10.1.2", "10.1.2.3/33", "10.1.2.3/x", "*.1.2.3", "10.1.*.*/8", "host"})
            QVERIFY2(!parseAddressRange(text), text);
    }

    void masksOfTheOldServer()
    {
        QVERIFY(matchesMask("198.211.33.48;127.0.0.1", address("127.0.0.1")));
        QVERIFY(matchesMask("208.192.72.0", address("208.192.72.77"))); // 0 = any
        QVERIFY(matchesMask("::ffff:127.0.0.1", address("127.0.0.1")));
        QVERIFY(!matchesMask("208.192.72.0", address("208.192.73.1")));
        QVERIFY(!matchesMask("", address("127.0.0.1")));
    }

    void blocksEnd()
    {
        Blocks blocks;
        blocks.block(*parseAddressRange("10.0.0.*"), 1000);
        QVERIFY(blocks.isBlocked(address("10.0.0.9"), 999));
        QVERIFY(!blocks.isBlocked(address("10.0.0.9"), 1000));
        QVERIFY(!blocks.isBlocked(address("10.0.1.9"), 0));
    }

    void failuresMakeWait()
    {
        Blocks blocks;
        const Address from = address("10.0.0.1");
        for (unsigned i = 0; i + 1 < Blocks::freeFailures; ++i)
            blocks.noteFailure(from, 0);
        QVERIFY(blocks.mayLogIn(from, 0));
        blocks.noteFailure(from, 0);
        QVERIFY(!blocks.mayLogIn(from, 999));
        QVERIFY(blocks.mayLogIn(from, 1000));
        for (int i = 0; i < 50; ++i)
            blocks.noteFailure(from, 0);
        QVERIFY(!blocks.mayLogIn(from, 59'999));
        QVERIFY(blocks.mayLogIn(from, 60'000)); // never longer than a minute
        blocks.noteSuccess(from);
        QVERIFY(blocks.mayLogIn(from, 0));
    }

    void packages()
    {
        std::size_t faults = 0;
        const auto list = readPackages("# a comment\nart.zip 100 4 2048\r\nmusic.zip 200 0\n\nbad.zip x 0\nalso.bad 1\n", faults);
        QCOMPARE(list.size(), std::size_t{2});
        QCOMPARE(faults, std::size_t{2});
        QCOMPARE(list[0].size, 2048u);
        QCOMPARE(list[1].size, 1024u);
        QCOMPARE(list[1].time, std::int64_t{200});
    }

    void passwords()
    {
        // Zero bytes of the digest travel as ones.
        QCOMPARE(world::passwordText("secret"), std::string("5ebe2294ecd0e0f08eab7690d2a6ee69"));
        QCOMPARE(world::passwordText(""), std::string("d41d8cd98f01b204e9800998ecf8427e"));
        world::Account account;
        account.password = "5EBE2294ECD0E0F08EAB7690D2A6EE69";
        const std::string digest("\x5e\xbe\x22\x94\xec\xd0\xe0\xf0\x8e\xab\x76\x90\xd2\xa6\xee\x69", 16);
        QVERIFY(world::passwordMatches(account, digest));
        QVERIFY(!world::passwordMatches(account, digest.substr(1)));
        QVERIFY(!world::passwordMatches(account, ""));
        account.password = "None";
        QVERIFY(!world::passwordMatches(account, digest));
        account.password = "";
        QVERIFY(!world::passwordMatches(account, ""));
    }

    void secretsStayOutOfLogs()
    {
        for (const char* command : {"create account user ann word", "cr au ann word", "set account password 3 word",
                                    "CREATE ACCOUNT user ann word", "recreate automated 3 ann word"})
            QVERIFY2(world::withoutSecrets(command).find("word") == std::string::npos, command);
        QCOMPARE(world::withoutSecrets("show accounts"), std::string("show accounts"));
    }

    void timersAreDueAtMultiplesOfTheirPeriod()
    {
        world::Config config;
        config.set("Auto", "SavePeriod", "10");
        config.set("Auto", "SaveTime", "1");
        config.set("Auto", "KodPeriod", "0");
        world::SystemTimers timers;
        timers.configure(config, true, 1000);
        QCOMPARE(timers.rows()[0].next, std::int64_t{1260}); // multiple of 600, plus 60
        QVERIFY(timers.enable(1, false, 1000));
        QVERIFY(!timers.enable(9, false, 1000));
        for (const auto& row : timers.rows())
            timers.enable(static_cast<std::int64_t>(row.kind), row.kind == world::SystemTimer::Save, 1000);
        QVERIFY(!timers.takeDue(1259));
        QVERIFY(timers.takeDue(1260) == world::SystemTimer::Save);
        QVERIFY(!timers.takeDue(1260));
        QCOMPARE(world::periodText(86400 + 6 * 3600), std::string("1 day 6 hours"));
    }
};

QTEST_APPLESS_MAIN(TestConnections)
#include "tst_connections.moc"
