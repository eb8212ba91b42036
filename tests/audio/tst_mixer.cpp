// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/mixer.h"
#include "client/audio/soft_limit.h"
#include "tests/audio/sound_samples.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <thread>

using namespace blak;
using namespace blak::audio;
using namespace blak::test;

class TestMixer : public QObject
{
    Q_OBJECT

    static std::vector<float> render(Mixer& mixer, int frames, int block = 480)
    {
        std::vector<float> out(static_cast<std::size_t>(frames) * 2);
        for (int at = 0; at < frames; at += block)
            mixer.render(std::span(out).subspan(static_cast<std::size_t>(at) * 2,
                                                static_cast<std::size_t>(std::min(block, frames - at)) * 2));
        return out;
    }

    static std::vector<double> left(const std::vector<float>& frames, std::size_t from, std::size_t count)
    {
        std::vector<double> out;
        for (std::size_t i = from; i < from + count; ++i)
            out.push_back(static_cast<double>(frames[2 * i]));
        return out;
    }

    /// Amplitude of one frequency, and of all that is not that frequency (root mean square).
    static std::pair<double, double> analyse(const std::vector<double>& samples, double hertz, double rate)
    {
        double s = 0, c = 0;
        const auto n = static_cast<double>(samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double angle = 2 * std::numbers::pi * hertz * static_cast<double>(i) / rate;
            s += samples[i] * std::sin(angle);
            c += samples[i] * std::cos(angle);
        }
        s *= 2 / n;
        c *= 2 / n;
        double rest = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double angle = 2 * std::numbers::pi * hertz * static_cast<double>(i) / rate;
            rest += std::pow(samples[i] - s * std::sin(angle) - c * std::cos(angle), 2);
        }
        return {std::hypot(s, c), std::sqrt(rest / n)};
    }

