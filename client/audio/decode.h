// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/clip.h"
#include "formats/base/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace blak::audio {

struct DecodeLimits
{
    std::size_t fileBytes = std::size_t{128} << 20;
    double seconds = 15 * 60;
    std::size_t decodedBytes = std::size_t{256} << 20;
};

/// What the file says of itself.
struct SoundFacts
{
    std::string container; ///< "WAV", "Ogg", "MP3"
    std::string codec;     ///< "16-bit PCM", "Vorbis"
    int rate = 0;          ///< frames for each second
    int channels = 0;      ///< as in the file; a Clip has at most two
    int bits = 0;          ///< of a sample; 0 where the codec has no such thing
    std::int64_t frames = 0;
    std::size_t fileBytes = 0;

    double seconds() const { return rate > 0 ? static_cast<double>(frames) / rate : 0; }
};

struct Sound
{
    SoundFacts facts;
    std::shared_ptr<const Clip> clip;
};

/// Whether the first bytes are those of a RIFF WAVE, an Ogg or an MP3 file (one with a tag, or its first frame).
bool isSound(std::span<const std::byte> head);

/// Decodes a whole WAV, Ogg or MP3 file held in memory. More than two channels are folded into two. Fails on other formats, on
/// damaged headers, on files without a sample, and beyond the limits; a file that ends early gives what is there.
Result<Sound> decode(std::span<const std::byte> bytes, std::string_view file, const DecodeLimits& limits = {});

} // namespace blak::audio
