// SPDX-License-Identifier: GPL-3.0-or-later
// Administrators: roles, passwords, the table of commands and its page in the manual, the configuration they change.
#include "formats/base/file_io.h"
#include "formats/base/text_lines.h"
#include "server/world/admin.h"
#include "server/world/admin_commands.h"
#include "server/world/passwords.h"
#include "server/world/secrets.h"
#include "tests/support/shared_data.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace blak;
using namespace blak::world;

namespace {

/// A world without classes.
struct EmptyWorld
{
    explicit EmptyWorld(std::string_view configuration = "")
    {
        (void)writeFileAtomically(path() / "blakserv.cfg", configuration, Backup::None);
        world.emplace(path());
        if (!world->boot())
            qFatal("the world does not boot");
        admin.emplace(*world, ServerFacts{});
    }

    std::filesystem::path path() const { return folder.path().toStdString(); }
    std::string run(std::string_view command, Role role = Role::Owner)
    {
        bool closes = false;
        return admin->run(command, closes, {Access::Admin, role, "the test"});
    }
    std::string log(const char* name) const { return readTextFile(path() / "channel" / name).value(); }

    QTemporaryDir folder;
    std::optional<World> world;
    std::optional<Admin> admin;
};

bool isRight(const World::Proof& proof)
{
    return proof.hash.empty() ? proof.right : matchesSlowHash(proof.hash, proof.secret);
}

/// Whether a digest opens an account; nullptr = one that does not exist.
bool opens(const World& world, const Account* account, const std::string& digest)
{
    const auto proof = world.proofOf(account, digest);
    return isRight(proof) && account != nullptr && world.provesToBe(*account, proof);
}

std::optional<World::Login> logIn(World& world, std::string_view name, std::string_view password)
{
    const auto proof = world.administratorProof(name, password);
    return isRight(proof) ? world.administratorBy(name, proof) : std::nullopt;
}

const std::string refused = "You do not have access to this command.\r\n";

} // namespace

class TestAdmin : public QObject
{
    Q_OBJECT

private slots:
    void manualIsCurrent()
    {
        const auto file = test::sourceDir() / "docs/admin-commands.md";
        if (qEnvironmentVariableIsSet("BLAK_WRITE_DOCS"))
            std::ofstream(file) << Admin::manual();
        std::stringstream content;
        content << std::ifstream(file).rdbuf();
        QCOMPARE(content.str(), Admin::manual());
    }

    void everyCommandDoesSomething()
    {
        for (const auto table : {AdminCommands::table(), AdminCommands::ownTable()})
            for (const Command& command : table) {
                QVERIFY2((command.run != nullptr) != !command.opens.empty(), command.name.data());
                QVERIFY2(!command.help.empty(), command.name.data());
                const std::size_t rest = command.parameters.find_first_of("Rr*");
                QVERIFY2(rest == std::string_view::npos || rest + 1 == command.parameters.size(), command.name.data());
            }
    }

