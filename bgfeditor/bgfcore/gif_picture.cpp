// SPDX-License-Identifier: GPL-3.0-or-later
// libgif unpacks; its images are put onto each other here as a viewer does (specification of GIF 89a, CompuServe, 1990).
#include "bgfeditor/bgfcore/picture_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <gif_lib.h>
#include <memory>

namespace blak::bgfcore {
namespace {

constexpr std::uint64_t mostPixels = 64'000'000; ///< of all images

/// The file for libgif, which reads it from the front.
struct Source
{
    std::span<const std::byte> bytes;
    std::size_t at = 0;

    static int read(GifFileType* gif, GifByteType* to, int wanted)
    {
        auto& self = *static_cast<Source*>(gif->UserData);
        const std::size_t count = std::min(static_cast<std::size_t>(std::max(wanted, 0)), self.bytes.size() - self.at);
        if (count != 0)
            std::memcpy(to, self.bytes.data() + self.at, count);
        self.at += count;
        return static_cast<int>(count);
    }
};

struct Close
{
    void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};

/// Where rows of an interlaced image stand that come one after the other.
std::vector<std::size_t> orderOfRows(std::size_t height, bool isInterlaced)
{
    std::vector<std::size_t> rows;
    if (!isInterlaced)
        for (std::size_t y = 0; y < height; ++y)
            rows.push_back(y);
    else
        for (const auto& [from, step] : {std::pair{0, 8}, {4, 8}, {2, 4}, {1, 2}})
            for (auto y = static_cast<std::size_t>(from); y < height; y += static_cast<std::size_t>(step))
                rows.push_back(y);
    return rows;
}

std::uint32_t colourOf(const ColorMapObject* map, int index)
{
    constexpr std::uint32_t opaque = 0xFF000000;
    if (map == nullptr || index >= map->ColorCount)
        return opaque;
    const GifColorType& colour = map->Colors[index];
    return opaque | std::uint32_t{colour.Red} << 16 | std::uint32_t{colour.Green} << 8 | colour.Blue;
}

class Gif
{
public:
    Gif(std::span<const std::byte> bytes, const std::string& file) : source_{bytes}, file_(file) {}

    Result<std::vector<ColourPicture>> read()
    {
        int error = 0;
        gif_.reset(DGifOpen(&source_, &Source::read, &error));
        if (!gif_)
            return failed("header", error);
        canvas_.width = gif_->SWidth;
        canvas_.height = gif_->SHeight;
        if (canvas_.width < 1 || canvas_.height < 1 || pixels() > mostPixels)
            return tooLarge("size", std::to_string(canvas_.width) + " x " + std::to_string(canvas_.height) + " pixels");
        canvas_.pixels.assign(pixels(), 0);
        for (GifRecordType kind = UNDEFINED_RECORD_TYPE; kind != TERMINATE_RECORD_TYPE;) {
            if (source_.at == source_.bytes.size() && !images_.empty())
                break; // some programs leave the trailer out
            if (DGifGetRecordType(gif_.get(), &kind) == GIF_ERROR)
                return failed("kind of block", gif_->Error);
            if (kind == EXTENSION_RECORD_TYPE && !readExtension())
                return failed("extension", gif_->Error);
            if (kind == IMAGE_DESC_RECORD_TYPE)
                if (auto done = readImage(); !done)
                    return done.error();
        }
        if (images_.empty())
            return Error{"the picture has no image", placeOf("image")};
        return std::move(images_);
    }

private:
    std::uint64_t pixels() const { return std::uint64_t{static_cast<std::uint32_t>(canvas_.width)} * static_cast<std::uint32_t>(canvas_.height); }
    std::string placeOf(const std::string& field) const { return file_ + ", " + field + " (offset " + std::to_string(source_.at) + ")"; }

