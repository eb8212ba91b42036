// SPDX-License-Identifier: GPL-3.0-or-later
// Throttles, places, passwords, packages, system timers.
#include "formats/base/byte_writer.h"
#include "formats/base/file_io.h"
#include "formats/wire/codec.h"
#include "formats/wire/frame.h"
#include "server/address/foreign_line.h"
#include "server/admin/admin.h"
#include "server/sessions/blocks.h"
#include "server/sessions/large_message.h"
#include "server/sessions/line_limit.h"
#include "server/sessions/package.h"
#include "server/sessions/password_queue.h"
#include "server/sessions/password_worker.h"
#include "server/sessions/sessions.h"
#include "server/sessions/strangers.h"
#include "server/world/passwords.h"
#include "server/world/secrets.h"
#include "server/world/system_timers.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>
#include <tuple>

using namespace blak;
using namespace blak::serve;

namespace {

Address address(const char* text) { return parseAddressRange(text)->first; }

/// An empty world in a folder of its own, with that configuration, and somebody from 10.0.0.1 in the game.
struct OneInTheGame
{
    explicit OneInTheGame(std::string_view configuration)
    {
        if (!writeFileAtomically(path / "blakserv.cfg", configuration, Backup::None) || !world.boot())
            return;
        sessions.emplace(world, admin.emplace(world, world::ServerFacts{}));
        session = sessions->openGame(address("10.0.0.1"), now);
        if (session != nullptr)
            session->state = State::Game;
    }

    QTemporaryDir folder;
    std::filesystem::path path = folder.path().toStdString();
    world::World world{path};
    std::optional<world::Admin> admin;
    std::optional<Sessions> sessions;
    std::int64_t now = 1'000'000;
    Session* session = nullptr; ///< null: the world does not begin
};

} // namespace

class TestConnections : public QObject
{
    Q_OBJECT

private slots:
    void linesAreLimited()
    {
        LineLimit limit(3, 1000);
        int taken = 0;
        for (int i = 0; i < 100; ++i)
            taken += limit.take(5000 + i) ? 1 : 0;
        QCOMPARE(taken, 3);
        QVERIFY(!limit.take(5999));
        QVERIFY(limit.take(6000));
    }

    /// Who guesses takes neither time nor places from those who come with right passwords.
    void knownAddressesDoNotWaitForGuesses()
    {
        PasswordQueue queue;
        std::vector<std::int64_t> handed;
        queue.setWorker([&](const PasswordJob& job) { handed.push_back(job.number); });
        std::vector<std::int64_t> done;
        const auto add = [&](std::int64_t session, Standing standing) {
            return queue.add(session, standing, {0, "hash", "secret"}, [&](std::int64_t there, const std::string& result) {
                done.push_back(there);
                QCOMPARE(result, std::string("1"));
            });
        };
        std::int64_t guesses = 0;
        while (guesses < 1000 && add(1000 + guesses, Standing::Failed))
            ++guesses;
        QCOMPARE(guesses, static_cast<std::int64_t>(PasswordQueue::most[2]) + 2); // and two that are under way
        QVERIFY(add(2, Standing::Clean) && add(3, Standing::Known) && add(4, Standing::Known));
        QVERIFY(queue.awaits(3) && !queue.awaits(5));
        queue.forget(4);
        std::size_t answered = 0;
        while (answered < handed.size())
            queue.answer(std::to_string(handed[answered++]) + " 1 ");
        QVERIFY(queue.empty());
        QCOMPARE(done.size(), static_cast<std::size_t>(guesses) + 3);
        QCOMPARE(std::vector<std::int64_t>(done.begin(), done.begin() + 6), (std::vector<std::int64_t>{1000, 1001, 3, -1, 2, 1002}));
    }

    void standingsOfAddresses()
    {
        Blocks blocks;
        QCOMPARE(blocks.standing(address("10.0.0.1"), "ann", 0), Standing::Clean);
        blocks.noteFailure(address("10.0.0.1"), "ann", 0);
        QCOMPARE(blocks.standing(address("10.0.0.1"), "ben", 1), Standing::Failed);
        QCOMPARE(blocks.standing(address("10.0.0.2"), "ann", 1), Standing::Clean);
        blocks.noteSuccess(address("10.0.0.1"), "ann", 2);
        QCOMPARE(blocks.standing(address("10.0.0.1"), "Ann", 3), Standing::Known);
        QCOMPARE(blocks.standing(address("10.0.0.1"), "ben", 3), Standing::Failed);
    }