    /// Every command of the old servers, as their own help lists them (mainline 2.4, open105), beside those of 1997 and 2012.
    void nothingOfTheOldServersIsMissing_data()
    {
        QTest::addColumn<QString>("dialect");
        QTest::addColumn<QString>("commands");
        QTest::newRow("classic")
            << "classic"
            << "add:credits create:account,admin,automated,dm,listnode,object,resource,timer,user delete:account,timer,user "
               "disable:systimer enable:systimer :garbage,lock,mail,mark,page,read,say,unlock,who "
               "hangup:account,all,ip,session,user kickoff:account,all recreate:automated "
               "reload:game,motd,packages,system,protocol save:configuration,game send:object,users,class "
               "set:class,object set_account:credits,name,object,password set_config:boolean,integer,string "
               "show:account,accounts,belong,called,calls,class,clock,configuration,constant,dynamic,exactinstances,instances,"
               "list,listnode,matches,memory,message,name,object,packages,protocol,references,resource,status,string,"
               "systimers,table,timer,timers,transmitted,usage,user,users "
               "suspend:account,user terminate:nosave,save trace:off,on unsuspend:account,user";
        QTest::newRow("open105")
            << "open105"
            << "check:timerheap create:account,admin,automated,dm,ec,listnode,object,resource,table,timer,user,"
               "useroneachaccount delete:account,unused,timer,user disable:systimer,stat "
               "dump:classinstances,accounts,users enable:systimer,stat "
               ":garbage,lock,mail,mark,page,read,say,unlock,who,shutdown "
               "hangup:account,all,ip,session,user kickoff:account,all recreate:automated "
               "reload:game,motd,packages,system reset:highest,udp save:configuration,game "
               "send:object,list,integer,users,class set:class,integer,object set_account:name,object,password,email,type "
               "set_config:boolean,integer,string show:account,accounts,active,belong,blockers,called,calls,class,clock,"
               "config,constant,debugstring,dynamic,email,instances,list,listnode,matches,memory,message,mysqltypes,name,"
               "nameids,object,packages,protocol,references,resource,roomtable,sameip,post,status,string,suspended,systimers,"
               "hashtable,table,timers,transmitted,udp,usage,user,users,opcodes show_timer:id,message,object "
               "suspend:account,user terminate:nosave,save test:first,rest,getclass trace:off,on unsuspend:account,user";
    }
    void nothingOfTheOldServersIsMissing()
    {
        QFETCH(QString, dialect);
        QFETCH(QString, commands);
        const bool extended = dialect == QLatin1String("open105");
        const std::string all = commands.toStdString();
        for (const std::string_view part : splitFields(all, ' ')) {
            std::string group(part.substr(0, part.find(':')));
            std::ranges::replace(group, '_', ' ');
            for (const std::string_view name : splitFields(part.substr(part.find(':') + 1), ',')) {
                bool found = false;
                for (const auto table : {AdminCommands::table(), AdminCommands::ownTable()})
                    for (const Command& command : table)
                        found = found || (command.group == group && command.name == name &&
                                          (extended ? command.open105 : command.classic) != Access::Absent);
                QVERIFY2(found, (group + " " + std::string(name)).c_str());
            }
        }
    }

    void commandsOfOpen105()
    {
        EmptyWorld small("[Blakston]\nDialect open105\n");
        QCOMPARE(small.run("create table 5"), std::string("Created table 0, expected size 5, actual size 73.\r\n"));
        QCOMPARE(small.run("create table 191"), std::string("Created table 1, expected size 191, actual size 191.\r\n"));
        QCOMPARE(small.run("show hashtable 1"), small.run("show table 1"));
        QVERIFY(small.run("show table 1").starts_with("Table 1 (size 191)\r\n------"));
        QCOMPARE(small.run("show table 99"), std::string("Cannot find table 99.\r\n"));
        QVERIFY(small.run("check timerheap").ends_with(" microseconds.\r\nTimer heap is valid.\r\n"));
        QVERIFY(small.run("reset highest").starts_with("Longest time on one top level message is 0 milliseconds\r\n"));
        QVERIFY(small.run("reset highest").ends_with("Highest timed message reset.\r\n"));
        QVERIFY(small.run("reset udp").starts_with("<: "));
        QVERIFY(small.run("show udp").find("last UDP packet received Never\r\n:>\r\n") != std::string::npos);
        QCOMPARE(small.run("send integer 9 UserLogon"), std::string("Can't reference object with int 9.\r\n"));
        QCOMPARE(small.run("set integer 9 a int 1"), std::string("Can't reference object with int 9.\r\n"));
        QCOMPARE(small.run("send list 99999 UserLogon"), std::string("AdminSendList couldn't find list_id 99999\r\n"));
        QVERIFY(small.run("create listnode int 1 nil 0").ends_with(": [\r\n: INT 1\r\n: ] length 1\r\n:>\r\n"));
        QCOMPARE(small.run("create listnode int x nil 0"), std::string("First data invalid.\r\n"));
        QCOMPARE(small.run("create listnode int 1 planet 0"), std::string("Second tag invalid.\r\n"));
        QVERIFY(small.run("dump classinstances").starts_with(":< Class instances:\r\n"));
        for (const char* command :
             {"dump accounts", "dump users", "test first 5", "test rest 5", "test getclass 5", "show opcodes", "show post 1 1"})
            QCOMPARE(std::ranges::count(small.run(command), '\n'), std::ptrdiff_t{1}); // an honest line
        QCOMPARE(small.run("disable stat 3"), std::string("MySQL record type 3 disabled.\r\n"));
        QVERIFY(!small.world->recordsStat(3));
        QVERIFY(small.run("show mysqltypes").find(" 3   |  false\r\n 4   |  true\r\n") != std::string::npos);
        QCOMPARE(small.run("enable stat 3"), std::string("MySQL record type 3 enabled.\r\n"));
        QVERIFY(small.world->recordsStat(3));
        QCOMPARE(small.run("enable stat 49"), std::string("Invalid MySQL record type 49.\r\n"));
        QCOMPARE(small.run("show blockers 1"), std::string("Invalid roomdata.\r\n"));
        QCOMPARE(small.run("show roomtable"), std::string());
        QVERIFY(small.run("show nameids").find("Number of name IDs is ") != std::string::npos);
        QCOMPARE(small.run("show debugstring Nope 1"), std::string("Cannot find CLASS Nope.\r\n"));
        QCOMPARE(small.run("show sameip 4"), std::string("Session 4 not found!\r\n"));
        QCOMPARE(small.run("create ec 1"), std::string("Cannot find class EscapedConvict.\r\n"));
        QCOMPARE(small.run("show timer message Nope"), std::string("Invalid message name, message not found.\r\n"));
        QVERIFY(small.run("help").find("check                 Check subcommand\r\n") == 0);
        QCOMPARE(small.run("?"), small.run("help"));
    }

