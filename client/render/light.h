// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/scene_state.h"

#include <algorithm>

namespace blak::render {

/// Light of one surface as a function of distance (formats.md section 1.5, protocol.md section 4.5). With w = 1 / distance:
///     level = min(cap, viewer w) + add        on the scale 0..255, a quarter of it is the light palette 0..63
/// In sectors that follow ambient light `add` holds ambient + light - 192 and the sun, in the others twice the sector's light.
struct SurfaceLight
{
    double viewer = 0, cap = 255, add = 0;
    int fixedLevel = -1; ///< full brightness, darkness: distance does not count

    int levelAt(double w) const
    {
        if (fixedLevel >= 0)
            return fixedLevel;
        return std::clamp(static_cast<int>((std::min(cap, viewer * w) + add) / 4), 0, 63);
    }

    bool dependsOnDistance() const { return fixedLevel < 0 && viewer > 0; }

    /// `sunShare`: cosine between the surface's normal and the sun, 0 for what the sun does not shade.
    static SurfaceLight of(const Lighting& lighting, int sectorLight, double sunShare, int fixedLevel)
    {
        SurfaceLight light;
        light.viewer = 16384.0 * lighting.viewer; // 4 * 1024 * 1024 / 256
        light.fixedLevel = fixedLevel;
        if (sectorLight >= 128) {
            light.cap = 255 - lighting.ambient;
            light.add = lighting.ambient + sectorLight - 192 + lighting.sunIntensity * sunShare;
        } else {
            light.add = 2 * sectorLight;
        }
        return light;
    }
};

} // namespace blak::render