    /// Players cannot be heard while a debugger keeps the world standing: that is no reason to hang up.
    void aStopIsNobodysSilence()
    {
        OneInTheGame one("[Inactive]\nSelectChar 1\nStranger 100000\n");
        QVERIFY(one.session != nullptr);
        Sessions& sessions = *one.sessions;
        Session* session = one.session;
        std::int64_t& now = one.now;
        constexpr std::int64_t stop = 600'000, half = 31'000; ///< milliseconds; of the minute
        sessions.tick(now += half);
        QVERIFY(!session->closing);
        sessions.noteStop(stop);
        sessions.tick(now += stop);
        QVERIFY(!session->closing);
        sessions.tick(now += half);
        QVERIFY(session->closing);
    }

    /// Forged, replayed and misdirected datagrams: logged with account and address, a flood in a bounded number of lines.
    void datagramsOfOthersAreLogged()
    {
        OneInTheGame one("[Blakston]\nDialect open105\nProtocol open105\n");
        QVERIFY(one.session != nullptr);
        Sessions& sessions = *one.sessions;
        Session* session = one.session;
        std::int64_t& now = one.now;
        session->account = 5;
        session->accountName = "ann";
        const auto datagram = [&](std::uint32_t number, bool right, std::uint8_t epoch = 1) {
            const std::vector<std::byte> payload{std::byte{255}, std::byte{1}};
            ByteWriter out;
            out.u32(static_cast<std::uint32_t>(session->id));
            out.u32(number);
            out.u16(static_cast<std::uint16_t>(wire::payloadCrc(payload) + (right ? 0 : 1)));
            out.u8(epoch);
            for (const std::byte byte : payload)
                out.u8(std::to_integer<std::uint8_t>(byte));
            return out.take();
        };
        const auto errors = [&] { return readTextFile(one.path / "channel/error.txt").value(); };
        const std::string who = "session " + std::to_string(session->id) + " from 10.0.0.1, account 5 (ann): ";
        sessions.receivedDatagram(address("10.0.0.1"), datagram(7, true), now); // good, though no message
        QCOMPARE(session->lastDatagram, 7u);
        sessions.receivedDatagram(address("10.0.0.1"), datagram(8, false), now);
        QVERIFY2(errors().find(who + "a datagram with a wrong check word (forged)") != std::string::npos, errors().c_str());
        sessions.receivedDatagram(address("10.0.0.1"), datagram(7, true), now);
        QVERIFY(errors().find(who + "a datagram with an old number (replayed or out of order)") != std::string::npos);
        sessions.receivedDatagram(address("10.0.0.2"), datagram(9, true), now);
        QVERIFY(errors().find(who + "a datagram from another address (forged): 10.0.0.2") != std::string::npos);
        const auto size = errors().size();
        sessions.receivedDatagram(address("10.0.0.1"), datagram(9, true, 44), now); // late, not forged
        QCOMPARE(errors().size(), size);
        for (int i = 0; i < 20'000; ++i)
            sessions.receivedDatagram(address("10.0.0.2"), datagram(9, true), ++now);
        QVERIFY(errors().size() < size + 1000);
        QCOMPARE(session->lastDatagram, 7u);
        QVERIFY(sessions.counters().dropped > 20'000);
        sessions.tick(now);
        QVERIFY2(errors().find("more lines are left out: messages that were refused") != std::string::npos, errors().c_str());
    }

    void failuresMakeWait()
    {
        Blocks blocks;
        const Address from = address("10.0.0.1");
        for (unsigned i = 0; i + 1 < Blocks::freeFailures; ++i)
            blocks.noteFailure(from, "ann", 0);
        QVERIFY(blocks.mayLogIn(from, "ben", 0));
        blocks.noteFailure(from, "ann", 0);
        QVERIFY(!blocks.mayLogIn(from, "ben", 999));
        QVERIFY(blocks.mayLogIn(from, "ben", 1000));
        for (int i = 0; i < 50; ++i)
            blocks.noteFailure(from, "ann", 0);
        QVERIFY(!blocks.mayLogIn(from, "ben", 59'999));
        QVERIFY(blocks.mayLogIn(from, "ben", 60'000)); // never longer than a minute
        blocks.noteSuccess(from, "ann", 0); // of an account of its own: that gives no new guesses at others
        QVERIFY(!blocks.mayLogIn(from, "ben", 0));
    }

    void pairsWait()
    {
        Blocks blocks;
        const Address from = address("10.0.0.1");
        for (unsigned i = 0; i < Blocks::freeFailuresOfPair; ++i) {
            QVERIFY(blocks.mayLogIn(from, "ann", 0));
            blocks.noteFailure(from, "ANN", 0);
        }
        QVERIFY(!blocks.mayLogIn(from, "ann", 999));
        QVERIFY(blocks.mayLogIn(from, "ben", 0));
        QVERIFY(blocks.mayLogIn(address("10.0.0.2"), "ann", 0));
        QVERIFY(blocks.mayLogIn(from, "ann", 1000));
    }

    /// Guesses from everywhere slow down those who guess, and nobody else.
    void nobodyLocksAnOwnerOut()
    {
        Blocks blocks;
        const auto from = [](unsigned i) {
            return address(("10.0." + std::to_string(i / 250) + "." + std::to_string(i % 250)).c_str());
        };
        const Address home = address("10.9.9.9");
        const Address school = address("10.8.8.8");
        blocks.noteSuccess(home, "ann", 0);
        for (unsigned i = 0; i < Blocks::freeFailures; ++i)
            blocks.noteFailure(school, "somebody" + std::to_string(i), 0);
        blocks.noteSuccess(school, "ann", 0);
        unsigned guesses = 0;
        for (unsigned round = 0; round < 5; ++round)
            for (unsigned i = 0; i < 1000; ++i)
                if (blocks.mayLogIn(from(i), "Ann", 5000)) {
                    ++guesses;
                    blocks.noteFailure(from(i), "ann", 5000);
                }
        // One from each address. Throttles are tables of fixed size with a key of their own: a few addresses share a place (1 008 was seen).
        QVERIFY2(guesses <= 1050, qPrintable(QString::number(guesses)));
        QVERIFY(!blocks.mayLogIn(from(7), "ann", 14'999));
        QVERIFY(blocks.mayLogIn(from(7), "ann", 15'000));
        QVERIFY(blocks.mayLogIn(home, "ann", 5000));                 // where she has been before
        QVERIFY(blocks.mayLogIn(school, "ANN", 5000));               // even where others guess
        QVERIFY(blocks.mayLogIn(address("10.7.7.7"), "ann", 5000));  // and from where nobody has guessed
        QVERIFY(blocks.mayLogIn(from(7), "ben", 5000));
    }

    void strangersGiveWayInTurn()
    {
        Strangers strangers;
        strangers.add(1, address("10.0.0.1"), 5);
        strangers.add(2, address("10.0.0.2"), 6);
        strangers.add(3, address("10.0.0.2"), 7);
        strangers.add(4, address("10.0.0.3"), 1);
        QCOMPARE(strangers.of(address("10.0.0.2")), std::size_t{2});
        QCOMPARE(strangers.first(), std::optional<std::int64_t>(2)); // the oldest of the address with the most
        strangers.remove(2);
        QCOMPARE(strangers.first(), std::optional<std::int64_t>(4)); // the oldest of all
        QCOMPARE(strangers.before(6), (std::vector<std::int64_t>{4, 1}));
        QCOMPARE(strangers.oldestOf(address("10.0.0.9")), std::nullopt);
        for (const std::int64_t id : {1, 3, 4, 4})
            strangers.remove(id);
        QCOMPARE(strangers.size(), std::size_t{0});
        QCOMPARE(strangers.first(), std::nullopt);
    }

    void foreignLines()
    {
        for (const char* line : {"POST / HTTP/1.1", "GET /x HTTP/1.0\r", "PRI * HTTP/2.0", "delete account 1 HTTP/1.1", "HTTP/1.1 200 OK"})
            QVERIFY2(isHttpLine(line), line);
        for (const char* line : {"Host: 127.0.0.1:9998", "Content-Length: 5", "SSH-2.0-OpenSSH", "\x16\x03\x01"})
            QVERIFY2(isForeignLine(line) && !isHttpLine(line), line);
        for (const char* line : {"show clock", "say hello: all", "login ann \"a b\"", "create automated ann secret", "who"})
            QVERIFY2(!isForeignLine(line), line);
    }

    void throttleForgetsInsteadOfGrowing()
    {
        Throttle throttle(2, 60'000);
        for (int i = 0; i < 100'000; ++i)
            throttle.noteFailure("key" + std::to_string(i), i);
        throttle.noteFailure("last", 100'000);
        throttle.noteFailure("last", 100'000);
        QVERIFY(!throttle.mayTry("last", 100'500));
        QVERIFY(throttle.mayTry("last", 101'000));
    }

    void keysOfThrottlesCanBeGiven()
    {
        std::array<std::byte, 16> key{};
        key[3] = std::byte{7};
        Blocks one, other;
        one.setKey(key);
        other.setKey(key);
        // The same key, the same places: the same forgetting when there are too many.
        for (int i = 0; i < 40'000; ++i)
            for (Blocks* blocks : {&one, &other})
                for (int n = 0; n < 2; ++n)
                    blocks->noteFailure(address(("10." + std::to_string(i / 62500) + "." + std::to_string(i / 250 % 250) + "." +
                                                 std::to_string(i % 250))
                                                    .c_str()),
                                        "ann" + std::to_string(i), i);
        for (int i = 0; i < 40'000; i += 97)
            QCOMPARE(one.mayLogIn(address("9.9.9.9"), "ann" + std::to_string(i), 40'000),
                     other.mayLogIn(address("9.9.9.9"), "ann" + std::to_string(i), 40'000));
    }

    void slowHashesAreCheckedOnAThreadOfTheirOwn()
    {
        PasswordWorker worker;
        const std::string hash = world::slowHash("secret").value();
        worker.add({1, hash, "secret"});
        worker.add({2, hash, "guess"});
        worker.add({3, "", "fresh"});
        std::string all;
        QTRY_VERIFY_WITH_TIMEOUT((all += worker.take(), std::ranges::count(all, ' ') == 6), 30'000);
        QVERIFY2(all.starts_with("1 1 2 0 3 $argon2id$"), all.c_str());
        const std::string made = all.substr(10, all.size() - 11);
        QVERIFY(world::matchesSlowHash(made, "fresh"));
        PasswordWorker busy; // ends with work that waits
        for (int i = 0; i < 50; ++i)
            busy.add({i, hash, "guess"});
    }

    void largeListsComeInParts()
    {
        // A crowd as mainline sends it: room, count, then objects of some 60 bytes.
        constexpr std::uint32_t count = 1200;
        constexpr std::uint32_t self = 1150;
        const auto roomObject = [](std::uint32_t id) {
            ByteWriter out;
            for (const std::uint32_t number : {id, 20001u, 20002u, 4u, 0u}) // id, icon, name, flags, rarity
                out.u32(number);
            out.u16(0); // no light
            out.u8(1);  // no animation, group 1
            out.u16(1);
            out.u8(1); // one overlay
            out.u32(20003);
            out.u8(7);
            out.u8(1);
            out.u16(1);
            out.u16(640); // row, column, angle
            out.u16(641);
            out.u16(0);
            out.u8(1);
            out.u16(1);
            out.u8(0); // no overlays of motion
            return out.take();
        };
        ByteWriter out;
        out.u8(134);
        out.u32(99);
        out.u16(static_cast<std::uint16_t>(count));
        for (std::uint32_t id = 1; id <= count; ++id)
            out.raw(roomObject(id));
        const std::vector<std::byte> whole = out.take();
        QVERIFY(whole.size() > wire::largestServerPayload);

        const auto parts = splitLargeMessage(wire::Dialect::Mainline, whole, self);
        QVERIFY(parts.size() > 1);
        const wire::ResourceFormats none;
        std::set<std::uint32_t> seen;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            QVERIFY(parts[i].size() <= wire::largestServerPayload);
            const auto message = wire::decode(wire::Dialect::Mainline, wire::Direction::ToClient, false, parts[i], none);
            QVERIFY2(message, message ? "" : message.error().text().c_str());
            QCOMPARE(message.value().row->name, std::string_view(i == 0 ? "BP_ROOM_CONTENTS" : "BP_CREATE"));
            if (i > 0) {
                seen.insert(message.value().fields[0].items[0].items[0].number);
                continue;
            }
            for (const wire::Field& element : message.value().find("objects")->items)
                seen.insert(element.items[0].items[0].items[0].number);
            QVERIFY(seen.contains(self)); // the player itself is in the list
        }
        QCOMPARE(seen.size(), std::size_t{count});
        QVERIFY(parts[0].size() > wire::largestServerPayload - 200); // as much as fits

        std::vector<std::byte> other(wire::largestServerPayload + 1);
        other[0] = std::byte{32};
        QVERIFY(splitLargeMessage(wire::Dialect::Mainline, other, 0).empty());
        other[0] = std::byte{134};
        other[5] = other[6] = std::byte{0xFF}; // says more than there is
        QVERIFY(splitLargeMessage(wire::Dialect::Mainline, other, 0).empty());
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
        const std::string text = world::passwordFromField(digest);
        QVERIFY(world::passwordMatches(account, text));
        QVERIFY(!world::passwordMatches(account, text.substr(1)));
        QVERIFY(!world::passwordMatches(account, ""));
        account.password = "None";
        QVERIFY(!world::passwordMatches(account, text));
        QVERIFY(!world::passwordMatches(account, "None"));
        account.password = "";
        QVERIFY(!world::passwordMatches(account, ""));
    }

    void secretsStayOutOfLogs()
    {
        for (const char* command :
             {"create account user ann moon", "cr au ann moon", "set account password 3 moon", "CREATE ACCOUNT user ann moon",
              "recreate automated 3 ann moon", "create administrator ann owner moon", "set administrator password ann moon",
              "login ann moon", "token moon", "set administrator passwort ann moon", "  set  account\tpass 3 moon",
              // mistyped, incomplete, ambiguous
              "create automaated ann moon", "creat admnistrator x owner moon", "create a ann moon", "logn ann moon",
              "\"token\": moon", "set acount password 3 moon", "set", "", "\"", "set account",
              "set config strng service code moon",
              // options and properties by their names
              "set config string service password moon", "set config string [Telemetry] ApiToken <a moon>",
              "set config string telemetry nonsuch moon", "set config string Socket TLSKEY moon",
              "set config str Email MailSecret moon", "set object 5 psSecretName string moon",
              "send object 5 Tell password string moon", "create object User passPhrase string moon"})
            QVERIFY2(world::withoutSecrets(command).find("moon") == std::string::npos, command);
        for (const char* command :
             {"show accounts", "set config integer Session MessagesPerSecond 50", "set object 5 piHours int 7", "save game",
              "send object 0 NewHour", "suspend account 4 ann", "ban account ben 0 told a password", "sh account ann", "quit"})
            QCOMPARE(world::withoutSecrets(command), std::string(command));
        QCOMPARE(world::withoutSecrets("create automaated ann moon"), std::string("create automaated ..."));
        QCOMPARE(world::withoutSecrets("creat admnistrator x owner moon"), std::string("creat admnistrator ..."));
        QCOMPARE(world::withoutSecrets("set config string telemetry nonsuch moon"),
                 std::string("set config string telemetry nonsuch ..."));
        QCOMPARE(world::withoutSecrets("sh acc ann"), std::string("sh acc ...")); // account or accounts
        QCOMPARE(world::withoutSecrets("create account user ann moon"), std::string("create account ..."));
        QCOMPARE(world::withoutSecrets("dump users nonsense", true), std::string("dump users nonsense"));
        QCOMPARE(world::withoutSecrets("dump users nonsense", false), std::string("dump ..."));
    }

    void timersAreDueAtMultiplesOfTheirPeriod()
    {
        world::Config config;
        QVERIFY(config.set("Auto", "SavePeriod", "10"));
        QVERIFY(config.set("Auto", "SaveTime", "1"));
        QVERIFY(config.set("Auto", "KodPeriod", "0"));
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