    void accountsOfOpen105()
    {
        EmptyWorld small("[Blakston]\nDialect open105\n");
        QCOMPARE(small.run("create account user bob secret b@example.org"), std::string("Created ACCOUNT 2.\r\n"));
        QCOMPARE(small.run("set account email 2 nonsense"), std::string("Invalid email address.\r\n"));
        QCOMPARE(small.run("set account email 2 c@example.org"),
                 std::string("Changing email of account 2 from 'b@example.org' to 'c@example.org'.\r\n"));
        QVERIFY(small.run("show email C@example.org").find("   2  bob ") != std::string::npos);
        QVERIFY(small.run("show email b@example.org").find("bob") == std::string::npos);
        QCOMPARE(small.run("set account type 2 9"), std::string("Invalid account type specified.\r\n"));
        QCOMPARE(small.run("set account type 2 2"), std::string("Changing type of account 2 from '0' to '2'.\r\n"));
        small.run("set account type 2 0");
        QVERIFY(small.run("show active 3").ends_with("0 accounts active in the last 3 days.\r\n"));
        small.world->accounts().find(2)->lastLogin = small.world->unixTime() - 2 * 86400;
        QVERIFY(small.run("show active 3").ends_with("1 accounts active in the last 3 days.\r\n"));
        QVERIFY(small.run("show active 1").ends_with("0 accounts active in the last 1 days.\r\n"));
        QVERIFY(small.run("suspend account 0 bob").starts_with("Got num hours smaller than 1"));
        small.run("suspend account 5 bob");
        small.run("suspend account 5 bob"); // goes on from there
        QVERIFY(*small.world->accounts().find(2)->suspendedUntil >= small.world->unixTime() + 10 * 3600 - 5);
        QVERIFY(small.run("show suspended").find("10.0h") != std::string::npos);
        small.run("create account user never secret n@example.org");
        QCOMPARE(small.run("delete unused"), std::string("Deleted 1 accounts that nobody ever logged in to.\r\n"));
        QVERIFY(small.world->accounts().find("never") == nullptr);
        QVERIFY(small.world->accounts().find("bob") != nullptr && small.world->accounts().find("admin") != nullptr);
    }

    void answersOfClassicServers()
    {
        EmptyWorld small;
        for (const auto& [command, answer] : {std::pair{"show class Nope", "Cannot find class Nope."},
                                              {"show instances Nope", "Cannot find CLASS Nope."},
                                              {"create object Nope", "Cannot find class named Nope."},
                                              {"set class Nope a int 1", "Cannot find class named Nope."},
                                              {"send class Nope UserLogon", "Cannot find class 'Nope'."},
                                              {"show resource nope", "There is no resource named nope."},
                                              {"show resource 5", "There is no resource with id 5."},
                                              {"show references planet 1", "'planet' is not a tag."},
                                              {"show references int x", "'x' is not valid data."},
                                              {"add credits 9 1", "Cannot find ACCOUNT 9."},
                                              {"delete user 9", "Cannot find user with object id 9."},
                                              {"set account object 1 9", "Object 9 does not exist."},
                                              {"kickoff account 9", "Cannot find ACCOUNT 9."},
                                              {"kickoff account 1", "ACCOUNT 1 (Zaphod) is not logged on."},
                                              {"hangup account Zaphod", "ACCOUNT 1 (Zaphod) is not logged in."},
                                              {"enable systimer 9", "Invalid systimer type 9."},
                                              {"reload motd", "Reloading motd... done."},
                                              {"show timer 1", "Cannot find timer 1."},
                                              {"recreate automated 1 a b", "Cannot recreate account 1; may already exist."}})
            QCOMPARE(small.run(command), std::string(answer) + "\r\n");
        QCOMPARE(small.run("create resource hello world"), std::string("1000000 (dynamic) = hello world\r\n"));
        QCOMPARE(small.run("show resource 1000000"), std::string("ID      Name = Value\r\n1000000 (dynamic) = hello world\r\n"));
        QVERIFY(small.run("create listnode int 1 int 2").starts_with("Created list node ")); // and shows nothing
        QVERIFY(small.run("show accounts").starts_with("Acct  Name                   Suspended Credits Last login       "));
        QVERIFY(small.run("show status").find("0.000000000 billion total instructions") != std::string::npos);
        QCOMPARE(small.run("create table 5"), std::string("Unknown command; try 'help'.\r\n")); // open105 alone has it
        QVERIFY(small.run("show users").starts_with("Acct Object  Class   Name\r\n"));
    }

