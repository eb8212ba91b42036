// SPDX-License-Identifier: GPL-3.0-or-later
// Beats in the time that a thread works, and none while it waits.
#include "server/profile/work_ticker.h"

#include <QTest>
#include <atomic>
#include <ctime>
#include <thread>

using namespace blak;

namespace {

/// So much time of the processor.
void work(std::chrono::milliseconds time)
{
    const auto spent = [] {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return now.tv_sec * std::int64_t{1000} + now.tv_nsec / 1'000'000;
    };
    for (const std::int64_t end = spent() + time.count(); spent() < end;) {
    }
}

} // namespace

class TestWorkTicker : public QObject
{
    Q_OBJECT

private slots:
    void onlyWorkCounts()
    {
        std::atomic<int> beats = 0;
        WorkTicker ticker;
        ticker.start(std::chrono::milliseconds(20), [&] { ++beats; });
        work(std::chrono::milliseconds(1000));
        QTRY_VERIFY(beats > 10);
        QVERIFY(beats <= 51);
        const int before = beats;
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        QVERIFY(beats <= before + 2); // 25 by the clock
        std::thread([] { work(std::chrono::milliseconds(300)); }).join(); // of another thread
        QVERIFY(beats <= before + 4);
        ticker.stop();
        const int last = beats;
        work(std::chrono::milliseconds(100));
        QCOMPARE(beats.load(), last);
        ticker.start(std::chrono::milliseconds(20), [&] { ++beats; });
        work(std::chrono::milliseconds(200));
        QTRY_VERIFY(beats > last);
    }

    void shortPeriodsGoByTheClock()
    {
        std::atomic<int> beats = 0;
        WorkTicker ticker;
        ticker.start(std::chrono::milliseconds(1), [&] { ++beats; });
        QTRY_VERIFY(beats > 20);
    }

    void endsAtAnyTime()
    {
        for (int i = 0; i < 200; ++i) {
            WorkTicker ticker;
            ticker.start(std::chrono::microseconds(i % 2 == 0 ? 4000 : 100), [] {});
            if (i % 3 == 0)
                work(std::chrono::milliseconds(1));
        }
    }
};

QTEST_APPLESS_MAIN(TestWorkTicker)
#include "tst_work_ticker.moc"
