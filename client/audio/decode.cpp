// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/decode.h"

#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace blak::audio {
namespace {

constexpr int leastRate = 1000, highestRate = 384'000;
constexpr int mostChannels = 8;
constexpr float loudest = 16.0f; ///< samples of floating point files are cut to this many times full scale
constexpr sf_count_t framesAtOnce = 8192;

struct CodecRow
{
    int subtype;
    const char* name;
    int bits;
};

constexpr std::array codecs{
    CodecRow{SF_FORMAT_PCM_U8, "8-bit PCM", 8},
    CodecRow{SF_FORMAT_PCM_S8, "8-bit PCM", 8},
    CodecRow{SF_FORMAT_PCM_16, "16-bit PCM", 16},
    CodecRow{SF_FORMAT_PCM_24, "24-bit PCM", 24},
    CodecRow{SF_FORMAT_PCM_32, "32-bit PCM", 32},
    CodecRow{SF_FORMAT_FLOAT, "32-bit float", 32},
    CodecRow{SF_FORMAT_DOUBLE, "64-bit float", 64},
    CodecRow{SF_FORMAT_ULAW, "u-law", 8},
    CodecRow{SF_FORMAT_ALAW, "A-law", 8},
    CodecRow{SF_FORMAT_IMA_ADPCM, "IMA ADPCM", 4},
    CodecRow{SF_FORMAT_MS_ADPCM, "MS ADPCM", 4},
    CodecRow{SF_FORMAT_GSM610, "GSM 6.10", 0},
    CodecRow{SF_FORMAT_VORBIS, "Vorbis", 0},
    CodecRow{SF_FORMAT_OPUS, "Opus", 0},
    CodecRow{SF_FORMAT_MPEG_LAYER_III, "MPEG layer III", 0}, // libsndfile 1.1 and later
};

/// The file as libsndfile wants to see it.
struct Memory
{
    std::span<const std::byte> bytes;
    sf_count_t at = 0;

    static Memory& of(void* user) { return *static_cast<Memory*>(user); }
    sf_count_t size() const { return static_cast<sf_count_t>(bytes.size()); }
};

sf_count_t seekIn(sf_count_t offset, int whence, void* user)
{
    Memory& memory = Memory::of(user);
    const sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory.at : memory.size();
    if (offset < -base || offset > memory.size() - base) // beyond either end
        return -1;
    return memory.at = base + offset;
}

sf_count_t readFrom(void* target, sf_count_t count, void* user)
{
    Memory& memory = Memory::of(user);
    const sf_count_t size = std::clamp<sf_count_t>(count, 0, memory.size() - memory.at);
    if (size > 0)
        std::memcpy(target, memory.bytes.data() + memory.at, static_cast<std::size_t>(size));
    memory.at += size;
    return size;
}

SF_VIRTUAL_IO virtualIo()
{
    SF_VIRTUAL_IO io{};
    io.get_filelen = [](void* user) { return Memory::of(user).size(); };
    io.seek = seekIn;
    io.read = readFrom;
    io.write = [](const void*, sf_count_t, void*) -> sf_count_t { return 0; };
    io.tell = [](void* user) { return Memory::of(user).at; };
    return io;
}

struct Closer
{
    void operator()(SNDFILE* file) const { sf_close(file); }
};

bool startsWith(std::span<const std::byte> bytes, std::size_t at, std::string_view text)
{
    return bytes.size() >= at + text.size() && std::memcmp(bytes.data() + at, text.data(), text.size()) == 0;
}

/// A tag, or the head of a frame: eleven bits of sync, layer III, and a bit rate and sample rate that exist.
bool isMp3(std::span<const std::byte> bytes)
{
    if (startsWith(bytes, 0, "ID3"))
        return true;
    if (bytes.size() < 4)
        return false;
    const auto byte = [&](std::size_t at) { return std::to_integer<unsigned>(bytes[at]); };
    const unsigned version = byte(1) >> 3 & 3, layer = byte(1) >> 1 & 3, bitRate = byte(2) >> 4, rate = byte(2) >> 2 & 3;
    return byte(0) == 0xFF && byte(1) >= 0xE0 && version != 1 && layer == 1 && bitRate != 0 && bitRate != 15 && rate != 3;
}

/// Even channels to the left, odd ones to the right; what is no number becomes silence.
void append(std::span<const float> frames, int channels, std::vector<float>& out)
{
    const auto clean = [](float value) { return std::isfinite(value) ? std::clamp(value, -loudest, loudest) : 0.0f; };
    const auto count = static_cast<std::size_t>(channels);
    if (count <= 2) {
        std::transform(frames.begin(), frames.end(), std::back_inserter(out), clean);
        return;
    }
    const std::size_t onTheLeft = (count + 1) / 2;
    for (std::size_t frame = 0; frame + count <= frames.size(); frame += count) {
        std::array<float, 2> sums{};
        for (std::size_t channel = 0; channel < count; ++channel)
            sums[channel % 2] += clean(frames[frame + channel]);
        out.push_back(sums[0] / static_cast<float>(onTheLeft));
        out.push_back(sums[1] / static_cast<float>(count - onTheLeft));
    }
}

Error tooLong(std::string_view file, const DecodeLimits& limits)
{
    const auto minutes = static_cast<int>(limits.seconds / 60);
    return {"the sound is too long: at most " + std::to_string(minutes) + " minutes or " +
                std::to_string(limits.decodedBytes >> 20) + " MB decoded are played",
            std::string(file)};
}

} // namespace