    void ourCommandsDoNotDisturbTheOldAbbreviations()
    {
        EmptyWorld small;
        QCOMPARE(small.run("sh account 1"), small.run("show account 1"));
        QCOMPARE(small.run("cr adm"), small.run("create admin")); // not ambiguous with "create administrator"
        QVERIFY(small.run("help").find("ban") == std::string::npos);
        QVERIFY(small.run("help own").find("ban address") != std::string::npos);
        QVERIFY(small.run("sh bans").find("Kind") == 0);
    }

    void rolesDecide()
    {
        EmptyWorld small;
        QVERIFY(small.run("show accounts", Role::Observer).find("Zaphod") != std::string::npos);
        for (const char* command : {"lock", "save game", "ban address 10.0.0.1 1", "create automated ann secret", "garbage",
                                    "show administrators", "reload system", "terminate nosave", "send users hello", "read x"})
            QCOMPARE(small.run(command, Role::Observer), refused);
        for (const char* command : {"create automated ann secret", "set account password 1 secret", "terminate nosave",
                                    "create administrator eve owner longenough", "reload class User", "read x"})
            QCOMPARE(small.run(command, Role::Operator), refused);
        QVERIFY(small.run("lock", Role::Operator) != refused);
        QVERIFY(!small.admin->terminating());
    }

    void commandsAreAuditedWithoutSecrets()
    {
        EmptyWorld small;
        small.run("create administrator ann operator hidden-word");
        small.run("set account password 1 hidden-word");
        small.run("lock closed", Role::Observer);
        const std::string log = small.log("admin.txt");
        QVERIFY2(log.find("the test (owner): create administrator ...") != std::string::npos, log.c_str());
        QVERIFY(log.find("the test (observer): lock closed") != std::string::npos);
        for (const char* name : {"admin.txt", "log.txt", "error.txt", "debug.txt"})
            QVERIFY2(small.log(name).find("hidden-word") == std::string::npos, name);
        QVERIFY(readTextFile(small.path() / "administrators.json").value().find("hidden-word") == std::string::npos);
    }

    void administratorsLogIn()
    {
        EmptyWorld small;
        QVERIFY(small.run("create administrator ann operator correct-horse").find("Created") == 0);
        QVERIFY(small.run("create administrator bob king correct-horse").find("A role is") == 0);
        QVERIFY(small.run("create administrator bob owner short").find("at least") != std::string::npos);
        const auto ann = logIn(*small.world, "ANN", "correct-horse");
        QVERIFY(ann && ann->role == Role::Operator && ann->name == "ann");
        QVERIFY(!logIn(*small.world, "ann", "correct-horsf"));
        QVERIFY(!logIn(*small.world, "nobody", "correct-horse"));
        // Their file survives, and belongs to its owner alone.
        Administrators again(small.path() / "administrators.json");
        QVERIFY(again.load());
        QCOMPARE(again.list().size(), std::size_t{1});
        QCOMPARE(std::filesystem::status(small.path() / "administrators.json").permissions(),
                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        // Administrators of the game: everything, until they are given a role.
        small.run("set account password 1 of-the-game");
        QVERIFY(logIn(*small.world, "Zaphod", "of-the-game")->role == Role::Owner);
        small.run("set administrator role Zaphod observer");
        QVERIFY(logIn(*small.world, "Zaphod", "of-the-game")->role == Role::Observer);
        small.run("suspend account 5 Zaphod");
        QVERIFY(!logIn(*small.world, "Zaphod", "of-the-game"));
        small.run("create account user cyd of-a-player");
        QVERIFY(!logIn(*small.world, "cyd", "of-a-player"));
        small.run("delete administrator ann");
        QVERIFY(!logIn(*small.world, "ann", "correct-horse"));
    }

    void brokenAdministratorsChangeNothing()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "administrators.json";
        Administrators all(file);
        QVERIFY(all.set("ann", Role::Owner, "long enough"));
        for (const char* text : {"{", "5", "{\"administrators\": {}}", "{\"administrators\": [{\"name\": \"x\"}]}",
                                 "{\"administrators\": [{\"name\": \"x:y\", \"role\": \"owner\"}]}"}) {
            QVERIFY(writeFileAtomically(file, std::string_view(text), Backup::None));
            QVERIFY2(!all.load(), text);
            QVERIFY(all.find("ann") != nullptr);
        }
    }

