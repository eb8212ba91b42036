// SPDX-License-Identifier: GPL-3.0-or-later
// The three file kinds that hold a palette; layouts in docs/formats/palette.md.
#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/palette/palette.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace blak::palette {
namespace {

constexpr std::uint32_t riff = 0x46464952, pal = 0x204C4150, data = 0x61746164;
constexpr std::uint16_t riffVersion = 0x0300;
constexpr std::uint16_t bitmapMagic = 0x4D42; // "BM"
constexpr std::int32_t chartSide = 256, swatchSide = 16;
constexpr std::size_t chartBytes = 256 * 256 * 3;

bool startsWith(std::span<const std::byte> bytes, std::uint32_t first, std::size_t at = 0)
{
    return bytes.size() >= at + 4 && ByteReader(bytes.subspan(at, 4), {}).u32("id") == first;
}

bool looksLikeRiff(std::span<const std::byte> bytes) { return startsWith(bytes, riff) && startsWith(bytes, pal, 8); }

bool looksLikeChart(std::span<const std::byte> bytes)
{
    ByteReader in(bytes, {});
    if (in.u16("magic") != bitmapMagic)
        return false;
    in.seek(18, "width");
    const std::int32_t width = in.i32("width"), height = in.i32("height");
    in.u16("planes");
    return width == chartSide && (height == chartSide || height == -chartSide) && in.u16("bits") == 24 && in.ok();
}

// ---- text: one line "R G B" per colour ----------------------------------------------------------------------------------------

/// Splits off the next line, without its end.
std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::optional<Colour> parseColour(std::string_view line)
{
    std::array<int, 3> channels{};
    for (int& channel : channels) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const auto [end, code] = std::from_chars(line.data(), line.data() + line.size(), channel);
        if (code != std::errc{} || channel < 0 || channel > 255)
            return std::nullopt;
        line.remove_prefix(static_cast<std::size_t>(end - line.data()));
        if (!line.empty() && line.front() != ' ' && line.front() != '\t')
            return std::nullopt;
    }
    if (line.find_first_not_of(" \t") != std::string_view::npos)
        return std::nullopt;
    return Colour{static_cast<std::uint8_t>(channels[0]), static_cast<std::uint8_t>(channels[1]),
                  static_cast<std::uint8_t>(channels[2])};
}

