// SPDX-License-Identifier: GPL-3.0-or-later
// Administrators' commands: the table and its page in the manual, roles, the audit log, answers.
#include "server/admin/table.h"
#include "tests/server/empty_world.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace blak;
using namespace blak::world;
using test::EmptyWorld;

namespace {

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

    /// What tools are told of the commands: which words are names of the world's Blakod, which help texts do not say; and nothing that the
    /// role or the dialect lacks.
    void toolsAreToldOfCommands()
    {
        EmptyWorld small;
        const auto row = [&small](std::string_view words, Role role = Role::Owner) {
            for (const nlohmann::json& one : small.admin->commands(role))
                if (one["words"] == words)
                    return one;
            return nlohmann::json();
        };
        QCOMPARE(row("send object")["parameters"].dump(), std::string(R"(["OBJECT","MESSAGE","[NAME TAG VALUE]..."])"));
        QCOMPARE(row("show message")["parameters"].dump(), std::string(R"(["CLASS","MESSAGE"])"));
        QCOMPARE(row("who")["parameters"].dump(), std::string("[]"));
        QCOMPARE(row("who")["help"].get<std::string>(), std::string("Show every account logged on"));
        QVERIFY(!row("who").contains("own") && row("ban account").contains("own"));
        QVERIFY(row("send").is_null()); // it only opens others
        QVERIFY(row("dump accounts").is_null()); // of the other dialect
        QVERIFY(row("send object", Role::Observer).is_null() && row("who", Role::Observer).is_object());
        QVERIFY(small.run("send ?").starts_with("object     IS     P "));
        QCOMPARE(small.run("show message 5"), std::string("Missing parameter 2.\r\n"));
    }

    void everyCommandDoesSomething()
    {
        for (const auto table : {commandsOfOldServers(), ownCommands()})
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
                for (const auto table : {commandsOfOldServers(), ownCommands()})
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
        QVERIFY(!small.world->news().recordsStat(3));
        QVERIFY(small.run("show mysqltypes").find(" 3   |  false\r\n 4   |  true\r\n") != std::string::npos);
        QCOMPARE(small.run("enable stat 3"), std::string("MySQL record type 3 enabled.\r\n"));
        QVERIFY(small.world->news().recordsStat(3));
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
        QCOMPARE(small.run("delete unused"), std::string("Deleted 1 account that nobody ever logged in to.\r\n"));
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