    void aWorldWhoseRolesCannotBeReadDoesNotStart()
    {
        for (const auto& [name, text] : {std::pair{"administrators.json", "{"}, {"blakserv.cfg", "[Socket]\nPort \x01"}}) {
            const QTemporaryDir folder;
            const std::filesystem::path path = folder.path().toStdString();
            std::string content = text;
            std::ranges::replace(content, '\x01', '\0');
            QVERIFY(writeFileAtomically(path / name, content, Backup::None));
            World world(path);
            const auto booted = world.boot();
            QVERIFY(!booted);
            QVERIFY2(booted.error().text().find(name) != std::string::npos, booted.error().text().c_str());
        }
    }

    void slowHashes()
    {
        const auto one = slowHash("secret");
        const auto other = slowHash("secret");
        QVERIFY(one && other && one.value() != other.value()); // salted
        QVERIFY(one.value().starts_with("$argon2id$"));
        QVERIFY(matchesSlowHash(one.value(), "secret"));
        QVERIFY(!matchesSlowHash(one.value(), "secreT"));
        for (const char* nonsense : {"", "$argon2id$", "x"})
            QVERIFY(!matchesSlowHash(nonsense, "secret"));
        QVERIFY(!slowHash(std::string(longestPassword + 1, 'x')));
        QVERIFY(hashOfNobody().starts_with(one.value().substr(0, one.value().find("p=")))); // takes as long as others
    }

    void digestsGoWhereOldServersAreNotNeeded()
    {
        EmptyWorld small("[Security]\nKeepDigests No\n");
        small.run("create account user ann secret");
        Account* ann = small.world->accounts().find("ann");
        QCOMPARE(ann->password, std::string("None"));
        QVERIFY(opens(*small.world, ann, passwordText("secret")));
        QVERIFY(!opens(*small.world, ann, passwordText("guess")));
        QVERIFY(!opens(*small.world, ann, "None"));
        // One from before loses its digest with the first login.
        small.world->accounts().create("ben", passwordText("hidden"), AccountType::Normal, "");
        Account* ben = small.world->accounts().find("ben");
        QVERIFY(small.world->losesDigest(*ben) && opens(*small.world, ben, passwordText("hidden")));
        QVERIFY(small.world->replaceDigest(*ben, slowHash(passwordText("hidden")).value()));
        QVERIFY(!small.world->losesDigest(*ben));
        QCOMPARE(ben->password, std::string("None"));
        QVERIFY(opens(*small.world, ben, passwordText("hidden")));
        QVERIFY(!opens(*small.world, nullptr, passwordText("hidden")));
        // A proof is worth nothing any more when the password has changed meanwhile.
        const auto proof = small.world->proofOf(ben, passwordText("hidden"));
        QVERIFY(small.world->provesToBe(*ben, proof));
        QVERIFY(small.world->setPassword(*ben, passwordText("hidden")));
        QVERIFY(!small.world->provesToBe(*ben, proof));
        // The hash goes with a new name, and with the account.
        small.run("set account name " + std::to_string(ben->id) + " bert");
        QVERIFY(opens(*small.world, ben, passwordText("hidden")));
        AccountPasswords kept(small.path() / "passwords.json");
        QVERIFY(kept.load());
        QCOMPARE(kept.size(), std::size_t{2});
        small.run("delete account " + std::to_string(ben->id));
        small.run("save game");
        QVERIFY(kept.load());
        QCOMPARE(kept.size(), std::size_t{1});
    }

