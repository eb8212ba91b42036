// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace blak::audio {

/// Weights of a Kaiser-windowed sinc for changing the rate: 32 taps when the rate rises, more when it falls, so that nothing
/// above the new half rate is left to fold back. Some 70 dB of attenuation, flat to three quarters of the band
/// (tests/audio measure it, tests/bench/audio compare it with a cubic).
class SincKernel
{
public:
    static constexpr int phases = 256;

    /// Input frames for each output frame (96 kHz played at 48 kHz is 2); the same filter serves everything up to 1.
    explicit SincKernel(double step);

    int taps() const { return taps_; } ///< even; the middle pair stands around the position
    /// Weights for a position `phase` / phases behind a frame, for the frames -taps/2 + 1 .. taps/2 around it; the row
    /// phases is there too, so that neighbours can be mixed.
    const float* row(int phase) const { return rows_.data() + static_cast<std::size_t>(phase) * static_cast<std::size_t>(taps_); }

private:
    int taps_ = 0;
    std::vector<float> rows_; ///< (phases + 1) * taps
};

} // namespace blak::audio
