// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/aseprite/aseprite.h"

#include "formats/base/byte_reader.h"

#include <algorithm>
#include <array>
#include <zlib.h>

namespace blak::aseprite {
namespace {

constexpr std::uint16_t fileMagic = 0xA5E0, frameMagic = 0xF1FA;
constexpr std::size_t headerSize = 128, frameHeaderSize = 16, chunkHeaderSize = 6;
constexpr std::uint64_t zlibBestRatio = 1032; // deflate's limit: 258 bytes in 2 bits, rounded up

enum Chunk : std::uint16_t {
    OldPalette = 0x0004,
    Layer = 0x2004,
    Cel = 0x2005,
    Tags = 0x2018,
    Palette = 0x2019,
    SliceChunk = 0x2022
};

struct LayerInfo
{
    bool visible = true; ///< with all that it stands in
    bool isGroup = false;
    std::uint8_t opacity = 255;
};

struct CelInfo
{
    std::size_t layer = 0;
    int x = 0, y = 0, width = 0, height = 0;
    std::uint8_t opacity = 255;
    std::vector<std::uint32_t> pixels; ///< 0xAARRGGBB
};

std::uint8_t channel(std::uint32_t pixel, int shift) { return static_cast<std::uint8_t>(pixel >> shift & 0xFF); }

/// `over` on `under`, both not premultiplied.
std::uint32_t blend(std::uint32_t under, std::uint32_t over, unsigned opacity)
{
    const unsigned alpha = channel(over, 24) * opacity / 255;
    if (alpha == 0)
        return under;
    const unsigned below = channel(under, 24) * (255 - alpha) / 255, sum = alpha + below;
    std::uint32_t result = sum << 24;
    for (const int shift : {16, 8, 0})
        result |= (channel(over, shift) * alpha + channel(under, shift) * below) / sum << shift;
    return result;
}

class Reader
{
public:
    Reader(std::span<const std::byte> bytes, std::string_view file) : in_(bytes, file) {}

    Result<Picture> read()
    {
        readHeader();
        for (std::size_t i = 0; i < frames_ && in_.ok(); ++i)
            readFrame();
        if (!in_.ok())
            return *in_.error();
        return std::move(picture_);
    }

private:
    void readHeader()
    {
        in_.u32("file size");
        if (in_.u16("magic") != fileMagic)
            in_.fail(4, "magic", "not an Aseprite picture: expected E0 A5", ErrorCode::WrongKind);
        const std::size_t countAt = in_.offset();
        const std::uint16_t frames = in_.u16("number of frames");
        picture_.width = in_.u16("width");
        picture_.height = in_.u16("height");
        const std::size_t depthAt = in_.offset();
        depth_ = in_.u16("bits a pixel");
        if (depth_ != 8 && depth_ != 16 && depth_ != 32)
            in_.fail(depthAt, "bits a pixel", "expected 8, 16 or 32, found " + std::to_string(depth_));
        flags_ = in_.u32("flags");
        in_.raw(10, "header");
        transparent_ = in_.u8("transparent index");
        in_.seek(headerSize, "first frame");
        frames_ = in_.checkedCount(frames, frameHeaderSize, countAt, "number of frames");
        const std::uint64_t pixels =
            std::uint64_t{frames_} * static_cast<std::uint64_t>(picture_.width) * static_cast<std::uint64_t>(picture_.height);
        if (pixels == 0 || pixels > mostPixels)
            in_.fail(countAt, "number of frames",
                     "expected 1 to " + std::to_string(mostPixels) + " pixels in all frames, found " + std::to_string(pixels),
                     pixels == 0 ? ErrorCode::Other : ErrorCode::TooLarge);
    }

