// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio_output/mixer_device.h"

#include <QAudioDevice>
#include <QAudioFormat>
#include <QAudioSink>
#include <QObject>

#include <memory>

namespace blak::play {

/// The sink and what it reads, in the audio thread.
class SinkWorker : public QObject
{
    Q_OBJECT

public:
    SinkWorker(audio::Mixer& mixer, QAudioDevice device, QAudioFormat format)
        : mixer_(mixer), device_(std::move(device)), format_(format)
    {
    }

    void start();
    void setRunning(bool running);

signals:
    void failed();

private:
    audio::Mixer& mixer_;
    QAudioDevice device_;
    QAudioFormat format_;
    std::unique_ptr<MixerDevice> source_;
    std::unique_ptr<QAudioSink> sink_; ///< goes before what it reads
};

} // namespace blak::play
