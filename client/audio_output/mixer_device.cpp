// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio_output/mixer_device.h"

#include "client/audio/mixer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace blak::play {
namespace {

constexpr std::size_t blockFrames = 2048;
constexpr float int16Scale = 32767;

} // namespace

MixerDevice::MixerDevice(audio::Mixer& mixer, Sample sample) : mixer_(mixer), sample_(sample), scratch_(2 * blockFrames)
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

std::size_t MixerDevice::frameBytes() const { return 2 * (sample_ == Sample::Float ? sizeof(float) : sizeof(qint16)); }

qint64 MixerDevice::bytesAvailable() const
{
    return static_cast<qint64>(blockFrames * frameBytes()) + QIODevice::bytesAvailable(); // never ends
}

qint64 MixerDevice::readData(char* data, qint64 maxSize)
{
    const std::size_t wanted = static_cast<std::size_t>(std::max<qint64>(0, maxSize)) / frameBytes();
    char* out = data;
    for (std::size_t left = wanted; left > 0;) {
        const std::size_t frames = std::min(left, blockFrames);
        const std::span<float> block = std::span(scratch_).first(2 * frames);
        mixer_.render(block);
        if (sample_ == Sample::Float) {
            std::memcpy(out, block.data(), block.size_bytes());
        } else {
            for (std::size_t i = 0; i < block.size(); ++i) {
                const auto sample = static_cast<qint16>(std::lround(block[i] * int16Scale));
                std::memcpy(out + i * sizeof sample, &sample, sizeof sample);
            }
        }
        out += frames * frameBytes();
        left -= frames;
    }
    return static_cast<qint64>(wanted * frameBytes());
}

} // namespace blak::play
