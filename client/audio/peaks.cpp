// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/peaks.h"

#include <algorithm>

namespace blak::audio {
namespace {

constexpr std::int64_t framesAtBottom = 64;
constexpr std::int64_t factor = 8;

void widen(Peak& peak, bool& any, const Peak& other)
{
    peak = any ? Peak{std::min(peak.low, other.low), std::max(peak.high, other.high)} : other;
    any = true;
}

} // namespace

std::shared_ptr<const Peaks> Peaks::build(std::shared_ptr<const Clip> clip, const std::atomic<bool>& cancelled)
{
    auto peaks = std::make_shared<Peaks>();
    peaks->clip_ = std::move(clip);
    const Clip& sound = *peaks->clip_;
    const auto channels = static_cast<std::size_t>(sound.channels);
    const std::int64_t frames = sound.frames();
    Level bottom{framesAtBottom, {}};
    bottom.peaks.reserve(static_cast<std::size_t>(frames / framesAtBottom + 1) * channels);
    for (std::int64_t begin = 0; begin < frames; begin += framesAtBottom) {
        if (cancelled)
            return nullptr;
        const auto first = static_cast<std::size_t>(begin) * channels;
        const auto last = static_cast<std::size_t>(std::min(frames, begin + framesAtBottom)) * channels;
        for (std::size_t channel = 0; channel < channels; ++channel) {
            Peak peak{sound.samples[first + channel], sound.samples[first + channel]};
            for (std::size_t i = first + channel; i < last; i += channels)
                peak = {std::min(peak.low, sound.samples[i]), std::max(peak.high, sound.samples[i])};
            bottom.peaks.push_back(peak);
        }
    }
    peaks->levels_.push_back(std::move(bottom));
    while (peaks->levels_.back().peaks.size() > channels * static_cast<std::size_t>(factor)) {
        const Level& below = peaks->levels_.back();
        Level level{below.framesEach * factor, {}};
        const std::size_t buckets = below.peaks.size() / channels;
        for (std::size_t begin = 0; begin < buckets; begin += static_cast<std::size_t>(factor))
            for (std::size_t channel = 0; channel < channels; ++channel) {
                Peak peak;
                bool any = false;
                for (std::size_t i = begin; i < std::min(buckets, begin + static_cast<std::size_t>(factor)); ++i)
                    widen(peak, any, below.peaks[i * channels + channel]);
                level.peaks.push_back(peak);
            }
        peaks->levels_.push_back(std::move(level));
    }
    return peaks;
}

Peak Peaks::of(int channel, std::int64_t begin, std::int64_t end) const
{
    begin = std::max<std::int64_t>(begin, 0);
    end = std::min(end, clip_->frames());
    Peak peak;
    bool any = false;
    const auto channels = static_cast<std::size_t>(clip_->channels);
    const auto own = static_cast<std::size_t>(channel);
    while (begin < end) {
        // The largest bucket that begins here and lies inside.
        const Level* fits = nullptr;
        for (const Level& level : levels_)
            if (begin % level.framesEach == 0 && begin + level.framesEach <= end)
                fits = &level;
        if (fits != nullptr) {
            widen(peak, any, fits->peaks[static_cast<std::size_t>(begin / fits->framesEach) * channels + own]);
            begin += fits->framesEach;
        } else {
            const float sample = clip_->samples[static_cast<std::size_t>(begin) * channels + own];
            widen(peak, any, {sample, sample});
            ++begin;
        }
    }
    return peak;
}

} // namespace blak::audio
