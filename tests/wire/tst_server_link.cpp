// SPDX-License-Identifier: GPL-3.0-or-later
// Both ends of a connection talk to each other; forged, replayed and stale frames are told apart.
#include "formats/wire/link.h"
#include "formats/wire/server_link.h"

#include <QTest>

using namespace blak;
using namespace blak::wire;

namespace {

constexpr std::string_view redbook = "Success.";

Message toClient(std::string_view name, std::vector<Field> fields = {})
{
    return {findMessage(Dialect::Mainline, Direction::ToClient, name), std::move(fields), {}};
}

Message toServer(std::string_view name) { return {findMessage(Dialect::Mainline, Direction::ToServer, name), {}, {}}; }

Message choice()
{
    Field seeds{"seeds", FieldType::List, 0, {}, {}};
    for (const std::uint32_t seed : {3590398430U, 123456789U, 1804289383U, 846930886U, 1804289900U})
        seeds.items.push_back({"seeds", FieldType::Structure, 0, {}, {{"seed", FieldType::U32, seed, {}, {}}}});
    return toClient("AP_GETCHOICE", {seeds});
}

} // namespace

class TestServerLink : public QObject
{
    Q_OBJECT

    struct Pair
    {
        ResourceFormats formats;
        ServerLink server{Dialect::Mainline, std::string(redbook)};
        ClientLink client{Dialect::Mainline, formats, [](std::uint32_t) { return std::string(redbook); }};

        /// The name under which the client hears a message of the server.
        std::string_view hear(const Message& message)
        {
            const auto frame = server.send(message);
            if (!frame)
                return "not sent";
            client.feed(frame.value());
            const auto next = client.next();
            return next && next.value() ? next.value()->row->name : "not heard";
        }

        std::vector<std::byte> frame(std::string_view name) { return client.send(toServer(name)).value(); }

        Verdict take(std::span<const std::byte> bytes)
        {
            server.feed(bytes);
            return server.next().verdict;
        }

        void enterGame()
        {
            QCOMPARE(hear(choice()), std::string_view("AP_GETCHOICE"));
            QCOMPARE(hear(toClient("AP_GAME")), std::string_view("AP_GAME"));
            QCOMPARE(hear(toClient("BP_WAIT")), std::string_view("BP_WAIT"));
        }
    };

private slots:
    void maskedStreamAndBackToTheMenu()
    {
        Pair pair;
        pair.enterGame();
        for (int round = 0; round < 3; ++round) {
            QCOMPARE(pair.take(pair.frame("BP_PING")), Verdict::Accepted);
            const Message echo = toClient("BP_ECHO_PING", {{"token", FieldType::U8, pair.server.echoByte(), {}, {}},
                                                           {"redbook", FieldType::Resource, 5, {}, {}}});
            QCOMPARE(pair.hear(echo), std::string_view("BP_ECHO_PING"));
            for (int i = 0; i < 60; ++i)
                QCOMPARE(pair.hear(toClient("BP_WAIT")), std::string_view("BP_WAIT"));
        }
        QCOMPARE(pair.hear(toClient("BP_QUIT")), std::string_view("BP_QUIT"));
        QCOMPARE(pair.hear(choice()), std::string_view("AP_GETCHOICE"));
        QCOMPARE(pair.take(pair.frame("AP_REQ_MENU")), Verdict::Accepted);
    }

    void replayedFrame()
    {
        Pair pair;
        pair.enterGame();
        const auto rest = pair.frame("UC_REST");
        QCOMPARE(pair.take(rest), Verdict::Accepted);
        QCOMPARE(pair.take(rest), Verdict::Forged);
    }

    void flippedBits()
    {
        for (std::size_t bit = 0; bit < 8; ++bit)
            for (const std::size_t byte : {std::size_t{2}, std::size_t{3}, headerSize}) {
                Pair pair;
                pair.enterGame();
                auto frame = pair.frame("BP_PING");
                frame[byte] ^= std::byte{1} << static_cast<int>(bit);
                QCOMPARE(pair.take(frame), Verdict::Forged);
            }
    }

    void staleEpochStepsTheStreams()
    {
        Pair pair;
        pair.enterGame();
        pair.server.setEpoch(2);
        QCOMPARE(pair.take(pair.frame("BP_PING")), Verdict::Stale);
        QCOMPARE(pair.hear(toClient("BP_INVALIDATE_DATA")), std::string_view("BP_INVALIDATE_DATA"));
        QCOMPARE(pair.take(pair.frame("BP_PING")), Verdict::Accepted);
    }

    void modesAreKeptApart()
    {
        Pair pair;
        QCOMPARE(pair.hear(toClient("BP_WAIT")), std::string_view("not sent"));
        QCOMPARE(pair.hear(toClient("AP_GAME")), std::string_view("not sent")); // no seeds yet
        const auto login = writeFrame(checkedFrame({std::byte{1}}, 3));
        QCOMPARE(pair.take(login.value()), Verdict::BrokenFrame);
    }

    void unknownNumber()
    {
        Pair pair;
        QCOMPARE(pair.take(writeFrame(checkedFrame({std::byte{77}}, 0)).value()), Verdict::Malformed);
        QCOMPARE(pair.take(writeFrame(checkedFrame({std::byte{1}}, 0)).value()), Verdict::Accepted);
        QCOMPARE(pair.take({}), Verdict::Incomplete);
    }
};

QTEST_APPLESS_MAIN(TestServerLink)
#include "tst_server_link.moc"
