// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/framing.h"
#include "server/dap/protocol.h"

#include <QTest>

using namespace blak;

class TestFraming : public QObject
{
    Q_OBJECT

private slots:
    void messagesComeInPieces()
    {
        const std::string stream = dap::framed("{\"a\":1}") + "content-length:2\nX-Other: 5\n\n{}" + dap::framed("");
        dap::FrameReader whole;
        whole.add(stream);
        QCOMPARE(whole.next(), std::optional<std::string>("{\"a\":1}"));
        QCOMPARE(whole.next(), std::optional<std::string>("{}"));
        QCOMPARE(whole.next(), std::optional<std::string>(""));
        QVERIFY(!whole.next());
        dap::FrameReader slow;
        std::vector<std::string> got;
        for (const char c : stream) {
            slow.add({&c, 1});
            while (const auto one = slow.next())
                got.push_back(*one);
        }
        QCOMPARE(got, (std::vector<std::string>{"{\"a\":1}", "{}", ""}));
        QVERIFY(slow.fault().empty());
    }

    void streamsThatMakeNoSenseEnd_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::newRow("no header") << QByteArray("{\"seq\":1}\n\n");
        QTest::newRow("no length") << QByteArray("Content-Type: x\r\n\r\n{}");
        QTest::newRow("no number") << QByteArray("Content-Length: many\r\n\r\n{}");
        QTest::newRow("negative") << QByteArray("Content-Length: -1\r\n\r\n{}");
        QTest::newRow("too large") << QByteArray("Content-Length: 99999999999999999999\r\n\r\n{}");
        QTest::newRow("endless header") << QByteArray(5000, 'x');
    }
    void streamsThatMakeNoSenseEnd()
    {
        QFETCH(const QByteArray, stream);
        dap::FrameReader reader;
        reader.add(stream.toStdString());
        QVERIFY(!reader.next());
        QVERIFY(!reader.fault().empty());
        reader.add(dap::framed("{}"));
        QVERIFY(!reader.next());
    }

    void requestsAreReadWithCare()
    {
        const auto good = dap::readRequest(R"({"seq":3,"type":"request","command":"next","arguments":{"threadId":1}})");
        QVERIFY(good);
        QCOMPARE(good.value().seq, std::int64_t{3});
        QCOMPARE(good.value().command, std::string("next"));
        QCOMPARE(dap::numberOf(good.value().arguments, "threadId"), std::int64_t{1});
        QVERIFY(dap::readRequest(R"({"type":"request","command":"x","arguments":[1]})").value().arguments.is_object());
        for (const char* text : {"", "[]", "7", "{", R"({"type":"response","command":"x"})", R"({"type":"request"})"})
            QVERIFY(!dap::readRequest(text));
        QVERIFY(!dap::readRequest(std::string(100'000, '[')));
    }

    void hitCounts()
    {
        const auto said = [](const char* text) {
            const auto hits = dap::hitsJson(text);
            return hits ? hits.value().dump() : std::string("-");
        };
        QCOMPARE(said("3"), std::string(R"({"kind":"exactly","number":3})"));
        QCOMPARE(said(" >= 4 "), std::string(R"({"kind":"atLeast","number":4})"));
        QCOMPARE(said(">4"), std::string(R"({"kind":"atLeast","number":5})"));
        QCOMPARE(said("% 2"), std::string(R"({"kind":"each","number":2})"));
        for (const char* text : {"", "0", "-1", "x", "3 4", "% 0", "99999999999"})
            QCOMPARE(said(text), std::string("-"));
    }
};

QTEST_APPLESS_MAIN(TestFraming)
#include "tst_framing.moc"
