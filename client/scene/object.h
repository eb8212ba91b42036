// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/scene_state.h"
#include "client/scene/animation.h"

#include <cstdint>
#include <string>
#include <vector>

namespace blak::scene {

/// A picture with its animation, hung on a hotspot of another one.
struct Overlay
{
    std::string icon; ///< file name of the sprite
    int hotspot = 0;  ///< i8 of the message: sign as in render::SpriteOverlay
    std::uint8_t translation = 0;
    std::uint8_t effect = 0;
    Animation animation{};
};

struct Appearance
{
    std::uint8_t translation = 0;
    std::uint8_t effect = 0; ///< second translation
    Animation animation{};
    std::vector<Overlay> overlays;
};

enum class Shine : std::uint8_t { Steady, Flicker, Flash };

/// Something that stands in the room. The icon is of the object; animation and overlays differ between standing and moving.
struct Object
{
    std::uint32_t id = 0;
    std::string icon;
    double x = 0, y = 0; ///< client units
    int angle = 0;       ///< 4096 per turn, 0 = east, clockwise from above
    Appearance standing;
    Appearance moving;
    render::DrawingEffect drawing = render::DrawingEffect::Plain;
    Shine shine = Shine::Steady;
    bool bounces = false;
    bool phases = false;  ///< drifts between see-through and solid
    bool hanging = false; ///< from the ceiling instead of on the floor
};

} // namespace blak::scene