    void accountsThatTheFileCannotHoldAreRefused()
    {
        EmptyWorld small;
        for (const char* command : {"create account user a:b secret", "create account user \" \" secret",
                                    "set account name 1 a:b", "set account name 1 Zandramas"})
            small.run(command);
        QCOMPARE(small.world->accounts().list.size(), std::size_t{2});
        QCOMPARE(small.world->accounts().find(1)->name, std::string("Zaphod"));
        small.run("recreate automated 40 ann secret");
        QVERIFY(small.world->accounts().find(40) != nullptr);
        QCOMPARE(small.world->accounts().nextId, std::int64_t{41});
        QVERIFY(small.run("recreate automated 40 eve secret").find("may already exist.") != std::string::npos);
        small.run("add credits 1 5");
        QCOMPARE(small.world->accounts().find(1)->credits, std::int64_t{500});
        small.run("suspend account 9223372036854775807 Zaphod"); // a hostile number
        QVERIFY(small.world->accounts().find(1)->suspendedUntil > 0);
    }

    void accountsOfAFileComeBack()
    {
        Accounts accounts;
        std::vector<Error> problems;
        QVERIFY(accounts.read("# comment\nACCOUNT 1:ann:None:1:0:5:0\nACCOUNT x:y\nACCOUNT 1:twin:None:0:0:0:0\n"
                              "ACCOUNT 7:ben:None:0:3:4:9:b@example.org\nNEXT_ACCOUNT_ID 3\n",
                              "accounts.5", problems));
        QCOMPARE(accounts.list.size(), std::size_t{2});
        QCOMPARE(accounts.nextId, std::int64_t{8}); // never a number in use
        QCOMPARE(problems.size(), std::size_t{2});
        QCOMPARE(problems[0].where, std::string("accounts.5, line 3"));
        QCOMPARE(accounts.write(true), std::string("ACCOUNT 1:ann:None:1:0:5:0:\nACCOUNT 7:ben:None:0:3:4:9:b@example.org\n"
                                                   "NEXT_ACCOUNT_ID 8\n"));
        QVERIFY(!accounts.read("nothing\n", "accounts.6", problems));
    }

    void configurationKeepsItsCommentsAndItsFirstOptions()
    {
        EmptyWorld small("# ours\n[Inactive]\nGame 20 # seconds\nGame 99\n[Session]\nBusy <come back later>\n");
        QCOMPARE(small.world->config().number("inactive", "GAME", 0), std::int64_t{20});
        QCOMPARE(small.world->config().text("Session", "Busy"), std::string("come back later"));
        QVERIFY(small.log("log.txt").find("blakserv.cfg, line 4: [Inactive] Game comes again") != std::string::npos);
        QVERIFY(small.run("set config integer [Inactive] Game 25").find("is now set to 25") != std::string::npos);
        QVERIFY(small.run("set config integer Socket Port 25").find("not settable") != std::string::npos);
        QVERIFY(small.run("set config integer Inactive Nonsense 25").find("Unable to find") == 0);
        small.run("save configuration");
        const std::string text = readTextFile(small.path() / "blakserv.cfg").value();
        QVERIFY2(text.starts_with("# ours\n[Inactive]\nGame 25 # seconds\nGame 99\n"), text.c_str());
    }

    void savedConfigurationKeepsWhatWasEditedMeanwhile()
    {
        EmptyWorld small("# ours\n[Inactive]\nGame 20 # seconds\n[Session]\nBusy <come back later>\n");
        small.run("set config integer Inactive Game 25");
        small.run("set config string Update ClientMachine not now");
        small.run("set config integer Auto SnapshotsKept 7"); // the file has no such group
        const auto file = small.path() / "blakserv.cfg";
        QVERIFY(writeFileAtomically(file, "# theirs\n[Socket]\nPort 6000 # new\n[Inactive]\nGame 21 # seconds\n", Backup::None));
        QCOMPARE(small.run("save configuration"), std::string("Configuration saved.\r\n"));
        const std::string text = readTextFile(file).value();
        QVERIFY2(text.starts_with("# theirs\n[Socket]\nPort 6000 # new\n[Inactive]\nGame 25 # seconds\n"), text.c_str());
        Config saved;
        QVERIFY(saved.parse(text));
        QCOMPARE(saved.text("Update", "ClientMachine"), std::string("not now"));
        QCOMPARE(saved.number("Auto", "SnapshotsKept", 0), std::int64_t{7});
        QCOMPARE(small.run("save configuration"), std::string("Configuration saved.\r\n"));
        QCOMPARE(readTextFile(file).value(), text); // nothing comes twice
        small.world->reloadConfiguration();
        QCOMPARE(small.world->config().number("Socket", "Port", 0), std::int64_t{6000});
        // Only what is set from here on counts.
        QVERIFY(writeFileAtomically(file, "[Inactive]\nGame 22\n", Backup::None));
        small.run("save configuration");
        QCOMPARE(readTextFile(file).value(), std::string("[Inactive]\nGame 22\n"));
        std::filesystem::remove(file);
        small.run("set config integer Inactive Game 30");
        QCOMPARE(small.run("save configuration"), std::string("Configuration saved.\r\n"));
        QVERIFY(readTextFile(file).value().find("Game") != std::string::npos);
    }