std::string_view asText(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

bool looksLikeText(std::span<const std::byte> bytes)
{
    std::string_view text = asText(bytes);
    for (int line = 0; line < 16; ++line) {
        if (!parseColour(takeLine(text)))
            return false;
    }
    return true;
}

Result<PaletteFile> readText(std::span<const std::byte> bytes, std::string_view file)
{
    PaletteFile result;
    std::string_view text = asText(bytes);
    std::size_t line = 0;
    const auto fail = [&](std::string what) {
        return Error{std::move(what), std::string(file) + ", line " + std::to_string(line)};
    };
    for (Colour& colour : result.colours) {
        ++line;
        if (text.empty())
            return fail("expected 256 lines, the file ends here");
        const auto parsed = parseColour(takeLine(text));
        if (!parsed)
            return fail("expected three numbers from 0 to 255");
        colour = *parsed;
    }
    ++line;
    if (text.find_first_not_of(" \t\r\n\x1A") != std::string_view::npos) // 1A: the end mark of DOS editors
        return fail("expected the end after 256 lines");
    return result;
}

void writeText(ByteWriter& out, const Palette& palette)
{
    for (const Colour& c : palette)
        out.text(std::to_string(c.r) + " " + std::to_string(c.g) + " " + std::to_string(c.b) + "\n");
}

// ---- RIFF "PAL " --------------------------------------------------------------------------------------------------------------

void readEntries(ByteReader& in, Palette& palette)
{
    const std::size_t at = in.offset();
    if (const unsigned version = in.u16("version"); version != riffVersion)
        in.fail(at, "version", "expected 768, found " + std::to_string(version), ErrorCode::UnknownVersion);
    if (const unsigned count = in.u16("number of colours"); count != palette.size())
        in.fail(at + 2, "number of colours", "expected 256, found " + std::to_string(count));
    for (Colour& c : palette) {
        c.r = in.u8("red");
        c.g = in.u8("green");
        c.b = in.u8("blue");
        in.u8("flags");
    }
}

Result<PaletteFile> readRiff(std::span<const std::byte> bytes, std::string_view file)
{
    PaletteFile result{FileKind::Riff, {}};
    ByteReader in(bytes, file);
    in.seek(12, "first chunk");
    bool found = false;
    while (in.ok() && !found && !in.atEnd()) {
        found = in.u32("chunk id") == data;
        const std::uint32_t size = in.u32("chunk size");
        if (found)
            readEntries(in, result.colours);
        else
            in.seek(std::uint64_t{in.offset()} + size + size % 2, "chunk"); // chunks begin at even offsets
    }
    if (!found)
        in.fail(in.offset(), "end", "no chunk \"data\" in the palette");
    if (in.error())
        return *in.error();
    return result;
}

void writeRiff(ByteWriter& out, const Palette& palette)
{
    constexpr std::uint32_t entryBytes = 4 + 4 * 256;
    out.u32(riff);
    out.u32(4 + 8 + entryBytes);
    out.u32(pal);
    out.u32(data);
    out.u32(entryBytes);
    out.u16(riffVersion);
    out.u16(256);
    for (const Colour& c : palette) {
        out.u8(c.r);
        out.u8(c.g);
        out.u8(c.b);
        out.u8(0);
    }
}

// ---- chart: 24-bit bitmap of 16 x 16 swatches ---------------------------------------------------------------------------------

Result<PaletteFile> readChart(std::span<const std::byte> bytes, std::string_view file)
{
    PaletteFile result{FileKind::Chart, {}};
    ByteReader in(bytes, file);
    in.seek(10, "pixel offset");
    const std::uint32_t pixelsAt = in.u32("pixel offset");
    in.seek(22, "height");
    const bool fromTop = in.i32("height") < 0;
    in.seek(30, "compression");
    if (const std::uint32_t compression = in.u32("compression"); compression != 0)
        in.fail(30, "compression", "expected 0 (none), found " + std::to_string(compression));
    in.seek(pixelsAt, "pixel offset");
    const auto pixels = in.raw(chartBytes, "pixels");
    if (in.error())
        return *in.error();

    const auto pixelAt = [&](std::size_t x, std::size_t y) {
        const std::size_t row = fromTop ? y : chartSide - 1 - y;
        const auto bgr = pixels.subspan((row * chartSide + x) * 3, 3);
        return Colour{std::to_integer<std::uint8_t>(bgr[2]), std::to_integer<std::uint8_t>(bgr[1]),
                      std::to_integer<std::uint8_t>(bgr[0])};
    };
    for (std::size_t y = 0; y < chartSide; ++y)
        for (std::size_t x = 0; x < chartSide; ++x) {
            const std::size_t index = y / swatchSide * 16 + x / swatchSide;
            const bool first = x % swatchSide == 0 && y % swatchSide == 0;
            if (first)
                result.colours[index] = pixelAt(x, y);
            else if (pixelAt(x, y) != result.colours[index])
                return Error{"a palette chart has one colour in each square of 16 x 16 pixels; square " + std::to_string(index) +
                                 " has several",
                             std::string(file) + ", pixel " + std::to_string(x) + ", " + std::to_string(y)};
        }
    return result;
}

void writeChart(ByteWriter& out, const Palette& palette)
{
    constexpr std::uint32_t headerBytes = 54;
    out.u16(bitmapMagic);
    out.u32(headerBytes + static_cast<std::uint32_t>(chartBytes));
    out.u32(0);
    out.u32(headerBytes);
    out.u32(40);
    out.i32(chartSide);
    out.i32(chartSide);
    out.u16(1);
    out.u16(24);
    for (int i = 0; i < 6; ++i)
        out.u32(0); // no compression, sizes and resolutions that may be 0
    for (std::size_t row = chartSide; row-- > 0;)
        for (std::size_t x = 0; x < chartSide; ++x) {
            const Colour c = palette[row / swatchSide * 16 + x / swatchSide];
            out.u8(c.b);
            out.u8(c.g);
            out.u8(c.r);
        }
}

} // namespace

bool isPalette(std::span<const std::byte> bytes) { return looksLikeRiff(bytes) || looksLikeChart(bytes) || looksLikeText(bytes); }

Result<PaletteFile> read(std::span<const std::byte> bytes, std::string_view file)
{
    if (looksLikeRiff(bytes))
        return readRiff(bytes, file);
    if (looksLikeChart(bytes))
        return readChart(bytes, file);
    std::string_view text = asText(bytes);
    if (parseColour(takeLine(text)))
        return readText(bytes, file);
    return Error{"not a palette: expected 256 lines \"R G B\", a RIFF palette or a 256 x 256 chart", std::string(file)};
}

std::vector<std::byte> write(const Palette& palette, FileKind kind)
{
    ByteWriter out;
    switch (kind) {
    case FileKind::Text: writeText(out, palette); break;
    case FileKind::Riff: writeRiff(out, palette); break;
    case FileKind::Chart: writeChart(out, palette); break;
    }
    return out.take();
}

} // namespace blak::palette
