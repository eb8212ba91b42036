// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/png_file.h"

#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "formats/palette/nearest.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <csetjmp>
#include <png.h>
#include <span>

namespace blak::bgfcore {
namespace {

void append(png_structp png, png_bytep data, png_size_t size)
{
    auto& bytes = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
    const auto* begin = reinterpret_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
}

void flush(png_structp) {}

/// libpng leaves by longjmp: nothing with a destructor may live in this function.
bool encode(png_structp png, png_infop info, const IndexedPicture& picture, const png_color* colours, const png_byte* alpha)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height), 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, colours, 256);
    if (alpha != nullptr)
        png_set_tRNS(png, info, alpha, bgf::transparentIndex + 1, nullptr);
    png_write_info(png, info);
    for (std::int32_t y = 0; y < picture.height; ++y)
        png_write_row(png, picture.indices.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width));
    png_write_end(png, info);
    return true;
}

constexpr std::uint64_t mostPixels = 64'000'000;

/// Frees what libpng's simplified reader holds on every path.
class PngImage
{
public:
    explicit PngImage(std::span<const std::byte> bytes)
    {
        image_.version = PNG_IMAGE_VERSION;
        isOpen_ = png_image_begin_read_from_memory(&image_, bytes.data(), bytes.size()) != 0;
    }
    PngImage(const PngImage&) = delete;
    PngImage& operator=(const PngImage&) = delete;
    ~PngImage() { png_image_free(&image_); }

    bool isOpen() const { return isOpen_; }
    const char* message() const { return image_.message; }
    bool hasColourTable() const { return (image_.format & PNG_FORMAT_FLAG_COLORMAP) != 0; }
    std::uint64_t pixels() const { return std::uint64_t{image_.width} * image_.height; }
    std::int32_t width() const { return static_cast<std::int32_t>(image_.width); }
    std::int32_t height() const { return static_cast<std::int32_t>(image_.height); }

    bool read(png_uint_32 format, std::vector<std::uint8_t>& pixels, png_byte* colours)
    {
        image_.format = format;
        pixels.resize(PNG_IMAGE_SIZE(image_));
        return png_image_finish_read(&image_, nullptr, pixels.data(), 0, colours) != 0;
    }

private:
    png_image image_{};
    bool isOpen_ = false;
};

using ColourTable = std::array<png_byte, std::size_t{256} * 4>;

bool isTableOf(const palette::Palette& palette, const ColourTable& table, std::span<const std::uint8_t> indices)
{
    return std::all_of(indices.begin(), indices.end(), [&](std::uint8_t index) {
        const png_byte* entry = table.data() + std::size_t{index} * 4;
        const bool shows = entry[0] == palette[index].r && entry[1] == palette[index].g && entry[2] == palette[index].b;
        return shows || (index == bgf::transparentIndex && entry[3] < 128);
    });
}

/// Matches colours with the entries that may be drawn: no reserved one, and nothing visible becomes transparent.
class Matcher
{
public:
    explicit Matcher(palette::Palette colours)
        : nearest_((colours[bgf::transparentIndex] = colours[0], colours), palette::Reserved::Avoid)
    {
    }

    std::uint8_t operator()(const std::uint8_t* rgba) const
    {
        return rgba[3] < 128 ? bgf::transparentIndex : nearest_(rgba[0], rgba[1], rgba[2]);
    }

private:
    palette::NearestColour nearest_; ///< 254 looks like entry 0 there, which is lower and so wins
};

} // namespace