bool isSound(std::span<const std::byte> head)
{
    return (startsWith(head, 0, "RIFF") && startsWith(head, 8, "WAVE")) || startsWith(head, 0, "OggS") || isMp3(head);
}

Result<Sound> decode(std::span<const std::byte> bytes, std::string_view file, const DecodeLimits& limits)
{
    if (!isSound(bytes))
        return Error{"expected RIFF ... WAVE, OggS or an MP3 frame, found none of them", std::string(file) + ", offset 0"};
    if (bytes.size() > limits.fileBytes)
        return Error{"the file is too large: expected at most " + std::to_string(limits.fileBytes >> 20) + " MB, found " +
                         std::to_string(bytes.size() >> 20) + " MB",
                     std::string(file)};
    Memory memory{bytes};
    SF_VIRTUAL_IO io = virtualIo();
    SF_INFO info{};
    const std::unique_ptr<SNDFILE, Closer> handle(sf_open_virtual(&io, SFM_READ, &info, &memory));
    if (handle == nullptr) {
        std::string reason = sf_strerror(nullptr);
        while (!reason.empty() && (reason.back() == '.' || reason.back() == '\n'))
            reason.pop_back();
        return Error{"the header cannot be read: " + reason, std::string(file)};
    }
    if (info.channels < 1 || info.channels > mostChannels || info.samplerate < leastRate || info.samplerate > highestRate)
        return Error{"expected 1 to 8 channels of 1 000 to 384 000 Hz, found " + std::to_string(info.channels) + " of " +
                         std::to_string(info.samplerate) + " Hz",
                     std::string(file)};

    Sound sound;
    sound.facts.container = startsWith(bytes, 0, "OggS") ? "Ogg" : startsWith(bytes, 0, "RIFF") ? "WAV" : "MP3";
    const int subtype = info.format & SF_FORMAT_SUBMASK;
    const auto row = std::find_if(codecs.begin(), codecs.end(), [&](const CodecRow& one) { return one.subtype == subtype; });
    sound.facts.codec = row == codecs.end() ? "unknown codec" : row->name;
    sound.facts.bits = row == codecs.end() ? 0 : row->bits;
    sound.facts.rate = info.samplerate;
    sound.facts.channels = info.channels;
    sound.facts.fileBytes = bytes.size();

    auto clip = std::make_shared<Clip>();
    clip->rate = info.samplerate;
    clip->channels = std::min(info.channels, 2);
    const auto mostFrames =
        std::min(static_cast<sf_count_t>(limits.seconds * info.samplerate),
                 static_cast<sf_count_t>(limits.decodedBytes / (sizeof(float) * static_cast<std::size_t>(clip->channels))));
    // The header counts what it likes: its number saves growing, no more.
    const auto believable = std::min<sf_count_t>({info.frames, mostFrames, static_cast<sf_count_t>(bytes.size()) * 2});
    clip->samples.reserve(static_cast<std::size_t>(std::max<sf_count_t>(0, believable)) *
                          static_cast<std::size_t>(clip->channels));
    std::vector<float> block(static_cast<std::size_t>(framesAtOnce) * static_cast<std::size_t>(info.channels));
    sf_count_t frames = 0;
    for (;;) {
        const sf_count_t got = sf_readf_float(handle.get(), block.data(), framesAtOnce);
        if (got <= 0)
            break;
        frames += got;
        if (frames > mostFrames)
            return tooLong(file, limits);
        append(std::span(block).first(static_cast<std::size_t>(got * info.channels)), info.channels, clip->samples);
    }
    if (frames == 0)
        return Error{"the file holds no sound: not one sample can be decoded", std::string(file)};
    clip->samples.shrink_to_fit();
    sound.facts.frames = clip->frames();
    sound.clip = std::move(clip);
    return sound;
}

} // namespace blak::audio
