// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/handover_queue.h"
#include "client/audio/voice.h"

#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <vector>

namespace blak::audio {

struct MixerOptions
{
    int rate = 48000;    ///< of the output
    int mostVoices = 32; ///< 1..Mixer::mostSlots - Mixer::spareSlots
};

enum class EndReason : std::uint8_t {
    RanOut,  ///< played to its end
    Stopped, ///< by stop()
    Pushed,  ///< one of higher or the same priority took its place
    Refused, ///< never began: all voices are busy with higher priorities
};

struct VoiceEnd
{
    VoiceId id = 0;
    EndReason reason = EndReason::RanOut;
};

struct VoiceStatus
{
    bool paused = false;
    std::int64_t position = 0; ///< frame of the clip
    float left = 0, right = 0; ///< loudest sample since the last question
};

/// Plays many clips at once into two channels. Two threads share it without ever waiting for each other: one gives orders (all
/// functions but render), the other calls render. Rates are changed by windowed sinc, changes of volume and position are ramped
/// over 4 ms, the sum is bent softly below full scale. render() takes no lock and neither takes nor frees memory: clips that are
/// done travel back and are let go by takeEnds().
class Mixer
{
public:
    static constexpr int mostSlots = 68;
    static constexpr int spareSlots = 4; ///< for voices that fade out while another takes their place

    explicit Mixer(const MixerOptions& options = {});

    int rate() const { return rate_; }

    // --- the thread that gives orders ---

    /// 0 when orders are not being taken (nobody renders) or the clip is empty.
    VoiceId play(std::shared_ptr<const Clip> clip, const PlayOptions& options = {});
    // Voices that have ended are ignored.
    void stop(VoiceId id);
    void pause(VoiceId id);
    void resume(VoiceId id);
    void seek(VoiceId id, std::int64_t frame);
    void setVolume(VoiceId id, float volume);
    void setPan(VoiceId id, float pan);
    void setLoops(VoiceId id, bool loops);
    void setMasterVolume(float volume);
    void stopAll();

    /// What ended since the last call. Call it often: it also frees what the voices held.
    std::vector<VoiceEnd> takeEnds();
    /// Nothing before the first render after play(), and after the end.
    std::optional<VoiceStatus> status(VoiceId id);

    // --- any thread ---

    /// Frames rendered since the beginning.
    std::uint64_t clock() const { return clock_.load(std::memory_order_acquire); }
    /// Voices that are making sound or wait for their time (not those that pause), and orders that wait.
    int busyVoices() const { return busy_.load(std::memory_order_acquire) + (orders_.isEmpty() ? 0 : 1); }

    // --- the audio thread ---

    /// Fills `out` (two channels, frame by frame) with the next frames.
    void render(std::span<float> out);

private:
    struct Order
    {
        enum class Kind : std::uint8_t { Play, Stop, Pause, Resume, Seek, Volume, Pan, Loops, Master, StopAll };
        Kind kind = Kind::Stop;
        VoiceId id = 0;
        float value = 0;
        std::int64_t frame = 0;
        PlayOptions options;
        double step = 1;
        std::shared_ptr<const Clip> clip;
        std::shared_ptr<const SincKernel> kernel;
    };
    struct Ended
    {
        VoiceEnd end;
        std::shared_ptr<const Clip> clip; ///< to be freed by the thread that gives orders
        std::shared_ptr<const SincKernel> kernel;
    };
    /// What the other thread may see of a voice.
    struct Shown
    {
        std::atomic<VoiceId> id{0};
        std::atomic<bool> paused{false};
        std::atomic<std::int64_t> position{0};
        std::atomic<float> left{0}, right{0};
    };

    bool order(Order::Kind kind, VoiceId id, float value = 0, std::int64_t frame = 0);
    std::shared_ptr<const SincKernel> kernelFor(double step);
    void carryOut(Order& order);
    void begin(Order& order);
    Voice* find(VoiceId id);
    void finish(Voice& voice);
    void show();

    const int rate_;
    const int mostVoices_;
    const int rampFrames_;

    // The thread that gives orders:
    VoiceId lastId_ = 0;
    std::map<double, std::shared_ptr<const SincKernel>> kernels_; ///< by rounded step

    HandoverQueue<Order, 1024> orders_;
    HandoverQueue<Ended, 1024> ended_;
    std::array<Shown, mostSlots> shown_;
    std::atomic<std::uint64_t> clock_{0};
    std::atomic<int> busy_{0};

    // The audio thread:
    std::array<Voice, mostSlots> voices_;
    std::array<EndReason, mostSlots> reasons_{};
    Ramp master_;
};

} // namespace blak::audio
