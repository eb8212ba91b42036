// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/frame.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"

#include <zlib.h>

#include <string>

namespace blak::wire {

std::uint32_t payloadCrc(std::span<const std::byte> payload)
{
    const auto* data = reinterpret_cast<const Bytef*>(payload.data());
    return static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), data, payload.size()));
}

Result<std::vector<std::byte>> writeFrame(const Frame& frame)
{
    if (frame.payload.empty() || frame.payload.size() > 0xFFFF)
        return Error{"a payload has 1 to 65535 bytes, found " + std::to_string(frame.payload.size()), "frame"};
    const auto length = static_cast<std::uint16_t>(frame.payload.size());
    ByteWriter out;
    out.reserve(headerSize + frame.payload.size());
    out.u16(length);
    out.u16(frame.check);
    out.u16(length);
    out.u8(frame.epoch);
    out.raw(frame.payload);
    return out.take();
}

Frame checkedFrame(std::vector<std::byte> payload, std::uint8_t epoch)
{
    const auto check = static_cast<std::uint16_t>(payloadCrc(payload));
    return Frame{check, epoch, std::move(payload)};
}

void FrameReader::feed(std::span<const std::byte> bytes)
{
    if (error_)
        return;
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(start_));
    start_ = 0;
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

Result<std::optional<Frame>> FrameReader::next()
{
    if (error_)
        return *error_;
    const std::span<const std::byte> waiting = std::span(buffer_).subspan(start_);
    if (waiting.size() < headerSize)
        return std::optional<Frame>();
    ByteReader in(waiting, "stream");
    const std::size_t length = in.u16("length");
    Frame frame;
    frame.check = in.u16("check");
    const std::size_t again = in.u16("length again");
    frame.epoch = in.u8("epoch");
    if (length != again)
        return refuse("the two length words differ: " + std::to_string(length) + " and " + std::to_string(again));
    if (length == 0 || length > largestPayload_)
        return refuse("expected a payload of 1 to " + std::to_string(largestPayload_) + " bytes, found " +
                      std::to_string(length));
    if (waiting.size() < headerSize + length)
        return std::optional<Frame>();
    const auto payload = in.raw(length, "payload");
    frame.payload.assign(payload.begin(), payload.end());
    start_ += headerSize + length;
    consumed_ += headerSize + length;
    return std::optional<Frame>(std::move(frame));
}

std::optional<std::uint8_t> FrameReader::nextType() const
{
    return buffered() > headerSize ? std::optional(std::to_integer<std::uint8_t>(buffer_[start_ + headerSize])) : std::nullopt;
}

Error FrameReader::refuse(std::string what)
{
    error_ = Error{std::move(what), "stream, offset " + std::to_string(consumed_) + " (frame header)"};
    buffer_.clear();
    start_ = 0;
    return *error_;
}

} // namespace blak::wire