    void linesOfLogsCannotBeForged()
    {
        EmptyWorld small;
        std::vector<std::string> heard;
        small.world->logs().setListener(this, [&](LogKind, std::string_view text) { heard.emplace_back(text); });
        const std::string forged = "by \"x\r\nNov 22 2026 00:00:00 | (Zaphod) logged in\x1B[2J\x7F\x9B"
                                   "31m\tcaf\xE9\"";
        const std::string shown = "by \"x\\r\\nNov 22 2026 00:00:00 | (Zaphod) logged in\\x1B[2J\\x7F\\x9B31m\tcaf\xE9\"";
        small.world->logLine(forged);
        small.world->logError(forged);
        small.world->auditLine(forged);
        small.world->godLine(forged);
        small.world->errorLine(forged);
        for (const char* name : {"log.txt", "error.txt", "admin.txt", "god.txt"}) {
            QVERIFY2(small.log(name).find(" | " + shown + "\r\n") != std::string::npos, name);
            QVERIFY2(small.log(name).find("\nNov 22 2026 00:00:00") == std::string::npos, name);
        }
        QCOMPARE(heard.size(), std::size_t{5});
        QVERIFY(std::ranges::all_of(heard, [&](const std::string& text) { return text == shown; }));
        small.world->debugLine("Stack:\nUser::Count()"); // Blakod's own
        QVERIFY(small.log("debug.txt").find("|Stack:\nUser::Count()\r\n") != std::string::npos);
        small.world->logs().setListener(this, nullptr);
    }

    void oldLogsGoAndNothingElseDoes()
    {
        QTemporaryDir folder;
        const std::filesystem::path channel = folder.path().toStdString();
        const std::int64_t now = 1'795'000'000; // in November 2026
        const std::int64_t day = 86'400;
        const auto touch = [&](const std::string& name) { std::ofstream(channel / name) << name; };
        const std::vector<std::string> old{"log-2026-01-02.txt", "log-2026-01-02-7.txt", "log-1999-12-31.txt"};
        const std::vector<std::string> others{
            "log-2026-11-10.txt",   "log.txt",           "log-2026-01-02.txt~",  "log-2026-01-02-77.txt", "log-2026-1-2.txt",
            "mylog-2026-01-02.txt", "log-2026-01-02.gz", "error-2026-01-02.txt", "stats.jsonl",           "log-2026-01-02x.txt",
            "log-yesterday.txt"};
        for (const auto& list : {old, others})
            std::ranges::for_each(list, touch);
        std::filesystem::create_directory(channel / "log-2026-01-03.txt");
        Channel log;
        log.open(channel / "log.txt", " | ", true);
        log.keepDays(0, now, now);
        for (const std::string& name : old)
            QVERIFY2(std::filesystem::exists(channel / name), name.c_str());
        log.keepDays(90, now, now);
        for (const std::string& name : old)
            QVERIFY2(!std::filesystem::exists(channel / name), name.c_str());
        for (const std::string& name : others)
            QVERIFY2(std::filesystem::exists(channel / name), name.c_str());
        QVERIFY(std::filesystem::exists(channel / "log-2026-01-03.txt"));
        log.line(now, "one");
        log.rotate(now);
        const auto count = [&] {
            std::size_t files = 0;
            for (const auto& entry : std::filesystem::directory_iterator(channel))
                files += entry.is_regular_file() ? 1u : 0u;
            return files;
        };
        const std::size_t before = count();
        log.rotate(now + 90 * day); // the file of `now` is on its last day
        QCOMPARE(count(), before);  // one more, and that of 10 November is gone
        log.rotate(now + 91 * day);
        QCOMPARE(count(), before);
    }

