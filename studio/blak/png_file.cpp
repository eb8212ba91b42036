// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/png_file.h"

#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"

#include <cassert>
#include <csetjmp>
#include <png.h>

namespace blak::cli {
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

} // namespace

Result<void> writePng(const std::filesystem::path& file, const IndexedPicture& picture, bool transparent254)
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
        return Error{"cannot encode the picture", file.string()};
    return writeFileAtomically(file, bytes, Backup::None);
}

} // namespace blak::cli
