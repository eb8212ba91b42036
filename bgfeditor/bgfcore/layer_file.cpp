// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/layer_file.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/base/counted.h"

#include <algorithm>

namespace blak::bgfcore {
namespace {

constexpr std::string_view magic = "BLAKLAY1";
constexpr std::int32_t pixelVersion = 10; ///< of sprites, whose compression is used
constexpr std::int32_t longestSide = 32767;
constexpr std::uint8_t visibleFlag = 1, lockedFlag = 2;
constexpr std::ptrdiff_t mostFoldersUp = 4; ///< farther away nothing is of the same tree
constexpr std::size_t smallestLayer = 7; ///< bytes: name's length, flags, storage, size

ReferencePointer readReference(ByteReader& in)
{
    ReferencePicture picture;
    const std::size_t size = in.count32("size of the reference picture", 1);
    const auto bytes = in.raw(size, "reference picture");
    picture.png.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    picture.x = std::clamp(in.i32("x"), -farthestReference, farthestReference);
    picture.y = std::clamp(in.i32("y"), -farthestReference, farthestReference);
    picture.scale = std::clamp(in.i32("scale"), smallestScale, largestScale);
    picture.opacity = std::clamp(in.i32("opacity"), 0, 100);
    picture.visible = in.u8("visible") != 0;
    picture.over = in.u8("over") != 0;
    return std::make_shared<const ReferencePicture>(std::move(picture));
}

Layer readLayer(ByteReader& in, std::int32_t width, std::int32_t height)
{
    Layer layer;
    const std::size_t at = in.offset();
    const auto name = in.raw(in.u8("length of a layer's name"), "name of a layer");
    layer.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
    const std::uint8_t flags = in.u8("flags of a layer");
    layer.visible = (flags & visibleFlag) != 0;
    layer.locked = (flags & lockedFlag) != 0;
    bgf::Bitmap bitmap;
    bitmap.width = width;
    bitmap.height = height;
    bitmap.storage = in.u8("storage of a layer");
    const std::size_t size = in.count32("size of a layer", 1);
    const auto pixels = in.raw(size, "pixels of a layer");
    bitmap.storedSize = bitmap.storage == 0 ? 0 : static_cast<std::int32_t>(size);
    bitmap.stored.assign(pixels.begin(), pixels.end());
    layer.image = FrameImage::ofStored(bitmap, pixelVersion);
    if (in.ok() && (layer.name.empty() || layer.name.size() > longestLayerName))
        in.fail(at, "name of a layer", "has " + std::to_string(layer.name.size()) + " bytes");
    if (in.ok() && layer.image->indices() == nullptr)
        in.fail(at, "pixels of a layer", layer.image->problem());
    return layer;
}

} // namespace

bool LayerFile::isEmpty() const
{
    return reference == nullptr && sources.empty() && std::ranges::all_of(frames, [](const LayersPointer& layers) { return layers == nullptr; });
}

namespace {

void writeSources(ByteWriter& out, const LayerFile& file)
{
    if (file.sources.empty())
        return;
    out.u16(static_cast<std::uint16_t>(file.sources.size()));
    const auto shortText = [&out](const std::string& text) {
        out.u8(static_cast<std::uint8_t>(text.size()));
        out.text(text);
    };
    for (const auto& source : file.sources) {
        out.u16(static_cast<std::uint16_t>(source.file.size()));
        out.text(source.file);
        shortText(source.fingerprint);
        out.u32(static_cast<std::uint32_t>(source.frames.size()));
        for (const std::int32_t frame : source.frames)
            out.i32(frame);
        out.u16(static_cast<std::uint16_t>(source.layers.size()));
        for (const std::string& layer : source.layers)
            shortText(layer);
    }
    const auto isUsual = [](const auto& source) { return source.colours == QuantiserOptions{}; };
    if (std::ranges::all_of(file.sources, isUsual))
        return; // as files of before, which every program of this kind reads
    for (const auto& source : file.sources) {
        out.u8(static_cast<std::uint8_t>(source.colours.metric));
        out.u8(static_cast<std::uint8_t>(source.colours.dither));
        for (std::size_t first = 0; first < source.colours.allowed.size(); first += 8) {
            unsigned eight = 0;
            for (std::size_t bit = 0; bit < 8; ++bit)
                eight |= static_cast<unsigned>(source.colours.allowed[first + bit]) << bit;
            out.u8(static_cast<std::uint8_t>(eight));
        }
    }
}

std::string readText(ByteReader& in, std::size_t length, std::string_view what)
{
    const auto bytes = in.raw(length, what);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// How the picture was read.
QuantiserOptions readColours(ByteReader& in)
{
    QuantiserOptions colours;
    const std::size_t at = in.offset();
    const std::uint8_t metric = in.u8("measure of nearness"), dither = in.u8("dithering");
    constexpr int most = 2;
    if (in.ok() && (metric > most || dither > most))
        in.fail(at, "measure of nearness and dithering",
                "expected 0 to 2, found " + std::to_string(metric) + " and " + std::to_string(dither));
    colours.metric = static_cast<Metric>(metric);
    colours.dither = static_cast<Dither>(dither);
    for (std::size_t first = 0; first < colours.allowed.size(); first += 8) {
        const unsigned eight = in.u8("indices that may be used");
        for (std::size_t bit = 0; bit < 8; ++bit)
            colours.allowed[first + bit] = (eight >> bit & 1) != 0;
    }
    colours.allowed.reset(bgf::transparentIndex); // that is what may not be seen
    return colours;
}

void readSources(ByteReader& in, LayerFile& file)
{
    constexpr std::size_t smallestSource = 9;
    const std::size_t at = in.offset();
    const std::size_t count = in.count16("pictures of Aseprite", smallestSource);
    if (in.ok() && (count == 0 || count > mostAsepriteSources))
        return in.fail(at, "pictures of Aseprite",
                       "expected 1 to " + std::to_string(mostAsepriteSources) + ", found " + std::to_string(count));
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        AsepriteSourceOf<std::int32_t> source;
        const std::size_t pathAt = in.offset();
        source.file = readText(in, in.u16("length of a path"), "path of a picture");
        source.fingerprint = readText(in, in.u8("length of a fingerprint"), "fingerprint of a picture");
        const std::size_t frames = in.count32("frames of a picture", 4);
        for (std::size_t frame = 0; frame < frames && in.ok(); ++frame) {
            const std::int32_t place = in.i32("frame of a picture");
            source.frames.push_back(place >= 0 && static_cast<std::size_t>(place) < file.frames.size() ? place : -1);
        }
        const std::size_t layers = in.count16("layers of a picture", 1);
        for (std::size_t layer = 0; layer < layers && in.ok(); ++layer)
            source.layers.push_back(readText(in, in.u8("length of a layer's name"), "layer of a picture"));
        if (in.ok() && (source.file.empty() || source.file.size() > longestSourcePath || source.file.find('\0') != std::string::npos))
            return in.fail(pathAt, "path of a picture", "has " + std::to_string(source.file.size()) + " bytes or a NUL");
        file.sources.push_back(std::move(source));
    }
    if (in.ok() && in.remaining() > 0)
        for (auto& source : file.sources)
            source.colours = readColours(in);
    if (in.ok() && in.remaining() > 0)
        in.fail(in.offset(), "end", counted(in.remaining(), "byte") + (in.remaining() == 1 ? " stands" : " stand") + " behind it");
}

} // namespace

std::filesystem::path layerFileOf(const std::filesystem::path& sprite)
{
    std::filesystem::path file = sprite;
    file += ".layers";
    return file;
}

std::string sourceName(const std::filesystem::path& sprite, const std::filesystem::path& picture)
{
    std::error_code failed;
    const auto whole = std::filesystem::absolute(picture, failed).lexically_normal();
    const auto folder = std::filesystem::absolute(sprite, failed).lexically_normal().parent_path();
    const auto relative = whole.lexically_relative(folder);
    const auto up = std::ranges::count(relative, std::filesystem::path(".."));
    const auto name = (relative.empty() || up > mostFoldersUp ? whole : relative).generic_u8string(); // trees are moved as a whole
    return {name.begin(), name.end()};
}

std::vector<std::byte> writeLayers(const LayerFile& file)
{
    ByteWriter out;
    out.text(magic);
    out.u8(file.reference != nullptr);
    if (file.reference != nullptr) {
        const ReferencePicture& picture = *file.reference;
        out.u32(static_cast<std::uint32_t>(picture.png.size()));
        out.text(picture.png);
        for (const std::int32_t number : {picture.x, picture.y, picture.scale, picture.opacity})
            out.i32(number);
        out.u8(picture.visible);
        out.u8(picture.over);
    }
    out.u32(static_cast<std::uint32_t>(file.frames.size()));
    for (const LayersPointer& layers : file.frames) {
        out.u16(static_cast<std::uint16_t>(layers == nullptr ? 0 : layers->size()));
        if (layers == nullptr)
            continue;
        const std::int32_t width = layers->front().image->width(), height = layers->front().image->height();
        out.i32(width);
        out.i32(height);
        for (const Layer& layer : *layers) {
            out.u8(static_cast<std::uint8_t>(layer.name.size()));
            out.text(layer.name);
            out.u8(static_cast<std::uint8_t>((layer.visible ? visibleFlag : 0) | (layer.locked ? lockedFlag : 0)));
            const bgf::Bitmap stored = bgf::encode(width, height, *layer.image->indices());
            out.u8(static_cast<std::uint8_t>(stored.storage));
            out.u32(static_cast<std::uint32_t>(stored.stored.size()));
            out.raw(stored.stored);
        }
    }
    writeSources(out, file);
    return out.take();
}

Result<LayerFile> readLayers(std::span<const std::byte> bytes, const std::string& name)
{
    ByteReader in(bytes, name);
    const auto head = in.raw(magic.size(), "magic");
    if (in.ok() && !std::ranges::equal(head, std::as_bytes(std::span(magic))))
        in.fail(0, "magic", "is no file of layers");
    LayerFile file;
    if (in.u8("reference picture") != 0)
        file.reference = readReference(in);
    const std::size_t frames = in.count32("frames", 2);
    std::uint64_t pixels = 0;
    for (std::size_t i = 0; i < frames && in.ok(); ++i) {
        const std::size_t at = in.offset();
        const std::size_t count = in.count16("layers of a frame", smallestLayer);
        if (count == 0) {
            file.frames.push_back(nullptr);
            continue;
        }
        const std::int32_t width = in.i32("width of a frame"), height = in.i32("height of a frame");
        if (in.ok() && (count > mostLayers || width < 1 || height < 1 || width > longestSide || height > longestSide)) {
            in.fail(at, "layers of a frame",
                    std::to_string(count) + " of " + std::to_string(width) + " x " + std::to_string(height) + " pixels");
            break;
        }
        pixels += static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
        if (pixels > mostLayerPixels) {
            in.fail(at, "layers of a frame", "more than " + std::to_string(mostLayerPixels) + " pixels", ErrorCode::TooLarge);
            break;
        }
        LayerStack layers;
        for (std::size_t one = 0; one < count && in.ok(); ++one) {
            Layer layer = readLayer(in, width, height);
            if (in.ok() && std::ranges::find(layers, layer.name, &Layer::name) != layers.end())
                in.fail(at, "name of a layer", layer.name + " stands twice");
            layers.push_back(std::move(layer));
        }
        file.frames.push_back(std::make_shared<const LayerStack>(std::move(layers)));
    }
    if (in.ok() && in.remaining() > 0)
        readSources(in, file);
    if (!in.ok())
        return *in.error();
    return file;
}

} // namespace blak::bgfcore