    void filesWithSecretsAreNotRead()
    {
        EmptyWorld small("[Socket]\nTlsKey tls/my.pem\n");
        const auto put = [&](const std::string& name, std::string_view text) {
            std::filesystem::create_directories((small.path() / name).parent_path());
            std::ofstream(small.path() / name) << text;
        };
        for (const char* name : {"administrators.json", "Passwords.JSON", "passwords.json~", "mail-secret.txt", "control.json",
                                 "savegame/notes.txt", "accounts.1700000000", "gameuser.1700000000", "tls/my.pem"}) {
            put(name, "opensesame\n");
            const std::string said = small.run("read " + std::string(name));
            QCOMPARE(said, std::string(name) + " holds secrets of the server: it is not read.\r\n");
        }
        put("key.txt", "-----BEGIN PRIVATE KEY-----\nopensesame\n");
        put("run.rec", "BLKREC opensesame\n");
        std::filesystem::create_symlink(small.path() / "mail-secret.txt", small.path() / "harmless.txt");
        for (const char* name : {"key.txt", "run.rec", "harmless.txt"})
            QVERIFY2(small.run("read " + std::string(name)).find("opensesame") == std::string::npos, name);
        QVERIFY(small.log("admin.txt").find("opensesame") == std::string::npos);
        put("accounts.txt", "show clock\ncreat admnistrator ann owner opensesame\n");
        QVERIFY(small.run("read accounts.txt").find("Current server clock") != std::string::npos);
        QVERIFY(small.log("admin.txt").find("opensesame") == std::string::npos);
        QVERIFY(small.log("admin.txt").find("creat admnistrator ...") != std::string::npos);
    }

    /// Each row of the table in docs/server.md: | group | Name, Name * | ...
    void documentedOptionsAreKnown()
    {
        const std::string text = readTextFile(test::sourceDir() / "docs/server.md").value();
        std::size_t found = 0;
        bool inTable = false;
        for (const TextLine& line : splitLines(text)) {
            const auto cells = splitFields(line.text, '|');
            inTable = cells.size() > 3 && (inTable || trimmed(cells[1]) == "group");
            if (!inTable || trimmed(cells[1]) == "group" || cells[1].starts_with("---"))
                continue;
            std::string names(cells[2]);
            for (std::size_t open = names.find('('); open != std::string::npos; open = names.find('('))
                names.erase(open, names.find(')', open) - open + 1); // units
            std::ranges::replace(names, '*', ' ');
            if (const std::size_t and_ = names.find(" and their texts"); and_ != std::string::npos)
                names.resize(and_);
            for (const std::string_view name : splitFields(names, ',')) {
                ++found;
                const std::string what = std::string(trimmed(cells[1])) + " " + std::string(trimmed(name));
                QVERIFY2(findOption(trimmed(cells[1]), trimmed(name)) != nullptr, what.c_str());
            }
        }
        QVERIFY(found > 50);
    }

    void answersForTools()
    {
        EmptyWorld small;
        QVERIFY(small.run("show account 1 --json").starts_with("{\"account\":1,"));
        QVERIFY(small.run("show account --json zaphod").find("\"type\":\"administrator\"") != std::string::npos);
        QVERIFY(small.run("show accounts --json").find("None") == std::string::npos); // nothing of passwords
        QCOMPARE(small.run("who --json"), std::string("[]\r\n"));
        QVERIFY(small.run("show status --json").find("\"dialect\":\"classic\"") != std::string::npos);
        for (const char* command :
             {"show object 99 --json", "show class Nope --json", "show list 99 --json", "show account 9 --json"})
            QVERIFY(small.run(command).starts_with("{\"error\":"));
    }

    void notesAreBounded()
    {
        EmptyWorld small;
        for (int i = 0; i < 1000; ++i)
            small.admin->addNote("number " + std::to_string(i) + "\r\n" + std::string(5000, 'x'));
        const std::string mail = small.run("mail");
        QVERIFY(mail.size() < 150'000);
        QVERIFY(mail.find("number 999") != std::string::npos && mail.find("number 5 ") == std::string::npos);
        QCOMPARE(small.run("mail"), std::string("There is no mail.\r\n"));
    }
};

QTEST_APPLESS_MAIN(TestAdmin)
#include "tst_admin.moc"