bool isPng(std::span<const std::byte> bytes)
{
    constexpr std::array magic{std::byte{0x89}, std::byte{'P'}, std::byte{'N'}, std::byte{'G'}};
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

Result<IndexedPicture> readPng(const std::filesystem::path& file, const palette::Palette& palette)
{
    const auto bytes = readFile(file);
    return bytes ? readPng(bytes.value(), file.string(), palette) : bytes.error();
}

Result<IndexedPicture> readPng(std::span<const std::byte> bytes, const std::string& file, const palette::Palette& palette)
{
    const auto refuse = [&](const std::string& what) { return Error{what, file}; };
    PngImage png(bytes);
    if (!png.isOpen())
        return refuse(std::string("cannot be read as PNG: ") + png.message());
    if (png.pixels() > mostPixels)
        return refuse("has " + std::to_string(png.pixels()) + " pixels, the limit is " + std::to_string(mostPixels));
    IndexedPicture picture{png.width(), png.height(), {}, palette};
    const Matcher match(palette);
    std::vector<std::uint8_t> pixels;
    ColourTable table{};
    if (png.hasColourTable()) {
        if (!png.read(PNG_FORMAT_RGBA_COLORMAP, pixels, table.data()))
            return refuse(std::string("cannot be read as PNG: ") + png.message());
        const bool keepsIndices = isTableOf(palette, table, pixels);
        std::array<std::uint8_t, 256> map{};
        for (std::size_t i = 0; i < map.size(); ++i)
            map[i] = keepsIndices ? static_cast<std::uint8_t>(i) : match(table.data() + i * 4);
        for (std::uint8_t& index : pixels)
            index = map[index];
        picture.indices = std::move(pixels);
        return picture;
    }
    if (!png.read(PNG_FORMAT_RGBA, pixels, nullptr))
        return refuse(std::string("cannot be read as PNG: ") + png.message());
    picture.indices.reserve(pixels.size() / 4);
    for (std::size_t i = 0; i < pixels.size(); i += 4)
        picture.indices.push_back(match(pixels.data() + i));
    return picture;
}

Result<ColourPicture> readPngColours(std::span<const std::byte> bytes, const std::string& file)
{
    PngImage png(bytes);
    if (!png.isOpen())
        return Error{std::string("cannot be read as PNG: ") + png.message(), file};
    if (png.pixels() > mostPixels)
        return Error{"has " + std::to_string(png.pixels()) + " pixels, the limit is " + std::to_string(mostPixels), file,
                     ErrorCode::TooLarge};
    ColourPicture picture{png.width(), png.height(), {}};
    std::vector<std::uint8_t> rgba;
    if (!png.read(PNG_FORMAT_RGBA, rgba, nullptr))
        return Error{std::string("cannot be read as PNG: ") + png.message(), file};
    picture.pixels.reserve(rgba.size() / 4);
    for (std::size_t i = 0; i < rgba.size(); i += 4)
        picture.pixels.push_back(static_cast<std::uint32_t>(rgba[i + 3]) << 24 | static_cast<std::uint32_t>(rgba[i]) << 16 |
                                 static_cast<std::uint32_t>(rgba[i + 1]) << 8 | rgba[i + 2]);
    return picture;
}

Result<std::vector<std::byte>> encodePng(const IndexedPicture& picture, bool transparent254)
{
    assert(picture.indices.size() == static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
    std::array<png_color, 256> colours{};
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] = {picture.colours[i].r, picture.colours[i].g, picture.colours[i].b};
    std::array<png_byte, bgf::transparentIndex + 1> alpha{};
    alpha.fill(255);
    alpha.back() = 0;

    std::vector<std::byte> bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, [](png_structp, png_const_charp) {});
    png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
    bool encoded = false;
    if (info != nullptr) {
        png_set_write_fn(png, &bytes, append, flush);
        encoded = encode(png, info, picture, colours.data(), transparent254 ? alpha.data() : nullptr);
    }
    png_destroy_write_struct(&png, &info);
    if (!encoded)
        return Error{"cannot encode the picture", {}};
    return bytes;
}

Result<void> writePng(const std::filesystem::path& file, const IndexedPicture& picture, bool transparent254, Backup backup)
{
    const auto bytes = encodePng(picture, transparent254);
    if (!bytes)
        return Error{bytes.error().what, file.string()};
    return writeFileAtomically(file, bytes.value(), backup);
}

} // namespace blak::bgfcore
