// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/sound_stage.h"

#include "client/audio/decode.h"
#include "client/audio/score.h"
#include "client/audio_output/audio_output.h"
#include "client/play/game_client.h"
#include "client/play/music_notes.h"
#include "formats/base/file_io.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>

namespace blak::client {
namespace {

constexpr std::size_t mostClipBytes = std::size_t{96} << 20;
constexpr std::size_t mostSounding = 24;
constexpr int placeMilliseconds = 100;

std::shared_ptr<const audio::Clip> clipOf(const std::filesystem::path& file)
{
    const auto bytes = readFile(file);
    if (!bytes)
        return nullptr;
    if (audio::isScore(bytes.value())) {
        const auto notes = renderNotes(bytes.value(), findSoundFont());
        return notes ? notes.value() : nullptr;
    }
    const auto sound = audio::decode(bytes.value(), file.string());
    return sound ? sound.value().clip : nullptr;
}

std::filesystem::path playableFile(const WorldFiles& files, const std::string& name)
{
    const std::size_t dot = name.find_last_of('.');
    const std::string stem = name.substr(0, dot);
    const std::string ending = dot == std::string::npos ? "" : name.substr(dot);
    const bool notes = ending == ".mid" || ending == ".MID" || ending == ".xmi";
    if (!notes)
        if (const auto file = files.find(name); !file.empty())
            return file;
    for (const char* other : {".ogg", ".mp3", ".wav"})
        if (const auto file = files.find(stem + other); !file.empty())
            return file;
    return files.find(name);
}

} // namespace

SoundStage::SoundStage(GameClient& client, QObject* parent)
    : QObject(parent), client_(client), output_(play::AudioOutput::shared())
{
    connect(&client_, &GameClient::soundsWanted, this, &SoundStage::takeOrders);
    connect(&client_, &GameClient::ended, this, &SoundStage::stopAll);
    connect(output_.get(), &play::AudioOutput::ended, this, [this](quint64 voice, audio::EndReason) {
        std::erase_if(sounding_, [voice](const Sounding& one) { return one.voice == voice; });
        if (voice == musicVoice_)
            musicVoice_ = 0;
    });
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &SoundStage::placeVoices);
    timer->start(placeMilliseconds);
}

SoundStage::~SoundStage() { stopAll(); }

void SoundStage::setVolumes(int effects, int music)
{
    effectVolume_ = std::clamp(effects, 0, 100);
    musicVolume_ = std::clamp(music, 0, 100);
    if (musicVoice_ != 0)
        output_->mixer().setVolume(musicVoice_, static_cast<float>(musicVolume_) / 100);
    placeVoices();
    output_->wake();
}

void SoundStage::stopAll()
{
    ++generation_;
    for (const Sounding& one : sounding_)
        output_->mixer().stop(one.voice);
    sounding_.clear();
    loading_.clear();
    output_->mixer().stop(musicVoice_);
    musicVoice_ = 0;
    music_.clear();
    output_->wake();
}

void SoundStage::forget(const std::string& fileName)
{
    const auto isIt = [&](const std::string& file) {
        return QString::fromStdString(std::filesystem::path(file).stem().string())
                   .compare(QString::fromStdString(std::filesystem::path(fileName).stem().string()), Qt::CaseInsensitive) == 0;
    };
    std::erase_if(clips_, [&](const auto& one) {
        if (!isIt(one.first))
            return false;
        clipBytes_ -= one.second ? one.second->samples.size() * sizeof(float) : 0;
        return true;
    });
    if (client_.session() == nullptr)
        return;
    std::vector<session::SoundOrder> again;
    std::erase_if(sounding_, [&](const Sounding& one) {
        if (!one.order.loops || !isIt(client_.session()->resources().text(one.order.sound)))
            return false;
        output_->mixer().stop(one.voice);
        again.push_back(one.order);
        return true;
    });
    if (!music_.empty() && isIt(music_)) {
        output_->mixer().stop(musicVoice_);
        musicVoice_ = 0;
        music_.clear();
        again.push_back(musicOrder_);
    }
    for (const session::SoundOrder& order : again)
        play(order);
    output_->wake();
}

void SoundStage::takeOrders()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    using Kind = session::SoundOrder::Kind;
    for (const session::SoundOrder& order : game->takeSounds()) {
        switch (order.kind) {
        case Kind::StopLoops: stop(order, true); break;
        case Kind::StopWave: stop(order, false); break;
        case Kind::Wave:
        case Kind::Music: play(order); break;
        }
    }
}

