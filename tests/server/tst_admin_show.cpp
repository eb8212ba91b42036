// SPDX-License-Identifier: GPL-3.0-or-later
// What administrators are shown, to the byte, in a small world of both dialects.
#include "formats/base/byte_writer.h"
#include "formats/base/file_io.h"
#include "formats/base/text_lines.h"
#include "formats/bof/bof.h"
#include "formats/kodbase/kodbase.h"
#include "server/admin/admin.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <thread>

using namespace blak;
using namespace blak::world;
using bof::Tag;

namespace {

constexpr std::int32_t userClass = 1, systemClass = 4, thingClass = 10001, chestClass = 10002;
constexpr std::int32_t constructorMessage = 10, lookMessage = 10010, openMessage = 10010 + 3779, shutMessage = 10011;
constexpr std::int32_t ownerProperty = 1, thingsProperty = 2;

/// A handler that gives $.
bof::Handler quiet(std::int32_t version, std::int32_t message, std::vector<bof::Parameter> parameters = {})
{
    constexpr std::uint8_t classicReturn = 0x88, returnConstant = 0x20;
    ByteWriter code;
    if (version == bof::oldestVersion) {
        code.u8(classicReturn);
    } else {
        code.u8(0);
        code.u8(returnConstant);
    }
    code.u32(0);
    bof::Handler handler;
    handler.message = message;
    handler.locals = static_cast<std::uint8_t>(parameters.size());
    handler.parameters = std::move(parameters);
    handler.code = code.take();
    return handler;
}

/// System, User, and Chest below Thing.
bof::File program(std::int32_t version)
{
    const bof::Value nil{Tag::Nil, 0};
    const auto withProperties = [&](std::int32_t id) {
        bof::Class type;
        type.id = id;
        type.totalProperties = thingsProperty;
        type.properties = {{ownerProperty, nil}, {thingsProperty, nil}};
        type.handlers = {quiet(version, constructorMessage)};
        return type;
    };
    bof::Class thing = withProperties(thingClass);
    thing.handlers = {quiet(version, constructorMessage),
                      quiet(version, lookMessage, {{10020, {Tag::Int, 3}}, {10021, {Tag::Int, -1}}, {10022, nil}}),
                      quiet(version, shutMessage), quiet(version, openMessage)};
    bof::Class chest;
    chest.id = chestClass;
    chest.superId = thingClass;
    chest.totalProperties = thingsProperty;
    bof::File file;
    file.version = version;
    file.classes = {withProperties(userClass), withProperties(systemClass), thing, chest};
    file.sourceName = "small.kod";
    return file;
}

kodbase::Kodbase names()
{
    const std::vector<kodbase::Name> properties{{"poOwner", ownerProperty}, {"plThings", thingsProperty}};
    kodbase::Kodbase base;
    base.classes = {
        {"User", userClass, 0, "", {}, {}, properties, {{"Constructor", constructorMessage, {}}}},
        {"System", systemClass, 0, "", {}, {}, properties, {{"Constructor", constructorMessage, {}}, {"look", lookMessage, {}}}},
        {"Thing",
         thingClass,
         0,
         "",
         {},
         {},
         properties,
         {{"Constructor", constructorMessage, {}},
          {"Look", lookMessage, {{"count", 10020}, {"less", 10021}, {"none", 10022}}},
          {"Shut", shutMessage, {}},
          {"Open", openMessage, {}}}},
        {"Chest", chestClass, thingClass, "Thing", {}, {}, {}, {}}};
    return base;
}

/// OBJECT 0 is System; the objects of the first accounts follow.
struct SmallWorld
{
    explicit SmallWorld(bool extended, const std::string& configuration = "")
    {
        const std::filesystem::path path = folder.path().toStdString();
        std::filesystem::create_directory(path / "memmap");
        const auto write = [&](const char* name, const auto& content) {
            if (!writeFileAtomically(path / name, content, Backup::None))
                qFatal("cannot write");
        };
        write("memmap/small.bof", bof::write(program(extended ? bof::newestVersion : bof::oldestVersion)));
        write("kodbase.txt", kodbase::write(names()));
        write("blakserv.cfg", "[Blakston]\nDialect " + std::string(extended ? "open105" : "classic") + "\n" + configuration);
        world.emplace(path);
        if (const auto booted = world->boot(); !booted)
            qFatal("%s", booted.error().text().c_str());
        admin.emplace(*world, ServerFacts{});
    }

