// SPDX-License-Identifier: GPL-3.0-or-later
// What a client knows after what a server said: recorded sessions of all dialects, every message there is, and floods.
#include "client/session/game.h"
#include "client/session/styled_text.h"
#include "tests/client/game_samples.h"
#include "tests/wire/session_playback.h"

#include <QTest>

#include <random>

using namespace blak;
using namespace blak::session;
using wire::json;
using wire::Message;
using wire::MessageId;

namespace {

std::filesystem::path folderOf(bool shared) { return shared ? test::sharedDir("wire") : test::dataDir() / "wire"; }

} // namespace

class TestGame : public QObject
{
    Q_OBJECT

private slots:
    /// No message of the table is without a taker, and none with nothing in it does harm.
    void everyMessageOfTheTableIsTaken()
    {
        for (const wire::DialectName& dialect : wire::dialectNames) {
            wire::ResourceBook book;
            wire::SessionSettings settings;
            settings.dialect = dialect.dialect;
            wire::ClientSession session(settings, book);
            Game game(session);
            int taken = 0;
            for (const wire::MessageRow& row : wire::messageTable()) {
                if (row.direction != wire::Direction::ToClient || !row.isIn(dialect.dialect))
                    continue;
                game.hear({&row, {}, {}}, 1);
                QVERIFY2(game.unhandled() == 0, row.name.data());
                ++taken;
            }
            QVERIFY(taken > 90);
        }
    }

