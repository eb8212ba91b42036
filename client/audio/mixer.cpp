// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/mixer.h"

#include "client/audio/soft_limit.h"

#include <algorithm>
#include <cmath>

namespace blak::audio {
namespace {

constexpr int rampsPerSecond = 250; ///< a ramp takes 4 ms
constexpr float loudestMaster = 4;
constexpr float lowestPitch = 0.25f, highestPitch = 4;
constexpr double fallSteps = 16;

void raise(std::atomic<float>& shown, float peak)
{
    if (peak > shown.load(std::memory_order_relaxed))
        shown.store(peak, std::memory_order_relaxed);
}

} // namespace

Mixer::Mixer(const MixerOptions& options)
    : rate_(std::clamp(options.rate, 8000, 192'000)), mostVoices_(std::clamp(options.mostVoices, 1, mostSlots - spareSlots)),
      rampFrames_(std::max(1, rate_ / rampsPerSecond))
{
}

std::shared_ptr<const SincKernel> Mixer::kernelFor(double step)
{
    if (step == 1)
        return nullptr;
    // One filter serves all rises; falls are rounded up, so that pitches of all kinds do not make filters without end.
    const double rounded = step < 1 ? 1 : std::ceil(step * fallSteps) / fallSteps;
    auto& kernel = kernels_[rounded];
    if (kernel == nullptr)
        kernel = std::make_shared<const SincKernel>(rounded);
    return kernel;
}

VoiceId Mixer::play(std::shared_ptr<const Clip> clip, const PlayOptions& options)
{
    if (clip == nullptr || clip->frames() == 0)
        return 0;
    Order order;
    order.kind = Order::Kind::Play;
    order.id = lastId_ + 1;
    order.options = options;
    order.step = clip->rate * static_cast<double>(std::clamp(options.pitch, lowestPitch, highestPitch)) / rate_;
    order.kernel = kernelFor(order.step);
    order.clip = std::move(clip);
    if (!orders_.push(std::move(order)))
        return 0;
    return ++lastId_;
}

bool Mixer::order(Order::Kind kind, VoiceId id, float value, std::int64_t frame)
{
    Order order;
    order.kind = kind;
    order.id = id;
    order.value = value;
    order.frame = frame;
    return orders_.push(std::move(order));
}

void Mixer::stop(VoiceId id) { order(Order::Kind::Stop, id); }
void Mixer::pause(VoiceId id) { order(Order::Kind::Pause, id); }
void Mixer::resume(VoiceId id) { order(Order::Kind::Resume, id); }
void Mixer::seek(VoiceId id, std::int64_t frame) { order(Order::Kind::Seek, id, 0, frame); }
void Mixer::setVolume(VoiceId id, float volume) { order(Order::Kind::Volume, id, volume); }
void Mixer::setPan(VoiceId id, float pan) { order(Order::Kind::Pan, id, pan); }
void Mixer::setLoops(VoiceId id, bool loops) { order(Order::Kind::Loops, id, loops ? 1.0f : 0.0f); }
void Mixer::setMasterVolume(float volume) { order(Order::Kind::Master, 0, volume); }
void Mixer::stopAll() { order(Order::Kind::StopAll, 0); }

std::vector<VoiceEnd> Mixer::takeEnds()
{
    std::vector<VoiceEnd> ends;
    Ended ended;
    while (ended_.pop(ended)) {
        ends.push_back(ended.end);
        ended = {}; // frees the clip here
    }
    return ends;
}

std::optional<VoiceStatus> Mixer::status(VoiceId id)
{
    for (Shown& shown : shown_) {
        if (id == 0 || shown.id.load(std::memory_order_acquire) != id)
            continue;
        VoiceStatus status;
        status.paused = shown.paused.load(std::memory_order_relaxed);
        status.position = shown.position.load(std::memory_order_relaxed);
        status.left = shown.left.exchange(0, std::memory_order_relaxed);
        status.right = shown.right.exchange(0, std::memory_order_relaxed);
        if (shown.id.load(std::memory_order_acquire) == id)
            return status;
    }
    return std::nullopt;
}

Voice* Mixer::find(VoiceId id)
{
    for (Voice& voice : voices_)
        if (id != 0 && voice.id() == id)
            return &voice;
    return nullptr;
}

/// Finds a place: a free one while there are few voices, else that of the least important, oldest one, which fades out in its own
/// slot.
void Mixer::begin(Order& order)
{
    int alive = 0;
    Voice* free = nullptr;
    Voice* least = nullptr;
    for (Voice& voice : voices_) {
        if (voice.state() == Voice::State::Ended)
            finish(voice);
        if (voice.state() == Voice::State::Free) {
            free = free == nullptr ? &voice : free;
            continue;
        }
        if (voice.isStopping())
            continue;
        ++alive;
        if (least == nullptr || voice.priority() < least->priority() ||
            (voice.priority() == least->priority() && voice.id() < least->id()))
            least = &voice;
    }
    if (alive >= mostVoices_ && least != nullptr) {
        if (least->priority() > order.options.priority) {
            ended_.push({{order.id, EndReason::Refused}, std::move(order.clip), std::move(order.kernel)});
            return;
        }
        reasons_[static_cast<std::size_t>(least - voices_.data())] = EndReason::Pushed;
        least->stop(rampFrames_);
        if (free == nullptr) { // all spare slots are fading: this one is cut
            finish(*least);
            free = least;
        }
    }
    if (free == nullptr) { // more are fading than there are spare slots
        for (Voice& voice : voices_)
            if (voice.isStopping())
                free = &voice;
        finish(*free);
    }
    reasons_[static_cast<std::size_t>(free - voices_.data())] = EndReason::Stopped;
    free->start(order.id, std::move(order.clip), std::move(order.kernel), order.step, order.options);
}

void Mixer::carryOut(Order& order)
{
    using Kind = Order::Kind;
    if (order.kind == Kind::Play) {
        begin(order);
        return;
    }
    if (order.kind == Kind::Master) {
        master_.moveTo(std::clamp(order.value, 0.0f, loudestMaster), rampFrames_);
        return;
    }
    if (order.kind == Kind::StopAll) {
        for (Voice& voice : voices_)
            if (voice.state() != Voice::State::Free)
                voice.stop(rampFrames_);
        return;
    }
    Voice* voice = find(order.id);
    if (voice == nullptr)
        return;
    switch (order.kind) {
    case Kind::Stop: voice->stop(rampFrames_); break;
    case Kind::Pause: voice->pause(rampFrames_); break;
    case Kind::Resume: voice->resume(rampFrames_); break;
    case Kind::Seek: voice->seek(order.frame, rampFrames_); break;
    case Kind::Volume: voice->setVolume(order.value, rampFrames_); break;
    case Kind::Pan: voice->setPan(order.value, rampFrames_); break;
    case Kind::Loops: voice->setLoops(order.value != 0); break;
    case Kind::Play:
    case Kind::Master:
    case Kind::StopAll: break;
    }
}

/// There is always room: orders are taken only while every voice could end twice over.
void Mixer::finish(Voice& voice)
{
    Ended ended;
    ended.end.id = voice.id();
    ended.end.reason = voice.hasRunOut() ? EndReason::RanOut : reasons_[static_cast<std::size_t>(&voice - voices_.data())];
    voice.release(ended.clip, ended.kernel);
    ended_.push(std::move(ended));
}

void Mixer::render(std::span<float> out)
{
    // Without room for the news that all voices end, orders wait.
    Order order;
    while (ended_.free() > 2 * mostSlots && orders_.pop(order)) {
        carryOut(order);
        order = {}; // holds nothing any more: what it brought is in a voice or on its way back
    }
    std::fill(out.begin(), out.end(), 0.0f);
    const std::uint64_t now = clock_.load(std::memory_order_relaxed);
    for (Voice& voice : voices_) {
        if (voice.state() == Voice::State::Playing)
            voice.mix(out, now, rampFrames_);
    }
    for (std::size_t i = 0; i + 1 < out.size(); i += 2) {
        const float gain = master_.next();
        out[i] = softLimit(out[i] * gain);
        out[i + 1] = softLimit(out[i + 1] * gain);
    }
    show();
    clock_.store(now + out.size() / 2, std::memory_order_release);
}

void Mixer::show()
{
    int busy = 0;
    for (std::size_t i = 0; i < voices_.size(); ++i) {
        Voice& voice = voices_[i];
        Shown& shown = shown_[i];
        if (voice.state() == Voice::State::Ended && ended_.free() > mostSlots)
            finish(voice);
        if (voice.state() == Voice::State::Free || voice.state() == Voice::State::Ended) {
            shown.id.store(0, std::memory_order_release);
            continue;
        }
        busy += voice.state() == Voice::State::Playing ? 1 : 0;
        if (shown.id.load(std::memory_order_relaxed) != voice.id()) {
            shown.left.store(0, std::memory_order_relaxed);
            shown.right.store(0, std::memory_order_relaxed);
        }
        shown.paused.store(voice.state() == Voice::State::Paused, std::memory_order_relaxed);
        shown.position.store(voice.position(), std::memory_order_relaxed);
        raise(shown.left, voice.peak(0));
        raise(shown.right, voice.peak(1));
        shown.id.store(voice.id(), std::memory_order_release);
    }
    busy_.store(busy, std::memory_order_release);
}

} // namespace blak::audio
