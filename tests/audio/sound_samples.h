// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/clip.h"
#include "formats/base/byte_writer.h"

#include <sndfile.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>
#include <vector>

/// Sounds made for tests.
namespace blak::test {

inline std::shared_ptr<audio::Clip> sineClip(double hertz, int rate, double seconds, float level = 0.5f, int channels = 1)
{
    auto clip = std::make_shared<audio::Clip>();
    clip->rate = rate;
    clip->channels = channels;
    const auto frames = static_cast<int>(std::lround(seconds * rate));
    for (int i = 0; i < frames; ++i)
        for (int channel = 0; channel < channels; ++channel)
            clip->samples.push_back(level * static_cast<float>(std::sin(2 * std::numbers::pi * hertz * i / rate)));
    return clip;
}

inline std::shared_ptr<audio::Clip> constantClip(float level, int frames, int rate = 48000, int channels = 1)
{
    auto clip = std::make_shared<audio::Clip>();
    clip->rate = rate;
    clip->channels = channels;
    clip->samples.assign(static_cast<std::size_t>(frames) * static_cast<std::size_t>(channels), level);
    return clip;
}

/// A 16-bit PCM file.
inline std::vector<std::byte> wavFile(const audio::Clip& clip)
{
    ByteWriter out;
    const auto dataBytes = static_cast<std::uint32_t>(clip.samples.size() * 2);
    const auto frameBytes = static_cast<std::uint16_t>(clip.channels * 2);
    out.text("RIFF");
    out.u32(36 + dataBytes);
    out.text("WAVEfmt ");
    out.u32(16);
    out.u16(1);
    out.u16(static_cast<std::uint16_t>(clip.channels));
    out.u32(static_cast<std::uint32_t>(clip.rate));
    out.u32(static_cast<std::uint32_t>(clip.rate) * frameBytes);
    out.u16(frameBytes);
    out.u16(16);
    out.text("data");
    out.u32(dataBytes);
    for (const float sample : clip.samples)
        out.i16(static_cast<std::int16_t>(std::lround(sample * 32767)));
    return out.take();
}

/// An Ogg Vorbis file, written by libsndfile; empty where that cannot write Vorbis.
inline std::vector<std::byte> oggFile(const audio::Clip& clip)
{
    struct Target
    {
        std::vector<std::byte> bytes;
        sf_count_t at = 0;
    } target;
    SF_VIRTUAL_IO io{};
    io.get_filelen = [](void* user) { return static_cast<sf_count_t>(static_cast<Target*>(user)->bytes.size()); };
    io.seek = [](sf_count_t offset, int whence, void* user) {
        auto* to = static_cast<Target*>(user);
        const auto size = static_cast<sf_count_t>(to->bytes.size());
        return to->at = offset + (whence == SEEK_SET ? 0 : whence == SEEK_CUR ? to->at : size);
    };
    io.read = [](void* data, sf_count_t count, void* user) {
        auto* from = static_cast<Target*>(user);
        const auto size = std::min(count, static_cast<sf_count_t>(from->bytes.size()) - from->at);
        std::memcpy(data, from->bytes.data() + from->at, static_cast<std::size_t>(size));
        from->at += size;
        return size;
    };
    io.write = [](const void* data, sf_count_t count, void* user) {
        auto* to = static_cast<Target*>(user);
        to->bytes.resize(std::max(to->bytes.size(), static_cast<std::size_t>(to->at + count)));
        std::memcpy(to->bytes.data() + to->at, data, static_cast<std::size_t>(count));
        to->at += count;
        return count;
    };
    io.tell = [](void* user) { return static_cast<Target*>(user)->at; };
    SF_INFO info{};
    info.samplerate = clip.rate;
    info.channels = clip.channels;
    info.format = SF_FORMAT_OGG | SF_FORMAT_VORBIS;
    SNDFILE* file = sf_open_virtual(&io, SFM_WRITE, &info, &target);
    if (file == nullptr)
        return {};
    sf_writef_float(file, clip.samples.data(), clip.frames());
    sf_close(file);
    return target.bytes;
}

} // namespace blak::test
