// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/decode.h"
#include "tests/audio/sound_samples.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

// What libsndfile leaks on broken Ogg headers is not ours to find.
extern "C" const char* __lsan_default_suppressions(); // NOLINT(bugprone-reserved-identifier): the sanitizer's name
extern "C" const char* __lsan_default_suppressions() { return "leak:vorbis_info_init\nleak:libvorbis\nleak:libogg\n"; }

using namespace blak;
using namespace blak::audio;
using namespace blak::test;

class TestDecode : public QObject
{
    Q_OBJECT

    static std::vector<std::byte> cut(std::vector<std::byte> bytes, std::size_t size)
    {
        bytes.resize(size);
        return bytes;
    }

private slots:
    void wavComesBackSampleBySample()
    {
        const auto clip = sineClip(440, 22050, 0.1, 0.7f, 2);
        const auto file = wavFile(*clip);
        QVERIFY(isSound(file));
        const auto sound = decode(file, "a.wav");
        QVERIFY(sound);
        const SoundFacts& facts = sound.value().facts;
        QCOMPARE(facts.container, std::string("WAV"));
        QCOMPARE(facts.codec, std::string("16-bit PCM"));
        QCOMPARE(facts.rate, 22050);
        QCOMPARE(facts.channels, 2);
        QCOMPARE(facts.bits, 16);
        QCOMPARE(facts.frames, clip->frames());
        QCOMPARE(facts.fileBytes, file.size());
        for (std::size_t i = 0; i < clip->samples.size(); ++i)
            QVERIFY(std::abs(clip->samples[i] - sound.value().clip->samples[i]) <
                    1.5f / 32767); // written times 32767, read by 32768
    }

    void oggIsTheSameSoundWithinItsCodec()
    {
        const auto clip = sineClip(440, 44100, 1, 0.5f, 1);
        const auto file = oggFile(*clip);
        QVERIFY(!file.empty());
        const auto sound = decode(file, "a.ogg");
        QVERIFY(sound);
        QCOMPARE(sound.value().facts.container, std::string("Ogg"));
        QCOMPARE(sound.value().facts.codec, std::string("Vorbis"));
        QCOMPARE(sound.value().facts.bits, 0);
        QCOMPARE(sound.value().clip->frames(), clip->frames());
        double difference = 0;
        for (std::size_t i = 0; i < clip->samples.size(); ++i)
            difference += std::pow(static_cast<double>(clip->samples[i] - sound.value().clip->samples[i]), 2);
        QVERIFY(std::sqrt(difference / static_cast<double>(clip->samples.size())) < 0.02);
    }

    void moreThanTwoChannelsAreFolded()
    {
        auto clip = constantClip(0, 100, 48000, 4);
        for (std::size_t i = 0; i < clip->samples.size(); ++i)
            clip->samples[i] = i % 4 == 0 ? 0.8f : i % 4 == 1 ? 0.4f : 0.0f;
        const auto sound = decode(wavFile(*clip), "quad.wav");
        QVERIFY(sound);
        QCOMPARE(sound.value().facts.channels, 4);
        QCOMPARE(sound.value().clip->channels, 2);
        QVERIFY(std::abs(sound.value().clip->samples[0] - 0.4f) < 0.001f);
        QVERIFY(std::abs(sound.value().clip->samples[1] - 0.2f) < 0.001f);
    }

    void whatIsNoNumberIsSilence()
    {
        // 32-bit float: NaN, infinity, a hundred times full scale, one half
        ByteWriter out;
        out.text("RIFF");
        out.u32(36 + 16);
        out.text("WAVEfmt ");
        out.u32(16);
        out.u16(3);
        out.u16(1);
        out.u32(48000);
        out.u32(48000 * 4);
        out.u16(4);
        out.u16(32);
        out.text("data");
        out.u32(16);
        for (const float sample : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 100.0f, 0.5f})
            out.f32(sample);
        const auto sound = decode(out.bytes(), "float.wav");
        QVERIFY(sound);
        QCOMPARE(sound.value().facts.codec, std::string("32-bit float"));
        QCOMPARE(sound.value().clip->samples, (std::vector<float>{0, 0, 16, 0.5f}));
    }

    void refusesInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("what");
        const auto wav = wavFile(*sineClip(440, 8000, 0.1));
        const auto raw = [](const std::vector<std::byte>& bytes) {
            return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        };
        QTest::newRow("empty") << QByteArray() << QStringLiteral("expected RIFF ... WAVE, OggS or an MP3 frame");
        QTest::newRow("another kind of RIFF")
            << QByteArray("RIFF\x04\x00\x00\x00AVI LIST", 16) << QStringLiteral("expected RIFF");
        QTest::newRow("a header alone") << raw(cut(wav, 20)) << QStringLiteral("header");
        QTest::newRow("no samples") << raw(cut(wav, 44)) << QStringLiteral("holds no sound");
        QTest::newRow("Ogg of noise") << QByteArray("OggS").append(200, 'x') << QStringLiteral("header");
        std::vector<std::byte> silly = wav;
        silly[24] = silly[25] = silly[26] = silly[27] = std::byte{0}; // no frames in a second
        QTest::newRow("rate 0") << raw(silly) << QString();
    }

    void refusesInOneSentence()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, what);
        const auto sound = decode(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))), "x.wav");
        QVERIFY(!sound);
        QVERIFY2(sound.error().where.starts_with("x.wav"), sound.error().where.c_str());
        QVERIFY2(QString::fromStdString(sound.error().what).contains(what), sound.error().what.c_str());
        QVERIFY(sound.error().what.find('\n') == std::string::npos);
    }

    void aFileThatEndsEarlyGivesWhatIsThere()
    {
        const auto wav = wavFile(*sineClip(440, 8000, 0.5));
        const auto sound = decode(cut(wav, 44 + 2 * 1000), "cut.wav");
        QVERIFY(sound);
        QCOMPARE(sound.value().clip->frames(), 1000);
    }

    void limitsHold()
    {
        const auto wav = wavFile(*sineClip(440, 8000, 2));
        QVERIFY(!decode(wav, "x", {.fileBytes = 1000}));
        QVERIFY(!decode(wav, "x", {.seconds = 1}));
        QVERIFY(!decode(wav, "x", {.decodedBytes = 1000}));
        QVERIFY(decode(wav, "x", {.seconds = 2}));
    }

    void damageNeverHurts()
    {
        std::mt19937 random(7);
        const std::vector<std::vector<std::byte>> files{wavFile(*sineClip(440, 8000, 0.05)), oggFile(*sineClip(440, 8000, 0.2))};
        for (int round = 0; round < 300; ++round) {
            auto bytes = files[static_cast<std::size_t>(round) % files.size()];
            for (int i = 0; i < 6; ++i)
                bytes[random() % std::min<std::size_t>(bytes.size(), round % 3 == 0 ? bytes.size() : 64)] =
                    static_cast<std::byte>(random());
            if (round % 5 == 0)
                bytes.resize(random() % bytes.size());
            const auto sound = decode(bytes, "damaged", {.seconds = 20});
            if (!sound)
                continue;
            const auto& samples = sound.value().clip->samples;
            QVERIFY(std::all_of(samples.begin(), samples.end(), [](float s) { return std::abs(s) <= 16; }));
        }
    }
};

QTEST_APPLESS_MAIN(TestDecode)
#include "tst_decode.moc"
