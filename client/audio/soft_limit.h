// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace blak::audio {

/// Up to here a sample is left as it is.
constexpr float limitKnee = 0.9f;

/// Bends what is louder than the knee so that nothing reaches past full scale: smooth, rising, odd.
inline float softLimit(float sample)
{
    const float size = std::abs(sample);
    if (size <= limitKnee)
        return sample;
    const float room = 1.0f - limitKnee;
    return std::copysign(limitKnee + room * std::tanh((size - limitKnee) / room), sample);
}

} // namespace blak::audio
