// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace blak {

/// Takes bytes one part after the other.
class ByteSink
{
public:
    virtual ~ByteSink() = default;
    virtual void take(std::span<const std::byte> bytes) = 0;
};

class VectorSink final : public ByteSink
{
public:
    void take(std::span<const std::byte> part) override { bytes.insert(bytes.end(), part.begin(), part.end()); }

    std::vector<std::byte> bytes;
};

/// Little-endian values to a sink, through a buffer of its own; allocates nothing. As ByteWriter, for files too large for one.
class SinkWriter
{
public:
    explicit SinkWriter(ByteSink& sink) : sink_(sink) {}

    void u8(std::uint8_t value) { put(value); }
    void u16(std::uint16_t value) { put(value); }
    void u32(std::uint32_t value) { put(value); }
    void u64(std::uint64_t value) { put(value); }
    void i32(std::int32_t value) { put(static_cast<std::uint32_t>(value)); }
    void i64(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }
    void text(std::string_view text)
    {
        for (; !text.empty(); text.remove_prefix(std::min(text.size(), buffer_.size()))) {
            const std::string_view part = text.substr(0, buffer_.size());
            makeRoom(part.size());
            std::memcpy(buffer_.data() + used_, part.data(), part.size());
            used_ += part.size();
        }
    }
    /// Gives the sink what is still in the buffer.
    void flush()
    {
        sink_.take(std::span(buffer_).first(used_));
        used_ = 0;
    }

private:
    template <class Unsigned>
    void put(Unsigned value)
    {
        makeRoom(sizeof value);
        for (std::size_t i = 0; i < sizeof value; ++i)
            buffer_[used_ + i] = static_cast<std::byte>(value >> (8 * i));
        used_ += sizeof value;
    }
    void makeRoom(std::size_t size)
    {
        if (used_ + size > buffer_.size())
            flush();
    }

    ByteSink& sink_;
    std::size_t used_ = 0;
    std::array<std::byte, 64 * 1024> buffer_;
};

} // namespace blak
