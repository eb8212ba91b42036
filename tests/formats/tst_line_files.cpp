// SPDX-License-Identifier: GPL-3.0-or-later
// packages.txt, motd.txt, accounts.N and lastsave.txt.
#include "formats/account/accounts.h"
#include "formats/motd/motd.h"
#include "formats/packages/packages.h"
#include "formats/save/last_save.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;

namespace {

constexpr std::string_view packageText = "# what is new\r\n"
                                         "\r\n"
                                         "music.zip   12\t4  90000\r\n"
                                         "old.bgf 13 1\r\n"
                                         "Music.zip 15 36 91000";

constexpr std::string_view accountText = "# accounts\n"
                                         "ACCOUNT 1:Ada L\xE9onie:5ebe2294ecd0e0f0:1:1763700000:16:0:ada@example.org\n"
                                         "account 7:bob:None:0:0:0\n"
                                         "NEXT_ACCOUNT_ID 8\n";

template <typename Function>
std::string messageOf(Function read, std::string_view text)
{
    const auto result = read(text, "f");
    return result ? std::string("accepted") : result.error().text();
}

} // namespace

class TestLineFiles : public QObject
{
    Q_OBJECT

private slots:
    void packagesAreReadAndKept()
    {
        const auto file = packages::read(packageText, "packages.txt");
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        QCOMPARE(packages::write(file.value()), std::string(packageText));
        const packages::Package& music = *file.value().lines[2].entry;
        QCOMPARE(music, (packages::Package{"music.zip", 12, 4, 90000}));
        QVERIFY(music.folder() == packages::Folder::Client && !music.deletes());
        const packages::Package& old = *file.value().lines[3].entry;
        QVERIFY(old.deletes() && old.folder() == packages::Folder::Resource && !old.size);
        QCOMPARE(packages::folderName(packages::Folder::Help), std::string_view("help"));
        QVERIFY(!(packages::Package{"x", 1, 28, {}}.folder()));
    }

    void onlyAChangedLineLooksDifferent()
    {
        auto file = packages::read(packageText, "packages.txt").value();
        file.lines[2].entry->sequence = 14;
        addEntry(file.lines, packages::Package{"new.bgf", 16, 0, {}});
        QCOMPARE(packages::write(file), std::string("# what is new\r\n\r\nmusic.zip 14 4 90000\r\nold.bgf 13 1\r\n"
                                                    "Music.zip 15 36 91000\r\nnew.bgf 16 0\r\n"));
    }

    void clientsAreToldWhatIsNewer()
    {
        const auto file = packages::read(packageText, "packages.txt").value();
        const auto newer = packages::newerThan(file, 12);
        QCOMPARE(newer.size(), std::size_t{2});
        QCOMPARE(newer[0].file, std::string("old.bgf"));
        QCOMPARE(newer[1].sequence, 15); // the later line replaced the earlier one
        QVERIFY(packages::newerThan(file, 15).empty());
    }

    void wrongPackagesAreNamedByLine()
    {
        QCOMPARE(messageOf(packages::read, "a.zip 1 0\nb.zip x 0\n"),
                 std::string("f, line 2: sequence: expected a number from 0, found \"x\""));
        QCOMPARE(messageOf(packages::read, "b.zip 1"), std::string("f, line 1: flags: expected a number from 0, found nothing"));
        QCOMPARE(messageOf(packages::read, "b.zip 1 0 9 9"),
                 std::string("f, line 1: end of line: expected nothing, found \"9\""));
        QCOMPARE(messageOf(packages::read, "b.zip 1 -1"),
                 std::string("f, line 1: flags: expected a number from 0, found \"-1\""));
        QVERIFY(messageOf(packages::read, std::string(300, 'x') + " 1 0").find("at most 255 bytes") != std::string::npos);
    }

    void theMessageIsItsText()
    {
        const std::string_view text = "Welcome, caf\xE9 guests.\r\n\r\nBe kind.";
        const auto message = motd::read(text, "motd.txt");
        QVERIFY(message);
        QCOMPARE(motd::write(message.value()), std::string(text));
        QCOMPARE(motd::toUtf8(message.value()), std::string("Welcome, caf\xC3\xA9 guests.\n\nBe kind."));
        const auto changed = motd::fromUtf8("Na\xC3\xAFve\nline\n", message.value());
        QVERIFY(changed);
        QCOMPARE(motd::write(changed.value()), std::string("Na\xEFve\r\nline"));
        QCOMPARE(motd::fromUtf8("a\n\xE4\xB8\xAD", message.value()).error().text(),
                 std::string("message of the day, line 2: a character that Windows-1252 does not have"));
        QCOMPARE(messageOf(motd::read, std::string_view("a\nb\0", 4)), std::string("f, line 2: expected text, found a byte 0"));
        QVERIFY(!motd::read(std::string(70000, 'x'), "f"));
        QVERIFY(motd::read("", "f"));
    }

