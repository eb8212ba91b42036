// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace blak {

/// Appends little-endian values; the mirror image of ByteReader.
class ByteWriter
{
public:
    void u8(std::uint8_t value) { bytes_.push_back(std::byte{value}); }
    void u16(std::uint16_t value) { little<2>(value); }
    void u32(std::uint32_t value) { little<4>(value); }
    void u64(std::uint64_t value) { little<8>(value); }
    void i8(std::int8_t value) { u8(static_cast<std::uint8_t>(value)); }
    void i16(std::int16_t value) { little<2>(static_cast<std::uint16_t>(value)); }
    void i32(std::int32_t value) { little<4>(static_cast<std::uint32_t>(value)); }
    void i64(std::int64_t value) { little<8>(static_cast<std::uint64_t>(value)); }
    void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
    void raw(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void text(std::string_view text) { raw(std::as_bytes(std::span(text))); }

    /// Overwrites four bytes written before, e.g. an offset that is known only later.
    void patchU32(std::size_t offset, std::uint32_t value)
    {
        for (std::size_t i = 0; i < 4; ++i)
            bytes_[offset + i] = static_cast<std::byte>(value >> (8 * i));
    }

    std::size_t offset() const { return bytes_.size(); }
    void reserve(std::size_t size) { bytes_.reserve(size); }
    std::span<const std::byte> bytes() const { return bytes_; }
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    template <std::size_t Size>
    void little(std::uint64_t value)
    {
        std::array<std::byte, Size> bytes;
        for (std::size_t i = 0; i < Size; ++i)
            bytes[i] = static_cast<std::byte>(value >> (8 * i));
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }

    std::vector<std::byte> bytes_;
};

} // namespace blak