    std::string run(std::string_view command, Access from = Access::Admin)
    {
        bool closes = false;
        return admin->run(command, closes, {from, Role::Owner, "the test"});
    }
    /// A new object; its number as administrators write it.
    std::string make(const char* type)
    {
        const std::string answer = run(std::string("create object ") + type); // "Created object 5."
        return answer.substr(15, answer.find('.') - 15);
    }
    /// A line of an answer, without its end.
    std::string lineWith(std::string_view command, std::string_view part)
    {
        const std::string answer = run(command);
        for (const std::string_view line : splitFields(answer, '\n'))
            if (line.find(part) != line.npos)
                return std::string(line.substr(0, line.find('\r')));
        return "nothing in: " + answer;
    }

    QTemporaryDir folder;
    std::optional<World> world;
    std::optional<Admin> admin;
};

/// Every handler takes two milliseconds.
struct SlowHandlers : vm::DebugHook
{
    void enter(std::int64_t, std::int32_t, std::int32_t) override { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }
};

const std::string ruler = "--------------------------------------------------------------\r\n";

} // namespace

class TestAdminShow : public QObject
{
    Q_OBJECT

private slots:
    void classesListHandlersAsTheirServersMeetThem()
    {
        SmallWorld classic(false);
        QVERIFY(
            classic.run("show class Thing").ends_with(": MSG Constructor\r\n: MSG Look\r\n: MSG Shut\r\n: MSG Open\r\n:>\r\n"));
        // 10010 and 10010 + 3779 are in one bucket, the last one of it first; 10011 is in the next, 10 in a far one before.
        SmallWorld extended(true);
        const std::string text = extended.run("show class Thing");
        QVERIFY2(text.ends_with(": MSG Constructor\r\n: MSG Open\r\n: MSG look\r\n: MSG Shut\r\n:>\r\n"), text.c_str());
        QCOMPARE(extended.lineWith("show status", "collisions"), std::string("1 message hash table collisions"));
    }

    void messages()
    {
        SmallWorld classic(false);
        const std::string head = ruler + "CLASS 10001 : Thing\r\nMESSAGE 10010 : Look\r\n" + ruler + "  Parameters:\r\n";
        const std::string tail = "  none                 $ 0\r\n" + ruler + "No description\r\n" + ruler;
        QCOMPARE(classic.run("show message Thing Look"), // that server's words are wider than those in files
                 head + "  count                $ 268435459\r\n  less                 $ 536870911\r\n" + tail);
        QCOMPARE(classic.run("show message 10001 10010"), classic.run("show message thing look"));
        QVERIFY(classic.run("show message Chest Open")
                    .starts_with(ruler + "CLASS 10002 : Chest\r\nMESSAGE 13789 : Open (handled by CLASS Thing)\r\n"));

        SmallWorld extended(true);
        const std::string text = extended.run("show message Thing Look");
        QVERIFY(text.find("Called count (total): 0\r\n" + ruler) != std::string::npos);
        QVERIFY(text.find("  count                INT 3\r\n  less                 INT -1\r\n") != std::string::npos);
    }

    /// [Debug] TimeCalls of open105.
    void callsAreTimedWhenTheConfigurationSaysSo()
    {
        SmallWorld world(true);
        const std::string thing = world.make("Thing");
        world.run("send object " + thing + " Look");
        QVERIFY(world.run("show message Thing Look").find("Called count (total): 1\r\nCalled count (untimed): 1\r\n") !=
                std::string::npos);
        QVERIFY(world.lineWith("show called 9", "look").ends_with(" 1              0.000"));
        world.run("set config boolean [Debug] TimeCalls Yes");
        world.run("send object " + thing + " Look");
        const std::string text = world.run("show message Thing Look");
        QVERIFY2(text.find("Called count (total): 2\r\nAverage running time: ") != std::string::npos, text.c_str());
        QVERIFY(text.find("Called count (untimed): 1\r\n") != std::string::npos);
        world.run("set config boolean [Debug] TimeCalls No");
        world.run("send object " + thing + " Look");
        QVERIFY(world.run("show message Thing Look").find("Called count (untimed): 2\r\n") != std::string::npos);
    }

    void calledListsTheSmallerNumberFirst()
    {
        SmallWorld world(false);
        const std::string thing = world.make("Thing");
        for (const char* message : {"Shut", "Look"})
            world.run("send object " + thing + " " + message);
        const std::string text = world.run("show called 9");
        QVERIFY(text.starts_with("Rank Class                  Message                Count\r\n"));
        QVERIFY2(text.ends_with(". Thing                  Look                   1\r\n"
                                "  5. Thing                  Shut                   1\r\n") ||
                     text.ends_with(". Thing                  Look                   1\r\n"
                                    "  4. Thing                  Shut                   1\r\n"),
                 text.c_str());
        QCOMPARE(world.run("show calls 0"), std::string("Rank Function        Count\r\n"));
    }

