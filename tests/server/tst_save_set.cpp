// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "server/world/left_overs.h"
#include "server/world/save_set.h"

#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::world;

namespace {

SaveSet smallSet()
{
    SaveSet set;
    set.game.flavour = save::Flavour::Wide;
    set.game.classes.push_back({4, "System", {"plUsers"}});
    set.game.objects.push_back({0, 4, {{bof::Tag::Int, 5}}});
    set.game.builtIns.push_back({0, 0});
    set.strings.entries.push_back({0, "text"});
    set.accounts.create("ann", "0123456789abcdef0123456789abcdef", AccountType::Normal, "");
    set.accounts.users.push_back({1, 0});
    return set;
}

SaveBytes bytesOf(SaveSet set)
{
    for (const User& user : set.accounts.users)
        set.game.users.push_back({static_cast<std::int32_t>(user.account), static_cast<std::int32_t>(user.object)});
    return {save::write(set.game), save::write(set.strings), save::write(set.resources), set.accounts.write(false)};
}

} // namespace

class TestSaveSet : public QObject
{
    Q_OBJECT

private slots:
    void writtenSetIsReadAgain()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto time = writeSaveSet(path, bytesOf(smallSet()), 1000, {false, true, "savegame/"});
        QVERIFY(time);
        QCOMPARE(time.value(), std::int64_t{1000});
        QCOMPARE(lastSaveIn(path), std::optional<std::int64_t>(1000));
        std::vector<Error> problems;
        const auto again = readSaveSet(path, 1000, problems);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again.value().game.objects.size(), std::size_t{1});
        QCOMPARE(again.value().accounts.list.at(0).name, std::string("ann"));
        QCOMPARE(again.value().accounts.users.at(0).account, std::int64_t{1});
        // The second save of the same second gets the next name.
        QCOMPARE(writeSaveSet(path, bytesOf(smallSet()), 1000, {false, true, ""}).value(), std::int64_t{1001});
    }

    /// As a machine that ignores case may have left them.
    void namesHaveNoCase()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(writeSaveSet(path, bytesOf(smallSet()), 1000, {false, true, "savegame/"}));
        for (const char* name : {"gameuser.1000", "accounts.1000", "striings.1000", "dynarscs.1000", "lastsave.txt"})
            std::filesystem::rename(path / name, path / QByteArray(name).toUpper().toStdString());
        QCOMPARE(lastSaveIn(path), std::optional<std::int64_t>(1000));
        const auto saves = listSaves(path).value();
        QCOMPARE(saves.size(), std::size_t{1});
        QVERIFY(saves[0].complete && saves[0].current);
        std::vector<Error> problems;
        QVERIFY(readSaveSet(path, 1000, problems));
        QCOMPARE(freeSaveTime(path, 1000), std::int64_t{1001});
        QVERIFY(writeSaveSet(path, bytesOf(smallSet()), 2000, {false, true, "savegame/"}));
        QCOMPARE(lastSaveIn(path), std::optional<std::int64_t>(2000));
        QVERIFY(!std::filesystem::exists(path / "lastsave.txt")); // there is one such file, whatever its case
        // The exact name wins; both together are not more complete than one.
        QVERIFY(writeFileAtomically(path / "lastsave.txt", std::string_view("LASTSAVE 1000\n"), Backup::None));
        QCOMPARE(lastSaveIn(path), std::optional<std::int64_t>(1000));
        std::filesystem::remove(path / "ACCOUNTS.1000");
        QVERIFY(writeFileAtomically(path / "gameuser.1000", std::string_view("x"), Backup::None));
        QVERIFY(!listSaves(path).value()[0].complete);
        cleanSaves(path, 10'000'000, 1);
        QCOMPARE(listSaves(path).value().size(), std::size_t{2}); // no snapshots
    }

    /// A new game must not become current because nobody could look.
    void aFolderThatCannotBeListedIsAnError()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(listSaves(path / "none").value().empty());
        std::filesystem::create_symlink("round", path / "round");
        QVERIFY(!listSaves(path / "round"));
        QVERIFY(writeFileAtomically(path / "file", std::string_view("x"), Backup::None));
        const auto listed = listSaves(path / "file");
        QVERIFY(!listed);
        QVERIFY2(listed.error().text().find((path / "file").string()) != std::string::npos, listed.error().text().c_str());
    }

    void missingAndBrokenPartsAreNamed()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(!lastSaveIn(path));
        QVERIFY(writeSaveSet(path, bytesOf(smallSet()), 1000, {false, true, ""}));
        for (const char* part : {"gameuser", "striings", "accounts"}) {
            QVERIFY(writeSaveSet(path, bytesOf(smallSet()), 2000, {false, false, ""}));
            const auto file = path / (std::string(part) + ".2000");
            QVERIFY(writeFileAtomically(file, std::string_view("x"), Backup::None));
            std::vector<Error> problems;
            const auto set = readSaveSet(path, 2000, problems);
            QVERIFY(!set);
            QVERIFY2(set.error().text().find(part) != std::string::npos, set.error().text().c_str());
            for (const char* other : {"gameuser", "striings", "dynarscs", "accounts"})
                std::filesystem::remove(path / (std::string(other) + ".2000"));
        }
        QCOMPARE(lastSaveIn(path), std::optional<std::int64_t>(1000));
    }

    void namesOfUnfinishedFiles()
    {
        QCOMPARE(unfinishedFile("gameuser.1000.aB3dEf"), std::string_view("gameuser.1000"));
        QCOMPARE(unfinishedFile("passwords.json.zzzzzz"), std::string_view("passwords.json"));
        for (const char* name : {"gameuser.1000", "a.b", "", ".abcdef", "x.abc~ef", "x.abcdefg", "abcdef"})
            QCOMPARE(unfinishedFile(name), std::string_view());
    }

    /// What cannot be told from a save that counts stays.
    void interruptedSavesGo()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        for (const std::int64_t time : {1000, 2000, 3000, 4000})
            QVERIFY(writeSaveSet(path, bytesOf(smallSet()), time, {false, time == 3000, ""}));
        for (const char* mark : {"saving.1000", "saving.2000", "saving.3000"})
            QVERIFY(writeFileAtomically(path / mark, std::string_view(), Backup::None));
        std::filesystem::rename(path / "lastsave.txt", path / "away");
        cleanInterrupted(path, 1000);
        QCOMPARE(listSaves(path).value().size(), std::size_t{4}); // nobody can say which one counts
        std::filesystem::rename(path / "away", path / "lastsave.txt");
        cleanInterrupted(path, 1000);
        const auto saves = listSaves(path).value();
        QCOMPARE(saves.size(), std::size_t{3});
        QCOMPARE(saves[0].time, std::int64_t{1000}); // loaded
        QCOMPARE(saves[1].time, std::int64_t{3000}); // current
        QCOMPARE(saves[2].time, std::int64_t{4000}); // finished
        QVERIFY(!std::filesystem::exists(path / "saving.1000") && !std::filesystem::exists(path / "saving.3000"));
    }

    void cleaningKeepsWhatTheRulesKeep()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        constexpr std::int64_t now = 1'000'000'000;
        QVERIFY(writeSaveSet(path, bytesOf(smallSet()), now - 5'000'000, {false, false, ""})); // asked for: stays for ever
        QVERIFY(writeSaveSet(path, bytesOf(smallSet()), now - 86400 * 41, {true, false, ""})); // too old, but it was loaded
        QVERIFY(writeSaveSet(path, bytesOf(smallSet()), now - 86400 * 40, {true, false, ""})); // too old
        for (std::int64_t age = 40; age > 0; --age)
            QVERIFY(writeSaveSet(path, bytesOf(smallSet()), now - age * 60, {true, true, ""}));
        cleanSaves(path, now, 3, now - 86400 * 41);
        const auto saves = listSaves(path).value();
        QVERIFY(saves.size() >= 6 && saves.size() <= 9);
        QCOMPARE(saves[0].time, now - 5'000'000);
        QCOMPARE(saves[1].time, now - 86400 * 41);
        QVERIFY(saves[2].time > now - 86400);
        QVERIFY(saves.back().current);
        QCOMPARE(saves.back().time, now - 60);
        std::vector<Error> problems;
        QVERIFY(readSaveSet(path, now - 60, problems));
    }

    /// A snapshot that is given up early leaves its mark alone; a save of that name would pass for a snapshot and be tidied away.
    void aSaveNeverTakesTheNameOfASnapshotGivenUp()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(writeFileAtomically(path / "snapshot.100", std::string_view(), Backup::None));
        QVERIFY(writeFileAtomically(path / "gameuser.101", std::string_view("x"), Backup::None));
        QCOMPARE(freeSaveTime(path, 100), std::int64_t{102});
        // Not before the newest one either: a clock that was set back would make it look older than it is.
        QCOMPARE(freeSaveTime(path, 99), std::int64_t{102});
        QVERIFY(writeFileAtomically(path / "gameuser.9223372036854775807", std::string_view("x"), Backup::None));
        QCOMPARE(freeSaveTime(path, 99), std::int64_t{102});
        const auto saved = writeSaveSet(path, bytesOf(smallSet()), 100, {});
        QVERIFY(saved);
        QCOMPARE(saved.value(), std::int64_t{102});
    }
};

QTEST_APPLESS_MAIN(TestSaveSet)
#include "tst_save_set.moc"
