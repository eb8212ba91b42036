// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/view_effects.h"

#include "formats/wire/fields.h"

#include <algorithm>
#include <cmath>

namespace blak::session {
namespace {

enum Effect : std::uint32_t {
    Invert = 1,
    Shake,
    Paralyse,
    Release,
    Blind,
    See,
    Pain,
    Blur,
    Raining,
    Snowing,
    ClearWeather,
    Sand,
    ClearSand,
    Waver,
    FlashTranslation,
    Whiteout,
    TranslationOverride,
    Fireworks
};

constexpr double longestFlash = 10'000, usualFlash = 1'000; ///< ms
constexpr double longestBlur = 200'000;
constexpr double longestShake = 60'000;
constexpr std::uint8_t redBlends = 0x41; ///< ten tables, 10 % to 100 % red
constexpr int waverStrength = 6, blurStrength = 3;

} // namespace

bool ViewEffects::hear(const wire::Message& message, double now)
{
    if (message.row->id != wire::MessageId::BP_EFFECT)
        return false;
    const auto parameters = wire::fields::numbersOf(wire::fields::itemsOf(message, "parameters"));
    const auto parameter = [&](std::size_t at) { return at < parameters.size() ? parameters[at] : 0u; };
    const double time = parameter(0);
    switch (wire::fields::numberOf(message, "effect")) {
    case Invert: invertUntil_ = now + std::min(time, longestShake); break;
    case Shake: shakeUntil_ = now + std::min(time, longestShake); break;
    case Paralyse: paralysed_ = true; break;
    case Release: paralysed_ = false; break;
    case Blind: blind_ = true; break;
    case See: blind_ = false; break;
    case Pain:
        painFrom_ = now;
        painUntil_ = now + std::min(time, longestFlash);
        break;
    case Blur: blurUntil_ = std::min(std::max(blurUntil_, now) + time, now + longestBlur); break;
    case Raining: weather_ = Weather::Rain; break;
    case Snowing: weather_ = Weather::Snow; break;
    case Sand: sand_ = true; break;
    case Fireworks: weather_ = Weather::Fireworks; break;
    case ClearWeather: weather_ = Weather::Clear; break;
    case ClearSand: sand_ = false; break;
    case Waver: waverUntil_ = std::min(std::max(waverUntil_, now) + time, now + longestBlur); break;
    case FlashTranslation:
        flashUntil_ = now + (time > longestFlash ? usualFlash : time);
        flash_ = static_cast<std::uint8_t>(parameter(1));
        break;
    case Whiteout:
        whiteFrom_ = now;
        whiteUntil_ = now + std::min(time, longestFlash);
        break;
    case TranslationOverride: override_ = static_cast<std::uint8_t>(parameter(0)); break;
    default: break; // cleave and dodge of open105 move nothing that is drawn
    }
    return true;
}

render::ScreenEffects ViewEffects::at(double now) const
{
    render::ScreenEffects effects;
    effects.invert = now < invertUntil_;
    effects.blind = blind_;
    effects.translation = override_;
    if (now < painUntil_) {
        const double left = (painUntil_ - now) / std::max(1.0, painUntil_ - painFrom_);
        effects.translation = static_cast<std::uint8_t>(redBlends + std::clamp(static_cast<int>(left * 6), 0, 5));
    }
    if (now < flashUntil_ && flash_ != 0)
        effects.translation = flash_;
    if (now < whiteUntil_)
        effects.whiteout = static_cast<int>(100 * (whiteUntil_ - now) / std::max(1.0, whiteUntil_ - whiteFrom_));
    if (now < waverUntil_)
        effects.waver = waverStrength;
    else if (now < blurUntil_)
        effects.waver = blurStrength;
    effects.waverPhase = now / 300;
    return effects;
}

double ViewEffects::shakeAt(double now) const
{
    return now < shakeUntil_ ? std::sin(now / 17) * std::sin(now / 101) : 0;
}

bool ViewEffects::isAnyOn(double now) const
{
    return now < std::max({invertUntil_, shakeUntil_, painUntil_, blurUntil_, waverUntil_, flashUntil_, whiteUntil_});
}

} // namespace blak::session
