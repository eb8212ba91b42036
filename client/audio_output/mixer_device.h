// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>

#include <vector>

namespace blak::audio {
class Mixer;
}

namespace blak::play {

/// The mixer as an endless file of two channels, which a QAudioSink reads in its own thread.
class MixerDevice : public QIODevice
{
    Q_OBJECT

public:
    enum class Sample : int { Float, Int16 };

    MixerDevice(audio::Mixer& mixer, Sample sample);

    bool isSequential() const override { return true; }
    qint64 bytesAvailable() const override;

protected:
    qint64 readData(char* data, qint64 maxSize) override;
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    std::size_t frameBytes() const;

    audio::Mixer& mixer_;
    Sample sample_;
    std::vector<float> scratch_;
};

} // namespace blak::play
