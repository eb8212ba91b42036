// SPDX-License-Identifier: GPL-3.0-or-later
// The client's side of a session: against a server made of the same parts, against recordings, and against nonsense.
#include "formats/wire/client_session.h"
#include "formats/wire/fields.h"
#include "formats/wire/message_text.h"
#include "tests/support/shared_data.h"
#include "tests/wire/fake_server.h"
#include "tests/wire/session_playback.h"

#include <QTest>

#include <random>

using namespace blak;
using namespace blak::wire;
using namespace blak::wire::fields;
using enum blak::wire::MessageId;

namespace {

constexpr std::int64_t second = 1'000'000;

SessionSettings settingsOf(Dialect dialect)
{
    SessionSettings settings;
    settings.dialect = dialect;
    settings.account = "wren";
    settings.password = "secret";
    return settings;
}

using Ids = std::vector<MessageId>;

} // namespace

class TestClientSession : public QObject
{
    Q_OBJECT

private slots:
    void loginToTheRoom_data()
    {
        QTest::addColumn<int>("dialect");
        for (const DialectName& dialect : dialectNames)
            QTest::newRow(dialect.name.data()) << static_cast<int>(dialect.dialect);
    }

    void loginToTheRoom()
    {
        QFETCH(int, dialect);
        ResourceBook book;
        ClientSession session(settingsOf(static_cast<Dialect>(dialect)), book);
        FakeServer server(static_cast<Dialect>(dialect), session);
        server.say(AP_GETLOGIN);
        const auto login = server.hear();
        QCOMPARE(login.size(), std::size_t{1});
        QCOMPARE(textOf(login[0], "account"), std::string_view("wren"));
        QCOMPARE(textOf(login[0], "password"), std::string_view("\x5e\xbe\x22\x94\xec\xd0\xe0\xf0\x8e\xab\x76\x90\xd2\xa6\xee\x69"));
        std::vector<Field> ok{u8("account_type", 0)};
        if (isOpen(server.dialect))
            ok.push_back(i32("session", 77));
        server.say(AP_LOGINOK, std::move(ok));
        server.choice();
        QCOMPARE(server.hearIds(), Ids{AP_REQ_GAME});
        server.say(AP_GAME);
        QCOMPARE(session.stage(), ClientSession::Stage::Picking);
        server.say(BP_LOAD_MODULE, {resourceId("module", 3)});
        QCOMPARE(server.hearIds(), Ids{BP_SEND_CHARACTERS});
        server.offerCharacters(false);
        QCOMPARE(server.hearIds(), Ids{}); // the host chooses
        QCOMPARE(session.characters().size(), std::size_t{2});
        QVERIFY(session.use(12));
        QVERIFY(!session.use(11)); // one only
        QCOMPARE(server.hearIds(), Ids{BP_USE_CHARACTER});
        server.enterRoom(12);
        QVERIFY(session.isPlaying());
        const Ids asked = server.hearIds();
        QVERIFY(std::ranges::find(asked, BP_REQ_INVENTORY) != asked.end());
        QVERIFY(std::ranges::find(asked, BP_SEND_SPELLS) != asked.end());
        QCOMPARE(std::ranges::find(asked, BP_SEND_SKILLS) != asked.end(), server.dialect != Dialect::Classic97);
        QCOMPARE(session.room().self(), 12U);
        QCOMPARE(session.room().place().ambient, std::uint8_t{160});

        QVERIFY(session.leave());
        QCOMPARE(server.hearIds(), Ids{BP_REQ_QUIT});
        server.say(BP_QUIT);
        server.choice();
        QCOMPARE(session.stage(), ClientSession::Stage::Menu);
        QCOMPARE(server.hearIds(), Ids{}); // it does not go back in by itself
        QVERIFY(session.requestGame());
        QCOMPARE(server.hearIds(), Ids{AP_REQ_GAME});
    }

    void wantedCharacterIsPlayed()
    {
        ResourceBook book;
        SessionSettings settings = settingsOf(Dialect::Mainline);
        settings.character = "bertha";
        ClientSession session(settings, book);
        FakeServer server(Dialect::Mainline, session);
        server.admit();
        server.hear();
        server.offerCharacters(true);
        const auto sent = server.hear();
        QCOMPARE(sent.size(), std::size_t{1});
        QCOMPARE(numberOf(sent[0], "id"), 12U);
    }

