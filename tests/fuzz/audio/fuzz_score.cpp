// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes: an error in one line, or a score whose parts agree.
#include "client/audio/score.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::audio;
    const auto score = readScore(std::as_bytes(std::span(data, size)), "fuzz");
    if (!score) {
        if (score.error().what.empty() || score.error().what.find('\n') != std::string::npos)
            std::abort();
        return 0;
    }
    std::int64_t notes = 0;
    for (const ScorePart& part : score.value().parts) {
        notes += part.notes;
        if (part.song < 1 || part.song > score.value().songs || part.channel < 1 || part.channel > 16 ||
            instrumentName(part.program).empty() || !std::isfinite(part.firstNote) || part.notes < 1)
            std::abort();
    }
    if (notes != score.value().notes || !std::isfinite(score.value().seconds) || score.value().tracks < 1)
        std::abort();
    return 0;
}
