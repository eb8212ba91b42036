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
        const auto ann = small.world->logInAdministrator("ANN", "correct-horse");
        QVERIFY(ann && ann->role == Role::Operator && ann->name == "ann");
        QVERIFY(!small.world->logInAdministrator("ann", "correct-horsf"));
        QVERIFY(!small.world->logInAdministrator("nobody", "correct-horse"));
        // Their file survives, and belongs to its owner alone.
        Administrators again(small.path() / "administrators.json");
        QVERIFY(again.load());
        QCOMPARE(again.list().size(), std::size_t{1});
        QCOMPARE(std::filesystem::status(small.path() / "administrators.json").permissions(),
                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        // Administrators of the game: everything, until they are given a role.
        small.run("set account password 1 of-the-game");
        QVERIFY(small.world->logInAdministrator("Zaphod", "of-the-game")->role == Role::Owner);
        small.run("set administrator role Zaphod observer");
        QVERIFY(small.world->logInAdministrator("Zaphod", "of-the-game")->role == Role::Observer);
        small.run("suspend account 5 Zaphod");
        QVERIFY(!small.world->logInAdministrator("Zaphod", "of-the-game"));
        small.run("create account user cyd of-a-player");
        QVERIFY(!small.world->logInAdministrator("cyd", "of-a-player"));
        small.run("delete administrator ann");
        QVERIFY(!small.world->logInAdministrator("ann", "correct-horse"));
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
        QVERIFY(!pretendToCheck("nobody!"));
    }

    void digestsGoWhereOldServersAreNotNeeded()
    {
        EmptyWorld small("[Security]\nKeepDigests No\n");
        small.run("create account user ann secret");
        Account* ann = small.world->accounts().find("ann");
        QCOMPARE(ann->password, std::string("None"));
        QVERIFY(small.world->passwordIsRight(*ann, passwordText("secret")));
        QVERIFY(!small.world->passwordIsRight(*ann, passwordText("guess")));
        QVERIFY(!small.world->passwordIsRight(*ann, "None"));
        // One from before loses its digest with the first login.
        small.world->accounts().create("ben", passwordText("hidden"), AccountType::Normal, "");
        Account* ben = small.world->accounts().find("ben");
        QVERIFY(small.world->passwordIsRight(*ben, passwordText("hidden")));
        QCOMPARE(ben->password, std::string("None"));
        QVERIFY(small.world->passwordIsRight(*ben, passwordText("hidden")));
        // The hash goes with a new name, and with the account.
        small.run("set account name " + std::to_string(ben->id) + " bert");
        QVERIFY(small.world->passwordIsRight(*ben, passwordText("hidden")));
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
        QVERIFY(small.run("recreate automated 40 eve secret").find("already exists") != std::string::npos);
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