    void readFrame()
    {
        const std::size_t begin = in_.offset();
        const std::uint32_t size = in_.u32("frame size");
        if (in_.u16("frame magic") != frameMagic)
            in_.fail(begin + 4, "frame magic", "expected FA F1");
        const std::uint16_t oldChunks = in_.u16("chunks");
        Frame frame;
        frame.duration = in_.u16("duration");
        in_.raw(2, "frame header");
        const std::uint32_t newChunks = in_.u32("chunks");
        const std::size_t chunks =
            in_.checkedCount(newChunks != 0 ? newChunks : oldChunks, chunkHeaderSize, begin + 12, "chunks");
        cels_.clear();
        for (std::size_t i = 0; i < chunks && in_.ok(); ++i)
            readChunk();
        flatten(frame);
        picture_.frames.push_back(std::move(frame));
        kept_.push_back(std::move(cels_)); // linked cels look back
        if (in_.ok())
            in_.seek(std::uint64_t{begin} + std::max<std::uint64_t>(size, frameHeaderSize), "next frame");
    }

    void readChunk()
    {
        const std::size_t begin = in_.offset();
        const std::uint32_t size = in_.u32("chunk size");
        const std::uint16_t kind = in_.u16("kind of chunk");
        if (size < chunkHeaderSize || size - chunkHeaderSize > in_.remaining()) {
            in_.fail(begin, "chunk size", "counts " + std::to_string(size) + " bytes, more than the file holds",
                     ErrorCode::Truncated);
            return;
        }
        end_ = begin + size;
        switch (kind) {
        case Layer: readLayer(); break;
        case Cel: readCel(); break;
        case Tags: readTags(); break;
        case Palette: readPalette(); break;
        case SliceChunk: readSlice(); break;
        default: break; // of no use here
        }
        if (in_.ok())
            in_.seek(end_, "next chunk");
    }

