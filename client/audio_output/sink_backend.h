// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio_output/output_backend.h"

#include <QAudioDevice>
#include <QThread>

#include <memory>
#include <optional>

class QAudioFormat;

namespace blak::audio {
class Mixer;
}

namespace blak::play {

class SinkWorker;

/// A QAudioSink in pull mode in a thread of its own: what the GUI thread does is not heard.
class SinkBackend : public OutputBackend
{
    Q_OBJECT

public:
    /// Two channels of float or 16 bit, at the rate that the mixer will have; nothing when the device takes neither.
    static std::optional<QAudioFormat> formatFor(const QAudioDevice& device);

    SinkBackend(audio::Mixer& mixer, const QAudioDevice& device, const QAudioFormat& format);
    ~SinkBackend() override;

    bool isDevice() const override { return true; }
    void setRunning(bool running) override;

private:
    QThread thread_;
    SinkWorker* worker_ = nullptr; ///< lives in thread_
};

} // namespace blak::play
