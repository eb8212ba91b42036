// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/music_notes.h"

#include "client/audio/score.h"

#include <algorithm>
#include <array>

#ifdef BLAK_HAVE_FLUIDSYNTH
#include <fluidsynth.h>
#endif

namespace blak::client {

std::filesystem::path findSoundFont()
{
    for (const char* file : {"/usr/share/sounds/sf2/FluidR3_GM.sf2", "/usr/share/sounds/sf2/default-GM.sf2",
                             "/usr/share/sounds/sf2/TimGM6mb.sf2", "/usr/share/soundfonts/default.sf2"}) {
        std::error_code error;
        if (std::filesystem::exists(file, error))
            return file;
    }
    return {};
}

#ifdef BLAK_HAVE_FLUIDSYNTH

namespace {

constexpr int rate = 44'100;
constexpr std::size_t longest = std::size_t{10} * 60 * rate; ///< frames
constexpr std::size_t tail = 2 * rate;                       ///< for what still sounds after the last note
constexpr int part = 4096;                                   ///< frames

template <typename Thing, void (*destroy)(Thing*)>
struct Deleter
{
    void operator()(Thing* thing) const { destroy(thing); }
};
using Settings = std::unique_ptr<fluid_settings_t, Deleter<fluid_settings_t, delete_fluid_settings>>;
using Synth = std::unique_ptr<fluid_synth_t, Deleter<fluid_synth_t, delete_fluid_synth>>;
using Player = std::unique_ptr<fluid_player_t, Deleter<fluid_player_t, delete_fluid_player>>;

} // namespace

Result<std::shared_ptr<const audio::Clip>> renderNotes(std::span<const std::byte> bytes, const std::filesystem::path& soundFont)
{
    if (soundFont.empty())
        return Error{"there is no sound font on this machine", "music"};
    // Ours is the stricter reader: what it refuses never reaches the synthesizer.
    const auto score = audio::readScore(bytes, "music");
    if (!score)
        return score.error();
    if (score.value().notes == 0)
        return Error{"there is no note in it", "music"};
    fluid_set_log_function(FLUID_WARN, nullptr, nullptr);
    fluid_set_log_function(FLUID_ERR, nullptr, nullptr);
    const Settings settings(new_fluid_settings());
    if (!settings)
        return Error{"fluidsynth cannot be started", "music"};
    fluid_settings_setnum(settings.get(), "synth.sample-rate", rate);
    fluid_settings_setint(settings.get(), "player.reset-synth", 1);
    fluid_settings_setstr(settings.get(), "player.timing-source", "sample");
    const Synth synth(new_fluid_synth(settings.get()));
    if (!synth || fluid_synth_sfload(synth.get(), soundFont.c_str(), 1) == FLUID_FAILED)
        return Error{"the sound font cannot be read", soundFont.string()};
    const Player player(new_fluid_player(synth.get()));
    if (!player || fluid_player_add_mem(player.get(), bytes.data(), bytes.size()) != FLUID_OK ||
        fluid_player_play(player.get()) != FLUID_OK)
        return Error{"these notes cannot be played", "music"};
    auto clip = std::make_shared<audio::Clip>();
    clip->rate = rate;
    clip->channels = 2;
    std::size_t left = tail;
    while (clip->samples.size() / 2 < longest && left > 0) {
        std::array<float, part * 2> samples{};
        if (fluid_synth_write_float(synth.get(), part, samples.data(), 0, 2, samples.data(), 1, 2) != FLUID_OK)
            break;
        clip->samples.insert(clip->samples.end(), samples.begin(), samples.end());
        if (fluid_player_get_status(player.get()) != FLUID_PLAYER_PLAYING)
            left -= std::min<std::size_t>(left, part);
    }
    return std::shared_ptr<const audio::Clip>(std::move(clip));
}

#else

Result<std::shared_ptr<const audio::Clip>> renderNotes(std::span<const std::byte>, const std::filesystem::path&)
{
    return Error{"this build has no fluidsynth", "music"};
}

#endif

} // namespace blak::client
