// SPDX-License-Identifier: GPL-3.0-or-later
// Music of notes sounds, and what is none is refused.
#include "client/play/music_notes.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace blak;
using namespace blak::client;

namespace {

/// One note of a quarter second.
std::vector<std::byte> scale()
{
    const unsigned char bytes[]{'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 0, 0, 1, 0, 96,  'M', 'T', 'r', 'k', 0, 0, 0, 12,
                                0,   0x90, 60, 100, 48, 0x80, 60, 0, 0, 0xFF, 0x2F, 0};
    const auto view = std::as_bytes(std::span(bytes));
    return {view.begin(), view.end()};
}

} // namespace

class TestMusic : public QObject
{
    Q_OBJECT

private slots:
    void notesSound()
    {
        const auto font = findSoundFont();
        if (font.empty())
            QSKIP("there is no sound font on this machine");
        const auto clip = renderNotes(scale(), font);
        if (!clip && clip.error().what.find("no fluidsynth") != std::string::npos)
            QSKIP("this build has no fluidsynth");
        QVERIFY2(clip, clip ? "" : clip.error().text().c_str());
        const auto& samples = clip.value()->samples;
        const float loudest = std::abs(*std::ranges::max_element(samples, {}, [](float s) { return std::abs(s); }));
        QVERIFY2(loudest > 0.005f, qPrintable(QString::number(static_cast<double>(loudest))));
        QVERIFY(clip.value()->seconds() > 1 && clip.value()->seconds() < 10);
    }

    void nonsenseIsRefused()
    {
        const std::vector<std::byte> nothing(100);
        QVERIFY(!renderNotes(nothing, findSoundFont()));
        QVERIFY(!renderNotes(scale(), {}));
        auto cut = scale();
        cut.resize(20);
        QVERIFY(!renderNotes(cut, findSoundFont()));
    }
};

QTEST_APPLESS_MAIN(TestMusic)
#include "tst_music.moc"
