// SPDX-License-Identifier: GPL-3.0-or-later
// Passwords of accounts and administrators, and their files.
#include "formats/base/file_io.h"
#include "server/world/passwords.h"
#include "server/world/secrets.h"
#include "tests/server/empty_world.h"

#include <QTest>

#include <algorithm>
#include <fstream>

using namespace blak;
using namespace blak::world;
using test::EmptyWorld;

namespace {

bool isRight(const Credentials::Proof& proof)
{
    return proof.hash.empty() ? proof.right : matchesSlowHash(proof.hash, proof.secret);
}

/// Whether a digest opens an account; nullptr = one that does not exist.
bool opens(const World& world, const Account* account, const std::string& digest)
{
    const auto proof = world.credentials().proofOf(account, digest);
    return isRight(proof) && account != nullptr && world.credentials().provesToBe(*account, proof);
}

std::optional<Credentials::Login> logIn(World& world, std::string_view name, std::string_view password)
{
    const auto proof = world.credentials().administratorProof(name, password);
    return isRight(proof) ? world.credentials().administratorBy(name, proof) : std::nullopt;
}

} // namespace

class TestCredentials : public QObject
{
    Q_OBJECT

private slots:
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
        QVERIFY(small.world->credentials().losesDigest(*ben) && opens(*small.world, ben, passwordText("hidden")));
        QVERIFY(small.world->credentials().replaceDigest(*ben, slowHash(passwordText("hidden")).value()));
        QVERIFY(!small.world->credentials().losesDigest(*ben));
        QCOMPARE(ben->password, std::string("None"));
        QVERIFY(opens(*small.world, ben, passwordText("hidden")));
        QVERIFY(!opens(*small.world, nullptr, passwordText("hidden")));
        // A proof is worth nothing any more when the password has changed meanwhile.
        const auto proof = small.world->credentials().proofOf(ben, passwordText("hidden"));
        QVERIFY(small.world->credentials().provesToBe(*ben, proof));
        QVERIFY(small.world->credentials().setPassword(*ben, passwordText("hidden")));
        QVERIFY(!small.world->credentials().provesToBe(*ben, proof));
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
};

QTEST_APPLESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