    void everyRecording_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::addColumn<bool>("shared");
        QTest::newRow("mainline") << static_cast<int>(wire::Dialect::Mainline) << true;
        QTest::newRow("open105") << static_cast<int>(wire::Dialect::Open105) << true;
        QTest::newRow("1997") << static_cast<int>(wire::Dialect::Classic97) << false;
        QTest::newRow("2012") << static_cast<int>(wire::Dialect::Classic2012) << false;
        QTest::newRow("own mainline") << static_cast<int>(wire::Dialect::Mainline) << false;
    }

    /// Compared with the recordings' own decoder: speech, statistics, spells, enchantments, players, looks, letters.
    void everyRecording()
    {
        QFETCH(int, dialect);
        QFETCH(bool, shared);
        const std::filesystem::path folder = folderOf(shared);
        if (folder.empty())
            QSKIP("shared material is missing: wire");
        const std::string name = wire::dialectNames[static_cast<std::size_t>(dialect)].name.data();
        auto files = test::filesBelow(folder / name, ".jsonl");
        const auto packed = test::filesBelow(folder / name, ".gz");
        files.insert(files.end(), packed.begin(), packed.end());
        QVERIFY(!files.empty());
        std::size_t spoken = 0, statistics = 0, looks = 0, letters = 0, shops = 0, guilds = 0, silent = 0, wrong = 0;
        for (const auto& file : files) {
            struct Client
            {
                std::unique_ptr<Game> game;
                std::uint64_t speech = 0, looks = 0;
            };
            std::map<int, Client> clients;
            wire::SessionPlayback playback(static_cast<wire::Dialect>(dialect), folder / (name + "-rsc-formats.json"));
            playback.play(file, [&](int connection, wire::ClientSession& session, const Message& message, const json& entry) {
                Client& client = clients[connection];
                if (!client.game)
                    client.game = std::make_unique<Game>(session);
                Game& game = *client.game;
                game.hear(message, entry.at("t_ms").get<double>());
                const auto check = [&](bool right) {
                    if (!right && ++wrong < 10)
                        qWarning("%s: %s at %d ms", file.filename().c_str(), entry.at("name").get<std::string>().c_str(),
                                 entry.at("t_ms").get<int>());
                };
                switch (message.row->id) {
                case MessageId::BP_SAID:
                case MessageId::BP_MESSAGE:
                case MessageId::BP_SYS_MESSAGE:
                    check(game.chat().total() == ++client.speech);
                    silent += game.chat().lines().back().text.empty() ? 1u : 0u;
                    ++spoken;
                    break;
                case MessageId::BP_LOOK:
                case MessageId::UC_LOOK_PLAYER:
                case MessageId::BP_LOOK_SPELL:
                case MessageId::BP_LOOK_SKILL:
                    check(game.dealings().looks() == ++client.looks && game.dealings().looked().has_value());
                    ++looks;
                    break;
                case MessageId::BP_BUY_LIST: shops += game.dealings().wares() ? 1u : 0u; break;
                case MessageId::UC_GUILDINFO: guilds += game.guild().info() ? 1u : 0u; break;
                default: break;
                }
                if (!entry.contains("fields"))
                    return;
                const json& fields = entry.at("fields");
                switch (message.row->id) {
                case MessageId::BP_STAT: {
                    const json& stat = fields.at("stat");
                    const Stat* known = game.sheet().find(fields.at("group").get<std::uint8_t>(), stat.at("num").get<std::uint8_t>());
                    check(known != nullptr && known->name == stat.at("name").get<std::uint32_t>());
                    if (known != nullptr && stat.contains("value"))
                        check(static_cast<std::uint32_t>(known->value) == static_cast<std::uint32_t>(stat.at("value").get<std::int64_t>()));
                    ++statistics;
                    break;
                }
                case MessageId::BP_SPELLS: check(game.sheet().spells().size() == fields.begin().value().size()); break;
                case MessageId::BP_SKILLS: check(game.sheet().skills().size() == fields.begin().value().size()); break;
                case MessageId::BP_PLAYERS: check(game.room().players().size() == fields.begin().value().size()); break;
                case MessageId::BP_MAIL:
                    check(!game.post().letters().empty() || game.post().mailboxWasEmpty());
                    ++letters;
                    break;
                default: break;
                }
            });
            for (const auto& [number, client] : clients)
                QVERIFY2(client.game->unhandled() == 0, file.filename().c_str());
        }
        QCOMPARE(wrong, std::size_t{0});
        QVERIFY(silent <= 1); // somebody says "" in one of them
        if (shared) {
            QVERIFY2(spoken > 150, qPrintable(QString::number(spoken)));
            QVERIFY(statistics > 100);
            QVERIFY(looks > 30);
            QVERIFY(letters > 5);
            QVERIFY(guilds > 0);
            QVERIFY(shops > 0 || letters > 0);
        }
    }

    void speechAndIgnored()
    {
        Play play;
        play.book.set(70, "%s says \"%q\"");
        play.book.set(71, "Odran");
        const auto speak = [&](std::uint32_t kind, const char* words) {
            wire::Field text{"message", wire::FieldType::Message, 70, {}, {}};
            text.items.push_back({"parameter", wire::FieldType::Resource, 71, {}, {}});
            text.items.push_back({"parameter", wire::FieldType::Text, 0, words, {}});
            play.server.say(MessageId::BP_SAID, {wire::fields::objectId("speaker", 99), wire::fields::resourceId("name", 71),
                                                 wire::fields::u8("kind", kind), text});
        };
        speak(2, "~Bfire~n %s");
        QCOMPARE(play.game.chat().lines().back().kind, ChatKind::Yelled);
        const auto runs = styledText(play.game.chat().lines().back().text, wire::Dialect::Mainline);
        QCOMPARE(runs.size(), std::size_t{3});
        QCOMPARE(runs[0].text, std::string("Odran says \""));
        QVERIFY(runs[1].bold);
        QCOMPARE(runs[2].text, std::string(" %s\""));
        play.server.hear();
        play.game.companions().ignored.insert("odran");
        const auto before = play.game.chat().total();
        speak(1, "again");
        QCOMPARE(play.game.chat().total(), before);
        QCOMPARE(play.server.hearIds(), std::vector{MessageId::BP_SAY_BLOCKED});
    }

    void styleCodes()
    {
        using wire::Dialect;
        QCOMPARE(plainText("a~rb`nc~Zd~", Dialect::Mainline), std::string("abc~Zd~"));
        QCOMPARE(plainText("~q~Gx", Dialect::Mainline), std::string("~q~Gx"));
        QCOMPARE(plainText("~q~Gx", Dialect::Open105), std::string("x"));
        QCOMPARE(styledText("~yhi", Dialect::Mainline).at(0).colour, std::optional<std::uint32_t>(0xFFFF00));
        QCOMPARE(plainText("caf\xe9", Dialect::Mainline), std::string("café"));
        QVERIFY(styledText("", Dialect::Mainline).empty());
    }

    void modulesAreNamesOnly()
    {
        Play play;
        play.book.set(80, "..\\..\\bin/Merintr.DLL");
        play.server.say(MessageId::BP_LOAD_MODULE, {wire::fields::resourceId("module", 80)});
        QVERIFY(play.game.modules().contains("merintr"));
        play.server.say(MessageId::BP_UNLOAD_MODULE, {wire::fields::resourceId("module", 80)});
        QVERIFY(!play.game.modules().contains("merintr"));
    }

    void effectsEnd()
    {
        Play play;
        const auto effect = [&](std::uint32_t number, std::vector<std::uint32_t> values) {
            std::vector<std::vector<wire::Field>> rows;
            for (const std::uint32_t value : values)
                rows.push_back({wire::fields::u32("value", value)});
            play.server.say(MessageId::BP_EFFECT,
                            {wire::fields::u16("effect", number), wire::fields::elements("parameters", std::move(rows))});
        };
        effect(1, {500});
        effect(7, {0xFFFFFFFF});
        effect(5, {});
        QVERIFY(play.game.effects().at(play.now()).invert);
        QVERIFY(play.game.effects().at(play.now() + 9000).translation >= 0x41);
        QVERIFY(play.game.effects().at(play.now()).blind);
        effect(6, {});
        QVERIFY(!play.game.effects().at(play.now()).blind);
        QVERIFY(!play.game.effects().at(play.now() + 501).invert);
        QCOMPARE(int(play.game.effects().at(play.now() + 10'001).translation), 0); // at most ten seconds
        effect(17, {0x20});
        QCOMPARE(int(play.game.effects().at(play.now() + 1e9).translation), 0x20);
        for (int i = 0; i < 50; ++i)
            effect(14, {100'000});
        QVERIFY(!play.game.effects().isAnyOn(play.now() + 200'001));
        effect(3, {});
        QVERIFY(play.game.effects().isParalysed());
    }

    void creationTakesWhatIsOffered()
    {
        Play play;
        using namespace wire::fields;
        const auto icons = [](std::string_view name, std::vector<std::uint32_t> list) {
            std::vector<std::vector<wire::Field>> rows;
            for (const std::uint32_t icon : list)
                rows.push_back({resourceId("icon", icon)});
            return elements(name, std::move(rows));
        };
        const auto faces = [&](std::string_view name, std::uint32_t first) {
            return structure(name, {icons("hair", {first, first + 1}), resourceId("head", first + 2), icons("eyes", {first + 3}),
                                    icons("noses", {}), icons("mouths", {first + 4})});
        };
        play.server.say(MessageId::BP_CHARINFO,
                        {elements("hair_palettes", {{u8("palette", 5)}, {u8("palette", 6)}}), elements("skin_palettes", {}),
                         faces("male", 100), faces("female", 200), elements("spells", {}), elements("skills", {})});
        NewCharacter wren;
        wren.id = 11;
        wren.name = "Wren";
        wren.female = true;
        wren.face[0] = 1;
        wren.hairPalette = 1;
        Requests requests(play.session);
        QVERIFY(requests.create(*play.game.creation().fieldsOf(wren)));
        const auto sent = play.server.hear();
        QCOMPARE(sent.back().row->id, MessageId::BP_NEW_CHARINFO);
        const auto face = numbersOf(itemsOf(sent.back(), "face"));
        QCOMPARE(face, (std::vector<std::uint32_t>{202, 201, 203, 0, 204}));
        QCOMPARE(numberOf(sent.back(), "hair_palette"), 6U);
        QCOMPARE(numberOf(sent.back(), "gender"), 2U);
        play.server.say(MessageId::BP_CHARINFO_NOT_OK);
        QVERIFY(!play.game.creation().refusal().empty());
    }

    void conditionNamedByPictures()
    {
        Play play;
        play.book.set(90, "heal.bgf");
        play.book.set(91, "Might");
        Stat stat;
        stat.number = 1;
        stat.name = 90;
        QCOMPARE(play.game.nameOf(conditionGroup, stat), std::string("Health"));
        QCOMPARE(play.game.nameOf(2, stat), std::string("heal.bgf"));
        stat.name = 91;
        QCOMPARE(play.game.nameOf(conditionGroup, stat), std::string("Might"));
    }

    void chatIsBounded()
    {
        Chat chat;
        for (std::size_t i = 0; i < Chat::mostLines + 500; ++i)
            chat.add(ChatKind::Message, 0, "line");
        QCOMPARE(chat.lines().size(), Chat::mostLines);
        QCOMPARE(chat.total(), std::uint64_t{Chat::mostLines + 500});
        for (int i = 0; i < 1000; ++i)
            chat.add(ChatKind::Message, 0, std::string(16'000, 'x'));
        std::size_t bytes = 0;
        for (const ChatLine& line : chat.lines())
            bytes += line.text.size();
        QVERIFY(bytes <= Chat::mostBytes);
    }

    void requestsFitTheDialects_data()
    {
        QTest::addColumn<int>("dialect");
        for (const wire::DialectName& dialect : wire::dialectNames)
            QTest::newRow(dialect.name.data()) << static_cast<int>(dialect.dialect);
    }

    /// Every request there is encodes in the dialects that have its message, and the server's side reads it back.
    void requestsFitTheDialects()
    {
        QFETCH(int, dialect);
        wire::ResourceBook book;
        wire::SessionSettings settings;
        settings.dialect = static_cast<wire::Dialect>(dialect);
        wire::ClientSession session(settings, book);
        wire::FakeServer server(settings.dialect, session);
        server.admit();
        server.hear();
        Requests ask(session);
        wire::GameObject thing, stack;
        thing.id = 5;
        stack.id = 6;
        stack.amount = 40;
        const std::vector things{thing, stack};
        const std::vector<std::uint32_t> ids{1, 2};
        const std::vector<std::string> names{"Ann", "Bob"};
        const std::vector<std::uint8_t> statistics(14, 3);
        const std::array<std::string, 10> ranks{"a", "b"};
        const bool classic = !wire::isOpen(settings.dialect);
        const bool mainline = settings.dialect == wire::Dialect::Mainline;
        const bool first = settings.dialect == wire::Dialect::Classic97;
        std::vector<bool> sent{
            ask.say(SayKind::Normal, "hello"), ask.tell(ids, "psst"), ask.act(Gesture::Wave), ask.move(100, 200, 18, 4),
            ask.turn(77), ask.go(), ask.rest(), ask.stand(), ask.look(stack), ask.get(stack), ask.drop(stack, 7), ask.use(thing),
            ask.unuse(thing), ask.apply(thing, stack), ask.activate(thing), ask.put(thing, stack), ask.openContainer(thing),
            ask.takeOut(thing), ask.attack(9), ask.cast(3, things), ask.offer(thing, things), ask.counterOffer(things),
            ask.acceptOffer(), ask.cancelOffer(), ask.askWares(thing), ask.buy(thing, things), ask.askPlayers(), ask.askStats(2),
            ask.askLetters(), ask.deleteLetter(1), ask.lookUpNames(names), ask.sendLetter(ids, "dear"), ask.askArticles(1),
            ask.askArticle(1, 2), ask.post(1, "title", "body"), ask.describe(thing, "tall"), ask.setHomepage("http://a"),
            ask.changePassword("a", "b"), ask.suicide(), ask.appeal("help"), ask.rescue(), ask.balance(),
            ask.depositMoney(3), ask.withdrawMoney(3), ask.askGuild(), ask.askGuildList(),
            ask.guildCommand(MessageId::UC_INVITE, 5), ask.guildCommand(MessageId::UC_RENOUNCE), ask.setGuildRank(5, 2),
            ask.foundGuild("g", ranks, false), ask.rentHall(5, "x"), ask.setGuildPassword("x"), ask.claimShield(1, 2, 3, true),
            ask.adminCommand("who"), ask.gameMaster(GameMasterCommand::GoToPlayer, "Ann"), ask.miniGame(5, "state"),
            ask.resetMiniGame(5), ask.askCreation(), ask.advertisementChosen(1)};
        for (std::size_t i = 0; i < sent.size(); ++i)
            QVERIFY2(sent[i], qPrintable(QString::number(i)));
        const std::size_t always = server.hear().size(); // refuses what it cannot read
        QCOMPARE(always, sent.size());
        QCOMPARE(ask.hide(thing), !first);
        QCOMPARE(ask.askVault(thing), !first);
        QCOMPARE(ask.deposit(thing, things), !first);
        QCOMPARE(ask.withdraw(thing, things), !first);
        QCOMPARE(ask.moveInInventory(1, 2), mainline || !classic);
        QCOMPARE(ask.perform(3, things), !classic);
        QCOMPARE(ask.askQuests(3), !classic);
        QCOMPARE(ask.acceptQuest(3, 4), !classic);
        QCOMPARE(ask.setSafety(true), classic);
        QCOMPARE(ask.setPreferences(3), !classic);
        QCOMPARE(ask.askPreferences(), !classic);
        QCOMPARE(ask.changeStatistics(statistics), !classic);
        QCOMPARE(ask.deleteArticle(1, 2), !classic);
        QCOMPARE(ask.askTime(), !classic);
        server.hear();
        QVERIFY(!ask.say(SayKind::Normal, ""));
        QVERIFY(ask.say(SayKind::Normal, std::string(3000, 'a') + "é€漢"));
        QCOMPARE(wire::fields::textOf(server.hear().at(0), "text").size(), Requests::longestSpeech);
        QVERIFY(ask.say(SayKind::Normal, "é€漢"));
        QCOMPARE(wire::fields::textOf(server.hear().at(0), "text"), std::string_view("\xe9\x80?"));
        server.say(MessageId::BP_WAIT);
        QVERIFY(!ask.say(SayKind::Normal, "lost")); // the epoch is about to change
    }

    /// Whatever decodes is taken, in any order.
    void randomMessages()
    {
        std::mt19937 random(18);
        for (const wire::DialectName& dialect : wire::dialectNames) {
            Play play;
            wire::ResourceBook book;
            book.set(0, "%s %q %r %d$2");
            book.set(1, "%q");
            wire::SessionSettings settings;
            settings.dialect = dialect.dialect;
            wire::ClientSession session(settings, book);
            Game game(session);
            RoomFollower follower(game, play.follower.sharedAssets(), {test::dataDir() / "rooms"});
            OwnMotion motion(game, follower);
            int heard = 0;
            for (int round = 0; round < 40; ++round)
                for (const wire::MessageRow& row : wire::messageTable()) {
                    if (row.direction != wire::Direction::ToClient || !row.isIn(dialect.dialect))
                        continue;
                    std::vector<std::byte> payload(random() % 200);
                    for (std::byte& byte : payload)
                        byte = static_cast<std::byte>(random() % 3 == 0 ? random() : random() % 3);
                    if (row.family == wire::Family::User)
                        payload.insert(payload.begin(), std::byte{row.number});
                    payload.insert(payload.begin(),
                                   std::byte{row.family == wire::Family::User ? wire::userCommandType : row.number});
                    const auto message = wire::decode(dialect.dialect, row.direction, row.family == wire::Family::Login, payload,
                                                      book.formats());
                    if (!message)
                        continue;
                    session.room().hear(message.value());
                    game.hear(message.value(), heard);
                    follower.hear(message.value(), heard);
                    motion.hear(message.value(), heard);
                    ++heard;
                }
            QVERIFY(heard > 1500);
            QCOMPARE(game.unhandled(), std::uint64_t{0});
        }
    }
};

QTEST_APPLESS_MAIN(TestGame)
#include "tst_game.moc"
