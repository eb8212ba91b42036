// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/score.h"
#include "formats/base/file_io.h"

#include <QByteArray>
#include <QTest>
#include <QtEndian>

using namespace blak;
using namespace blak::audio;

namespace {

QByteArray bigEndian(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

/// Chunks of MIDI stand close together, those of IFF begin at even offsets.
QByteArray midiChunk(const char* id, const QByteArray& content)
{
    return id + bigEndian(static_cast<quint32>(content.size())) + content;
}

QByteArray chunk(const char* id, const QByteArray& content)
{
    return midiChunk(id, content) + QByteArray(content.size() % 2, '\0');
}

QByteArray fromHex(const char* hex) { return QByteArray::fromHex(hex); }

/// Format 1: tempo of 120 for two quarters, then 60; a violin with two notes, a drum.
QByteArray midi()
{
    const QByteArray head = fromHex("0001 0002 0060");
    const QByteArray tempos = fromHex("00 FF03 04") + "Hall" + fromHex("00 FF5103 07A120  8140 FF5103 0F4240  00 FF2F00");
    // 192 ticks are two quarters; the second note begins one quarter later, by running status
    const QByteArray notes = fromHex("00 C028  00 903C64  60 3C00  60 3E64  60 3E00  00 992464  60 892400  00 FF2F00");
    return midiChunk("MThd", head) + midiChunk("MTrk", tempos) + midiChunk("MTrk", notes);
}

QByteArray xmidi()
{
    // program 12, a note of 120 ticks, 127 + 1 ticks later one of 60 ticks, 120 ticks, the end
    const QByteArray events = fromHex("C00C 903C6478 7F01 9040643C 78 FF2F00");
    const QByteArray song = "XMID" + chunk("TIMB", fromHex("0100 0C00")) + chunk("EVNT", events);
    return chunk("FORM", "XDIR" + chunk("INFO", fromHex("0100"))) + chunk("CAT ", "XMID" + chunk("FORM", song));
}

Result<Score> read(const QByteArray& bytes)
{
    return readScore(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))), "song");
}

} // namespace

class TestScore : public QObject
{
    Q_OBJECT

private slots:
    void tracksTemposAndInstrumentsOfAMidiFile()
    {
        const auto score = read(midi());
        QVERIFY2(score, score ? "" : score.error().text().c_str());
        QCOMPARE(score.value().container, std::string("MIDI"));
        QCOMPARE(score.value().title, std::string("Hall"));
        QCOMPARE(score.value().tracks, 2);
        QCOMPARE(score.value().notes, 3);
        QCOMPARE(score.value().seconds, 2 * 0.5 + 2 * 1.0); // 384 ticks are four quarters
        QCOMPARE(score.value().parts.size(), std::size_t{2});
        QVERIFY(score.value().parts[0] == (ScorePart{1, 1, 40, 2, 0}));
        QVERIFY(score.value().parts[1] == (ScorePart{1, 10, 0, 1, 2}));
        QCOMPARE(instrumentName(40), std::string_view("Violin"));
        QCOMPARE(instrumentName(127), std::string_view("Gunshot"));
    }

    void theSameInsideOfRiff()
    {
        const QByteArray inner = midi();
        const auto score = read("RIFF" + fromHex("00000000") + "RMID" + "data" + fromHex("00000000") + inner);
        QVERIFY(score);
        QCOMPARE(score.value().container, std::string("RIFF MIDI"));
        QCOMPARE(score.value().notes, 3);
    }

    void xmidiHasItsOwnClockAndLengthsOfNotes()
    {
        const auto score = read(xmidi());
        QVERIFY2(score, score ? "" : score.error().text().c_str());
        QCOMPARE(score.value().container, std::string("XMIDI"));
        QCOMPARE(score.value().songs, 1);
        QCOMPARE(score.value().notes, 2);
        QCOMPARE(score.value().seconds, (128 + 120) / 120.0);
        QVERIFY(score.value().parts == (std::vector<ScorePart>{{1, 1, 12, 2, 0}}));
    }

    void everyTruncationIsAnError()
    {
        for (const QByteArray& whole : {midi(), xmidi()})
            for (qsizetype size = 0; size < whole.size() - 1; ++size) {
                const auto score = read(whole.left(size));
                if (score) // only behind the end of the first track
                    QVERIFY(score.value().tracks >= 1 && score.value().notes <= 3);
                else
                    QVERIFY(!score.error().what.empty());
            }
        QVERIFY(!read(midi().left(40)));
        QVERIFY(!read(xmidi().chopped(9)));
    }

    void badFilesSayWhere()
    {
        QCOMPARE(read("what").error().where, std::string("song, offset 0"));
        QVERIFY(read(midiChunk("MThd", fromHex("0003 0001 0060"))).error().what.find("format 3") != std::string::npos);
        QVERIFY(read(midiChunk("MThd", fromHex("0001 0001 0000"))).error().what.find("unit 0") != std::string::npos);
        const auto noStatus = read(midiChunk("MThd", fromHex("0000 0001 0060")) + midiChunk("MTrk", fromHex("00 3C64")));
        QVERIFY(noStatus.error().what.find("beginning of an event") != std::string::npos);
        QCOMPARE(noStatus.error().where, std::string("song, offset 23"));
        QVERIFY(!read(midiChunk("MThd", fromHex("0000 0001 0060")) + midiChunk("MTrk", fromHex("FFFFFFFFFF"))));
        QVERIFY(read(midiChunk("MThd", fromHex("0000 0000 0060"))).error().what.find("no track") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestScore)
#include "tst_score.moc"
