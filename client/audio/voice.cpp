// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/voice.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::audio {
namespace {

constexpr float loudestVolume = 4;
constexpr double fractionScale = 4294967296.0; ///< 2^32

} // namespace

void Voice::start(VoiceId id, std::shared_ptr<const Clip> clip, std::shared_ptr<const SincKernel> kernel, double step,
                  const PlayOptions& options)
{
    id_ = id;
    clip_ = std::move(clip);
    kernel_ = std::move(kernel);
    step_ = static_cast<std::uint64_t>(std::llround(step * fractionScale));
    position_ = std::clamp<std::int64_t>(options.from, 0, clip_->frames());
    fraction_ = 0;
    startAt_ = options.startAt;
    loops_ = options.loops;
    ranOut_ = false;
    priority_ = options.priority;
    pending_ = Pending::None;
    state_ = options.paused ? State::Paused : State::Playing;
    volume_ = std::clamp(options.volume, 0.0f, loudestVolume);
    pan_ = std::clamp(options.pan, -1.0f, 1.0f);
    gains_[0].jump(volume_ * std::min(1.0f, 1 - pan_));
    gains_[1].jump(volume_ * std::min(1.0f, 1 + pan_));
    fade_.jump(1);
    peaks_[0] = peaks_[1] = 0;
}

void Voice::release(std::shared_ptr<const Clip>& clip, std::shared_ptr<const SincKernel>& kernel)
{
    clip = std::move(clip_);
    kernel = std::move(kernel_);
    clip_ = nullptr;
    kernel_ = nullptr;
    id_ = 0;
    state_ = State::Free;
    pending_ = Pending::None;
}

void Voice::aim(int rampFrames)
{
    gains_[0].moveTo(volume_ * std::min(1.0f, 1 - pan_), rampFrames);
    gains_[1].moveTo(volume_ * std::min(1.0f, 1 + pan_), rampFrames);
}

void Voice::setVolume(float volume, int rampFrames)
{
    volume_ = std::clamp(volume, 0.0f, loudestVolume);
    aim(rampFrames);
}

void Voice::setPan(float pan, int rampFrames)
{
    pan_ = std::clamp(pan, -1.0f, 1.0f);
    aim(rampFrames);
}

void Voice::fadeOut(Pending then, int rampFrames)
{
    if (state_ == State::Ended || pending_ == Pending::Stop)
        return;
    if (pending_ == Pending::Seek) { // where it was going counts
        position_ = seekTo_;
        fraction_ = 0;
    }
    pending_ = then;
    if (state_ == State::Paused) {
        doPending(rampFrames);
        return;
    }
    fade_.moveTo(0, rampFrames);
}

void Voice::doPending(int rampFrames)
{
    switch (std::exchange(pending_, Pending::None)) {
    case Pending::None: break;
    case Pending::Pause: state_ = State::Paused; break;
    case Pending::Stop: state_ = State::Ended; break;
    case Pending::Seek:
        position_ = seekTo_;
        fraction_ = 0;
        if (state_ == State::Playing)
            fade_.moveTo(1, rampFrames);
        break;
    }
}

void Voice::resume(int rampFrames)
{
    if (state_ == State::Ended || pending_ == Pending::Stop)
        return;
    if (pending_ == Pending::Pause)
        pending_ = Pending::None;
    if (state_ == State::Paused) {
        state_ = State::Playing;
        fade_.jump(0);
    }
    if (pending_ != Pending::Seek)
        fade_.moveTo(1, rampFrames);
}

void Voice::seek(std::int64_t frame, int rampFrames)
{
    if (pending_ == Pending::Stop)
        return;
    seekTo_ = std::clamp<std::int64_t>(frame, 0, clip_->frames());
    if (pending_ == Pending::Pause) { // about to be silent: the pause holds, from the new place
        doPending(rampFrames);
    }
    pending_ = Pending::Seek;
    if (state_ == State::Paused)
        doPending(rampFrames);
    else
        fade_.moveTo(0, rampFrames);
}

void Voice::interpolate(float& left, float& right) const
{
    const Clip& clip = *clip_;
    const auto channels = static_cast<std::int64_t>(clip.channels);
    const std::int64_t frames = clip.frames();
    const int taps = kernel_->taps();
    const std::uint64_t scaled = static_cast<std::uint64_t>(fraction_) * SincKernel::phases;
    const int phase = static_cast<int>(scaled >> 32);
    const float between = static_cast<float>(static_cast<std::uint32_t>(scaled)) * static_cast<float>(1 / fractionScale);
    const float* first = kernel_->row(phase);
    const float* second = kernel_->row(phase + 1);
    const std::int64_t begin = position_ - taps / 2 + 1;
    float sums[2][2] = {}; // [row][side]
    const auto add = [&](int tap, const float* frame) {
        const float l = frame[0], r = frame[channels - 1];
        sums[0][0] += first[tap] * l;
        sums[0][1] += first[tap] * r;
        sums[1][0] += second[tap] * l;
        sums[1][1] += second[tap] * r;
    };
    if (begin >= 0 && begin + taps <= frames) {
        const float* frame = clip.samples.data() + begin * channels;
        for (int tap = 0; tap < taps; ++tap, frame += channels)
            add(tap, frame);
    } else { // at an end: silence beyond, or the other end of a loop
        for (int tap = 0; tap < taps; ++tap) {
            std::int64_t at = begin + tap;
            if (loops_)
                at = ((at % frames) + frames) % frames;
            if (at >= 0 && at < frames)
                add(tap, clip.samples.data() + at * channels);
        }
    }
    left = sums[0][0] + (sums[1][0] - sums[0][0]) * between;
    right = sums[0][1] + (sums[1][1] - sums[0][1]) * between;
}

/// The next frame; false at the end.
bool Voice::read(float& left, float& right)
{
    const std::int64_t frames = clip_->frames();
    if (position_ >= frames) {
        if (!loops_ || frames == 0)
            return false;
        position_ %= frames;
    }
    if (kernel_ == nullptr) {
        const float* frame = clip_->samples.data() + position_ * clip_->channels;
        left = frame[0];
        right = frame[clip_->channels - 1];
    } else {
        interpolate(left, right);
    }
    const std::uint64_t next = static_cast<std::uint64_t>(fraction_) + step_;
    position_ += static_cast<std::int64_t>(next >> 32);
    fraction_ = static_cast<std::uint32_t>(next);
    return true;
}

void Voice::mix(std::span<float> out, std::uint64_t clock, int rampFrames)
{
    peaks_[0] = peaks_[1] = 0;
    if (state_ != State::Playing)
        return;
    const std::uint64_t frames = out.size() / 2;
    const std::uint64_t skip = startAt_ > clock ? startAt_ - clock : 0;
    if (skip > 0 && pending_ != Pending::None) // nothing has been heard of it yet
        doPending(rampFrames);
    for (std::uint64_t i = skip; i < frames && state_ == State::Playing; ++i) {
        float left = 0, right = 0;
        if (!read(left, right)) {
            state_ = State::Ended;
            ranOut_ = true;
            return;
        }
        const float fade = fade_.next();
        left *= gains_[0].next() * fade;
        right *= gains_[1].next() * fade;
        out[2 * i] += left;
        out[2 * i + 1] += right;
        peaks_[0] = std::max(peaks_[0], std::abs(left));
        peaks_[1] = std::max(peaks_[1], std::abs(right));
        if (pending_ != Pending::None && !fade_.isMoving())
            doPending(rampFrames);
    }
}

} // namespace blak::audio
