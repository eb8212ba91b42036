// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/record/replayer.h"

#include <algorithm>
#include <fstream>
#include <zlib.h>

namespace blak::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t addressSize = 16;
constexpr std::uint64_t mostPlaced = 8ull * 1024 * 1024 * 1024; ///< bytes of all files, so that a packed nothing fills no disk
constexpr std::uint64_t leastPlaced = 4096;                     ///< an empty file needs room too
constexpr std::int64_t farthest = std::int64_t{1} << 52;        ///< of a clock; far from where sums overflow

} // namespace

Result<void> Replayer::begin()
{
    advance();
    if (fault_)
        return *fault_;
    if (!next_ || next_->kind != EventKind::Start)
        return Error{"does not begin with the time", "recording"};
    for (std::size_t i = 0; i < clocks_.size(); ++i)
        clocks_[i].value = std::clamp(next_->numbers[i], -farthest, farthest);
    seed_ = static_cast<std::uint32_t>(next_->numbers[2]);
    advance();
    noteFiles();
    return fault_ ? Result<void>(*fault_) : Result<void>();
}

void Replayer::advance()
{
    auto event = reader_.next();
    next_.reset();
    if (!event)
        fault_ = event.error();
    else
        next_ = std::move(event).value();
}

void Replayer::diverge(std::string what)
{
    if (!fault_)
        fault_ = Error{std::move(what), "recording, event " + std::to_string(reader_.position())};
    next_.reset();
}

/// True when the next event is of that kind. At the end of the recording, and after a fault, it never is.
bool Replayer::expect(EventKind kind)
{
    if (!next_ || next_->kind == EventKind::End)
        return false;
    if (next_->kind == kind)
        return true;
    diverge("the run took another way: it asks for " + std::string(nameOf(kind)) + ", the recording has " +
            std::string(nameOf(next_->kind)));
    return false;
}

bool Replayer::expect(EventKind kind, std::int64_t first)
{
    if (!expect(kind))
        return false;
    if (next_->numbers[0] == first)
        return true;
    diverge("the run took another way: " + std::string(nameOf(kind)) + " of " + std::to_string(first) + ", the recording has " +
            std::to_string(next_->numbers[0]));
    return false;
}

/// A handle of the recording within bounds, otherwise -1 and the end of the replay.
int Replayer::handleOf(std::int64_t number)
{
    if (number >= -1 && number <= highestHandle)
        return static_cast<int>(number);
    diverge(std::to_string(number) + " is no handle");
    return -1;
}

TransferState Replayer::stateOf(std::int64_t number)
{
    if (number >= 0 && number <= static_cast<std::int64_t>(TransferState::Ended))
        return static_cast<TransferState>(number);
    diverge(std::to_string(number) + " is no state");
    return TransferState::Later;
}

std::int64_t Replayer::clock(std::size_t which)
{
    Clock& clock = clocks_[which];
    if (next_ && next_->kind == EventKind::Clock && next_->numbers[0] == static_cast<std::int64_t>(which) &&
        next_->numbers[1] == clock.same) {
        const std::int64_t change = std::clamp(next_->numbers[2], -farthest, farthest);
        clock = {std::clamp(clock.value + change, -farthest, farthest), 0};
        advance();
    }
    ++clock.same;
    return clock.value;
}

void Replayer::random(std::span<std::byte> bytes)
{
    std::ranges::fill(bytes, std::byte{});
    if (!expect(EventKind::Random))
        return;
    if (next_->bytes.size() != bytes.size())
        return diverge("another number of random bytes");
    std::ranges::copy(next_->bytes, bytes.begin());
    advance();
}

Result<Listening> Replayer::listen(const ListenWish&)
{
    if (!expect(EventKind::Listening))
        return fault_.value_or(Error{"ends here", "recording"});
    const int handle = handleOf(next_->numbers[0]);
    const Listening listening{handle, static_cast<int>(std::clamp<std::int64_t>(next_ ? next_->numbers[1] : 0, 0, 0xFFFF))};
    const std::string why(next_ ? next_->text() : std::string_view("ends here"));
    advance();
    return handle < 0 ? Result<Listening>(Error{why, ""}) : Result<Listening>(listening);
}

