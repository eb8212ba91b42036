// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/sound/sound_player.h"

#include <QTimer>

#include <algorithm>
#include <cstdlib>

namespace blak::ui::sound {
namespace {

constexpr int pollMilliseconds = 25;
constexpr int pollsToSettle = 4;

/// Half of the way is half as loud to the ear, not to a meter.
float gainFor(int percent)
{
    const float part = static_cast<float>(percent) / 100;
    return part * part;
}

} // namespace

SoundPlayer::SoundPlayer(QObject* parent) : QObject(parent), output_(play::AudioOutput::shared()), poll_(new QTimer(this))
{
    poll_->setInterval(pollMilliseconds);
    connect(poll_, &QTimer::timeout, this, &SoundPlayer::poll);
    connect(output_.get(), &play::AudioOutput::ended, this, &SoundPlayer::voiceEnded);
    connect(output_.get(), &play::AudioOutput::deviceChanged, this, &SoundPlayer::deviceChanged);
}

SoundPlayer::~SoundPlayer()
{
    output_->mixer().stop(voice_);
    output_->wake();
}

void SoundPlayer::setClip(std::shared_ptr<const audio::Clip> clip)
{
    stop();
    clip_ = std::move(clip);
}

void SoundPlayer::play()
{
    if (clip_ == nullptr || playing_)
        return;
    if (position_ >= length())
        position_ = 0;
    if (voice_ != 0) {
        output_->mixer().resume(voice_);
    } else {
        voice_ = output_->mixer().play(clip_, {.volume = gainFor(volume_), .loops = loops_, .from = position_});
        if (voice_ == 0)
            return;
    }
    playing_ = true;
    settling_ = pollsToSettle;
    output_->wake();
    poll_->start();
    emit stateChanged();
    emit positionChanged();
}

void SoundPlayer::pause()
{
    if (!playing_)
        return;
    poll();
    output_->mixer().pause(voice_);
    output_->wake();
    playing_ = false;
    poll_->stop();
    emit levels(0, 0);
    emit stateChanged();
}

void SoundPlayer::stop()
{
    output_->mixer().stop(voice_);
    output_->wake();
    voice_ = 0;
    playing_ = false;
    position_ = 0;
    poll_->stop();
    emit levels(0, 0);
    emit stateChanged();
    emit positionChanged();
}

void SoundPlayer::seek(qint64 frame)
{
    position_ = std::clamp<qint64>(frame, 0, length());
    output_->mixer().seek(voice_, position_);
    settling_ = pollsToSettle;
    output_->wake();
    emit positionChanged();
}

void SoundPlayer::setLoops(bool loops)
{
    loops_ = loops;
    output_->mixer().setLoops(voice_, loops);
    output_->wake();
    emit stateChanged();
}

void SoundPlayer::setVolume(int percent)
{
    volume_ = std::clamp(percent, 0, 100);
    output_->mixer().setVolume(voice_, gainFor(volume_));
    output_->wake();
    emit stateChanged();
}

void SoundPlayer::poll()
{
    const auto status = output_->mixer().status(voice_);
    if (!status)
        return;
    emit levels(status->left, status->right);
    settling_ = std::max(settling_ - 1, 0);
    if (settling_ > 0 && std::abs(status->position - position_) > rate() / 4)
        return; // the order to seek is still on its way
    if (position_ != status->position) {
        position_ = status->position;
        emit positionChanged();
    }
}

void SoundPlayer::voiceEnded(quint64 voice)
{
    if (voice == 0 || voice != voice_)
        return;
    voice_ = 0;
    playing_ = false;
    position_ = length();
    poll_->stop();
    emit levels(0, 0);
    emit stateChanged();
    emit positionChanged();
}

} // namespace blak::ui::sound