    void accountsAreReadAndKept()
    {
        auto file = account::read(accountText, "accounts.1").value();
        QCOMPARE(account::write(file), std::string(accountText));
        const auto accounts = file.accounts();
        QCOMPARE(accounts.size(), std::size_t{2});
        QCOMPARE(accounts[0]->name, std::string("Ada L\xE9onie"));
        QVERIFY(accounts[0]->type == account::Type::Admin && accounts[0]->email == "ada@example.org");
        QCOMPARE(accounts[0]->lastLogin, std::int64_t{1763700000});
        QVERIFY(!accounts[1]->suspendedUntil && !accounts[1]->email);
        QCOMPARE(file.nextId(), 8);
        std::get<account::Account>(*file.lines[2].entry).suspendedUntil = 5;
        QVERIFY(account::write(file).find("\nACCOUNT 7:bob:None:0:0:0:5\n") != std::string::npos);
        QCOMPARE(account::typeName(account::Type::Dm), std::string_view("DM"));
    }

    void theNextNumberIsNeverInUse()
    {
        QCOMPARE(account::read("ACCOUNT 9:a:None:0:0:0:0\nNEXT_ACCOUNT_ID 3\n", "f").value().nextId(), 10);
        QCOMPARE(account::read("", "f").value().nextId(), 1);
    }

    void wrongAccountsAreNamedByLine()
    {
        QCOMPARE(messageOf(account::read, "ACCOUNT 1:a:None:0:0"),
                 std::string("f, line 1: account: expected 6 to 8 fields between colons, found 5"));
        QCOMPARE(messageOf(account::read, "\nACCOUNT 1:a:None:4:0:0"),
                 std::string("f, line 2: account type: expected 0 to 3, found \"4\""));
        QCOMPARE(messageOf(account::read, "USER 1"),
                 std::string("f, line 1: line: expected ACCOUNT or NEXT_ACCOUNT_ID, found \"USER\""));
        QCOMPARE(messageOf(account::read, "ACCOUNT 1:a:None:0:0:0\nACCOUNT 1:b:None:0:0:0\n"),
                 std::string("f, line 2: account 1 comes twice, first in line 1"));
        QCOMPARE(messageOf(account::read, "ACCOUNT 1::None:0:0:0"),
                 std::string("f, line 1: account name: expected a name, found nothing"));
    }

    void theLastSaveIsNamed()
    {
        const std::string_view text = "# control file\n#\n\nLASTSAVE 1795203827\n";
        auto last = save::readLastSave(text, "lastsave.txt").value();
        QCOMPARE(save::write(last), std::string(text));
        QCOMPARE(last.number().value(), std::int64_t{1795203827});
        last.lines[3].entry = 1795203999;
        QCOMPARE(save::write(last), std::string("# control file\n#\n\nLASTSAVE 1795203999\n"));
        QCOMPARE(messageOf(save::readLastSave, "# nothing\n"),
                 std::string("f: expected a line LASTSAVE with a number, found none"));
        QCOMPARE(messageOf(save::readLastSave, "LASTSAVE soon"),
                 std::string("f, line 1: number of the save: expected a Unix time, found \"soon\""));
    }

    void realFilesAreIdentical()
    {
        BLAK_NEED_SHARED(dir, "corpus/save");
        int count = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(dir)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with("accounts.") && name != "lastsave.txt")
                continue;
            const auto bytes = test::bytesOf(entry.path());
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            if (name == "lastsave.txt")
                QCOMPARE(save::write(save::readLastSave(text, name).value()), std::string(text));
            else
                QCOMPARE(account::write(account::read(text, name).value()), std::string(text));
            ++count;
        }
        QCOMPARE(count, 4);
    }
};

QTEST_APPLESS_MAIN(TestLineFiles)
#include "tst_line_files.moc"
