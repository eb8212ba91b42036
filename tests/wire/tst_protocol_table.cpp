// SPDX-License-Identifier: GPL-3.0-or-later
// protocol.json: messages of clients that the program does not know.
#include "formats/wire/codec.h"
#include "formats/wire/protocol_table.h"

#include <QTest>

#include <algorithm>

using namespace blak;
using namespace blak::wire;

namespace {

/// JSON that is easier to read in a program: ' stands for ".
std::string json(std::string_view text)
{
    std::string out(text);
    std::ranges::replace(out, '\'', '"');
    return out;
}

const std::string good = json("{'messages': [\n"
                              "  {'name': 'BP_REQ_WAVE', 'family': 'game', 'number': 70, 'layout': 'what:id times:u16'},\n"
                              "  {'name': 'UC_SING', 'family': 'user', 'number': 200, 'layout': 'song:str'}\n"
                              "]}");

std::string faultOf(std::string_view text)
{
    const auto table = ProtocolTable::read(text, "protocol.json", Dialect::Mainline);
    return table ? "" : table.error().text();
}

std::string messageLine(std::string_view line) { return json("{'messages': [\n\n" + std::string(line) + "\n]}"); }

} // namespace

class TestProtocolTable : public QObject
{
    Q_OBJECT

private slots:
    void messagesOfATableAreDecoded()
    {
        const auto table = ProtocolTable::read(good, "protocol.json", Dialect::Mainline);
        QVERIFY2(table, table ? "" : table.error().text().c_str());
        QCOMPARE(table.value().size(), std::size_t{2});
        const ResourceFormats none;
        const std::byte wave[]{std::byte{70}, std::byte{5}, {}, {}, {}, std::byte{3}, {}};
        QVERIFY(!decode(Dialect::Mainline, Direction::ToServer, false, wave, none));
        const auto message = decode(Dialect::Mainline, Direction::ToServer, false, wave, none, &table.value());
        QVERIFY(message);
        QCOMPARE(message.value().row->name, std::string_view("BP_REQ_WAVE"));
        QCOMPARE(message.value().find("what")->number, 5U);
        QCOMPARE(message.value().find("times")->number, 3U);
        // Encoded by the same row, and short bodies are faults.
        QCOMPARE(encode(Dialect::Mainline, message.value()).value(), std::vector<std::byte>(std::begin(wave), std::end(wave)));
        QVERIFY(!decode(Dialect::Mainline, Direction::ToServer, false, std::span(wave).first(6), none, &table.value()));
        const std::byte song[]{std::byte{155}, std::byte{200}, std::byte{2}, {}, std::byte{'l'}, std::byte{'a'}};
        QCOMPARE(decode(Dialect::Mainline, Direction::ToServer, false, song, none, &table.value()).value().find("song")->text,
                 std::string("la"));
        // Nothing of it holds before the login or for the server's own messages.
        QVERIFY(!decode(Dialect::Mainline, Direction::ToServer, true, wave, none, &table.value()));
    }

    void aKnownMessageGetsAnotherLayout()
    {
        const auto table =
            ProtocolTable::read(messageLine("{'name': 'BP_REQ_SHOOT', 'family': 'game', 'number': 104, 'layout': 'how:u8'}"),
                                "protocol.json", Dialect::Mainline);
        QVERIFY2(table, table ? "" : table.error().text().c_str());
        const ResourceFormats none;
        const std::byte shoot[]{std::byte{104}, std::byte{9}};
        QVERIFY(!decode(Dialect::Mainline, Direction::ToServer, false, shoot, none));
        QCOMPARE(decode(Dialect::Mainline, Direction::ToServer, false, shoot, none, &table.value()).value().find("how")->number,
                 9U);
        // What the server sends under that number is another matter.
        QVERIFY(table.value().find(Family::User, 104) == nullptr);
    }

    void badTablesAreRefusedAsAWhole_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("fault");
        const auto row = [](const char* name, const char* line, const char* fault) {
            QTest::newRow(name) << QString::fromStdString(messageLine(line)) << fault;
        };
        row("no number", "{'name': 'BP_X', 'family': 'game', 'layout': ''}", "line 3: a message needs");
        row("family", "{'name': 'BP_X', 'family': 'login', 'number': 1, 'layout': ''}", "line 3: expected game, system or user");
        row("name", "{'name': 'x y', 'family': 'game', 'number': 70, 'layout': ''}", "line 3: a name has");
        row("number", "{'name': 'BP_X', 'family': 'game', 'number': 256, 'layout': ''}", "from 0 to 255");
        row("negative", "{'name': 'BP_X', 'family': 'game', 'number': -1, 'layout': ''}", "from 0 to 255");
        row("layout", "{'name': 'BP_X', 'family': 'game', 'number': 70, 'layout': 'a:planet'}", "unknown type 'planet'");
        row("braces", "{'name': 'BP_X', 'family': 'game', 'number': 70, 'layout': 'a[u8]{'}", "line 3");
        row("prefix", "{'name': 'BP_X', 'family': 'game', 'number': 155, 'layout': ''}", "only begins messages");
        row("ping", "{'name': 'BP_X', 'family': 'game', 'number': 3, 'layout': ''}", "is BP_PING, which the server answers");
        row("quit", "{'name': 'BP_X', 'family': 'game', 'number': 54, 'layout': ''}", "BP_REQ_QUIT");
        row("moved", "{'name': 'BP_SAY_TO', 'family': 'game', 'number': 70, 'layout': ''}", "has another number");
        row("key", "{'name': 'BP_X', 'colour': 5}", "unknown or repeated key");
        row("twice",
            "{'name': 'BP_X', 'family': 'game', 'number': 70, 'layout': ''},\n"
            "{'name': 'BP_Y', 'family': 'game', 'number': 70, 'layout': ''}",
            "line 4: number 70 is there twice");
        row("same name",
            "{'name': 'BP_X', 'family': 'game', 'number': 70, 'layout': ''},\n"
            "{'name': 'BP_X', 'family': 'game', 'number': 71, 'layout': ''}",
            "line 4: BP_X is there twice");
        row("nested", "{'name': {'a': 1}}", "expected no object here");
        QTest::newRow("nothing") << ""
                                 << "protocol.json, line 1";
        QTest::newRow("cut off") << "{\"messages\": [\n{\"name\": \"BP"
                                 << "line 2";
        QTest::newRow("no list") << "{}"
                                 << "expected a list";
        QTest::newRow("only a list") << "[]"
                                     << "expected no list here";
        QTest::newRow("two lists") << "{\"messages\": [], \"messages\": []}"
                                   << "unknown or repeated key";
    }
    void badTablesAreRefusedAsAWhole()
    {
        QFETCH(QString, text);
        QFETCH(QString, fault);
        const std::string found = faultOf(text.toStdString());
        QVERIFY2(found.find(fault.toStdString()) != std::string::npos, found.c_str());
        QVERIFY2(found.find("protocol.json, line ") != std::string::npos, found.c_str());
    }

    void anEmptyTableIsATable()
    {
        QCOMPARE(faultOf("{\"messages\": []}"), std::string());
        QCOMPARE(faultOf(good), std::string());
    }

    void deepJsonEndsAtOnce()
    {
        QVERIFY(!faultOf(std::string(200'000, '[')).empty());
        std::string deep = "{\"messages\": [";
        for (int i = 0; i < 50'000; ++i)
            deep += "{\"name\":";
        QVERIFY(!faultOf(deep).empty());
    }
};

QTEST_APPLESS_MAIN(TestProtocolTable)
#include "tst_protocol_table.moc"