private slots:
    void sameRateIsCopiedExactly()
    {
        Mixer mixer({.rate = 48000});
        const auto clip = sineClip(1000, 48000, 0.1, 0.8f, 2);
        QVERIFY(mixer.play(clip) != 0);
        const auto out = render(mixer, 4800, 333);
        for (std::size_t i = 0; i < clip->samples.size(); ++i)
            QCOMPARE(out[i], clip->samples[i]);
    }

    void aSineKeepsFrequencyAndLevel_data()
    {
        QTest::addColumn<int>("rate");
        QTest::addColumn<double>("hertz");
        for (const int rate : {8000, 11025, 22050, 44100, 96000})
            for (const double share : {0.02, 0.2, 0.36})
                QTest::addRow("%d Hz, %g", rate, share) << rate << share * std::min(rate, 48000);
    }

    void aSineKeepsFrequencyAndLevel()
    {
        QFETCH(int, rate);
        QFETCH(double, hertz);
        Mixer mixer({.rate = 48000});
        const double whole = std::round(hertz / 10) * 10; // whole periods in the window below
        QVERIFY(mixer.play(sineClip(whole, rate, 0.5, 0.5f)) != 0);
        const auto out = render(mixer, 20000);
        const auto [level, rest] = analyse(left(out, 2400, 9600), whole, 48000);
        QVERIFY2(std::abs(level - 0.5) < 0.005, qPrintable(QString::number(level))); // 0.1 dB
        QVERIFY2(20 * std::log10(rest / level) < -65, qPrintable(QString::number(20 * std::log10(rest / level))));
    }

    void pitchMovesTheFrequency()
    {
        Mixer mixer({.rate = 48000});
        QVERIFY(mixer.play(sineClip(400, 48000, 0.5, 0.5f), {.pitch = 1.5f}) != 0);
        QVERIFY(mixer.play(sineClip(400, 48000, 0.5, 0.5f), {.volume = 0}) != 0);
        const auto out = render(mixer, 15000);
        const auto [level, rest] = analyse(left(out, 2400, 9600), 600, 48000);
        QVERIFY(std::abs(level - 0.5) < 0.005);
        QVERIFY(20 * std::log10(rest / level) < -60);
        render(mixer, 2000);
        QCOMPARE(mixer.takeEnds().size(), std::size_t{1}); // a third sooner than the other
    }

    void whatIsAboveTheBandIsGone()
    {
        Mixer mixer({.rate = 22050});
        QVERIFY(mixer.play(sineClip(15000, 48000, 0.5, 0.5f)) != 0); // would fold back to 7 050 Hz
        const auto out = render(mixer, 8000);
        for (std::size_t i = 2000; i < 14000; ++i)
            QVERIFY(std::abs(out[i]) < 0.001f);
    }

    void loopsHaveNoSeam_data()
    {
        QTest::addColumn<int>("rate");
        QTest::newRow("same rate") << 48000;
        QTest::newRow("other rate") << 44100;
    }

    void loopsHaveNoSeam()
    {
        QFETCH(int, rate);
        Mixer mixer({.rate = 48000});
        const double hertz = rate / 100.0; // 100 frames for each period, 10 periods
        const auto clip = sineClip(hertz, rate, 1000.0 / rate, 0.5f);
        QCOMPARE(clip->frames(), 1000);
        QVERIFY(mixer.play(clip, {.loops = true}) != 0);
        const auto out = render(mixer, 48000);
        const auto [level, rest] = analyse(left(out, 480, 45000), hertz, 48000);
        QVERIFY(std::abs(level - 0.5) < 0.005);
        QVERIFY2(20 * std::log10(rest / level) < -60, qPrintable(QString::number(20 * std::log10(rest / level))));
    }

    void voicesAddUp()
    {
        Mixer mixer({.rate = 48000});
        for (const float level : {0.1f, 0.2f, 0.3f})
            QVERIFY(mixer.play(constantClip(level, 1000)) != 0);
        const auto out = render(mixer, 900);
        for (const float sample : out)
            QVERIFY(std::abs(sample - 0.6f) < 1e-6f);
    }

    void volumePanAndMaster()
    {
        Mixer mixer({.rate = 48000});
        const VoiceId id = mixer.play(constantClip(0.5f, 96000), {.volume = 0.5f, .pan = 1});
        auto out = render(mixer, 100);
        QCOMPARE(out[0], 0.0f);
        QCOMPARE(out[1], 0.25f);
        mixer.setPan(id, -0.5f);
        mixer.setVolume(id, 1);
        out = render(mixer, 1000);
        QVERIFY(std::abs(out[1998] - 0.5f) < 1e-6f);
        QVERIFY(std::abs(out[1999] - 0.25f) < 1e-6f);
        for (std::size_t i = 2; i < out.size(); ++i) // no step is larger than the ramp's
            QVERIFY(std::abs(out[i] - out[i - 2]) < 0.01f);
        mixer.setMasterVolume(0.5f);
        out = render(mixer, 1000);
        QVERIFY(std::abs(out[1998] - 0.25f) < 1e-6f);
    }

    void nothingReachesPastFullScale()
    {
        QCOMPARE(softLimit(0.5f), 0.5f);
        QCOMPARE(softLimit(-0.9f), -0.9f);
        float last = -2;
        for (float x = -20; x <= 20; x += 0.01f) {
            QVERIFY(std::abs(softLimit(x)) <= 1);
            QVERIFY(softLimit(x) >= last);
            QVERIFY(std::abs(softLimit(x) + softLimit(-x)) < 1e-6f);
            last = softLimit(x);
        }
        Mixer mixer({.rate = 48000});
        for (int i = 0; i < 8; ++i)
            QVERIFY(mixer.play(sineClip(997, 44100, 0.2, 1.0f)) != 0);
        const auto out = render(mixer, 9600);
        QVERIFY(std::all_of(out.begin(), out.end(), [](float sample) { return std::abs(sample) <= 1; }));
        QVERIFY(*std::max_element(out.begin(), out.end()) > 0.99f);
    }

    void soundsBeginAtTheirFrame_data()
    {
        QTest::addColumn<int>("block");
        QTest::newRow("small blocks") << 64;
        QTest::newRow("odd blocks") << 77;
        QTest::newRow("one block") << 4096;
    }

    void soundsBeginAtTheirFrame()
    {
        QFETCH(int, block);
        Mixer mixer({.rate = 48000});
        render(mixer, 1000, block);
        QCOMPARE(mixer.clock(), std::uint64_t{1000});
        QVERIFY(mixer.play(constantClip(0.5f, 100), {.startAt = 1234}) != 0);
        const auto out = render(mixer, 1000, block);
        for (std::size_t i = 0; i < 1000; ++i)
            QCOMPARE(out[2 * i], i >= 234 && i < 334 ? 0.5f : 0.0f);
    }

    void endsAreTold()
    {
        Mixer mixer({.rate = 48000});
        const VoiceId first = mixer.play(constantClip(0.5f, 100));
        const VoiceId second = mixer.play(constantClip(0.5f, 48000));
        render(mixer, 480);
        auto ends = mixer.takeEnds();
        QCOMPARE(ends.size(), std::size_t{1});
        QCOMPARE(ends[0].id, first);
        QVERIFY(ends[0].reason == EndReason::RanOut);
        QVERIFY(!mixer.status(first));
        QCOMPARE(mixer.status(second)->position, 480);
        QCOMPARE(mixer.busyVoices(), 1);
        mixer.stop(second);
        render(mixer, 480);
        ends = mixer.takeEnds();
        QCOMPARE(ends.size(), std::size_t{1});
        QVERIFY(ends[0].reason == EndReason::Stopped);
        QCOMPARE(mixer.busyVoices(), 0);
        mixer.stop(second); // long gone
        render(mixer, 10);
        QVERIFY(mixer.takeEnds().empty());
    }

    void pauseKeepsThePlace()
    {
        Mixer mixer({.rate = 48000});
        const VoiceId id = mixer.play(constantClip(0.5f, 48000));
        render(mixer, 1000);
        mixer.pause(id);
        render(mixer, 1000);
        const auto paused = mixer.status(id);
        QVERIFY(paused && paused->paused);
        QVERIFY(paused->position >= 1000 && paused->position <= 1000 + 192);
        QCOMPARE(mixer.busyVoices(), 0);
        auto out = render(mixer, 1000);
        QCOMPARE(*std::max_element(out.begin(), out.end()), 0.0f);
        QCOMPARE(mixer.status(id)->position, paused->position);
        mixer.seek(id, 20000);
        render(mixer, 10);
        QCOMPARE(mixer.status(id)->position, 20000);
        mixer.resume(id);
        out = render(mixer, 1000);
        QCOMPARE(mixer.status(id)->position, 21000);
        QCOMPARE(out.back(), 0.5f);
        for (std::size_t i = 2; i < out.size(); ++i)
            QVERIFY(std::abs(out[i] - out[i - 2]) < 0.01f); // no click
    }

    void seekingWhilePlayingDoesNotClick()
    {
        Mixer mixer({.rate = 48000});
        const VoiceId id = mixer.play(sineClip(100, 48000, 2, 0.5f));
        render(mixer, 1000);
        mixer.seek(id, 50123);
        const auto out = render(mixer, 1000);
        for (std::size_t i = 2; i < out.size(); ++i)
            QVERIFY(std::abs(out[i] - out[i - 2]) < 0.02f);
        const auto position = mixer.status(id)->position;
        QVERIFY(position > 50123 && position < 50123 + 1000);
    }

    void stopWhileWaitingForItsTimeIsSilent()
    {
        Mixer mixer({.rate = 48000});
        const VoiceId id = mixer.play(constantClip(0.5f, 100), {.startAt = 100'000});
        render(mixer, 100);
        mixer.stop(id);
        const auto out = render(mixer, 1000);
        QCOMPARE(*std::max_element(out.begin(), out.end()), 0.0f);
        QCOMPARE(mixer.takeEnds().size(), std::size_t{1});
    }

    void tooManyVoicesMakeRoomByPriority()
    {
        Mixer mixer({.rate = 48000, .mostVoices = 3});
        const auto clip = constantClip(0.1f, 96000);
        std::vector<VoiceId> ids;
        for (const int priority : {5, 1, 3})
            ids.push_back(mixer.play(clip, {.priority = priority}));
        render(mixer, 480);
        const VoiceId refused = mixer.play(clip, {.priority = 0});
        const VoiceId fourth = mixer.play(clip, {.priority = 3});
        render(mixer, 960);
        auto ends = mixer.takeEnds();
        QCOMPARE(ends.size(), std::size_t{2});
        QCOMPARE(ends[0].id, refused);
        QVERIFY(ends[0].reason == EndReason::Refused);
        QCOMPARE(ends[1].id, ids[1]);
        QVERIFY(ends[1].reason == EndReason::Pushed);
        QCOMPARE(mixer.busyVoices(), 3);
        const VoiceId fifth = mixer.play(clip, {.priority = 3}); // of two that are alike the older one goes
        render(mixer, 960);
        ends = mixer.takeEnds();
        QCOMPARE(ends.size(), std::size_t{1});
        QCOMPARE(ends[0].id, ids[2]);
        QVERIFY(mixer.status(fourth) && mixer.status(fifth) && mixer.status(ids[0]));
    }

    void clipsAreFreedByWhoGivesOrders()
    {
        Mixer mixer({.rate = 48000});
        const std::weak_ptr<const Clip> gone = [&] {
            const auto clip = sineClip(440, 44100, 0.01);
            mixer.play(clip);
            return std::weak_ptr<const Clip>(clip);
        }();
        render(mixer, 4800);
        QVERIFY(!gone.expired()); // ended, on its way back
        mixer.takeEnds();
        QVERIFY(gone.expired());
    }

    void refusesWhenNobodyRenders()
    {
        Mixer mixer;
        const auto clip = constantClip(0.1f, 10);
        int accepted = 0;
        while (accepted < 100'000 && mixer.play(clip) != 0)
            ++accepted;
        QCOMPARE(accepted, 1024);
        QCOMPARE(mixer.play(nullptr), VoiceId{0});
        std::vector<float> out(2 * 480);
        for (int i = 0; i < 100; ++i) {
            mixer.render(out);
            mixer.takeEnds();
        }
        QVERIFY(mixer.play(clip) != 0);
    }

    void levelsAreShown()
    {
        Mixer mixer({.rate = 48000});
        const VoiceId id = mixer.play(constantClip(0.5f, 48000), {.pan = -1});
        render(mixer, 480);
        auto status = mixer.status(id);
        QCOMPARE(status->left, 0.5f);
        QCOMPARE(status->right, 0.0f);
        status = mixer.status(id); // asked again at once: nothing since
        QCOMPARE(status->left, 0.0f);
    }

    void twoThreadsShareIt()
    {
        Mixer mixer({.rate = 48000, .mostVoices = 8});
        std::atomic<bool> done{false};
        std::thread audioThread([&] {
            std::vector<float> out(2 * 256);
            while (!done) {
                mixer.render(out);
                for (const float sample : out)
                    if (!(std::abs(sample) <= 1))
                        std::abort();
            }
        });
        std::mt19937 random(3);
        const auto clip = sineClip(440, 44100, 0.05);
        std::vector<VoiceId> ids;
        std::size_t ended = 0, played = 0;
        for (int i = 0; i < 20000; ++i) {
            if (const VoiceId id = mixer.play(clip, {.loops = random() % 3 == 0, .priority = static_cast<int>(random() % 3)})) {
                ids.push_back(id);
                ++played;
            }
            const VoiceId one = ids[random() % ids.size()];
            switch (random() % 6) {
            case 0: mixer.stop(one); break;
            case 1: mixer.pause(one); break;
            case 2: mixer.resume(one); break;
            case 3: mixer.seek(one, static_cast<std::int64_t>(random() % 3000)); break;
            case 4: mixer.setVolume(one, 0.5f); break;
            default: mixer.status(one); break;
            }
            ended += mixer.takeEnds().size();
        }
        for (int i = 0; i < 2000 && ended < played; ++i) {
            mixer.stopAll();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ended += mixer.takeEnds().size();
        }
        done = true;
        audioThread.join();
        QCOMPARE(ended, played); // every voice that was accepted told its end once
    }
};

QTEST_APPLESS_MAIN(TestMixer)
#include "tst_mixer.moc"
