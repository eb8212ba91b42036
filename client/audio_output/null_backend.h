// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio_output/output_backend.h"

#include <QElapsedTimer>
#include <QTimer>

#include <vector>

namespace blak::audio {
class Mixer;
}

namespace blak::play {

/// Plays to nobody at the right speed.
class NullBackend : public OutputBackend
{
    Q_OBJECT

public:
    explicit NullBackend(audio::Mixer& mixer);

    bool isDevice() const override { return false; }
    void setRunning(bool running) override;

private:
    void advance();

    audio::Mixer& mixer_;
    QTimer timer_;
    QElapsedTimer clock_;
    qint64 renderedFrames_ = 0; ///< since the clock was started
    std::vector<float> scratch_;
};

} // namespace blak::play
