// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/voice.h"
#include "client/session/sounds.h"

#include <QObject>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace blak::play {
class AudioOutput;
}

namespace blak::client {

class GameClient;

/// Makes what the server wants heard: waves near and far, loops until the room is left, one music at a time. Files are decoded beside
/// the game; what cannot be played is silent. Music of notes (.mid) is played by
/// fluidsynth; a sound file of the same name goes first.
class SoundStage : public QObject
{
    Q_OBJECT

public:
    explicit SoundStage(GameClient& client, QObject* parent = nullptr);
    ~SoundStage() override;

    /// 0..100.
    void setVolumes(int effects, int music);
    int effectVolume() const { return effectVolume_; }
    int musicVolume() const { return musicVolume_; }
    void stopAll();
    /// A sound file changed: it is decoded again the next time it is heard; music that plays begins anew.
    void forget(const std::string& fileName);
    std::uint64_t played() const { return played_; } ///< sounds that were begun

private:
    struct Sounding
    {
        session::SoundOrder order;
        audio::VoiceId voice = 0;
    };

    void takeOrders();
    void play(const session::SoundOrder& order);
    void take(const std::string& key, const std::shared_ptr<const audio::Clip>& clip, std::uint64_t generation);
    void begin(const session::SoundOrder& order, const std::shared_ptr<const audio::Clip>& clip);
    void stop(const session::SoundOrder& order, bool loopsOnly);
    void placeVoices();
    float gainOf(const session::SoundOrder& order) const;

    GameClient& client_;
    std::shared_ptr<play::AudioOutput> output_;
    std::map<std::string, std::shared_ptr<const audio::Clip>> clips_; ///< by file; null = cannot be played
    std::map<std::string, std::vector<session::SoundOrder>> loading_;
    std::vector<Sounding> sounding_;
    std::string music_;
    session::SoundOrder musicOrder_; ///< of music_
    audio::VoiceId musicVoice_ = 0;
    int effectVolume_ = 80, musicVolume_ = 60;
    std::size_t clipBytes_ = 0;
    std::uint64_t played_ = 0, generation_ = 0;
};

} // namespace blak::client
