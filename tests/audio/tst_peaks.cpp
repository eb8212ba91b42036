// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/peaks.h"
#include "tests/audio/sound_samples.h"

#include <QTest>

#include <random>

using namespace blak::audio;
using namespace blak::test;

class TestPeaks : public QObject
{
    Q_OBJECT

private slots:
    void anyPartIsAsASearchFindsIt()
    {
        std::mt19937 random(1);
        std::uniform_real_distribution<float> level(-1, 1);
        auto clip = std::make_shared<Clip>();
        clip->channels = 2;
        for (int i = 0; i < 2 * 12345; ++i)
            clip->samples.push_back(level(random));
        const std::atomic<bool> cancelled{false};
        const auto peaks = Peaks::build(clip, cancelled);
        for (int round = 0; round < 500; ++round) {
            const auto begin = static_cast<std::int64_t>(random() % 12345);
            const auto end = begin + 1 + static_cast<std::int64_t>(random() % (round % 2 == 0 ? 100 : 12000));
            const int channel = static_cast<int>(random() % 2);
            Peak expected{2, -2};
            for (std::int64_t i = begin; i < std::min<std::int64_t>(end, 12345); ++i) {
                const float sample = clip->samples[static_cast<std::size_t>(i * 2 + channel)];
                expected = {std::min(expected.low, sample), std::max(expected.high, sample)};
            }
            QCOMPARE(peaks->of(channel, begin, end), expected);
        }
        QCOMPARE(peaks->of(0, 20000, 20010), Peak{});
        QCOMPARE(peaks->of(0, -10, 0), Peak{});
    }

    void canBeCancelled()
    {
        const std::atomic<bool> cancelled{true};
        QVERIFY(Peaks::build(sineClip(440, 44100, 1), cancelled) == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestPeaks)
#include "tst_peaks.moc"
