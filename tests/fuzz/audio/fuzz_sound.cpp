// SPDX-License-Identifier: GPL-3.0-or-later
// What our side of the decoder promises for any bytes: an error in one line, or a clip whose parts agree and whose samples are
// numbers within bounds.
#include "client/audio/decode.h"
#include "client/audio/peaks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

/// libsndfile forgets what libvorbis allocated when an Ogg file breaks off in its headers; that is not ours to free.
extern "C" const char* __lsan_default_suppressions(); // NOLINT(bugprone-reserved-identifier): the sanitizer's name
extern "C" const char* __lsan_default_suppressions() { return "leak:vorbis_info_init\nleak:libvorbis\nleak:libogg\n"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::audio;
    constexpr std::size_t decodedBytes = std::size_t{4} << 20;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto sound = decode(bytes, "fuzz", {.fileBytes = 1 << 20, .seconds = 60, .decodedBytes = decodedBytes});
    if (!sound) {
        if (sound.error().what.empty() || sound.error().what.find('\n') != std::string::npos)
            std::abort();
        return 0;
    }
    const Clip& clip = *sound.value().clip;
    const bool agrees = clip.channels >= 1 && clip.channels <= 2 && clip.rate > 0 && clip.frames() > 0 &&
                        clip.samples.size() % static_cast<std::size_t>(clip.channels) == 0 &&
                        clip.samples.size() * sizeof(float) <= decodedBytes && sound.value().facts.frames == clip.frames();
    const bool isSane = std::all_of(clip.samples.begin(), clip.samples.end(),
                                    [](float sample) { return std::isfinite(sample) && std::abs(sample) <= 16; });
    if (!agrees || !isSane)
        std::abort();
    const std::atomic<bool> cancelled{false};
    const Peak peak = Peaks::build(sound.value().clip, cancelled)->of(0, 0, clip.frames());
    if (peak.low > peak.high)
        std::abort();
    return 0;
}
