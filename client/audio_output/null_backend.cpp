// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio_output/null_backend.h"

#include "client/audio/mixer.h"

#include <algorithm>
#include <span>

namespace blak::play {
namespace {

constexpr int intervalMilliseconds = 10;
constexpr qint64 longestGap = 500; ///< ms; a program that stood still does not play what it missed in one go
constexpr std::size_t blockFrames = 512;

} // namespace

NullBackend::NullBackend(audio::Mixer& mixer) : mixer_(mixer), scratch_(2 * blockFrames)
{
    timer_.setInterval(intervalMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &NullBackend::advance);
}

void NullBackend::setRunning(bool running)
{
    if (running == timer_.isActive())
        return;
    if (!running) {
        timer_.stop();
        return;
    }
    clock_.start();
    renderedFrames_ = 0;
    timer_.start();
}

void NullBackend::advance()
{
    const qint64 due = clock_.nsecsElapsed() * mixer_.rate() / 1'000'000'000 - renderedFrames_;
    auto left = static_cast<std::size_t>(std::clamp<qint64>(due, 0, longestGap * mixer_.rate() / 1000));
    renderedFrames_ += due;
    while (left > 0) {
        const std::size_t frames = std::min(left, blockFrames);
        mixer_.render(std::span(scratch_).first(2 * frames));
        left -= frames;
    }
}

} // namespace blak::play
