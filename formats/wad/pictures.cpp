// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wad/pictures.h"

#include "formats/base/byte_reader.h"

#include <algorithm>
#include <array>

namespace blak::wad {
namespace {

constexpr std::size_t nameBytes = 8, paletteBytes = 768, flatSide = 64;
constexpr int largestSide = 4096;
constexpr std::uint8_t endOfColumn = 0xFF;

std::vector<std::string> readNames(const Lump& lump, const std::string& where, std::vector<std::string>& problems)
{
    ByteReader in(lump.bytes, where);
    std::vector<std::string> names;
    const std::size_t count = in.count32("number of patches", nameBytes);
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(lumpName(in.raw(nameBytes, "name of the patch")));
    if (in.error())
        problems.push_back(in.error()->text());
    return names;
}

bool opensFlats(std::string_view name) { return name == "F_START" || name == "FF_START"; }
bool closesFlats(std::string_view name) { return name == "F_END" || name == "FF_END"; }

} // namespace

Pictures::Pictures(std::span<const Wad* const> wads) : wads_(wads.begin(), wads.end())
{
    std::vector<std::string> names;
    for (const Wad* wad : wads_) {
        if (const Lump* lump = wad->find("PLAYPAL"))
            readPalette(*lump);
        if (const Lump* lump = wad->find("PNAMES"))
            names = readNames(*lump, wad->file + ", PNAMES", problems_);
        for (const char* list : {"TEXTURE1", "TEXTURE2"})
            if (const Lump* lump = wad->find(list))
                readTextures(*wad, *lump, names);
        readFlats(*wad);
    }
}

void Pictures::readPalette(const Lump& lump)
{
    if (lump.bytes.size() < paletteBytes) {
        problems_.push_back("PLAYPAL: expected 768 bytes, found " + std::to_string(lump.bytes.size()));
        return;
    }
    const auto value = [&](std::size_t at) { return std::to_integer<std::uint8_t>(lump.bytes[at]); };
    for (std::size_t i = 0; i < palette_.size(); ++i)
        palette_[i] = {value(3 * i), value(3 * i + 1), value(3 * i + 2)};
    hasPalette_ = true;
}

void Pictures::readTextures(const Wad& wad, const Lump& lump, const std::vector<std::string>& names)
{
    const std::string where = wad.file + ", " + lump.name;
    ByteReader in(lump.bytes, where);
    const std::size_t count = in.count32("number of textures", 4);
    std::vector<std::uint32_t> offsets(count);
    for (std::uint32_t& offset : offsets)
        offset = in.u32("place of the texture");
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        in.seek(offsets[i], "place of the texture");
        const std::string name = lumpName(in.raw(nameBytes, "name"));
        in.u32("masked");
        Texture texture;
        const std::size_t sizeAt = in.offset();
        texture.width = in.i16("width");
        texture.height = in.i16("height");
        if (in.ok() && (texture.width < 1 || texture.height < 1 || texture.width > largestSide || texture.height > largestSide))
            in.fail(sizeAt, "size", "expected 1 to 4096, found " + std::to_string(texture.width) + " x " + std::to_string(texture.height));
        in.u32("columns");
        const std::size_t parts = in.count16("number of patches", 10);
        for (std::size_t part = 0; part < parts; ++part) {
            Part one;
            one.x = in.i16("x");
            one.y = in.i16("y");
            const std::uint16_t number = in.u16("patch");
            in.u16("step");
            in.u16("colours");
            if (number < names.size()) {
                one.patch = names[number];
                texture.parts.push_back(std::move(one));
            }
        }
        if (in.ok())
            textures_.insert_or_assign(name, std::move(texture));
    }
    if (in.error())
        problems_.push_back(in.error()->text());
}

void Pictures::readFlats(const Wad& wad)
{
    bool isInside = false;
    for (const Lump& lump : wad.lumps) {
        if (opensFlats(lump.name))
            isInside = true;
        else if (closesFlats(lump.name))
            isInside = false;
        else if (isInside && lump.bytes.size() >= flatSide * flatSide)
            flats_.insert_or_assign(lump.name, lump.bytes);
    }
}

