// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses, their ranges and masks, blocks.
#include "server/sessions/blocks.h"
#include "server/sessions/throttle.h"

#include <QTest>

using namespace blak;
using namespace blak::serve;

namespace {

Address address(const char* text) { return parseAddressRange(text)->first; }

} // namespace

class TestAddresses : public QObject
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

    void oneNetworkOfIpv6IsOneAddress()
    {
        Blocks blocks;
        for (unsigned i = 0; i < Blocks::freeFailures; ++i)
            blocks.noteFailure(address(("2001:db8::" + std::to_string(i)).c_str()), "name" + std::to_string(i), 0);
        QVERIFY(!blocks.mayLogIn(address("2001:db8::99"), "other", 0));
        QVERIFY(blocks.mayLogIn(address("2001:db8:0:1::1"), "other", 0));
    }

    void rangesAreSpelledOneWay()
    {
        for (const auto& [given, spelled] : {std::pair{"10.1.2.3", "10.1.2.3"},
                                             {"10.1.2.3/8", "10.0.0.0/8"},
                                             {"10.1.*.*", "10.1.0.0/16"},
                                             {"::1", "::1"},
                                             {"2001:db8:ffff::1/33", "2001:db8:8000::/33"},
                                             {"0.0.0.0/0", "0.0.0.0/0"},
                                             {"10.1.2.3/32", "10.1.2.3"}})
            QCOMPARE(parseAddressRange(given)->text(), std::string(spelled));
    }
};

QTEST_APPLESS_MAIN(TestAddresses)
#include "tst_addresses.moc"
