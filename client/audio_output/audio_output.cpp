// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio_output/audio_output.h"

#include "client/audio_output/null_backend.h"
#include "client/audio_output/sink_backend.h"

#include <QAudioDevice>
#include <QAudioFormat>
#include <QMediaDevices>
#include <QTimer>

namespace blak::play {
namespace {

constexpr int pollMilliseconds = 30;
constexpr int restAfterPolls = 60; ///< without a sound

bool isSilenced() { return qEnvironmentVariable("BLAK_AUDIO") == QLatin1String("none"); }

} // namespace

std::shared_ptr<AudioOutput> AudioOutput::shared()
{
    static std::weak_ptr<AudioOutput> one;
    std::shared_ptr<AudioOutput> output = one.lock();
    if (output == nullptr) {
        output.reset(new AudioOutput);
        one = output;
    }
    return output;
}

AudioOutput::AudioOutput() : poll_(new QTimer(this))
{
    if (!isSilenced()) {
        devices_ = new QMediaDevices(this);
        connect(devices_, &QMediaDevices::audioOutputsChanged, this, &AudioOutput::chooseBackend);
    }
    poll_->setInterval(pollMilliseconds);
    connect(poll_, &QTimer::timeout, this, &AudioOutput::poll);
    chooseBackend();
}

AudioOutput::~AudioOutput() = default;

void AudioOutput::chooseBackend()
{
    const QAudioDevice device = isSilenced() ? QAudioDevice() : QMediaDevices::defaultAudioOutput();
    const auto format = device.isNull() ? std::nullopt : SinkBackend::formatFor(device);
    const QString name = format ? device.description() : QString();
    if (backend_ != nullptr && name == deviceName_)
        return;
    // Clips keep their place in the mixer when the device changes, so its rate stays what it was at first.
    if (mixer_ == nullptr)
        mixer_ = std::make_unique<audio::Mixer>(audio::MixerOptions{.rate = format ? format->sampleRate() : 48000});
    if (!format || format->sampleRate() != mixer_->rate()) {
        useNull();
        return;
    }
    backend_.reset(); // one renders at a time
    deviceName_ = name;
    backend_ = std::make_unique<SinkBackend>(*mixer_, device, *format);
    connect(backend_.get(), &OutputBackend::failed, this, &AudioOutput::useNull, Qt::QueuedConnection); // which deletes it
    wake();
    emit deviceChanged();
}

void AudioOutput::useNull()
{
    if (backend_ != nullptr && !backend_->isDevice())
        return;
    backend_.reset();
    deviceName_.clear();
    backend_ = std::make_unique<NullBackend>(*mixer_);
    wake();
    emit deviceChanged();
}

bool AudioOutput::hasDevice() const { return backend_->isDevice(); }

void AudioOutput::wake()
{
    idlePolls_ = 0;
    backend_->setRunning(true);
    poll_->start();
}

void AudioOutput::poll()
{
    for (const audio::VoiceEnd& end : mixer_->takeEnds())
        emit ended(end.id, end.reason);
    if (mixer_->busyVoices() > 0) {
        idlePolls_ = 0;
        return;
    }
    if (++idlePolls_ < restAfterPolls)
        return;
    backend_->setRunning(false);
    poll_->stop();
}

} // namespace blak::play
