// SPDX-License-Identifier: GPL-3.0-or-later
// A world's clocks and logs, without a world.
#include "formats/base/file_io.h"
#include "server/world/clock.h"
#include "server/world/logs.h"

#include <QTemporaryDir>
#include <QTest>

using namespace blak::world;

namespace {

struct Times
{
    std::int64_t unixTime = 1'000'000'000, steady = 5000;
    Clock::Sources sources()
    {
        return {[this] { return unixTime; }, [this] { return steady; }};
    }
};

std::string contents(const std::filesystem::path& file)
{
    const auto text = blak::readTextFile(file);
    return text ? text.value() : std::string();
}

} // namespace

class TestClock : public QObject
{
    Q_OBJECT

private slots:
    void theMachinesClockMayStandAndRun()
    {
        Times times;
        Clock clock;
        clock.setSources(times.sources());
        QCOMPARE(clock.milliseconds(), std::int64_t{5000});
        times.steady += 100;
        QCOMPARE(clock.milliseconds(), std::int64_t{5100});
        clock.setScale(0);
        times.steady += 1000;
        QCOMPARE(clock.milliseconds(), std::int64_t{5100});
        QCOMPARE(clock.until(5200, 777), 777); // never
        clock.skip(50);
        QCOMPARE(clock.milliseconds(), std::int64_t{5150});
        clock.setScale(10);
        times.steady += 3;
        QCOMPARE(clock.milliseconds(), std::int64_t{5180});
        QCOMPARE(clock.until(5280, 1000), 10);
        QCOMPARE(clock.until(5280, 4), 4);
        QCOMPARE(clock.until(100, 1000), 0);
        QCOMPARE(clock.steadyMilliseconds(), std::int64_t{6103});
        clock.setScale(-1);
        QCOMPARE(clock.scale(), 0.0);
    }

    /// A clock that was set ahead ages nothing, one that was set back is believed.
    void timeToDeleteBy()
    {
        constexpr std::int64_t day = 86400;
        Times times;
        Clock clock;
        clock.setSources(times.sources());
        clock.start();
        QCOMPARE(clock.startedAt(), std::int64_t{1'000'000'000});
        times.unixTime += 700 * day;
        QCOMPARE(clock.cleaningTime(), std::int64_t{1'000'000'000} + day);
        times.steady += 10 * day * 1000;
        QCOMPARE(clock.cleaningTime(), std::int64_t{1'000'000'000} + 11 * day);
        times.unixTime = 900'000'000;
        QCOMPARE(clock.cleaningTime(), std::int64_t{900'000'000});
    }

    void linesReachFilesAndListeners()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        Times times;
        Clock clock;
        clock.setSources(times.sources());
        Logs logs(clock);
        std::vector<std::pair<LogKind, std::string>> heard;
        logs.setListener(this, [&](LogKind kind, std::string_view text) { heard.emplace_back(kind, text); });
        logs.write(LogKind::Error, "before any file is open");
        Config config;
        QVERIFY(config.parse("[Channel]\nGodDisk No\n"));
        logs.configure(config, path);
        logs.write(LogKind::Error, "a\r\nb");
        logs.add(LogKind::Error, "  more\r\n");
        logs.write(LogKind::Debug, "a\nb");
        logs.write(LogKind::God, "unseen");
        logs.setListener(this, nullptr);
        logs.write(LogKind::Admin, "unheard");
        QVERIFY(contents(path / "error.txt").ends_with(" | a\\r\\nb\r\n  more\r\n"));
        QVERIFY(contents(path / "debug.txt").ends_with("|a\nb\r\n"));
        QVERIFY(contents(path / "admin.txt").ends_with(" | unheard\r\n"));
        QVERIFY(!std::filesystem::exists(path / "god.txt"));
        QCOMPARE(heard.size(), std::size_t{4});
        QCOMPARE(heard[1], std::pair(LogKind::Error, std::string("a\\r\\nb")));
        QCOMPARE(heard[3], std::pair(LogKind::God, std::string("unseen")));
        logs.rotate(config);
        QCOMPARE(contents(path / "error.txt"), std::string());
        logs.mark();
        QVERIFY(!contents(path / "log.txt").empty() && contents(path / "admin.txt").empty());
    }
};

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
