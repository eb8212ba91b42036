// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/clip.h"
#include "client/audio/ramp.h"
#include "client/audio/sinc_kernel.h"

#include <cstdint>
#include <memory>
#include <span>

namespace blak::audio {

using VoiceId = std::uint64_t; ///< never used twice; 0 = none

struct PlayOptions
{
    float volume = 1;          ///< 0..4
    float pan = 0;             ///< -1 left .. 1 right: the far side grows quieter
    float pitch = 1;           ///< 0.25..4: faster and higher
    bool loops = false;        ///< from the end back to the beginning without a gap
    int priority = 0;          ///< when there are too many voices the lowest goes first
    std::int64_t from = 0;     ///< first frame of the clip
    std::uint64_t startAt = 0; ///< frame of the mixer's clock; one that has passed means now
    bool paused = false;       ///< begins with a pause
};

/// One sound being played; lives in the audio thread.
class Voice
{
public:
    enum class State : std::uint8_t { Free, Playing, Paused, Ended };
    enum class Pending : std::uint8_t { None, Pause, Stop, Seek };

    void start(VoiceId id, std::shared_ptr<const Clip> clip, std::shared_ptr<const SincKernel> kernel, double step,
               const PlayOptions& options);
    /// Gives back what it held; Free afterwards.
    void release(std::shared_ptr<const Clip>& clip, std::shared_ptr<const SincKernel>& kernel);

    // What is heard as a step is faded over some frames.
    void setVolume(float volume, int rampFrames);
    void setPan(float pan, int rampFrames);
    void setLoops(bool loops) { loops_ = loops; }
    void pause(int rampFrames) { fadeOut(Pending::Pause, rampFrames); }
    void stop(int rampFrames) { fadeOut(Pending::Stop, rampFrames); }
    void resume(int rampFrames);
    void seek(std::int64_t frame, int rampFrames);

    /// Adds to `out` (two channels, frame by frame), which begins at `clock`.
    void mix(std::span<float> out, std::uint64_t clock, int rampFrames);

    VoiceId id() const { return id_; }
    State state() const { return state_; }
    bool isStopping() const { return pending_ == Pending::Stop; }
    int priority() const { return priority_; }
    /// Whether the end came by itself.
    bool hasRunOut() const { return ranOut_; }
    std::int64_t position() const { return pending_ == Pending::Seek ? seekTo_ : position_; } ///< frame of the clip
    float peak(int side) const { return peaks_[side]; }                                       ///< of the last mix()

private:
    void fadeOut(Pending then, int rampFrames);
    void doPending(int rampFrames);
    void aim(int rampFrames);
    bool read(float& left, float& right);
    void interpolate(float& left, float& right) const;

    VoiceId id_ = 0;
    State state_ = State::Free;
    Pending pending_ = Pending::None;
    std::shared_ptr<const Clip> clip_;
    std::shared_ptr<const SincKernel> kernel_; ///< null: same rate
    std::int64_t position_ = 0;                ///< whole frames ...
    std::uint32_t fraction_ = 0;               ///< ... and 1 / 2^32 of one
    std::uint64_t step_ = 0;                   ///< 32.32
    std::int64_t seekTo_ = 0;
    std::uint64_t startAt_ = 0;
    bool loops_ = false;
    bool ranOut_ = false;
    int priority_ = 0;
    float volume_ = 1, pan_ = 0;
    Ramp gains_[2];
    Ramp fade_;
    float peaks_[2] = {};
};

} // namespace blak::audio
