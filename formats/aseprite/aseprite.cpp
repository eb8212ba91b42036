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
    LayerChunk = 0x2004,
    CelChunk = 0x2005,
    TagsChunk = 0x2018,
    PaletteChunk = 0x2019,
    SliceChunk = 0x2022
};

enum LayerFlag : std::uint16_t { Visible = 1, Editable = 2, Reference = 64 };

constexpr std::size_t isGroup = static_cast<std::size_t>(-1);

/// A layer chunk of the file, which cels count by.
struct LayerInfo
{
    std::size_t place = isGroup; ///< of Picture::layers
    std::uint8_t opacity = 255;
};

/// A cel with the place in the order of drawing that its frame gives it.
struct PlacedCel
{
    Cel cel;
    int zIndex = 0;

    int order() const { return static_cast<int>(cel.layer) + zIndex; }
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
        takeCels(frame);
        picture_.frames.push_back(std::move(frame)); // linked cels look back
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
        case LayerChunk: readLayer(); break;
        case CelChunk: readCel(); break;
        case TagsChunk: readTags(); break;
        case PaletteChunk: readPalette(); break;
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
        if (layers_.size() >= mostLayers)
            return in_.fail(in_.offset(), "layer", "is one more than " + std::to_string(mostLayers), ErrorCode::TooLarge);
        const std::uint16_t flags = in_.u16("layer flags");
        const std::uint16_t kind = in_.u16("kind of layer");
        const std::size_t level = in_.u16("level of layer");
        in_.raw(6, "layer"); // default size, blend mode
        LayerInfo info;
        const std::uint8_t opacity = in_.u8("opacity of layer");
        info.opacity = (flags_ & 1) != 0 ? opacity : 255; // older files hold none
        in_.raw(3, "layer");
        Layer layer;
        layer.name = readText();
        open_.resize(std::min(level, open_.size()), true);
        layer.visible = (flags & Visible) != 0 && std::find(open_.begin(), open_.end(), false) == open_.end();
        layer.locked = (flags & Editable) == 0;
        layer.isReference = (flags & Reference) != 0;
        open_.push_back(layer.visible);
        if (kind != 1) {
            info.place = picture_.layers.size();
            picture_.layers.push_back(std::move(layer));
        }
        layers_.push_back(info);
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
        const std::size_t number = in_.u16("layer of cel");
        PlacedCel placed;
        Cel& cel = placed.cel;
        cel.x = in_.i16("x of cel");
        cel.y = in_.i16("y of cel");
        const unsigned opacity = in_.u8("opacity of cel");
        const std::uint16_t kind = in_.u16("kind of cel");
        placed.zIndex = in_.i16("z-index of cel");
        in_.raw(5, "cel");
        if (!in_.ok())
            return;
        if (number >= layers_.size() || layers_[number].place == isGroup)
            return in_.fail(begin, "layer of cel",
                            "expected one of " + std::to_string(layers_.size()) + " layers that is no group, found " +
                                std::to_string(number));
        cel.layer = layers_[number].place;
        cel.opacity = static_cast<std::uint8_t>(opacity * layers_[number].opacity / 255);
        if (std::ranges::any_of(cels_, [&cel](const PlacedCel& other) { return other.cel.layer == cel.layer; }))
            return in_.fail(begin, "layer of cel", "the frame has two cels of layer " + std::to_string(number));
        if (kind == 1)
            return readLink(placed);
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
        Colours colours;
        colours.reserve(static_cast<std::size_t>(pixels));
        for (std::size_t i = 0; i < pixels; ++i)
            colours.push_back(pixelAt(bytes, i));
        cel.pixels = std::make_shared<const Colours>(std::move(colours));
        cels_.push_back(std::move(placed));
    }

    /// The same as in an earlier frame, drawn at that place.
    void readLink(const PlacedCel& link)
    {
        const std::size_t at = in_.offset();
        const std::size_t frame = in_.u16("linked frame");
        if (frame >= picture_.frames.size())
            return in_.fail(at, "linked frame", "expected one before this frame, found " + std::to_string(frame));
        const std::vector<Cel>& cels = picture_.frames[frame].cels;
        const auto found = std::ranges::find(cels, link.cel.layer, &Cel::layer);
        if (found == cels.end())
            return in_.fail(at, "linked frame", "has no cel in this layer");
        linked_ += found->pixels->size();
        if (linked_ > mostPixels)
            return in_.fail(at, "linked frame", "more than " + std::to_string(mostPixels) + " pixels are linked",
                            ErrorCode::TooLarge);
        cels_.push_back({*found, link.zIndex});
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

    /// In the order of drawing; the frame shows what is seen of them.
    void takeCels(Frame& frame)
    {
        if (!in_.ok())
            return;
        frame.pixels.assign(static_cast<std::size_t>(picture_.width) * static_cast<std::size_t>(picture_.height), 0);
        std::ranges::stable_sort(cels_, [](const PlacedCel& a, const PlacedCel& b) {
            return a.order() != b.order() ? a.order() < b.order() : a.zIndex < b.zIndex;
        });
        for (PlacedCel& placed : cels_) {
            const Layer& layer = picture_.layers[placed.cel.layer];
            if (layer.visible && !layer.isReference)
                draw(placed.cel, picture_.width, picture_.height, frame.pixels);
            frame.cels.push_back(std::move(placed.cel));
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
    std::vector<PlacedCel> cels_; ///< of the frame that is read
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

void draw(const Cel& cel, int width, int height, Colours& onto)
{
    const int left = std::max(0, -cel.x), right = std::min(cel.width, width - cel.x);
    const int top = std::max(0, -cel.y), bottom = std::min(cel.height, height - cel.y);
    const auto at = [](int x, int y, int rowLength) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(rowLength) + static_cast<std::size_t>(x);
    };
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            std::uint32_t& pixel = onto[at(cel.x + x, cel.y + y, width)];
            pixel = blend(pixel, (*cel.pixels)[at(x, y, cel.width)], cel.opacity);
        }
}

const SliceKey* keyAt(const Slice& slice, int frame)
{
    const SliceKey* found = nullptr;
    for (const SliceKey& key : slice.keys)
        if (key.frame <= frame && (found == nullptr || key.frame >= found->frame))
            found = &key;
    return found;
}

} // namespace blak::aseprite
