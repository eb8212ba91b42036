// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace blak::audio {

/// A decoded sound, shared between threads, immutable: 1 or 2 channels, frame by frame, full scale = 1.
struct Clip
{
    int rate = 44100; ///< frames for each second
    int channels = 1;
    std::vector<float> samples;

    std::int64_t frames() const { return static_cast<std::int64_t>(samples.size()) / channels; }
    double seconds() const { return static_cast<double>(frames()) / rate; }
};

} // namespace blak::audio
