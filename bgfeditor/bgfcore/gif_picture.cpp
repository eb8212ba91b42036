// SPDX-License-Identifier: GPL-3.0-or-later
// After the specification of GIF 89a (CompuServe, 1990).
#include "bgfeditor/bgfcore/picture_file.h"

#include "formats/base/byte_reader.h"

#include <algorithm>
#include <array>
#include <optional>

namespace blak::bgfcore {
namespace {

constexpr std::uint64_t mostPixels = 64'000'000; ///< of all images
constexpr int mostCodeBits = 12;
constexpr std::uint8_t extension = 0x21, image = 0x2C, trailer = 0x3B, graphicControl = 0xF9;
constexpr std::uint8_t hasTable = 0x80, interlaced = 0x40;

using Table = std::vector<std::uint32_t>;

Table readTable(ByteReader& in, std::uint8_t flags)
{
    Table table;
    const auto colours = in.raw(std::size_t{3} << ((flags & 7) + 1), "colour table");
    for (std::size_t i = 0; i + 2 < colours.size(); i += 3) {
        const auto part = [&](std::size_t at) { return std::to_integer<std::uint32_t>(colours[i + at]); };
        table.push_back(0xFF000000 | part(0) << 16 | part(1) << 8 | part(2));
    }
    return table;
}

/// The bytes of a chain of blocks; those of an empty one end it.
std::vector<std::uint8_t> readBlocks(ByteReader& in)
{
    std::vector<std::uint8_t> bytes;
    for (std::uint8_t size = in.u8("length of a block"); in.ok() && size != 0; size = in.u8("length of a block"))
        for (const std::byte one : in.raw(size, "block"))
            bytes.push_back(std::to_integer<std::uint8_t>(one));
    return bytes;
}

/// Codes of growing length: each names a run of indices that was seen before, or a new index.
class Unpacker
{
public:
    Unpacker(const std::vector<std::uint8_t>& bytes, int firstBits) : bytes_(bytes), firstBits_(firstBits) { clear(); }

    /// As many indices as the data has, at most `count`.
    std::vector<std::uint8_t> take(std::size_t count)
    {
        std::vector<std::uint8_t> out;
        int before = -1; // none
        while (out.size() < count) {
            const auto code = next();
            if (!code || *code == clearCode() + 1)
                break;
            if (*code == clearCode()) {
                clear();
                before = -1;
                continue;
            }
            if (*code > size_ || (*code == size_ && before < 0))
                break; // names what is not there yet
            const bool isNew = *code == size_;
            const std::size_t start = out.size();
            write(isNew ? before : *code, out);
            if (isNew)
                out.push_back(out[start]);
            if (before >= 0 && size_ < 1 << mostCodeBits) {
                const auto at = static_cast<std::size_t>(size_++);
                parents_[at] = static_cast<std::uint16_t>(before);
                last_[at] = out[start];
                if (size_ == 1 << bits_ && bits_ < mostCodeBits)
                    ++bits_;
            }
            before = *code;
        }
        out.resize(std::min(out.size(), count));
        return out;
    }

private:
    int clearCode() const { return 1 << firstBits_; }

    void clear()
    {
        bits_ = firstBits_ + 1;
        size_ = clearCode() + 2;
    }

    std::optional<int> next()
    {
        int code = 0;
        for (int i = 0; i < bits_; ++i, ++at_) {
            if (at_ / 8 >= bytes_.size())
                return std::nullopt;
            code |= (bytes_[at_ / 8] >> at_ % 8 & 1) << i;
        }
        return code;
    }

    void write(int code, std::vector<std::uint8_t>& out) const
    {
        const std::size_t start = out.size();
        for (; code >= clearCode() + 2; code = parents_[static_cast<std::size_t>(code)])
            out.push_back(last_[static_cast<std::size_t>(code)]);
        out.push_back(static_cast<std::uint8_t>(code));
        std::reverse(out.begin() + static_cast<std::ptrdiff_t>(start), out.end());
    }

    const std::vector<std::uint8_t>& bytes_;
    const int firstBits_;
    int bits_ = 0, size_ = 0;
    std::size_t at_ = 0; ///< in bits
    std::array<std::uint16_t, 1 << mostCodeBits> parents_{};
    std::array<std::uint8_t, 1 << mostCodeBits> last_{};
};

/// Of the next image only.
struct Control
{
    int disposal = 0;
    int transparent = -1;
};

struct Place
{
    std::size_t left = 0, top = 0, width = 0, height = 0;
};

/// Rows come in four passes where they are interlaced.
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

class Gif
{
public:
    Gif(std::span<const std::byte> bytes, const std::string& file) : in_(bytes, file) {}