const Lump* Pictures::patch(const std::string& name) const
{
    for (auto wad = wads_.rbegin(); wad != wads_.rend(); ++wad)
        if (const Lump* lump = (*wad)->find(name))
            return lump;
    return nullptr;
}

Result<Picture> Pictures::flat(const std::string& name) const
{
    const auto found = flats_.find(name);
    if (found == flats_.end())
        return Error{"there is no flat of that name", name, ErrorCode::NotFound};
    Picture picture{flatSide, flatSide, {}};
    picture.pixels.reserve(flatSide * flatSide);
    for (const std::byte pixel : found->second.first(flatSide * flatSide))
        picture.pixels.push_back(std::to_integer<std::int16_t>(pixel));
    return picture;
}

Result<Picture> Pictures::wall(const std::string& name) const
{
    const auto found = textures_.find(name);
    if (found == textures_.end())
        return Error{"there is no texture of that name", name, ErrorCode::NotFound};
    const Texture& texture = found->second;
    Picture picture{texture.width, texture.height, {}};
    picture.pixels.assign(static_cast<std::size_t>(texture.width) * static_cast<std::size_t>(texture.height), Picture::clear);
    for (const Part& part : texture.parts) {
        const Lump* lump = patch(part.patch);
        if (lump == nullptr)
            continue;
        const auto drawn = readPatch(lump->bytes, part.patch);
        if (!drawn)
            return drawn.error();
        const Picture& source = drawn.value();
        for (int y = std::max(0, -part.y); y < source.height && y + part.y < texture.height; ++y)
            for (int x = std::max(0, -part.x); x < source.width && x + part.x < texture.width; ++x) {
                const std::int16_t pixel = source.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(source.width) +
                                                         static_cast<std::size_t>(x)];
                if (pixel != Picture::clear)
                    picture.pixels[static_cast<std::size_t>(y + part.y) * static_cast<std::size_t>(texture.width) +
                                   static_cast<std::size_t>(x + part.x)] = pixel;
            }
    }
    return picture;
}

Result<Picture> readPatch(std::span<const std::byte> bytes, std::string_view where)
{
    ByteReader in(bytes, where);
    Picture picture;
    picture.width = in.i16("width");
    picture.height = in.i16("height");
    in.u32("offsets");
    if (in.ok() && (picture.width < 1 || picture.height < 1 || picture.width > largestSide || picture.height > largestSide))
        in.fail(0, "size", "expected 1 to 4096, found " + std::to_string(picture.width) + " x " + std::to_string(picture.height));
    if (!in.ok())
        return *in.error();
    const auto width = static_cast<std::size_t>(picture.width);
    in.checkedCount(width, 4, 0, "width");
    std::vector<std::uint32_t> columns(in.ok() ? width : 0);
    for (std::uint32_t& column : columns)
        column = in.u32("place of the column");
    if (in.ok())
        picture.pixels.assign(width * static_cast<std::size_t>(picture.height), Picture::clear);
    for (std::size_t x = 0; x < columns.size() && in.ok(); ++x) {
        in.seek(columns[x], "place of the column");
        int last = -1, posts = 0;
        // Posts go down; in a tall patch a place that is not below the one before is counted from that.
        for (std::uint8_t top = in.u8("top of the post"); in.ok() && top != endOfColumn; top = in.u8("top of the post")) {
            const int at = top <= last ? last + top : top;
            last = at;
            const std::uint8_t length = in.u8("length of the post");
            in.u8("padding");
            const auto post = in.raw(length, "post");
            in.u8("padding");
            for (std::size_t i = 0; i < post.size() && at + static_cast<int>(i) < picture.height; ++i)
                picture.pixels[(static_cast<std::size_t>(at) + i) * width + x] = std::to_integer<std::int16_t>(post[i]);
            if (at > picture.height || ++posts > picture.height)
                break;
        }
    }
    if (in.error())
        return *in.error();
    return picture;
}

} // namespace blak::wad