    std::string readText()
    {
        const auto bytes = in_.raw(in_.u16("length of text"), "text");
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    void readLayer()
    {
        const std::uint16_t flags = in_.u16("layer flags");
        const std::uint16_t kind = in_.u16("kind of layer");
        const std::size_t level = in_.u16("level of layer");
        in_.raw(6, "layer"); // default size, blend mode
        LayerInfo layer;
        const std::uint8_t opacity = in_.u8("opacity of layer");
        layer.opacity = (flags_ & 1) != 0 ? opacity : 255; // older files hold none
        layer.isGroup = kind == 1;
        open_.resize(std::min(level, open_.size()), true);
        layer.visible = (flags & 1) != 0 && std::find(open_.begin(), open_.end(), false) == open_.end();
        open_.push_back(layer.visible);
        layers_.push_back(layer);
    }

    std::uint32_t pixelAt(std::span<const std::uint8_t> bytes, std::size_t index) const
    {
        if (depth_ == 32) {
            const std::uint8_t* at = bytes.data() + 4 * index;
            return static_cast<std::uint32_t>(at[3]) << 24 | static_cast<std::uint32_t>(at[0]) << 16 |
                   static_cast<std::uint32_t>(at[1]) << 8 | at[2];
        }
        if (depth_ == 16) {
            const std::uint32_t value = bytes[2 * index];
            return static_cast<std::uint32_t>(bytes[2 * index + 1]) << 24 | value << 16 | value << 8 | value;
        }
        return bytes[index] == transparent_ ? 0 : palette_[bytes[index]];
    }

    void readCel()
    {
        const std::size_t begin = in_.offset();
        CelInfo cel;
        cel.layer = in_.u16("layer of cel");
        cel.x = in_.i16("x of cel");
        cel.y = in_.i16("y of cel");
        cel.opacity = in_.u8("opacity of cel");
        const std::uint16_t kind = in_.u16("kind of cel");
        in_.raw(7, "cel");
        if (!in_.ok())
            return;
        if (cel.layer >= layers_.size())
            return in_.fail(begin, "layer of cel",
                            "expected 0 to " + std::to_string(layers_.size()) + " layers, found " + std::to_string(cel.layer));
        if (kind == 1)
            return readLink(cel);
        if (kind != 0 && kind != 2)
            return in_.fail(begin + 7, "kind of cel",
                            "expected 0 to 2, found " + std::to_string(kind) + " (tile maps cannot be read)");
        const std::size_t sizeAt = in_.offset();
        cel.width = in_.u16("width of cel");
        cel.height = in_.u16("height of cel");
        if (!in_.ok() || in_.offset() > end_)
            return in_.fail(begin, "cel", "is longer than its chunk");
        const auto rest = in_.raw(end_ - in_.offset(), "pixels");
        const std::uint64_t pixels = static_cast<std::uint64_t>(cel.width) * static_cast<std::uint64_t>(cel.height);
        const std::uint64_t wanted = pixels * depth_ / 8;
        const bool fits = kind == 0 ? wanted <= rest.size() : wanted <= rest.size() * zlibBestRatio;
        decoded_ += pixels;
        if (!fits || decoded_ > mostPixels)
            return in_.fail(sizeAt, "size of cel",
                            fits ? "more than " + std::to_string(mostPixels) + " pixels in all cels"
                                 : std::to_string(rest.size()) + " bytes cannot hold " + std::to_string(cel.width) + " x " +
                                       std::to_string(cel.height) + " pixels");
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(wanted) + 1); // zlib wants an address even for nothing
        auto size = static_cast<uLongf>(wanted);
        if (kind == 0)
            std::transform(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(wanted), bytes.begin(),
                           [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
        else if (uncompress(bytes.data(), &size, reinterpret_cast<const Bytef*>(rest.data()), static_cast<uLong>(rest.size())) !=
                     Z_OK ||
                 size != wanted)
            return in_.fail(sizeAt, "pixels", "the compressed data is damaged");
        cel.pixels.reserve(static_cast<std::size_t>(pixels));
        for (std::size_t i = 0; i < pixels; ++i)
            cel.pixels.push_back(pixelAt(bytes, i));
        cels_.push_back(std::move(cel));
    }

    /// The same as in an earlier frame, drawn at that place.
    void readLink(const CelInfo& link)
    {
        const std::size_t at = in_.offset();
        const std::size_t frame = in_.u16("linked frame");
        if (frame >= kept_.size())
            return in_.fail(at, "linked frame", "expected one before this frame, found " + std::to_string(frame));
        const auto found = std::find_if(kept_[frame].begin(), kept_[frame].end(),
                                        [&link](const CelInfo& cel) { return cel.layer == link.layer; });
        if (found == kept_[frame].end())
            return in_.fail(at, "linked frame", "has no cel in this layer");
        linked_ += found->pixels.size();
        if (linked_ > mostPixels)
            return in_.fail(at, "linked frame", "more than " + std::to_string(mostPixels) + " pixels are linked",
                            ErrorCode::TooLarge);
        cels_.push_back(*found);
    }

    void readPalette()
    {
        in_.u32("palette size");
        const std::size_t firstAt = in_.offset();
        const std::uint32_t first = in_.u32("first colour"), last = in_.u32("last colour");
        in_.raw(8, "palette");
        if (first > last || last > 255)
            return in_.fail(firstAt, "first colour",
                            "expected colours 0 to 255, found " + std::to_string(first) + " to " + std::to_string(last));
        for (std::uint32_t i = first; i <= last && in_.ok(); ++i) {
            const std::uint16_t flags = in_.u16("colour flags");
            const std::uint32_t red = in_.u8("red"), green = in_.u8("green"), blue = in_.u8("blue"), alpha = in_.u8("alpha");
            palette_[i] = alpha << 24 | red << 16 | green << 8 | blue;
            if ((flags & 1) != 0)
                (void)readText();
        }
    }

    void readTags()
    {
        constexpr std::size_t leastTagBytes = 19;
        const std::size_t count = in_.count16("number of tags", leastTagBytes);
        in_.raw(8, "tags");
        for (std::size_t i = 0; i < count && in_.ok(); ++i) {
            const std::size_t at = in_.offset();
            Tag tag;
            tag.first = in_.u16("first frame of tag");
            tag.last = in_.u16("last frame of tag");
            in_.raw(13, "tag");
            tag.name = readText();
            if (in_.ok() && (tag.first > tag.last || static_cast<std::size_t>(tag.last) >= frames_))
                in_.fail(at, "frames of tag",
                         "expected frames 0 to " + std::to_string(frames_ - 1) + ", found " + std::to_string(tag.first) + " to " +
                             std::to_string(tag.last));
            picture_.tags.push_back(std::move(tag));
        }
    }

    void readSlice()
    {
        const std::size_t count = in_.count32("keys of slice", 20);
        const std::uint32_t flags = in_.u32("slice flags");
        in_.u32("slice");
        Slice slice;
        slice.name = readText();
        for (std::size_t i = 0; i < count && in_.ok(); ++i) {
            SliceKey key;
            key.frame = static_cast<int>(std::min<std::uint32_t>(in_.u32("frame of slice"), 0xFFFF));
            key.x = in_.i32("x of slice");
            key.y = in_.i32("y of slice");
            key.width = in_.u32("width of slice");
            key.height = in_.u32("height of slice");
            if ((flags & 1) != 0)
                in_.raw(16, "nine patch");
            if ((flags & 2) != 0) {
                const std::int32_t x = in_.i32("pivot x"), y = in_.i32("pivot y");
                key.pivot = {x, y};
            }
            slice.keys.push_back(key);
        }
        picture_.slices.push_back(std::move(slice));
    }

    void flatten(Frame& frame)
    {
        if (!in_.ok())
            return;
        const auto width = static_cast<std::size_t>(picture_.width);
        frame.pixels.assign(width * static_cast<std::size_t>(picture_.height), 0);
        std::stable_sort(cels_.begin(), cels_.end(), [](const CelInfo& a, const CelInfo& b) { return a.layer < b.layer; });
        for (const CelInfo& cel : cels_) {
            const LayerInfo& layer = layers_[cel.layer];
            if (!layer.visible || layer.isGroup)
                continue;
            const unsigned opacity = static_cast<unsigned>(cel.opacity) * layer.opacity / 255;
            const int left = std::max(0, -cel.x), right = std::min(cel.width, picture_.width - cel.x);
            const int top = std::max(0, -cel.y), bottom = std::min(cel.height, picture_.height - cel.y);
            for (int y = top; y < bottom; ++y)
                for (int x = left; x < right; ++x) {
                    std::uint32_t& pixel =
                        frame.pixels[static_cast<std::size_t>(cel.y + y) * width + static_cast<std::size_t>(cel.x + x)];
                    pixel = blend(pixel,
                                  cel.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(cel.width) +
                                             static_cast<std::size_t>(x)],
                                  opacity);
                }
        }
    }

    ByteReader in_;
    Picture picture_;
    std::size_t frames_ = 0;
    std::uint16_t depth_ = 32;
    std::uint32_t flags_ = 0;
    std::uint8_t transparent_ = 0;
    std::size_t end_ = 0; ///< of the chunk
    std::array<std::uint32_t, 256> palette_{};
    std::vector<LayerInfo> layers_;
    std::vector<bool> open_; ///< whether the layers around the next one are visible
    std::vector<CelInfo> cels_;
    std::vector<std::vector<CelInfo>> kept_; ///< of the frames before
    std::uint64_t linked_ = 0, decoded_ = 0; ///< pixels of all cels
};

} // namespace

bool isAseprite(std::span<const std::byte> bytes)
{
    ByteReader in(bytes, {});
    in.u32("file size");
    return in.u16("magic") == fileMagic && in.ok();
}

Result<Picture> read(std::span<const std::byte> bytes, std::string_view file) { return Reader(bytes, file).read(); }

const SliceKey* keyAt(const Slice& slice, int frame)
{
    const SliceKey* found = nullptr;
    for (const SliceKey& key : slice.keys)
        if (key.frame <= frame && (found == nullptr || key.frame >= found->frame))
            found = &key;
    return found;
}

} // namespace blak::aseprite