Accepted Replayer::accept(int listener)
{
    Accepted accepted;
    if (!expect(EventKind::Accepted, listener))
        return accepted;
    accepted.handle = handleOf(next_->numbers[1]);
    if (!next_)
        return accepted;
    accepted.exhausted = next_->numbers[2] == 1;
    if (accepted.handle >= 0 && next_->bytes.size() == addressSize)
        std::ranges::transform(next_->bytes, accepted.address.bytes.begin(),
                               [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
    advance();
    return accepted;
}

Result<int> Replayer::connect(const std::string&, int)
{
    if (!expect(EventKind::Connecting))
        return fault_.value_or(Error{"ends here", "recording"});
    const int handle = handleOf(next_->numbers[0]);
    const std::string why(next_ ? next_->text() : std::string_view("ends here"));
    advance();
    return handle < 0 ? Result<int>(Error{why, ""}) : Result<int>(handle);
}

Transfer Replayer::read(int handle, std::span<std::byte> bytes)
{
    if (!expect(EventKind::Read, handle))
        return {};
    const TransferState state = stateOf(next_->numbers[1]);
    if (!next_) // was no state
        return {};
    const Transfer got{state, next_->bytes.size()};
    if (got.size > bytes.size() || (got.state == TransferState::Done) != (got.size > 0)) {
        diverge("more bytes than were asked for, or none");
        return {};
    }
    std::ranges::copy(next_->bytes, bytes.begin());
    advance();
    return got;
}

/// Whoever got all of what there was gets all of it now, even if that is something else; see differentWrites().
Transfer Replayer::write(int handle, std::span<const std::byte> bytes)
{
    if (!expect(EventKind::Written, handle))
        return {};
    const std::int64_t offered = next_->numbers[2];
    const std::int64_t taken = next_->numbers[3];
    Transfer sent{stateOf(next_->numbers[1]), bytes.size()};
    if (!next_)
        return {};
    if (taken != offered)
        sent.size = std::min(bytes.size(), static_cast<std::size_t>(std::max<std::int64_t>(taken, 0)));
    if (sent.state != TransferState::Done)
        sent.size = 0;
    ++writes_;
    const auto part = bytes.first(sent.size);
    const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    if (static_cast<std::int64_t>(bytes.size()) != offered || static_cast<std::int64_t>(sum) != next_->numbers[4])
        ++differentWrites_;
    advance();
    return sent;
}

Transfer Replayer::readDatagram(int handle, std::span<std::byte> bytes, Address& from)
{
    if (!expect(EventKind::Datagram, handle))
        return {};
    Transfer got{stateOf(next_->numbers[1]), 0};
    if (!next_)
        return {};
    if (got.state == TransferState::Done) {
        const auto& data = next_->bytes;
        if (data.size() < addressSize || data.size() - addressSize > bytes.size()) {
            diverge("a datagram of another size");
            return {};
        }
        for (std::size_t i = 0; i < addressSize; ++i)
            from.bytes[i] = std::to_integer<std::uint8_t>(data[i]);
        got.size = data.size() - addressSize;
        std::copy(data.begin() + addressSize, data.end(), bytes.begin());
    }
    advance();
    return got;
}

std::optional<std::span<const Ready>> Replayer::wait(int)
{
    if (!expect(EventKind::Woken))
        return std::nullopt;
    ready_.clear();
    const auto number = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value |= std::to_integer<std::uint32_t>(next_->bytes[at + i]) << (8 * i);
        return value;
    };
    for (std::size_t at = 0; at + 8 <= next_->bytes.size(); at += 8) {
        const std::uint32_t handle = number(at);
        const std::uint32_t flags = number(at + 4);
        if (handle > highestHandle) {
            diverge(std::to_string(handle) + " is no handle");
            return std::nullopt;
        }
        ready_.push_back({static_cast<int>(handle), (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0});
    }
    advance();
    return ready_;
}

std::string Replayer::fact(Fact fact, const std::function<std::string()>&)
{
    if (!expect(EventKind::Fact, static_cast<std::int64_t>(fact)))
        return {};
    std::string text(next_->text());
    advance();
    return text;
}

Result<void> Replayer::place(const Event& event)
{
    std::error_code error;
    if (event.kind == EventKind::Gone) {
        if (!isSafeName(event.text()))
            return Error{"a file would lie outside of the folder", "recording, file \"" + std::string(event.text()) + "\""};
        fs::remove(folder_ / event.text(), error);
        return {};
    }
    const auto file = fileOf(event);
    if (!file)
        return file.error();
    placed_ += std::max<std::uint64_t>(file.value().content.size(), leastPlaced);
    if (placed_ > mostPlaced)
        return Error{"its files are too large together", "recording"};
    const fs::path target = folder_ / file.value().name;
    fs::create_directories(target.parent_path(), error);
    // Not as files are written that must outlive a fall of the system: that takes half a minute for a large tree, and the folder is a copy.
    std::ofstream out(target, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(file.value().content.data()), static_cast<std::streamsize>(file.value().content.size()));
    out.close();
    return out ? Result<void>() : Result<void>(Error{"cannot be written", target.string()});
}

void Replayer::noteFiles()
{
    while (next_ && (next_->kind == EventKind::File || next_->kind == EventKind::Gone)) {
        if (auto placed = place(*next_); !placed) {
            fault_ = placed.error();
            next_.reset();
            return;
        }
        advance();
    }
}

} // namespace blak::serve
