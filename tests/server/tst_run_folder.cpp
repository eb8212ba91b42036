// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a world's folder: configuration, logs, what holds secrets.
#include "formats/base/file_io.h"
#include "formats/base/text_lines.h"
#include "tests/server/empty_world.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace blak;
using namespace blak::world;
using test::EmptyWorld;

class TestRunFolder : public QObject
{
    Q_OBJECT

private slots:
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
};

QTEST_APPLESS_MAIN(TestRunFolder)
#include "tst_run_folder.moc"
