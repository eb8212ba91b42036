// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/record/recorder.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"

#include <algorithm>
#include <zlib.h>

namespace blak::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestFile = 200ull * 1024 * 1024;
constexpr std::int64_t flushPeriod = 1000; ///< so much of the end a killed server loses at most, milliseconds

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::int64_t checksum(std::span<const std::byte> bytes)
{
    return static_cast<std::int64_t>(::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

} // namespace

Result<void> Recorder::begin(std::uint32_t seed, std::vector<RecordedPlace> places)
{
    clocks_[0].value = real_.unixTime();
    clocks_[1].value = real_.milliseconds();
    writer_.write({EventKind::Start, {clocks_[0].value, clocks_[1].value, seed}, {}});
    places_ = std::move(places);
    for (const RecordedPlace& place : places_)
        watch_.add(place.path);
    noteFiles();
    writer_.flush();
    return writer_.failed() ? Result<void>(Error{"cannot be written", "recording"}) : Result<void>();
}

void Recorder::addFile(std::string_view name, std::span<const std::byte> content) { writer_.write(fileEvent(name, content)); }

void Recorder::end()
{
    writer_.write({EventKind::End, {}, {}});
    writer_.flush();
}

std::int64_t Recorder::clock(std::size_t which, std::int64_t now)
{
    Clock& clock = clocks_[which];
    if (now != clock.value) {
        writer_.write({EventKind::Clock, {static_cast<std::int64_t>(which), clock.same, now - clock.value}, {}});
        clock = {now, 0};
    }
    ++clock.same;
    return now;
}

void Recorder::random(std::span<std::byte> bytes)
{
    real_.random(bytes);
    writer_.write({EventKind::Random, {}, {bytes.begin(), bytes.end()}});
}

Result<Listening> Recorder::listen(const ListenWish& wish)
{
    auto listening = real_.listen(wish);
    if (listening)
        writer_.write({EventKind::Listening, {listening.value().handle, listening.value().port}, {}});
    else
        writer_.write({EventKind::Listening, {-1, 0}, bytesOf(listening.error().text())});
    return listening;
}

Accepted Recorder::accept(int listener)
{
    const Accepted accepted = real_.accept(listener);
    const auto address = std::as_bytes(std::span(accepted.address.bytes));
    writer_.write({EventKind::Accepted,
                   {listener, accepted.handle, accepted.exhausted ? 1 : 0},
                   {address.begin(), accepted.handle < 0 ? address.begin() : address.end()}});
    return accepted;
}

Result<int> Recorder::noteOpened(Result<int> opened)
{
    if (opened)
        writer_.write({EventKind::Connecting, {opened.value()}, {}});
    else
        writer_.write({EventKind::Connecting, {-1}, bytesOf(opened.error().text())});
    return opened;
}

Result<int> Recorder::connect(const std::string& host, int port) { return noteOpened(real_.connect(host, port)); }

Result<int> Recorder::openPipe(const std::string& path) { return noteOpened(real_.openPipe(path)); }

Result<int> Recorder::openConsole() { return noteOpened(real_.openConsole()); }

Transfer Recorder::read(int handle, std::span<std::byte> bytes)
{
    const Transfer got = real_.read(handle, bytes);
    const auto part = bytes.first(got.size);
    writer_.write({EventKind::Read, {handle, static_cast<std::int64_t>(got.state)}, {part.begin(), part.end()}});
    return got;
}

Transfer Recorder::write(int handle, std::span<const std::byte> bytes)
{
    const Transfer sent = real_.write(handle, bytes);
    writer_.write({EventKind::Written,
                   {handle, static_cast<std::int64_t>(sent.state), static_cast<std::int64_t>(bytes.size()),
                    static_cast<std::int64_t>(sent.size), checksum(bytes.first(sent.size))},
                   {}});
    return sent;
}

Transfer Recorder::readDatagram(int handle, std::span<std::byte> bytes, Address& from)
{
    const Transfer got = real_.readDatagram(handle, bytes, from);
    Event event{EventKind::Datagram, {handle, static_cast<std::int64_t>(got.state)}, {}};
    if (got.state == TransferState::Done) {
        const auto address = std::as_bytes(std::span(from.bytes));
        event.bytes.assign(address.begin(), address.end());
        event.bytes.insert(event.bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(got.size));
    }
    writer_.write(event);
    return got;
}

std::optional<std::span<const Ready>> Recorder::wait(int milliseconds)
{
    const auto ready = real_.wait(milliseconds);
    Event event{EventKind::Woken, {}, {}};
    const auto append = [&](std::uint32_t value) {
        for (unsigned i = 0; i < 4; ++i)
            event.bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
    };
    if (ready)
        for (const Ready& one : *ready) {
            append(static_cast<std::uint32_t>(one.handle));
            append((one.readable ? 1u : 0u) | (one.writable ? 2u : 0u) | (one.broken ? 4u : 0u));
        }
    writer_.write(event);
    const std::int64_t now = real_.milliseconds();
    if (now - flushedAt_ >= flushPeriod) {
        flushedAt_ = now;
        writer_.flush();
    }
    return ready;
}

std::string Recorder::fact(Fact fact, const std::function<std::string()>& answer)
{
    std::string text = real_.fact(fact, answer);
    writer_.write({EventKind::Fact, {static_cast<std::int64_t>(fact)}, bytesOf(text)});
    return text;
}

void Recorder::look(const fs::path& file, const std::string& name, std::size_t place)
{
    std::error_code error;
    const auto changed = fs::last_write_time(file, error);
    const auto size = error ? 0 : fs::file_size(file, error);
    Seen& seen = seen_[name];
    seen.present = !error && isSafeName(name);
    seen.place = place;
    if (!seen.present || (seen.changed == changed && seen.size == size))
        return;
    auto content = readFile(file, largestFile);
    seen.changed = changed;
    seen.size = size;
    if (!content)
        return;
    if (!places_[place].changed) {
        writer_.write(fileEvent(name, content.value()));
        return;
    }
    const std::string text =
        places_[place].changed({reinterpret_cast<const char*>(content.value().data()), content.value().size()});
    writer_.write(fileEvent(name, std::as_bytes(std::span(text))));
}

/// A folder of which the system says that nothing has changed in it is not looked at: there may be thousands of files.
void Recorder::lookAtAll(std::size_t which)
{
    const RecordedPlace& place = places_[which];
    const bool isFolder = !place.endings.empty();
    if (isFolder && !watch_.mayHaveChanged(which))
        return;
    for (auto& [name, seen] : seen_)
        seen.present = seen.present && seen.place != which;
    std::error_code error;
    if (!isFolder) {
        if (fs::is_regular_file(place.path, error))
            look(place.path, place.name, which);
        return;
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(place.path, error)) {
        if (std::ranges::find(place.endings, lowerCase(entry.path().extension().string())) == place.endings.end() ||
            entry.path().filename() == place.except)
            continue;
        files.push_back(entry.path());
        if (entry.is_symlink(error) || entry.hard_link_count(error) > 1) // it may be changed by another name
            watch_.distrust(which);
    }
    std::ranges::sort(files);
    for (const fs::path& file : files)
        look(file, (place.name.empty() ? "" : place.name + "/") + file.filename().string(), which);
}

/// Writes down what has changed since the last look.
void Recorder::noteFiles()
{
    for (std::size_t i = 0; i < places_.size(); ++i)
        lookAtAll(i);
    for (auto it = seen_.begin(); it != seen_.end();) {
        if (!it->second.present)
            writer_.write({EventKind::Gone, {}, bytesOf(it->first)});
        it = it->second.present ? std::next(it) : seen_.erase(it);
    }
}

} // namespace blak::serve