    Error failed(const std::string& field, int error) const
    {
        const char* text = GifErrorString(error);
        return {"cannot be read as GIF: " + std::string(text != nullptr ? text : "a fault in the data"), placeOf(field)};
    }
    Error tooLarge(const std::string& field, const std::string& found) const
    {
        return {"expected at most " + std::to_string(mostPixels) + " pixels in all, found " + found, placeOf(field), ErrorCode::TooLarge};
    }

    /// What is said of the next image.
    bool readExtension()
    {
        int code = 0;
        GifByteType* block = nullptr;
        if (DGifGetExtension(gif_.get(), &code, &block) == GIF_ERROR)
            return false;
        if (code == GRAPHICS_EXT_FUNC_CODE && block != nullptr)
            DGifExtensionToGCB(block[0], block + 1, &control_);
        while (block != nullptr)
            if (DGifGetExtensionNext(gif_.get(), &block) == GIF_ERROR)
                return false;
        return true;
    }

    Result<void> readImage()
    {
        if (DGifGetImageDesc(gif_.get()) == GIF_ERROR)
            return failed("image", gif_->Error);
        const GifImageDesc& image = gif_->Image;
        if ((images_.size() + 1) * pixels() > mostPixels)
            return tooLarge("images", "more");
        const auto before = canvas_.pixels;
        const ColorMapObject* map = image.ColorMap != nullptr ? image.ColorMap : gif_->SColorMap;
        std::vector<GifPixelType> row(static_cast<std::size_t>(std::max(image.Width, 0)));
        for (const std::size_t y : orderOfRows(static_cast<std::size_t>(std::max(image.Height, 0)), image.Interlace)) {
            if (!row.empty() && DGifGetLine(gif_.get(), row.data(), static_cast<int>(row.size())) == GIF_ERROR)
                return failed("image", gif_->Error);
            forEachOnCanvas(y, [&](std::size_t x, std::uint32_t& pixel) {
                if (row[x] != control_.TransparentColor)
                    pixel = colourOf(map, row[x]);
            });
        }
        images_.push_back(canvas_);
        if (control_.DisposalMode == DISPOSE_PREVIOUS)
            canvas_.pixels = before;
        else if (control_.DisposalMode == DISPOSE_BACKGROUND)
            for (std::size_t y = 0; y < static_cast<std::size_t>(std::max(image.Height, 0)); ++y)
                forEachOnCanvas(y, [](std::size_t, std::uint32_t& pixel) { pixel = 0; });
        control_ = unsaid;
        return {};
    }

    /// Pixels of a row of the image that lie on the canvas, by their column in it.
    template <typename Take>
    void forEachOnCanvas(std::size_t y, const Take& take)
    {
        const GifImageDesc& image = gif_->Image;
        const auto width = static_cast<std::size_t>(canvas_.width), height = static_cast<std::size_t>(canvas_.height);
        const auto left = static_cast<std::size_t>(std::max(image.Left, 0)), top = static_cast<std::size_t>(std::max(image.Top, 0));
        if (top + y >= height)
            return;
        for (std::size_t x = 0; x < static_cast<std::size_t>(std::max(image.Width, 0)) && left + x < width; ++x)
            take(x, canvas_.pixels[(top + y) * width + left + x]);
    }

    static constexpr GraphicsControlBlock unsaid{DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};

    Source source_;
    const std::string& file_;
    std::unique_ptr<GifFileType, Close> gif_;
    GraphicsControlBlock control_ = unsaid; ///< of the next image only
    ColourPicture canvas_;
    std::vector<ColourPicture> images_;
};

} // namespace

bool isGif(std::span<const std::byte> bytes)
{
    constexpr std::array magic{std::byte{'G'}, std::byte{'I'}, std::byte{'F'}, std::byte{'8'}};
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

Result<std::vector<ColourPicture>> readGif(std::span<const std::byte> bytes, const std::string& file)
{
    return Gif(bytes, file).read();
}

} // namespace blak::bgfcore