    void refusalsAreSaid()
    {
        ResourceBook book;
        ClientSession session(settingsOf(Dialect::Mainline), book);
        FakeServer server(Dialect::Mainline, session);
        server.say(AP_GETLOGIN);
        server.hear();
        server.say(AP_LOGINFAILED);
        QCOMPARE(session.stage(), ClientSession::Stage::Login);
        QVERIFY(!session.why().empty());
        session.logIn("wren", "other");
        QCOMPARE(server.hearIds(), Ids{AP_LOGIN});
        server.say(AP_MESSAGE, {text("text", "Closed for today."), u8("action", 1)});
        QCOMPARE(session.stage(), ClientSession::Stage::Ended);
        QCOMPARE(session.why(), std::string("Closed for today."));
        QVERIFY(!session.send(AP_PING));
    }

    void pingsKeepItAliveAndMeasure()
    {
        ResourceBook book;
        ClientSession session(settingsOf(Dialect::Open105), book);
        FakeServer server(Dialect::Open105, session);
        server.admit();
        server.hear();
        session.tick(server.now);
        QCOMPARE(server.hearIds(), Ids{BP_PING});
        session.tick(server.now + second / 2);
        QCOMPARE(server.hearIds(), Ids{});
        server.now += 30'000;
        server.say(BP_ECHO_PING, {u8("token", server.link.echoByte()), resourceId("redbook", 99)});
        QCOMPARE(session.latency(), std::int64_t{30'000});
        // Masked from here on.
        server.say(BP_WAIT);
        QVERIFY(session.isWaiting());
        session.tick(session.nextTick());
        QCOMPARE(server.hearIds(), Ids{BP_PING});
        QCOMPARE(session.counters().undecoded, std::uint64_t{0});
    }

    void collectionOfGarbage()
    {
        ResourceBook book;
        ClientSession session(settingsOf(Dialect::Mainline), book);
        FakeServer server(Dialect::Mainline, session);
        server.admit();
        server.offerCharacters(false);
        session.use(11);
        server.hear();
        server.enterRoom(11);
        server.hear();
        server.say(BP_WAIT);
        server.link.setEpoch(2);
        server.say(BP_INVALIDATE_DATA);
        QCOMPARE(session.room().self(), 0U);
        QCOMPARE(server.hearIds(), Ids{});
        server.say(BP_UNWAIT);
        const Ids asked = server.hearIds(); // accepted, so the epoch is the new one
        for (const MessageId id : {BP_SEND_PLAYER, BP_SEND_ROOM_CONTENTS, BP_SEND_PLAYERS, BP_REQ_INVENTORY, BP_SEND_SPELLS})
            QVERIFY(std::ranges::find(asked, id) != asked.end());
        // Without new ids there is nothing to ask.
        server.say(BP_WAIT);
        server.say(BP_UNWAIT);
        QCOMPARE(server.hearIds(), Ids{});
    }

    void datagramsWhereTheServerAnswers()
    {
        ResourceBook book;
        SessionSettings settings = settingsOf(Dialect::Open105);
        settings.usesDatagrams = true;
        ClientSession session(settings, book);
        FakeServer server(Dialect::Open105, session);
        server.admit();
        server.hear();
        QVERIFY(session.sendQuickly(BP_REQ_TURN, {objectId("id", 5), u16("angle", 7)}));
        QCOMPARE(server.hearIds(), Ids{BP_REQ_TURN}); // no answer yet: by the stream
        session.tick(server.now);
        const auto pings = session.takeDatagrams();
        QCOMPARE(pings.size(), std::size_t{1});
        QCOMPARE(pings[0][0], std::byte{77});
        QCOMPARE(pings[0].size(), std::size_t{12});
        server.hear();
        server.say(BP_ECHO_UDP_PING);
        QVERIFY(session.datagramsWork());
        QVERIFY(session.sendQuickly(BP_REQ_TURN, {objectId("id", 5), u16("angle", 7)}));
        QCOMPARE(server.hearIds(), Ids{});
        const auto turns = session.takeDatagrams();
        QCOMPARE(turns.size(), std::size_t{1});
        QCOMPARE(turns[0][4], std::byte{2}); // the second of the session
        // What is not followed by another is repeated by the stream, once: a datagram may be lost.
        session.tick(server.now + second / 2);
        QCOMPARE(std::ranges::count(server.hearIds(), BP_REQ_TURN), 0);
        session.tick(server.now + 8 * second / 10);
        QCOMPARE(std::ranges::count(server.hearIds(), BP_REQ_TURN), 1);
        session.tick(server.now + 2 * second);
        QCOMPARE(std::ranges::count(server.hearIds(), BP_REQ_TURN), 0);
        // Not when the server has turned one round since.
        server.say(BP_ECHO_UDP_PING);
        QVERIFY(session.sendQuickly(BP_REQ_TURN, {objectId("id", 5), u16("angle", 9)}));
        server.say(BP_TURN, {objectId("id", session.room().self()), u16("angle", 100)});
        session.tick(server.now + 4 * second);
        QCOMPARE(std::ranges::count(server.hearIds(), BP_REQ_TURN), 0);
        session.tick(server.now + 7 * second);
        QVERIFY(!session.datagramsWork());
    }

    void namesOfPlayersAreLearned()
    {
        ResourceBook book;
        book.set(700, "%s greets %q.");
        ClientSession session(settingsOf(Dialect::Mainline), book);
        FakeServer server(Dialect::Mainline, session);
        server.admit();
        const Field flags{"flags", FieldType::Structure, 0, {}, {u32("flags", 4)}};
        const Field player{"player", FieldType::Structure, 0, {},
                           {objectId("id", 5), resourceId("name", 1'000'007), text("text", "Wren"), flags}};
        server.say(BP_PLAYER_ADD, {player});
        QCOMPARE(book.text(1'000'007), std::string("Wren"));
        QCOMPARE(session.room().players().size(), std::size_t{1});
        Field greeting{"message", FieldType::Message, 700, {}, {}};
        greeting.items.push_back({"parameter", FieldType::Resource, 1'000'007, {}, {}});
        greeting.items.push_back({"parameter", FieldType::Text, 0, "100 %s", {}});
        const auto heard = server.say(BP_MESSAGE, {greeting});
        QCOMPARE(heard.size(), std::size_t{1});
        QCOMPARE(messageText(*heard[0].find("message"), book), std::string("Wren greets 100 %s."));
    }

    void parametersOfNestedTextsComeLast()
    {
        ResourceBook book;
        book.set(1, "%s and %d.");
        book.set(2, "<%d %q>");
        book.set(3, "%d%% of %r, %s$0%i$5%i$4");
        book.set(4, "[%s]");
        book.set(5, "plain");
        const auto textOfPayload = [&](std::vector<std::byte> payload) {
            const auto message = decode(Dialect::Open105, Direction::ToClient, false, payload, book.formats());
            if (!message)
                return message.error().text();
            const auto again = encode(Dialect::Open105, message.value());
            if (!again || again.value() != payload)
                return std::string("does not encode back");
            return messageText(*message.value().find("message"), book);
        };
        // 1: resource 2, 7, then what resource 2 takes: 8, "ab".
        QCOMPARE(textOfPayload(bytesOfHex("20 01000000 02000000 07000000 08000000 02006162")), std::string("<8 ab> and 7."));
        // 3: 50, text 4 complete with its resource 5, resource 5 that is hidden, then 21 and 22 the other way round.
        QCOMPARE(textOfPayload(bytesOfHex("20 03000000 32000000 04000000 05000000 05000000 15000000 16000000")),
                 std::string("50% of [plain], 2221"));
        QCOMPARE(textOfPayload(bytesOfHex("20 63000000")), std::string("[resource 99]"));
        book.set(6, "%s");
        std::string loop = "20 06000000";
        for (int i = 0; i < 40; ++i)
            loop += " 06000000";
        QVERIFY(textOfPayload(bytesOfHex(loop)).find("nested too deeply") != std::string::npos);
    }

    void everyRecording_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::addColumn<bool>("shared");
        QTest::newRow("mainline") << static_cast<int>(Dialect::Mainline) << true;
        QTest::newRow("open105") << static_cast<int>(Dialect::Open105) << true;
        QTest::newRow("1997") << static_cast<int>(Dialect::Classic97) << false;
        QTest::newRow("2012") << static_cast<int>(Dialect::Classic2012) << false;
        QTest::newRow("own mainline") << static_cast<int>(Dialect::Mainline) << false;
    }

    /// The things of the room, what is carried and where all stand, against the recording's own decoder.
    void everyRecording()
    {
        QFETCH(int, dialect);
        QFETCH(bool, shared);
        const std::string name = dialectNames[static_cast<std::size_t>(dialect)].name.data();
        std::filesystem::path folder = test::dataDir() / "wire";
        if (shared)
            folder = test::sharedDir("wire");
        if (folder.empty())
            QSKIP("shared material is missing: wire");
        auto files = test::filesBelow(folder / name, ".jsonl");
        const auto packed = test::filesBelow(folder / name, ".gz");
        files.insert(files.end(), packed.begin(), packed.end());
        QVERIFY(!files.empty());
        int compared = 0;
        for (const auto& file : files) {
            struct Expected
            {
                std::map<std::uint32_t, std::pair<int, int>> room; ///< row and column
                std::set<std::uint32_t> inventory;
            };
            std::map<int, Expected> expected;
            SessionPlayback playback(static_cast<Dialect>(dialect), folder / (name + "-rsc-formats.json"));
            playback.play(file, [&](int connection, ClientSession& session, const Message& message, const json& entry) {
                if (!entry.contains("fields"))
                    return;
                Expected& now = expected[connection];
                const json& fields = entry.at("fields");
                const auto idOf = [](const json& id) {
                    return (id.is_array() ? id.at(0) : id).get<std::uint32_t>() & idMask;
                };
                const auto placed = [&](const json& object) {
                    now.room[idOf(object.at("id"))] = {object.at("row").get<int>(), object.at("col").get<int>()};
                };
                switch (message.row->id) {
                case BP_PLAYER: now.room.clear(); break;
                case BP_INVALIDATE_DATA: now = {}; break;
                case BP_QUIT:
                case AP_GETCHOICE: now = {}; break;
                case BP_ROOM_CONTENTS:
                    now.room.clear();
                    for (const json& object : fields.at("objects"))
                        placed(object);
                    break;
                case BP_CREATE: placed(fields); break;
                case BP_REMOVE: now.room.erase(idOf(fields.at("id"))); break;
                case BP_MOVE:
                    if (const auto it = now.room.find(idOf(fields.at("id"))); it != now.room.end())
                        it->second = {fields.at("row").get<int>(), fields.at("col").get<int>()};
                    break;
                case BP_INVENTORY:
                    now.inventory.clear();
                    for (const json& object : fields.at("items"))
                        now.inventory.insert(idOf(object.at("id")));
                    break;
                case BP_INVENTORY_ADD: now.inventory.insert(idOf(fields.at("id"))); break;
                case BP_INVENTORY_REMOVE: now.inventory.erase(idOf(fields.at("id"))); break;
                default: return;
                }
                ++compared;
                std::map<std::uint32_t, std::pair<int, int>> room;
                for (const RoomObject& object : session.room().objects())
                    room[object.object.id] = {object.row, object.column};
                std::set<std::uint32_t> inventory;
                for (const GameObject& object : session.room().inventory())
                    inventory.insert(object.id);
                if (room != now.room || inventory != now.inventory)
                    QFAIL(qPrintable(QString::fromStdString(file.filename().string() + ": after " +
                                                            entry.at("name").get<std::string>() + " at " +
                                                            std::to_string(entry.at("t_ms").get<int>()) + " ms")));
            });
            for (const auto& [number, connection] : playback.connections) {
                QVERIFY2(connection.session->counters().undecoded == 0,
                         (file.filename().string() + ": " + connection.session->lastUndecoded()).c_str());
                QVERIFY(connection.session->counters().messagesIn > 0);
            }
            QVERIFY(playback.sent > 0);
        }
        if (shared)
            QVERIFY2(compared > 500, qPrintable(QString::number(compared)));
    }

    void nonsenseEndsIt()
    {
        ResourceBook book;
        ClientSession session(settingsOf(Dialect::Mainline), book);
        std::mt19937 random(7);
        std::vector<std::byte> noise(100'000);
        for (std::byte& byte : noise)
            byte = static_cast<std::byte>(random());
        session.received(noise, 1);
        QVERIFY(!session.next());
        QCOMPARE(session.stage(), ClientSession::Stage::Ended);
        QVERIFY(!session.why().empty());
    }

    void floodIsBounded()
    {
        ResourceBook book;
        ClientSession session(settingsOf(Dialect::Mainline), book);
        FakeServer server(Dialect::Mainline, session);
        server.admit();
        for (std::uint32_t i = 0; i < RoomState::mostThings + 100; ++i)
            server.say(BP_USE, {objectId("id", i)});
        QCOMPARE(session.room().inUse().size(), RoomState::mostThings);
        for (std::uint32_t i = 0; i < ResourceBook::mostLearned + 100; ++i)
            server.say(BP_CHANGE_RESOURCE, {resourceId("resource", i), text("text", "x")});
        QCOMPARE(book.size(), ResourceBook::mostLearned);
    }
};

QTEST_APPLESS_MAIN(TestClientSession)
#include "tst_client_session.moc"