void SoundStage::stop(const session::SoundOrder& order, bool loopsOnly)
{
    std::erase_if(sounding_, [&](const Sounding& one) {
        const bool fits = loopsOnly ? one.order.loops
                                    : one.order.sound == order.sound && (order.source == 0 || one.order.source == order.source);
        if (fits)
            output_->mixer().stop(one.voice);
        return fits;
    });
    output_->wake();
}

void SoundStage::play(const session::SoundOrder& order)
{
    const std::string name = client_.session()->resources().text(order.sound);
    const std::filesystem::path file = playableFile(client_.files(), name);
    if (file.empty())
        return;
    const std::string key = file.string();
    if (order.kind == session::SoundOrder::Kind::Music) {
        if (music_ == key && musicVoice_ != 0)
            return; // plays already
        output_->mixer().stop(musicVoice_);
        musicVoice_ = 0;
        music_ = key;
        musicOrder_ = order;
    }
    if (const auto known = clips_.find(key); known != clips_.end())
        return begin(order, known->second);
    std::vector<session::SoundOrder>& waiting = loading_[key];
    waiting.push_back(order);
    if (waiting.size() > 1)
        return;
    QThreadPool::globalInstance()->start([guard = QPointer<SoundStage>(this), file, key, generation = generation_] {
        const std::shared_ptr<const audio::Clip> clip = clipOf(file);
        QMetaObject::invokeMethod(qApp, [guard, key, clip, generation] {
            SoundStage* stage = guard.data();
            if (stage != nullptr)
                stage->take(key, clip, generation);
        });
    });
}

/// What was decoded beside the game, and those who wait for it.
void SoundStage::take(const std::string& key, const std::shared_ptr<const audio::Clip>& clip, std::uint64_t generation)
{
    const std::size_t bytes = clip ? clip->samples.size() * sizeof(float) : 0;
    if (clipBytes_ + bytes > mostClipBytes) {
        clips_.clear();
        clipBytes_ = 0;
    }
    clips_[key] = clip;
    clipBytes_ += bytes;
    const auto waiting = loading_.extract(key);
    if (!waiting.empty() && generation == generation_)
        for (const session::SoundOrder& one : waiting.mapped())
            begin(one, clip);
}

float SoundStage::gainOf(const session::SoundOrder& order) const
{
    const bool music = order.kind == session::SoundOrder::Kind::Music;
    return static_cast<float>(music ? musicVolume_ : effectVolume_) / 100;
}

void SoundStage::begin(const session::SoundOrder& order, const std::shared_ptr<const audio::Clip>& clip)
{
    session::OwnMotion* motion = client_.motion();
    if (!clip || motion == nullptr)
        return;
    ++played_;
    if (order.kind == session::SoundOrder::Kind::Music) {
        musicVoice_ = output_->mixer().play(clip, {.volume = gainOf(order), .loops = true, .priority = 100});
        output_->wake();
        return;
    }
    if (sounding_.size() >= mostSounding)
        return;
    const render::Camera& body = motion->body();
    const session::Hearing hearing = session::hearingOf(order, client_.game()->room(), body.x, body.y, body.angle);
    audio::PlayOptions options{.volume = hearing.volume * gainOf(order), .pan = hearing.pan, .loops = order.loops};
    if (order.randomPitch)
        options.pitch = 0.9f + 0.2f * static_cast<float>(played_ * 7919 % 100) / 100;
    if (order.randomPlace)
        options.from = static_cast<std::int64_t>(played_ * 104729 % static_cast<std::uint64_t>(std::max<std::int64_t>(1, clip->frames())));
    if (const audio::VoiceId voice = output_->mixer().play(clip, options))
        sounding_.push_back({order, voice});
    output_->wake();
}

/// Volumes follow one's own steps and those of what sounds.
void SoundStage::placeVoices()
{
    session::OwnMotion* motion = client_.motion();
    if (motion == nullptr || sounding_.empty())
        return;
    const render::Camera& body = motion->body();
    for (const Sounding& one : sounding_) {
        const session::Hearing hearing = session::hearingOf(one.order, client_.game()->room(), body.x, body.y, body.angle);
        output_->mixer().setVolume(one.voice, hearing.volume * gainOf(one.order));
        output_->mixer().setPan(one.voice, hearing.pan);
    }
    output_->wake();
}

} // namespace blak::client
