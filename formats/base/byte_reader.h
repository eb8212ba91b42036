// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace blak {

/// Reads little-endian values from a file held in memory. After the first failure every read gives zero and the failure is
/// kept, so a reader states its layout line by line and asks once, at the end.
class ByteReader
{
public:
    ByteReader(std::span<const std::byte> bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    std::uint8_t u8(std::string_view field) { return static_cast<std::uint8_t>(little(1, field)); }
    std::uint16_t u16(std::string_view field) { return static_cast<std::uint16_t>(little(2, field)); }
    std::uint32_t u32(std::string_view field) { return static_cast<std::uint32_t>(little(4, field)); }
    std::uint64_t u64(std::string_view field) { return little(8, field); }
    std::int8_t i8(std::string_view field) { return static_cast<std::int8_t>(little(1, field)); }
    std::int16_t i16(std::string_view field) { return static_cast<std::int16_t>(little(2, field)); }
    std::int32_t i32(std::string_view field) { return static_cast<std::int32_t>(u32(field)); }
    std::int64_t i64(std::string_view field) { return static_cast<std::int64_t>(little(8, field)); }
    float f32(std::string_view field) { return std::bit_cast<float>(u32(field)); }

    /// The next `size` bytes; empty after a failure.
    std::span<const std::byte> raw(std::size_t size, std::string_view field)
    {
        if (error_ || size > remaining()) {
            failShort(field, size);
            return {};
        }
        const auto part = bytes_.subspan(offset_, size);
        offset_ += size;
        return part;
    }

    /// Refuses a count of items that the rest of the file cannot hold, so that nobody allocates for it. Returns 0 then.
    std::size_t checkedCount(std::uint64_t count, std::size_t bytesPerItem, std::size_t countOffset, std::string_view field)
    {
        if (!error_ && (bytesPerItem == 0 || count <= remaining() / bytesPerItem))
            return static_cast<std::size_t>(count);
        fail(countOffset, field, "counts " + std::to_string(count) + " items, more than the file holds");
        return 0;
    }
    std::size_t count16(std::string_view field, std::size_t bytesPerItem)
    {
        const std::size_t at = offset_;
        return checkedCount(u16(field), bytesPerItem, at, field);
    }
    std::size_t count32(std::string_view field, std::size_t bytesPerItem)
    {
        const std::size_t at = offset_;
        return checkedCount(u32(field), bytesPerItem, at, field);
    }

    /// Continues reading at an absolute offset.
    void seek(std::uint64_t offset, std::string_view field)
    {
        if (offset > bytes_.size())
            fail(offset_, field, "points to offset " + std::to_string(offset) + ", the file has " +
                                     std::to_string(bytes_.size()) + " bytes", ErrorCode::Truncated);
        else if (!error_)
            offset_ = static_cast<std::size_t>(offset);
    }

    /// Keeps the first failure only.
    void fail(std::size_t offset, std::string_view field, std::string what, ErrorCode code = ErrorCode::Other)
    {
        if (!error_)
            error_ = Error{std::move(what), place(offset, field), code};
    }

    /// The field in words first; the offset is for who opens the file in an editor of bytes.
    std::string place(std::size_t offset, std::string_view field) const
    {
        return std::string(file_) + ", " + std::string(field) + " (offset " + std::to_string(offset) + ")";
    }

    std::size_t offset() const { return offset_; }
    std::size_t size() const { return bytes_.size(); }
    std::size_t remaining() const { return bytes_.size() - offset_; }
    bool atEnd() const { return offset_ == bytes_.size(); }
    bool ok() const { return !error_; }
    const std::optional<Error>& error() const { return error_; }

private:
    void failShort(std::string_view field, std::size_t size)
    {
        fail(offset_, field,
             "the file ends here: expected " + std::to_string(size) + " more bytes, found " + std::to_string(remaining()),
             ErrorCode::Truncated);
    }

    std::uint64_t little(std::size_t size, std::string_view field)
    {
        if (error_ || remaining() < size) {
            failShort(field, size);
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value |= std::to_integer<std::uint64_t>(bytes_[offset_ + i]) << (8 * i);
        offset_ += size;
        return value;
    }

    std::span<const std::byte> bytes_;
    std::string_view file_;
    std::size_t offset_ = 0;
    std::optional<Error> error_;
};

} // namespace blak
