// SPDX-License-Identifier: GPL-3.0-or-later
// Who may not come in: accounts, patterns of names, addresses.
#include "formats/base/file_io.h"
#include "server/sessions/bans.h"

#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::serve;

namespace {

Address address(const char* text) { return parseAddressRange(text)->first; }

} // namespace

class TestBans : public QObject
{
    Q_OBJECT

private slots:
    void bansAreKeptAndEnd()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "bans.json";
        using world::Ban;
        using world::BanKind;
        {
            Bans bans(file);
            QVERIFY(bans.load()); // no file yet
            QVERIFY(bans.add({BanKind::Address, "10.1.2.3/16", "spam", "ann", 1000, 2000}, 1000));
            QVERIFY(bans.add({BanKind::Address, "2001:db8::/32", "", "ann", 1000, 0}, 1000));
            QVERIFY(bans.add({BanKind::Account, "Ben", "\xE4rger", "ann", 1000, 0}, 1000));
            QVERIFY(!bans.add({BanKind::Address, "10.1.2", "", "ann", 1000, 0}, 1000));
            QVERIFY(!bans.add({BanKind::Account, "a:b", "", "ann", 1000, 0}, 1000));
        }
        QCOMPARE(std::filesystem::status(file).permissions(),
                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        Bans bans(file);
        QVERIFY(bans.load());
        QCOMPARE(bans.list(1999).size(), std::size_t{3});
        QCOMPARE(bans.list(2000).size(), std::size_t{2});
        QVERIFY(bans.find(address("10.1.200.9"), 1999) != nullptr);
        QCOMPARE(bans.find(address("10.1.200.9"), 1999)->what, std::string("10.1.0.0/16"));
        QVERIFY(bans.find(address("10.1.200.9"), 2000) == nullptr);
        QVERIFY(bans.find(address("10.2.0.1"), 0) == nullptr);
        QVERIFY(bans.find(address("2001:db8:9::1"), 999'999) != nullptr);
        QCOMPARE(bans.find("BEN", 0)->reason, std::string("\xE4rger"));
        QVERIFY(bans.remove(BanKind::Address, "10.1.0.0/16"));
        QVERIFY(!bans.remove(BanKind::Address, "10.1.0.0/16"));
        QVERIFY(bans.add({BanKind::Account, "ben", "", "ann", 3000, 4000}, 3000)); // takes the place of the one before
        QCOMPARE(bans.list(3000).size(), std::size_t{2});
    }

    void patternsOfNames()
    {
        for (const auto& [text, pattern, fits] : {std::tuple{"spammer7", "spam*", true},
                                                  {"SPAMMER", "spam*", true},
                                                  {"nospam", "spam*", false},
                                                  {"nospam", "*spam", true},
                                                  {"bot42", "bot??", true},
                                                  {"bot4", "bot??", false},
                                                  {"bot423", "bot??", false},
                                                  {"abcabd", "*abd", true},
                                                  {"", "*", true},
                                                  {"", "?", false},
                                                  {"a", "a*", true},
                                                  {"a*b", "a*b", true},
                                                  {"axxb", "a*b", true},
                                                  {"axxc", "a*b", false}})
            QVERIFY2(world::fitsPattern(text, pattern) == fits, pattern);
        // Hostile patterns end soon.
        std::string stars;
        for (int i = 0; i < 24; ++i)
            stars += "*a";
        QVERIFY(!world::fitsPattern(std::string(50, 'a') + "b", stars + "c"));
    }

    void bansByPattern()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "bans.json";
        using world::BanKind;
        Bans bans(file);
        for (const char* everybody : {"*", "**", "?", "*?*", ""})
            QVERIFY2(!bans.add({BanKind::Pattern, everybody, "", "ann", 1000, 0}, 1000), everybody);
        QVERIFY(bans.add({BanKind::Pattern, "gold*", "sells", "ann", 1000, 2000}, 1000));
        QVERIFY(bans.add({BanKind::Account, "star*", "", "ann", 1000, 0}, 1000)); // of a name that has a star in it
        Bans again(file);
        QVERIFY(again.load());
        QVERIFY(again.find("GoldSeller3", 1999) != nullptr);
        QVERIFY(again.find("GoldSeller3", 2000) == nullptr);
        QVERIFY(again.find("marigold", 1500) == nullptr);
        QVERIFY(again.find("starfish", 1500) == nullptr);
        QVERIFY(again.remove(BanKind::Pattern, "GOLD*"));
        QVERIFY(again.find("goldseller", 1500) == nullptr);
    }

    void brokenFilesOfBansChangeNothing()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "bans.json";
        Bans bans(file);
        QVERIFY(bans.add({world::BanKind::Account, "ben", "", "ann", 1, 0}, 1));
        for (const char* text : {"{", "[]", "{\"bans\": 5}", "{\"bans\": [5]}",
                                 "{\"bans\": [{\"kind\": \"account\", \"what\": \"x\", \"until\": \"soon\"}]}",
                                 "{\"bans\": [{\"kind\": \"planet\", \"what\": \"x\", \"until\": 0}]}",
                                 "{\"bans\": [{\"kind\": \"address\", \"what\": \"10.0.0.0/99\", \"until\": 0}]}"}) {
            QVERIFY(writeFileAtomically(file, std::string_view(text), Backup::None));
            QVERIFY2(!bans.load(), text);
            QVERIFY(bans.find("ben", 5) != nullptr);
        }
        std::filesystem::remove(file);
        QVERIFY(bans.load());
        QVERIFY(bans.list(0).empty());
    }
};

QTEST_APPLESS_MAIN(TestBans)
#include "tst_bans.moc"
