// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio_output/audio_output.h"
#include "client/audio_output/mixer_device.h"
#include "tests/audio/sound_samples.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace blak;
using namespace blak::play;
using namespace blak::test;

class TestAudioOutput : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("BLAK_AUDIO", "none"); }

    void thereIsOneForTheProgram()
    {
        const auto first = AudioOutput::shared();
        QCOMPARE(AudioOutput::shared().get(), first.get());
        QVERIFY(!first->hasDevice());
        QVERIFY(first->deviceName().isEmpty());
    }

    void timePassesWithoutADevice()
    {
        const auto output = AudioOutput::shared();
        QSignalSpy ended(output.get(), &AudioOutput::ended);
        QElapsedTimer clock;
        clock.start();
        const audio::VoiceId id = output->mixer().play(constantClip(0.5f, 9600)); // 200 ms
        output->wake();
        QTRY_VERIFY(output->mixer().status(id) && output->mixer().status(id)->position > 2000);
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(clock.elapsed() >= 190);
        QCOMPARE(ended.first().first().toULongLong(), id);
        QCOMPARE(ended.first().at(1).value<audio::EndReason>(), audio::EndReason::RanOut);
    }

    void restsWhenNothingIsToBeHeard()
    {
        const auto output = AudioOutput::shared();
        output->mixer().play(constantClip(0.5f, 100));
        output->wake();
        QTRY_COMPARE(output->mixer().busyVoices(), 0);
        QTest::qWait(2300);
        const auto before = output->mixer().clock();
        QTest::qWait(100);
        QCOMPARE(output->mixer().clock(), before);
        output->wake();
        QTRY_VERIFY(output->mixer().clock() > before);
    }

    void theDeviceReadsWhatTheMixerMakes()
    {
        audio::Mixer mixer({.rate = 48000});
        mixer.play(constantClip(0.5f, 48000), {.pan = -1});
        MixerDevice floats(mixer, MixerDevice::Sample::Float);
        const QByteArray raw = floats.read(5000 * 8 + 3); // no whole number of frames
        QCOMPARE(raw.size(), 5000 * 8);
        float left = 0;
        std::memcpy(&left, raw.constData() + 4999 * 8, sizeof left);
        QCOMPARE(left, 0.5f);
        MixerDevice shorts(mixer, MixerDevice::Sample::Int16);
        const QByteArray small = shorts.read(100 * 4);
        QCOMPARE(small.size(), 400);
        qint16 sample[2] = {};
        std::memcpy(sample, small.constData() + 99 * 4, sizeof sample);
        QCOMPARE(sample[0], qint16(16384));
        QCOMPARE(sample[1], qint16(0));
        QVERIFY(!floats.atEnd());
    }
};

QTEST_GUILESS_MAIN(TestAudioOutput)
#include "tst_audio_output.moc"
