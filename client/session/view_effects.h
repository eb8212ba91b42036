// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/scene_state.h"
#include "formats/wire/codec.h"

#include <cstdint>

namespace blak::session {

enum class Weather : std::uint8_t { Clear, Rain, Snow, Sand, Fireworks };

/// What EFFECT does to the eye and the limbs, over time in milliseconds (protocol reference 1B.2). Limits as the old clients have
/// them: what a server asks for must end.
class ViewEffects
{
public:
    bool hear(const wire::Message& message, double now);
    void clear() { *this = {}; }

    /// For the renderer, at this time.
    render::ScreenEffects at(double now) const;
    /// By how much the view shakes now: parts of its height, -1..1 of a small way.
    double shakeAt(double now) const;

    bool isParalysed() const { return paralysed_; }
    bool isBlind() const { return blind_; }
    Weather weather() const { return sand_ ? Weather::Sand : weather_; }
    bool isAnyOn(double now) const;

private:
    bool paralysed_ = false, blind_ = false;
    Weather weather_ = Weather::Clear;
    bool sand_ = false; ///< begins and ends by itself
    double invertUntil_ = 0, shakeUntil_ = 0, painFrom_ = 0, painUntil_ = 0, blurUntil_ = 0, waverUntil_ = 0;
    double flashUntil_ = 0, whiteFrom_ = 0, whiteUntil_ = 0;
    std::uint8_t flash_ = 0, override_ = 0; ///< palette translations
};

} // namespace blak::session
