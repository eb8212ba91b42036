// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio_output/sink_backend.h"

#include "client/audio/mixer.h"
#include "client/audio_output/sink_worker.h"

namespace blak::play {
namespace {

constexpr int usualRate = 48000;
constexpr int bufferMilliseconds = 60;

} // namespace

std::optional<QAudioFormat> SinkBackend::formatFor(const QAudioDevice& device)
{
    for (const int rate : {usualRate, device.preferredFormat().sampleRate()}) {
        for (const QAudioFormat::SampleFormat sample : {QAudioFormat::Float, QAudioFormat::Int16}) {
            QAudioFormat format;
            format.setSampleRate(rate);
            format.setChannelCount(2);
            format.setSampleFormat(sample);
            if (device.isFormatSupported(format))
                return format;
        }
    }
    return std::nullopt;
}

SinkBackend::SinkBackend(audio::Mixer& mixer, const QAudioDevice& device, const QAudioFormat& format)
    : worker_(new SinkWorker(mixer, device, format))
{
    thread_.setObjectName(QStringLiteral("audio"));
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::started, worker_, &SinkWorker::start);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    connect(worker_, &SinkWorker::failed, this, &OutputBackend::failed);
    thread_.start(QThread::TimeCriticalPriority);
}

SinkBackend::~SinkBackend()
{
    thread_.quit();
    thread_.wait();
}

void SinkBackend::setRunning(bool running)
{
    QMetaObject::invokeMethod(worker_, [worker = worker_, running] { worker->setRunning(running); });
}

void SinkWorker::start()
{
    const auto sample = format_.sampleFormat() == QAudioFormat::Float ? MixerDevice::Sample::Float : MixerDevice::Sample::Int16;
    source_ = std::make_unique<MixerDevice>(mixer_, sample);
    sink_ = std::make_unique<QAudioSink>(device_, format_);
    sink_->setBufferSize(format_.bytesForDuration(qint64{bufferMilliseconds} * 1000));
    connect(sink_.get(), &QAudioSink::stateChanged, this, [this](QAudio::State state) {
        if (state == QAudio::StoppedState && sink_->error() != QAudio::NoError)
            emit failed();
    });
    sink_->start(source_.get());
    if (sink_->error() != QAudio::NoError)
        emit failed();
}

void SinkWorker::setRunning(bool running)
{
    if (sink_ == nullptr)
        return;
    if (running && sink_->state() == QAudio::SuspendedState)
        sink_->resume();
    else if (!running && sink_->state() != QAudio::StoppedState)
        sink_->suspend();
}

} // namespace blak::play
