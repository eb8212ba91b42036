// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/score.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

namespace blak::audio {
namespace {

constexpr int mostSongs = 64, mostTracks = 1024;
constexpr std::uint64_t mostTicks = std::uint64_t{1} << 40;
constexpr double xmidiTicks = 120;            ///< a second, whatever the tempo events say
constexpr std::uint32_t usualTempo = 500'000; ///< microseconds for a quarter note until a tempo event
constexpr int drumChannel = 9;
constexpr std::size_t longestTitle = 120; ///< bytes

constexpr auto instruments = std::to_array<std::string_view>({
    "Acoustic Grand Piano",
    "Bright Acoustic Piano",
    "Electric Grand Piano",
    "Honky-tonk Piano",
    "Electric Piano 1",
    "Electric Piano 2",
    "Harpsichord",
    "Clavinet",
    "Celesta",
    "Glockenspiel",
    "Music Box",
    "Vibraphone",
    "Marimba",
    "Xylophone",
    "Tubular Bells",
    "Dulcimer",
    "Drawbar Organ",
    "Percussive Organ",
    "Rock Organ",
    "Church Organ",
    "Reed Organ",
    "Accordion",
    "Harmonica",
    "Tango Accordion",
    "Nylon Guitar",
    "Steel Guitar",
    "Jazz Guitar",
    "Clean Guitar",
    "Muted Guitar",
    "Overdriven Guitar",
    "Distortion Guitar",
    "Guitar Harmonics",
    "Acoustic Bass",
    "Fingered Bass",
    "Picked Bass",
    "Fretless Bass",
    "Slap Bass 1",
    "Slap Bass 2",
    "Synth Bass 1",
    "Synth Bass 2",
    "Violin",
    "Viola",
    "Cello",
    "Contrabass",
    "Tremolo Strings",
    "Pizzicato Strings",
    "Orchestral Harp",
    "Timpani",
    "String Ensemble 1",
    "String Ensemble 2",
    "Synth Strings 1",
    "Synth Strings 2",
    "Choir Aahs",
    "Voice Oohs",
    "Synth Voice",
    "Orchestra Hit",
    "Trumpet",
    "Trombone",
    "Tuba",
    "Muted Trumpet",
    "French Horn",
    "Brass Section",
    "Synth Brass 1",
    "Synth Brass 2",
    "Soprano Sax",
    "Alto Sax",
    "Tenor Sax",
    "Baritone Sax",
    "Oboe",
    "English Horn",
    "Bassoon",
    "Clarinet",
    "Piccolo",
    "Flute",
    "Recorder",
    "Pan Flute",
    "Blown Bottle",
    "Shakuhachi",
    "Whistle",
    "Ocarina",
    "Square Lead",
    "Sawtooth Lead",
    "Calliope Lead",
    "Chiff Lead",
    "Charang Lead",
    "Voice Lead",
    "Fifths Lead",
    "Bass and Lead",
    "New Age Pad",
    "Warm Pad",
    "Polysynth Pad",
    "Choir Pad",
    "Bowed Pad",
    "Metallic Pad",
    "Halo Pad",
    "Sweep Pad",
    "Rain",
    "Soundtrack",
    "Crystal",
    "Atmosphere",
    "Brightness",
    "Goblins",
    "Echoes",
    "Sci-fi",
    "Sitar",
    "Banjo",
    "Shamisen",
    "Koto",
    "Kalimba",
    "Bagpipe",
    "Fiddle",
    "Shanai",
    "Tinkle Bell",
    "Agogo",
    "Steel Drums",
    "Woodblock",
    "Taiko Drum",
    "Melodic Tom",
    "Synth Drum",
    "Reverse Cymbal",
    "Guitar Fret Noise",
    "Breath Noise",
    "Seashore",
    "Bird Tweet",
    "Telephone Ring",
    "Helicopter",
    "Applause",
    "Gunshot",
});
static_assert(instruments.size() == 128);

bool startsWith(std::span<const std::byte> bytes, std::size_t at, std::string_view text)
{
    return bytes.size() >= at + text.size() &&
           std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

/// Big-endian values out of a part of the file; after the first failure everything is zero.
class Reader
{
public:
    Reader(std::span<const std::byte> bytes, std::size_t from, std::string_view file) : bytes_(bytes), from_(from), file_(file) {}

    std::uint64_t big(std::size_t size)
    {
        if (error_ || remaining() < size) {
            fail("the chunk ends here: expected " + std::to_string(size) + " more bytes, found " + std::to_string(remaining()));
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | std::to_integer<std::uint64_t>(bytes_[at_ + i]);
        at_ += size;
        return value;
    }
    std::uint8_t u8() { return static_cast<std::uint8_t>(big(1)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(big(4)); }
    std::uint8_t peek() const { return error_ || remaining() == 0 ? 0 : std::to_integer<std::uint8_t>(bytes_[at_]); }

    /// A number in groups of seven bits, at most four bytes.
    std::uint32_t variable()
    {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) {
            const std::uint8_t byte = u8();
            value = value << 7 | (byte & 0x7Fu);
            if ((byte & 0x80) == 0)
                return value;
        }
        fail("expected a number of at most four bytes, found more");
        return 0;
    }
    Reader part(std::size_t size)
    {
        if (error_ || size > remaining()) {
            fail("expected a part of " + std::to_string(size) + " bytes, found " + std::to_string(remaining()));
            return {{}, from_ + at_, file_};
        }
        Reader inner(bytes_.subspan(at_, size), from_ + at_, file_);
        at_ += size;
        return inner;
    }
    void skip(std::size_t size) { part(size); }
    std::string text(std::size_t size)
    {
        const Reader inner = part(size);
        const auto* begin = reinterpret_cast<const char*>(inner.bytes_.data());
        return {begin, begin + inner.bytes_.size()};
    }

    void fail(std::string what)
    {
        if (!error_)
            error_ = Error{std::move(what), std::string(file_) + ", offset " + std::to_string(from_ + at_)};
    }
    void take(const Reader& inner)
    {
        if (!error_ && inner.error_)
            error_ = inner.error_;
    }
    std::size_t remaining() const { return bytes_.size() - at_; }
    bool more() const { return !error_ && remaining() > 0; }
    const std::optional<Error>& error() const { return error_; }

private:
    std::span<const std::byte> bytes_;
    std::size_t from_;
    std::string_view file_;
    std::size_t at_ = 0;
    std::optional<Error> error_;
};

/// Events of one song, with times in ticks; turned into seconds when its tempo is known.
class Song
{
public:
    explicit Song(bool isXmidi) : isXmidi_(isXmidi) {}

    /// One track, from its first delta time to its end.
    void read(Reader& in, std::string& title)
    {
        std::uint64_t tick = 0;
        std::uint8_t status = 0;
        bool ended = false;
        programs_.fill(0);
        while (!ended && in.more()) {
            tick += delay(in);
            if (tick > mostTicks)
                in.fail("expected a piece of some hours, found one of years");
            if (!in.more())
                break;
            if ((in.peek() & 0x80) != 0)
                status = in.u8();
            else if (isXmidi_ || status < 0x80)
                in.fail("expected the beginning of an event, found " + std::to_string(in.peek()));
            ended = status >= 0xF0 ? special(in, status, tick, title) : channelEvent(in, status, tick);
            if (status >= 0xF0)
                status = 0; // no running status behind these
        }
        end_ = std::max(end_, tick);
    }

    /// Adds what was read to the score.
    void finish(Score& score, int number, double ticksInQuarter, double ticksInSecond)
    {
        std::ranges::stable_sort(tempos_, {}, &Tempo::tick);
        for (auto& [key, part] : parts_) {
            part.second.song = number;
            part.second.firstNote = seconds(part.first, ticksInQuarter, ticksInSecond);
            score.notes += part.second.notes;
            score.parts.push_back(part.second);
        }
        score.seconds += seconds(end_, ticksInQuarter, ticksInSecond);
    }

private:
    struct Tempo
    {
        std::uint64_t tick;
        std::uint32_t microseconds; ///< for a quarter note
    };

    std::uint64_t delay(Reader& in) const
    {
        if (!isXmidi_)
            return in.variable();
        std::uint64_t sum = 0; // bytes below 128 add up
        while (in.more() && in.peek() < 0x80)
            sum += in.u8();
        return sum;
    }

    /// Meta events and system exclusive ones; true at the end of the track.
    bool special(Reader& in, std::uint8_t status, std::uint64_t tick, std::string& title)
    {
        if (status != 0xFF) {
            if (status != 0xF0 && status != 0xF7)
                in.fail("expected an event of a file, found " + std::to_string(status));
            in.skip(in.variable());
            return false;
        }
        const std::uint8_t type = in.u8();
        const std::uint32_t size = in.variable();
        if (type == 0x51 && size == 3) {
            tempos_.push_back({tick, static_cast<std::uint32_t>(in.big(3))});
            return false;
        }
        if (type == 0x03 && title.empty())
            title = in.text(size).substr(0, longestTitle);
        else
            in.skip(size);
        return type == 0x2F;
    }

    bool channelEvent(Reader& in, std::uint8_t status, std::uint64_t tick)
    {
        const auto channel = static_cast<std::size_t>(status & 0x0F);
        const std::uint8_t kind = status & 0xF0;
        const std::uint8_t first = in.u8();
        const std::uint8_t second = kind == 0xC0 || kind == 0xD0 ? 0 : in.u8();
        if (kind == 0xC0)
            programs_[channel] = first & 0x7F;
        if (kind != 0x90)
            return false;
        const std::uint32_t lasts = isXmidi_ ? in.variable() : 0;
        end_ = std::max(end_, tick + lasts);
        if (second == 0)
            return false; // the end of a note
        const int program = channel == drumChannel ? 0 : programs_[channel];
        const auto [place, fresh] = parts_.try_emplace({static_cast<int>(channel), program}, tick, ScorePart());
        place->second.first = std::min(place->second.first, tick);
        place->second.second.channel = static_cast<int>(channel) + 1;
        place->second.second.program = program;
        ++place->second.second.notes;
        return false;
    }

    double seconds(std::uint64_t tick, double ticksInQuarter, double ticksInSecond) const
    {
        if (isXmidi_ || ticksInSecond > 0)
            return static_cast<double>(tick) / (isXmidi_ ? xmidiTicks : ticksInSecond);
        double all = 0;
        std::uint64_t from = 0;
        double tempo = usualTempo;
        for (const Tempo& one : tempos_) {
            if (one.tick >= tick)
                break;
            all += static_cast<double>(one.tick - from) * tempo;
            from = one.tick;
            tempo = one.microseconds;
        }
        return (all + static_cast<double>(tick - from) * tempo) / ticksInQuarter / 1e6;
    }

    bool isXmidi_;
    std::array<int, 16> programs_{};
    std::vector<Tempo> tempos_;
    std::map<std::pair<int, int>, std::pair<std::uint64_t, ScorePart>> parts_; ///< channel, program; tick of the first note
    std::uint64_t end_ = 0;
};

void readMidi(Reader& in, Score& score)
{
    in.skip(4); // MThd
    Reader head = in.part(in.u32());
    const auto format = head.big(2);
    const auto announced = head.big(2);
    const auto division = head.big(2);
    in.take(head);
    const bool isTimed = (division & 0x8000) != 0;
    const double ticksInSecond = isTimed ? static_cast<double>(256 - (division >> 8)) * static_cast<double>(division & 0xFF) : 0;
    if (format > 2 || (isTimed ? ticksInSecond <= 0 : division == 0)) {
        in.fail("expected a MIDI file of format 0 to 2 with a unit of time, found format " + std::to_string(format) +
                " and unit " + std::to_string(division));
        return;
    }
    const bool hasSongs = format == 2;
    Song song(false);
    score.songs = 0;
    while (in.remaining() >= 8 && !in.error() && static_cast<std::uint64_t>(score.tracks) < announced) {
        const std::uint32_t id = in.u32();
        Reader chunk = in.part(in.u32());
        if (id != 0x4D54726B) // MTrk; others are to be passed over
            continue;
        if (++score.tracks > mostTracks || score.songs >= mostSongs) {
            in.fail("expected at most 1024 tracks and 64 songs, found more");
            return;
        }
        song.read(chunk, score.title);
        in.take(chunk);
        if (hasSongs) {
            song.finish(score, ++score.songs, static_cast<double>(division), ticksInSecond);
            song = Song(false);
        }
    }
    if (hasSongs)
        return;
    score.songs = 1;
    song.finish(score, 1, static_cast<double>(division), ticksInSecond);
}

/// FORM XMID of one song: only EVNT is of interest.
void readXmidiSong(Reader& in, Score& score)
{
    Song song(true);
    while (in.remaining() >= 8 && !in.error()) {
        const std::uint32_t id = in.u32();
        const std::uint32_t size = in.u32();
        Reader chunk = in.part(size);
        if (size % 2 != 0 && in.more())
            in.skip(1);
        if (id != 0x45564E54) // EVNT
            continue;
        ++score.tracks;
        song.read(chunk, score.title);
        in.take(chunk);
    }
    song.finish(score, ++score.songs, 0, 0);
}

void readXmidi(Reader& in, Score& score)
{
    score.songs = 0;
    while (in.remaining() >= 12 && !in.error()) {
        const std::uint32_t id = in.u32();
        const std::uint32_t size = in.u32();
        const bool isGroup = id == 0x43415420 || id == 0x464F524D; // "CAT ", FORM
        Reader chunk = in.part(size);
        if (size % 2 != 0 && in.more())
            in.skip(1);
        if (!isGroup)
            continue;
        const std::uint32_t type = chunk.u32();
        if (type != 0x584D4944) // XMID; XDIR only counts the songs
            continue;
        if (id == 0x464F524D) {
            readXmidiSong(chunk, score);
        } else {
            while (chunk.remaining() >= 12 && !chunk.error()) {
                if (chunk.u32() != 0x464F524D) // FORM
                    chunk.fail("expected a song (FORM)");
                Reader form = chunk.part(chunk.u32());
                form.skip(4); // XMID
                if (score.songs >= mostSongs)
                    chunk.fail("expected at most 64 songs, found more");
                else
                    readXmidiSong(form, score);
                chunk.take(form);
            }
        }
        in.take(chunk);
    }
}

} // namespace

bool isScore(std::span<const std::byte> head)
{
    return startsWith(head, 0, "MThd") || (startsWith(head, 0, "RIFF") && startsWith(head, 8, "RMID")) ||
           (startsWith(head, 0, "FORM") && (startsWith(head, 8, "XDIR") || startsWith(head, 8, "XMID")));
}

Result<Score> readScore(std::span<const std::byte> bytes, std::string_view file)
{
    if (!isScore(bytes))
        return Error{"expected MThd, RIFF ... RMID or FORM ... XDIR, found none of them", std::string(file) + ", offset 0"};
    Score score;
    Reader in(bytes, 0, file);
    if (startsWith(bytes, 0, "FORM")) {
        score.container = "XMIDI";
        readXmidi(in, score);
    } else if (startsWith(bytes, 0, "RIFF")) {
        score.container = "RIFF MIDI";
        in.skip(20); // RIFF, size, RMID, data, size
        if (in.remaining() < 4 || !startsWith(bytes, 20, "MThd"))
            in.fail("expected MThd behind the head of the RIFF file");
        else
            readMidi(in, score);
    } else {
        score.container = "MIDI";
        readMidi(in, score);
    }
    if (in.error())
        return *in.error();
    if (score.tracks == 0)
        return Error{"the file holds no track", std::string(file)};
    return score;
}

std::string_view instrumentName(int program)
{
    return program >= 0 && program < static_cast<int>(instruments.size()) ? instruments[static_cast<std::size_t>(program)] : "";
}

} // namespace blak::audio
