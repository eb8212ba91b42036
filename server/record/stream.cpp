// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/record/stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::serve {
namespace {

constexpr std::size_t flushedFrom = 64 * 1024;
constexpr std::size_t piece = 64 * 1024; ///< memory is taken as bytes arrive, not as a size promises
constexpr unsigned bitsOfNumber = 7, longestNumber = 10;

void appendNumber(std::string& out, std::uint64_t value)
{
    while (value >= 1u << bitsOfNumber) {
        out.push_back(static_cast<char>((value & 0x7F) | 0x80));
        value >>= bitsOfNumber;
    }
    out.push_back(static_cast<char>(value));
}

/// Small numbers of either sign become small numbers.
std::uint64_t folded(std::int64_t value)
{
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
std::int64_t unfolded(std::uint64_t value) { return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1)); }

} // namespace

Result<EventWriter> EventWriter::create(const std::filesystem::path& file)
{
    const int handle = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    std::FILE* opened = handle < 0 ? nullptr : ::fdopen(handle, "wb");
    if (opened == nullptr)
        return Error{std::strerror(errno), file.string()};
    EventWriter writer;
    writer.file_.reset(opened);
    writer.owner_ = ::getpid();
    writer.buffer_ = recordingMagic;
    writer.buffer_.push_back(static_cast<char>(recordingVersion & 0xFF));
    writer.buffer_.push_back(static_cast<char>(recordingVersion >> 8));
    return writer;
}

EventWriter::~EventWriter() { flush(); }

void EventWriter::write(const Event& event)
{
    const auto form = formOf(static_cast<std::uint8_t>(event.kind));
    ++events_;
    buffer_.push_back(static_cast<char>(event.kind));
    for (std::size_t i = 0; i < form->numbers; ++i)
        appendNumber(buffer_, folded(event.numbers[i]));
    if (form->mostBytes > 0) {
        const std::size_t size = std::min(event.bytes.size(), form->mostBytes);
        appendNumber(buffer_, size);
        buffer_.append(event.text().substr(0, size));
    }
    if (buffer_.size() >= flushedFrom)
        flush();
}

void EventWriter::flush()
{
    if (!file_ || ::getpid() != owner_)
        return;
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size() || std::fflush(file_.get()) != 0)
        failed_ = true;
    buffer_.clear();
}

std::optional<std::uint8_t> EventReader::byte()
{
    const int got = in_.get();
    if (got == std::istream::traits_type::eof())
        return std::nullopt;
    ++offset_;
    return static_cast<std::uint8_t>(got);
}

/// Nothing when the file ends in it.
std::optional<std::uint64_t> EventReader::number()
{
    std::uint64_t value = 0;
    for (unsigned i = 0; i < longestNumber; ++i) {
        const auto next = byte();
        if (!next)
            return std::nullopt;
        value |= static_cast<std::uint64_t>(*next & 0x7F) << (i * bitsOfNumber);
        if (*next < 0x80)
            break;
    }
    return value;
}

bool EventReader::header(std::optional<Error>& fault)
{
    std::string magic(recordingMagic.size(), '\0');
    in_.read(magic.data(), static_cast<std::streamsize>(magic.size()));
    offset_ = magic.size();
    const auto low = byte();
    const auto high = byte();
    if (magic != recordingMagic || !low || !high)
        fault = Error{"is no recording of a server", name_};
    else if (const int version = *low | *high << 8; version != recordingVersion)
        fault = Error{"expected version " + std::to_string(recordingVersion) + ", found " + std::to_string(version),
                      name_ + ", offset 6 (version)"};
    return !fault;
}

Result<std::optional<Event>> EventReader::next()
{
    std::optional<Error> fault;
    if (!begun_ && !header(fault))
        return *fault;
    begun_ = true;
    const std::uint64_t start = offset_;
    const auto kind = byte();
    if (!kind)
        return std::optional<Event>();
    const auto form = formOf(*kind);
    const std::string where = name_ + ", offset " + std::to_string(start);
    if (!form)
        return Error{"there is no event " + std::to_string(*kind), where};
    Event event;
    event.kind = static_cast<EventKind>(*kind);
    cutOff_ = true;
    for (std::size_t i = 0; i < form->numbers; ++i) {
        const auto value = number();
        if (!value)
            return std::optional<Event>();
        event.numbers[i] = unfolded(*value);
    }
    if (form->mostBytes > 0) {
        const auto size = number();
        if (!size)
            return std::optional<Event>();
        if (*size > form->mostBytes)
            return Error{"has " + std::to_string(*size) + " bytes, at most " + std::to_string(form->mostBytes) + " are possible",
                         where + " (" + std::string(form->name) + ")"};
        while (event.bytes.size() < *size) {
            const std::size_t before = event.bytes.size();
            const std::size_t part = std::min<std::size_t>(piece, *size - before);
            event.bytes.resize(before + part);
            in_.read(reinterpret_cast<char*>(event.bytes.data() + before), static_cast<std::streamsize>(part));
            offset_ += part;
            if (static_cast<std::size_t>(in_.gcount()) < part)
                return std::optional<Event>();
        }
    }
    cutOff_ = false;
    ++events_;
    return std::optional(std::move(event));
}

} // namespace blak::serve