    void memoryHasTheRowsOfTheServers()
    {
        const std::string all = "Timer|String|Kodbase|Resource|Session|Account|User|Motd|Dllist|LoadBof|Systimer|Nameid|Class|"
                                "Message|Object|List|Object properties|Configuration|Rooms|Astar|Admin constants|Buffers|"
                                "Game loading|Tables|Socket blocks|Game saving|SQL";
        for (const bool extended : {false, true}) {
            SmallWorld world(extended);
            std::vector<std::string> rows;
            const std::string text = world.run("show memory");
            for (const std::string_view line : splitFields(text, '\n'))
                if (line.size() == 30 && line.substr(0, 2) != "--") // with the carriage return
                    rows.emplace_back(line.substr(0, line.find("  ")));
            std::vector<std::string> expected;
            for (const std::string_view name : splitFields(all, '|'))
                if (extended || (name != "Astar" && name != "Game saving" && name != "SQL"))
                    expected.emplace_back(name);
            QCOMPARE(rows, expected);
            for (const char* taken : {"Kodbase", "LoadBof", "Nameid", "Class", "Message", "Object  ", "Object properties"})
                QVERIFY2(!world.lineWith("show memory", taken).ends_with(" 0"), taken);
            QVERIFY(world.lineWith("show memory", "-- Total").starts_with("-- Total                "));
        }
    }

    void referencesOnePerOccurrence()
    {
        SmallWorld world(false);
        const std::string thing = world.make("Thing");
        const std::string five = "int 5";
        world.run("create listnode " + five + " $ 0");
        const auto last = [&] {
            const std::string made = world.run("create listnode int 5 $ 0"); // "Created list node 20."
            return made.substr(18, made.find('.') - 18);
        };
        const std::string inner = last();
        const std::string answer = world.run("create listnode int 5 list " + inner);
        const std::string outer = answer.substr(18, answer.find('.') - 18);
        world.run("set object " + thing + " plThings list " + outer);
        const std::string row = ": OBJECT " + thing + " CLASS Thing plThings = LIST containing INT 5\r\n";
        QCOMPARE(world.run("show references int 5"), ":< references to INT 5\r\n" + row + row + ":>\r\n");
        // The rest of a node is not held by the list.
        QCOMPARE(world.run("show references list " + inner), ":< references to LIST " + inner + "\r\n:>\r\n");
        QCOMPARE(world.run("show references $ 0"), std::string("Cannot show references to NIL.\r\n"));
    }

    void belongLooksAtTheNumberAlone()
    {
        SmallWorld world(false);
        const std::string thing = world.make("Thing");
        const std::string chest = world.make("Chest");
        world.run("set object " + chest + " poOwner object " + thing);
        QCOMPARE(world.run("show belong " + thing),
                 thing + " owns the following objects - \r\n" + world.run("show object " + chest));
        QVERIFY(world.run("show belong 0").find(world.run("show object " + thing)) != std::string::npos);
    }

    void tagsAsTheServersNameThem()
    {
        SmallWorld classic(false);
        const std::string thing = classic.make("Thing");
        classic.run("set object " + thing + " plThings 12 7");
        QCOMPARE(classic.lineWith("show object " + thing, "plThings"), std::string(": plThings             = 12 7"));
        SmallWorld extended(true);
        const std::string other = extended.make("Thing");
        extended.run("create table 100");
        extended.run("set object " + other + " plThings hashtable 0");
        QCOMPARE(extended.lineWith("show object " + other, "plThings"), std::string(": plThings             = HASHTABLE 0"));
    }

    void matchesShowThePropertyAsItWasTyped()
    {
        SmallWorld world(false);
        const std::string thing = world.make("Thing");
        QVERIFY(world.run("show matches Thing POOWNER = $ 0")
                    .ends_with(": OBJECT " + thing + " CLASS Thing (10001) POOWNER = $ 0\r\n: 1 total\r\n:>\r\n"));
    }

