// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/clip.h"
#include "client/audio_output/audio_output.h"

#include <QObject>

#include <memory>

class QTimer;

namespace blak::ui::sound {

/// One clip that can be played, paused, sought in and looped, through the program's one output.
class SoundPlayer : public QObject
{
    Q_OBJECT

public:
    explicit SoundPlayer(QObject* parent = nullptr);
    ~SoundPlayer() override;

    /// Null: nothing to play.
    void setClip(std::shared_ptr<const audio::Clip> clip);
    qint64 length() const { return clip_ == nullptr ? 0 : clip_->frames(); } ///< frames
    int rate() const { return clip_ == nullptr ? 1 : clip_->rate; }

    bool isPlaying() const { return playing_; }
    qint64 position() const { return position_; } ///< frame
    bool loops() const { return loops_; }
    int volume() const { return volume_; } ///< percent, 0..100
    bool hasDevice() const { return output_->hasDevice(); }

    void play(); ///< from the beginning when the sound is at its end
    void pause();
    void toggle() { playing_ ? pause() : play(); }
    void stop(); ///< and back to the beginning
    void seek(qint64 frame);
    void setLoops(bool loops);
    void setVolume(int percent);

signals:
    void positionChanged();
    /// Playing, looping or volume.
    void stateChanged();
    /// Loudest sample of each side since the last time, 0..1.
    void levels(float left, float right);
    void deviceChanged();

private:
    void poll();
    void voiceEnded(quint64 voice);

    std::shared_ptr<play::AudioOutput> output_;
    std::shared_ptr<const audio::Clip> clip_;
    audio::VoiceId voice_ = 0; ///< playing or pausing
    qint64 position_ = 0;
    int settling_ = 0; ///< polls until the mixer has carried out what was asked
    bool playing_ = false;
    bool loops_ = false;
    int volume_ = 80;
    QTimer* poll_ = nullptr;
};

} // namespace blak::ui::sound
