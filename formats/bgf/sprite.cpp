// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bgf/sprite.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/sealed/sealed.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <zlib.h>

namespace blak::bgf {
namespace {

constexpr std::uint32_t magic = 0x11464742; // "BGF" 0x11
constexpr std::int32_t maxSide = 32767;     // pixels; the largest known bitmap has 1500 x 1024
constexpr std::size_t leastBitmapBytes = 22;
constexpr std::size_t hotspotBytes = 9;
constexpr std::size_t leastGroupBytes = 4;
constexpr std::uint64_t zlibBestRatio = 1032; // deflate's limit: 258 bytes in 2 bits, rounded up
constexpr int fullTurn = 4096;

std::string sizeText(std::int32_t width, std::int32_t height) { return std::to_string(width) + " x " + std::to_string(height); }

std::uint64_t pixelCount(const Bitmap& bitmap)
{
    return bitmap.width < 0 || bitmap.height < 0
               ? 0
               : static_cast<std::uint64_t>(bitmap.width) * static_cast<std::uint64_t>(bitmap.height);
}

void checkRange(ByteReader& in, std::size_t at, std::string_view field, std::int32_t value, std::int32_t least, std::int32_t most)
{
    if (value < least || value > most)
        in.fail(at, field,
                "expected " + std::to_string(least) + " to " + std::to_string(most) + ", found " + std::to_string(value));
}

std::int32_t readSide(ByteReader& in, std::string_view field)
{
    const std::size_t at = in.offset();
    const std::int32_t side = in.i32(field);
    checkRange(in, at, field, side, 0, maxSide);
    return side;
}

std::size_t readSignedCount(ByteReader& in, std::string_view field, std::size_t bytesPerItem)
{
    const std::size_t at = in.offset();
    const std::int32_t count = in.i32(field);
    if (count >= 0)
        return in.checkedCount(static_cast<std::uint64_t>(count), bytesPerItem, at, field);
    in.fail(at, field, "expected 0 or more, found " + std::to_string(count));
    return 0;
}

void readImage(ByteReader& in, std::int32_t version, Bitmap& bitmap)
{
    const std::size_t storageAt = in.offset();
    bitmap.storage = in.u8("storage");
    checkRange(in, storageAt, "storage", bitmap.storage, 0, 1);
    const std::size_t sizeAt = in.offset();
    bitmap.storedSize = in.i32("image size");
    const std::uint64_t pixels = pixelCount(bitmap);
    std::uint64_t size = pixels;
    if (bitmap.storage != 0) {
        if (bitmap.storedSize < 0)
            in.fail(sizeAt, "image size", "expected 0 or more, found " + std::to_string(bitmap.storedSize));
        size = static_cast<std::uint64_t>(bitmap.storedSize);
        if (version == 10 && pixels > size * zlibBestRatio)
            in.fail(sizeAt, "image size",
                    std::to_string(size) + " bytes cannot hold " + sizeText(bitmap.width, bitmap.height) + " pixels");
    }
    const auto bytes = in.raw(static_cast<std::size_t>(size), "image");
    bitmap.stored.assign(bytes.begin(), bytes.end());
}

Bitmap readBitmap(ByteReader& in, std::int32_t version)
{
    Bitmap bitmap;
    bitmap.width = readSide(in, "width");
    bitmap.height = readSide(in, "height");
    bitmap.xOffset = in.i32("x offset");
    bitmap.yOffset = in.i32("y offset");
    const std::size_t countAt = in.offset();
    bitmap.hotspots.resize(in.checkedCount(in.u8("number of hotspots"), hotspotBytes, countAt, "number of hotspots"));
    for (Hotspot& hotspot : bitmap.hotspots) {
        hotspot.number = in.i8("hotspot number");
        hotspot.x = in.i32("hotspot x");
        hotspot.y = in.i32("hotspot y");
    }
    readImage(in, version, bitmap);
    return bitmap;
}

void writeBitmap(ByteWriter& out, const Bitmap& bitmap)
{
    assert(bitmap.hotspots.size() <= 255);
    out.i32(bitmap.width);
    out.i32(bitmap.height);
    out.i32(bitmap.xOffset);
    out.i32(bitmap.yOffset);
    out.u8(static_cast<std::uint8_t>(bitmap.hotspots.size()));
    for (const Hotspot& hotspot : bitmap.hotspots) {
        out.i8(hotspot.number);
        out.i32(hotspot.x);
        out.i32(hotspot.y);
    }
    out.u8(bitmap.storage);
    out.i32(bitmap.storage == 0 ? bitmap.storedSize : static_cast<std::int32_t>(bitmap.stored.size()));
    out.raw(bitmap.stored);
}

Error damaged(std::string_view file, const Bitmap& bitmap, std::string what)
{
    return Error{std::move(what), std::string(file) + ", image of " + sizeText(bitmap.width, bitmap.height) + " pixels"};
}

Result<std::vector<std::uint8_t>> inflateImage(const Bitmap& bitmap, std::string_view file)
{
    std::vector<std::uint8_t> indices(static_cast<std::size_t>(pixelCount(bitmap)));
    std::uint8_t nothing = 0; // zlib wants an address even for an empty image
    auto size = static_cast<uLongf>(indices.size());
    const int status = uncompress(indices.empty() ? &nothing : indices.data(), &size,
                                  reinterpret_cast<const Bytef*>(bitmap.stored.data()), static_cast<uLong>(bitmap.stored.size()));
    if (status == Z_BUF_ERROR)
        return damaged(file, bitmap, "the compressed data does not fill the image, or holds more than it");
    if (status != Z_OK)
        return damaged(file, bitmap, "the compressed data is damaged");
    if (size != indices.size())
        return damaged(file, bitmap,
                       "expected " + std::to_string(indices.size()) + " pixels, found " + std::to_string(size) +
                           " in the compressed data");
    return indices;
}

} // namespace

std::string Sprite::name() const { return std::string(rawName.begin(), std::find(rawName.begin(), rawName.end(), '\0')); }

bool isSprite(std::span<const std::byte> bytes) { return ByteReader(bytes, {}).u32("magic") == magic; }

Result<Sprite> read(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    if (in.u32("magic") != magic)
        in.fail(0, "magic", sealed::explainOr(bytes, "not a bitmap group file: expected \"BGF\" and byte 17"), ErrorCode::WrongKind);

    Sprite sprite;
    sprite.version = in.i32("version");
    if (sprite.version != 9 && sprite.version != 10)
        in.fail(4, "version", "expected 9 or 10, found " + std::to_string(sprite.version), ErrorCode::UnknownVersion);
    const auto name = in.raw(sprite.rawName.size(), "name");
    std::transform(name.begin(), name.end(), sprite.rawName.begin(), [](std::byte b) { return static_cast<char>(b); });
    const std::size_t bitmaps = readSignedCount(in, "number of bitmaps", leastBitmapBytes);
    const std::size_t groups = readSignedCount(in, "number of groups", leastGroupBytes);
    sprite.maxIndices = in.i32("most indices in a group");
    sprite.shrink = in.i32("shrink");

    for (std::size_t i = 0; i < bitmaps && in.ok(); ++i)
        sprite.bitmaps.push_back(readBitmap(in, sprite.version));
    for (std::size_t i = 0; i < groups && in.ok(); ++i) {
        Group& group = sprite.groups.emplace_back(readSignedCount(in, "number of indices", 4));
        for (std::int32_t& index : group)
            index = in.i32("bitmap index");
    }
    if (!in.atEnd())
        in.fail(in.offset(), "end", "expected the end of the file, found " + std::to_string(in.remaining()) + " more bytes");
    if (in.error())
        return *in.error();
    return sprite;
}

std::vector<std::byte> write(const Sprite& sprite)
{
    ByteWriter out;
    out.u32(magic);
    out.i32(sprite.version);
    out.raw(std::as_bytes(std::span(sprite.rawName)));
    out.i32(static_cast<std::int32_t>(sprite.bitmaps.size()));
    out.i32(static_cast<std::int32_t>(sprite.groups.size()));
    out.i32(sprite.maxIndices);
    out.i32(sprite.shrink);
    for (const Bitmap& bitmap : sprite.bitmaps)
        writeBitmap(out, bitmap);
    for (const Group& group : sprite.groups) {
        out.i32(static_cast<std::int32_t>(group.size()));
        for (const std::int32_t index : group)
            out.i32(index);
    }
    return out.take();
}

Result<std::vector<std::uint8_t>> decode(const Sprite& sprite, const Bitmap& bitmap, std::string_view file)
{
    const std::uint64_t pixels = pixelCount(bitmap);
    if (bitmap.storage == 0) {
        if (bitmap.stored.size() != pixels)
            return damaged(file, bitmap,
                           "expected " + std::to_string(pixels) + " bytes, found " + std::to_string(bitmap.stored.size()));
        std::vector<std::uint8_t> indices(bitmap.stored.size());
        std::transform(bitmap.stored.begin(), bitmap.stored.end(), indices.begin(),
                       [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
        return indices;
    }
    if (sprite.version == 9)
        return damaged(file, bitmap, "version 9 compression is proprietary: the image can be kept, but not shown");
    if (bitmap.width > maxSide || bitmap.height > maxSide || pixels > bitmap.stored.size() * zlibBestRatio)
        return damaged(file, bitmap, std::to_string(bitmap.stored.size()) + " bytes cannot hold so many pixels");
    return inflateImage(bitmap, file);
}

Bitmap encode(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> indices, bool compress)
{
    Bitmap bitmap;
    bitmap.width = width;
    bitmap.height = height;
    assert(width >= 0 && height >= 0 && indices.size() == pixelCount(bitmap));
    if (compress) {
        auto size = compressBound(static_cast<uLong>(indices.size()));
        bitmap.stored.resize(size);
        if (compress2(reinterpret_cast<Bytef*>(bitmap.stored.data()), &size, indices.data(), static_cast<uLong>(indices.size()),
                      Z_BEST_COMPRESSION) == Z_OK) {
            bitmap.stored.resize(size);
            bitmap.storage = 1;
            bitmap.storedSize = static_cast<std::int32_t>(size);
            return bitmap;
        }
    }
    const auto bytes = std::as_bytes(indices);
    bitmap.stored.assign(bytes.begin(), bytes.end());
    return bitmap;
}

std::int32_t bitmapForAngle(const Group& group, int angle)
{
    if (group.empty())
        return -1;
    const int interval = fullTurn / static_cast<int>(std::min<std::size_t>(group.size(), fullTurn)) + 1;
    const int turned = ((angle % fullTurn + fullTurn) + interval / 2) % fullTurn;
    return group[static_cast<std::size_t>(turned / interval)];
}

} // namespace blak::bgf