    Result<std::vector<ColourPicture>> read()
    {
        (void)in_.raw(6, "magic");
        canvas_.width = in_.u16("width");
        canvas_.height = in_.u16("height");
        const std::uint8_t flags = in_.u8("flags");
        (void)in_.raw(2, "background");
        if (in_.ok() && (canvas_.width < 1 || canvas_.height < 1 || pixels() > mostPixels))
            in_.fail(6, "size", "has " + std::to_string(canvas_.width) + " x " + std::to_string(canvas_.height) + " pixels", ErrorCode::TooLarge);
        if ((flags & hasTable) != 0)
            table_ = readTable(in_, flags);
        if (in_.ok())
            canvas_.pixels.assign(pixels(), 0);
        while (in_.ok() && !in_.atEnd())
            if (!readNext())
                break;
        if (!in_.ok())
            return *in_.error();
        if (images_.empty())
            return Error{"the picture has no image", in_.place(in_.offset(), "image")};
        return std::move(images_);
    }

private:
    std::uint64_t pixels() const { return std::uint64_t{static_cast<std::uint32_t>(canvas_.width)} * static_cast<std::uint32_t>(canvas_.height); }

    bool readNext()
    {
        const std::size_t at = in_.offset();
        switch (const std::uint8_t kind = in_.u8("kind of block")) {
        case trailer: return false;
        case extension: readExtension(); return true;
        case image: readImage(); return true;
        default:
            in_.fail(at, "kind of block", "expected 33, 44 or 59, found " + std::to_string(kind));
            return false;
        }
    }

    void readExtension()
    {
        const std::uint8_t label = in_.u8("kind of extension");
        const auto bytes = readBlocks(in_);
        if (label != graphicControl || bytes.size() < 4)
            return;
        control_.disposal = bytes[0] >> 2 & 7;
        control_.transparent = (bytes[0] & 1) != 0 ? bytes[3] : -1;
    }

    void readImage()
    {
        const std::size_t at = in_.offset();
        Place place;
        place.left = in_.u16("left edge");
        place.top = in_.u16("top edge");
        place.width = in_.u16("width of an image");
        place.height = in_.u16("height of an image");
        const std::uint8_t flags = in_.u8("flags of an image");
        const Table table = (flags & hasTable) != 0 ? readTable(in_, flags) : table_;
        const std::size_t bitsAt = in_.offset();
        const int firstBits = in_.u8("first length of codes");
        if (in_.ok() && (firstBits < 1 || firstBits > 8))
            in_.fail(bitsAt, "first length of codes", "expected 1 to 8, found " + std::to_string(firstBits));
        const auto packed = readBlocks(in_);
        if (in_.ok() && (images_.size() + 1) * pixels() > mostPixels)
            in_.fail(at, "images", "has more than " + std::to_string(mostPixels) + " pixels", ErrorCode::TooLarge);
        if (in_.ok() && place.width * place.height > mostPixels)
            in_.fail(at, "size of an image", "has more than " + std::to_string(mostPixels) + " pixels", ErrorCode::TooLarge);
        if (!in_.ok())
            return;
        const auto indices = Unpacker(packed, firstBits).take(place.width * place.height);
        if (indices.size() < place.width * place.height)
            return in_.fail(at, "image",
                            "expected " + std::to_string(place.width * place.height) + " pixels, found " + std::to_string(indices.size()),
                            ErrorCode::Truncated);
        const auto before = canvas_.pixels;
        draw(place, indices, table, (flags & interlaced) != 0);
        images_.push_back(canvas_);
        constexpr int toBackground = 2, toPrevious = 3;
        if (control_.disposal == toPrevious)
            canvas_.pixels = before;
        else if (control_.disposal == toBackground)
            forEachPixel(place, [this](std::size_t, std::size_t, std::size_t on) { canvas_.pixels[on] = 0; });
        control_ = {};
    }

    /// Those of an image that lie on the canvas: x, y in it, and where that is.
    template <typename Take>
    void forEachPixel(const Place& place, const Take& take) const
    {
        const auto width = static_cast<std::size_t>(canvas_.width), height = static_cast<std::size_t>(canvas_.height);
        for (std::size_t y = 0; y < place.height && place.top + y < height; ++y)
            for (std::size_t x = 0; x < place.width && place.left + x < width; ++x)
                take(x, y, (place.top + y) * width + place.left + x);
    }

    void draw(const Place& place, const std::vector<std::uint8_t>& indices, const Table& table, bool isInterlaced)
    {
        const auto rows = orderOfRows(place.height, isInterlaced);
        std::vector<std::size_t> rowOf(place.height);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rowOf[rows[i]] = i;
        forEachPixel(place, [&](std::size_t x, std::size_t y, std::size_t on) {
            const std::uint8_t index = indices[rowOf[y] * place.width + x];
            if (index != control_.transparent)
                canvas_.pixels[on] = index < table.size() ? table[index] : 0xFF000000;
        });
    }

    ByteReader in_;
    Table table_;
    Control control_;
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