    void statusTellsTheSlowestMessageAndTheLock()
    {
        SmallWorld extended(true);
        QCOMPARE(extended.lineWith("reset highest", "reset"), std::string("Highest timed message reset."));
        QVERIFY(extended.run("show status").find("message is:\r\nOBJECT -1 CLASS (unknown) MESSAGE (unknown)\r\n") !=
                std::string::npos);
        SlowHandlers slow;
        extended.world->vm().addHook(slow);
        const std::string thing = extended.make("Thing");
        extended.world->vm().removeHook(slow);
        QVERIFY(extended.run("show status").find("\r\nOBJECT " + thing + " CLASS Thing MESSAGE Constructor\r\n") !=
                std::string::npos);
        QVERIFY(extended.lineWith("show status", "Longest") != "Longest time on one top level message is 0 milliseconds");
        const std::string up = extended.lineWith("show status", "(up for "); // "0 sec", "1 second", "2 seconds"
        QVERIFY2(up.find(up.starts_with("(up for 0")    ? " sec = "
                         : up.starts_with("(up for 1 ") ? " second = "
                                                        : " seconds = ") != std::string::npos,
                 up.c_str());
        QVERIFY(extended.lineWith("show status", "Interpreted").find(" total instructions in 0.") != std::string::npos);
        extended.run("garbage");
        QVERIFY(extended.run("show status").find("OBJECT -1 CLASS (unknown)") != std::string::npos);
        extended.run("lock a pause");
        QVERIFY(extended.run("show status").find("The game is LOCKED (a pause)\r\n-----") != std::string::npos);

        SmallWorld classic(false);
        QVERIFY(classic.lineWith("show status", "Interpreted").ends_with(" billion total instructions in 0 seconds"));
        classic.run("garbage");
        QVERIFY(classic.run("show status").find("slow top level message is") == std::string::npos);
        classic.world->vm().resetSlowest();
        classic.world->vm().addHook(slow);
        const std::string other = classic.make("Thing");
        classic.world->vm().removeHook(slow);
        QVERIFY(classic.lineWith("show status", "slow top level message is")
                    .ends_with(" is OBJECT " + other + " CLASS Thing MESSAGE Constructor"));
    }

    void configurationIsLaidOutAsInTheServers()
    {
        SmallWorld world(false, "[Login]\nOldVersionStr <two words>\n");
        const std::string text = world.run("show configuration");
        QVERIFY(text.starts_with("\r\n[Path]               \r\nBof                  loadkod/\r\n"));
        QVERIFY(text.find("OldVersionStr        <two words>\r\n") != std::string::npos);
        SmallWorld secret(false, "[Service]\nPassword horse\nUsername anna\n");
        const std::string shown = secret.run("show configuration");
        QVERIFY(shown.find("Password             ...\r\n") != std::string::npos);
        QVERIFY(shown.find("anna") != std::string::npos && shown.find("horse") == std::string::npos);
    }

    void protocolHasThreeTables()
    {
        SmallWorld world(false);
        const std::string text = world.run("show protocol");
        QVERIFY(text.find("\r\n\r\nSystem commands\r\n  0          0 | ") != std::string::npos);
        QVERIFY(text.find("\r\n\r\nUser commands\r\n  0          0 | ") != std::string::npos);
    }

    void theMaintenancePortOfTheMainlineServer()
    {
        SmallWorld classic(false);
        SmallWorld extended(true);
        for (const char* command : {"show instances Thing", "show references int 5", "show matches Thing poOwner = $ 0"}) {
            QCOMPARE(classic.run(command, Access::Maintenance), std::string("You do not have access to this command.\r\n"));
            QVERIFY(extended.run(command, Access::Maintenance).starts_with(":<"));
        }
        for (const char* command : {"show configuration", "show protocol"})
            QVERIFY(classic.run(command, Access::Maintenance).find("access") == std::string::npos);
        QCOMPARE(classic.run("read nothing", Access::Maintenance), classic.run("read nothing"));
    }

    /// A guest's character is of class User like everybody's.
    void charactersOfGuests()
    {
        for (const bool extended : {false, true}) {
            SmallWorld world(extended);
            const std::string made =
                world.run(extended ? "create account guest gus secret g@example.org" : "create account guest gus secret");
            const std::string id = made.substr(16, made.find('.') - 16); // "Created ACCOUNT 4."
            const std::string text = world.run("create user " + id);
            QVERIFY2(text.starts_with("Acct Object  Class   Name\r\n"), text.c_str());
            QVERIFY2(text.find(" User    ") != std::string::npos, text.c_str());
            QCOMPARE(world.lineWith("show account " + id, " gus ").substr(4, 1), std::string(extended ? " " : "G"));
        }
    }

    void theFirstLetterSaysWhatAccount()
    {
        SmallWorld world(false);
        world.run("create account designer ann secret");
        QVERIFY(world.lineWith("show account ann", " ann ").substr(4, 1) == "D");
        world.run("create account 1 bob secret");
        QVERIFY(world.lineWith("show account bob", " bob ").substr(4, 1) == " ");
        QVERIFY(world.run("create account auto cyd secret").starts_with("Created account "));
    }
};

QTEST_APPLESS_MAIN(TestAdminShow)
#include "tst_admin_show.moc"
