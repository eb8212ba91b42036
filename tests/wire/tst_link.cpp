// SPDX-License-Identifier: GPL-3.0-or-later
// A client's side of a whole session, against a server built from the same parts.
#include "formats/wire/link.h"

#include <QTest>

using namespace blak;
using namespace blak::wire;

namespace {

std::vector<std::byte> bytesOfHex(const char* hex)
{
    const QByteArray raw = QByteArray::fromHex(hex);
    const auto view = std::as_bytes(std::span(raw.constData(), static_cast<std::size_t>(raw.size())));
    return {view.begin(), view.end()};
}

Message request(std::string_view name, std::vector<Field> fields = {})
{
    return {findMessage(Dialect::Mainline, Direction::ToServer, name), std::move(fields), {}};
}

/// Frames as a server sends them.
struct Server
{
    TypeMask mask;
    std::vector<std::byte> stream;

    void send(const char* payload, std::uint8_t epoch)
    {
        auto bytes = bytesOfHex(payload);
        bytes[0] ^= std::byte{mask.next()};
        const auto frame = writeFrame(checkedFrame(std::move(bytes), epoch));
        stream.insert(stream.end(), frame.value().begin(), frame.value().end());
    }
};

constexpr const char* choice = "16 1e9c00d6 15cd5b07 67458b6b d6ed7a32 cc478b6b"; // five seeds

} // namespace

class TestLink : public QObject
{
    Q_OBJECT

private slots:
    void sessionInSinglePieces()
    {
        Server server;
        server.send("15", 0);
        server.send(choice, 0);
        server.send("19", 0);
        server.send("01 33 05000000", 3); // token 0xDE, redbook resource 5
        server.mask.restart(0xDE, "Success.");
        server.send("15", 3);
        server.send("e4", 4);
        server.send("95", 4);
        server.send(choice, 0); // masked like all the rest of the connection

        ResourceFormats formats;
        ClientLink link(Dialect::Mainline, formats, [](std::uint32_t id) { return id == 5 ? std::string("Success.") : ""; });
        std::vector<std::string_view> names;
        for (const std::byte byte : server.stream) {
            link.feed({&byte, 1});
            for (auto next = link.next(); next && next.value(); next = link.next())
                names.push_back(next.value()->row->name);
        }
        const std::vector<std::string_view> expected = {"AP_GETLOGIN", "AP_GETCHOICE",       "AP_GAME", "BP_ECHO_PING",
                                                        "BP_WAIT",     "BP_INVALIDATE_DATA", "BP_QUIT", "AP_GETCHOICE"};
        QCOMPARE(names, expected);
        QVERIFY(!link.inGame());
    }

    void requestsCarryEpochAndCheck()
    {
        Server server;
        server.send(choice, 0);
        ResourceFormats formats;
        ClientLink link(Dialect::Mainline, formats, [](std::uint32_t) { return std::string(); });
        link.feed(server.stream);
        QVERIFY(link.next());
        QVERIFY(!link.send(request("BP_PING"))); // not in the game yet
        QVERIFY(link.send(request("AP_PING")));
        server.stream.clear();
        server.send("19", 0);
        server.send("3a 01000000", 9);
        link.feed(server.stream);
        QVERIFY(link.next());
        QVERIFY(link.next());
        QVERIFY(link.inGame());
        QCOMPARE(link.epoch(), std::uint8_t{9});
        QVERIFY(!link.send(request("AP_PING")));

        const auto seeds = bytesOfHex(choice);
        SecurityStreams::Seeds own{};
        for (std::size_t i = 0; i < own.size() * 4; ++i)
            own[i / 4] |= std::to_integer<std::uint32_t>(seeds[1 + i]) << (8 * (i % 4));
        SecurityStreams streams(own);
        for (const char* name : {"BP_SEND_CHARACTERS", "BP_PING", "UC_REST"}) {
            FrameReader reader(largestClientPayload);
            reader.feed(link.send(request(name)).value());
            const Frame frame = *reader.next().value();
            QCOMPARE(frame.epoch, std::uint8_t{9});
            QCOMPARE(frame.check, clientCheck(streams.next(), frame.payload));
        }
    }

    void badFrameDoesNotEndTheSession()
    {
        Server server;
        server.send("fe", 0); // no such message
        server.send("15", 0);
        ResourceFormats formats;
        ClientLink link(Dialect::Mainline, formats, [](std::uint32_t) { return std::string(); });
        link.feed(server.stream);
        QVERIFY(!link.next());
        const auto next = link.next();
        QVERIFY(next && next.value());
        QCOMPARE(next.value()->row->name, std::string_view("AP_GETLOGIN"));
    }

    void requestTooLong()
    {
        Server server;
        server.send(choice, 0);
        server.send("19", 0);
        ResourceFormats formats;
        ClientLink link(Dialect::Mainline, formats, [](std::uint32_t) { return std::string(); });
        link.feed(server.stream);
        QVERIFY(link.next());
        QVERIFY(link.next());
        const Field kind{"kind", FieldType::U8, 1, {}, {}};
        QVERIFY(link.send(request("BP_SAY_TO", {kind, {"text", FieldType::Text, 0, "hello", {}}})));
        QVERIFY(!link.send(request("BP_SAY_TO", {kind, {"text", FieldType::Text, 0, std::string(6000, 'a'), {}}})));
    }
};

QTEST_APPLESS_MAIN(TestLink)
#include "tst_link.moc"
