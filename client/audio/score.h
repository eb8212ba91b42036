// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Music as notes for a synthesizer: Standard MIDI Files (.mid, also inside of RIFF) and XMIDI (.xmi). Read for what it is, not
/// played: there are no instruments in it (docs/formats/sound.md).
namespace blak::audio {

/// What one channel plays with one instrument.
struct ScorePart
{
    int song = 1;    ///< from 1; XMIDI files and MIDI files of format 2 may hold several
    int channel = 1; ///< 1..16; 10 is the drums
    int program = 0; ///< 0..127, General MIDI
    std::int64_t notes = 0;
    double firstNote = 0; ///< seconds from the beginning of the song

    friend bool operator==(const ScorePart&, const ScorePart&) = default;
};

struct Score
{
    std::string container; ///< "MIDI", "RIFF MIDI", "XMIDI"
    std::string title;     ///< as the file has it; may be empty
    int songs = 1;
    int tracks = 0;
    std::int64_t notes = 0;
    double seconds = 0;           ///< of all songs
    std::vector<ScorePart> parts; ///< by song, channel, program; those with a note
};

bool isScore(std::span<const std::byte> head);

/// Fails on other formats, chunks that leave the file, events that make no sense, and more than 64 songs or 1024 tracks. O(n).
Result<Score> readScore(std::span<const std::byte> bytes, std::string_view file);

/// "Acoustic Grand Piano": the names of General MIDI Level 1.
std::string_view instrumentName(int program);

} // namespace blak::audio
