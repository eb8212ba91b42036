// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wad/wad.h"

#include "formats/base/byte_reader.h"
#include "formats/base/file_io.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace blak::wad {
namespace {

constexpr std::size_t headerBytes = 12, entryBytes = 16, nameBytes = 8;

/// What may stand behind the name of a map.
constexpr std::array<std::string_view, 14> mapLumps{"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",    "SSECTORS", "NODES",
                                                    "SECTORS", "REJECT",  "BLOCKMAP", "BEHAVIOR", "SCRIPTS", "DIALOGUE", "LEAFS"};

bool isMapLump(std::string_view name)
{
    return std::ranges::find(mapLumps, name) != mapLumps.end() || name.starts_with("GL_");
}

/// Lumps of a map: from the one behind the marker up to this one.
std::size_t endOf(const Wad& wad, const MapEntry& map)
{
    std::size_t end = map.marker + 1;
    if (map.kind == MapKind::Text) {
        while (end < wad.lumps.size() && wad.lumps[end].name != "ENDMAP")
            ++end;
        return end;
    }
    while (end < wad.lumps.size() && isMapLump(wad.lumps[end].name))
        ++end;
    return end;
}

bool startsWith(std::span<const std::byte> bytes, std::string_view text)
{
    return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

} // namespace

std::string upperCase(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    return result;
}

std::string lumpName(std::span<const std::byte> field)
{
    std::string name;
    for (const std::byte byte : field.first(std::min(field.size(), nameBytes))) {
        const char c = static_cast<char>(byte);
        if (c == '\0')
            break;
        name += c > ' ' && c <= '~' ? c : '?';
    }
    return upperCase(name);
}

std::string_view mapKindName(MapKind kind)
{
    constexpr std::array<std::string_view, 3> names{"Doom", "Hexen", "UDMF"};
    return names[static_cast<std::size_t>(kind)];
}

bool isWad(std::span<const std::byte> bytes)
{
    return bytes.size() >= headerBytes && (startsWith(bytes, "IWAD") || startsWith(bytes, "PWAD"));
}

const Lump* Wad::find(std::string_view name) const
{
    const auto found = std::find_if(lumps.rbegin(), lumps.rend(), [&](const Lump& lump) { return lump.name == name; });
    return found == lumps.rend() ? nullptr : &*found;
}

Result<Wad> read(std::shared_ptr<const std::vector<std::byte>> bytes, std::string_view file)
{
    const std::span<const std::byte> all(*bytes);
    if (!startsWith(all, "IWAD") && !startsWith(all, "PWAD"))
        return Error{"not a WAD: expected \"IWAD\" or \"PWAD\"", std::string(file) + ", magic (offset 0)", ErrorCode::WrongKind};
    ByteReader in(all, file);
    Wad wad;
    wad.file = file;
    wad.isGame = startsWith(all, "IWAD");
    in.raw(4, "magic");
    const std::size_t countAt = in.offset();
    const std::uint32_t count = in.u32("number of lumps");
    const std::uint32_t directory = in.u32("directory");
    in.seek(directory, "directory");
    wad.lumps.reserve(in.checkedCount(count, entryBytes, countAt, "number of lumps"));
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
        const std::size_t at = in.offset();
        const std::uint32_t start = in.u32("start of the lump");
        const std::uint32_t size = in.u32("size of the lump");
        const std::string name = lumpName(in.raw(nameBytes, "name of the lump"));
        if (!in.ok())
            break;
        if (size != 0 && (start > all.size() || size > all.size() - start)) {
            in.fail(at, "lump " + name, "lies from " + std::to_string(start) + " to " + std::to_string(std::uint64_t{start} + size) +
                                            ", the file has " + std::to_string(all.size()) + " bytes", ErrorCode::Truncated);
            break;
        }
        wad.lumps.push_back({name, size == 0 ? std::span<const std::byte>{} : all.subspan(start, size)});
    }
    if (in.error())
        return *in.error();
    wad.bytes = std::move(bytes);
    return wad;
}

Result<Wad> open(const std::filesystem::path& file)
{
    auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    return read(std::make_shared<const std::vector<std::byte>>(std::move(bytes).value()), file.filename().string());
}

std::vector<MapEntry> mapsOf(const Wad& wad)
{
    std::vector<MapEntry> maps;
    for (std::size_t i = 0; i + 1 < wad.lumps.size(); ++i) {
        if (wad.lumps[i + 1].name == "TEXTMAP") {
            maps.push_back({wad.lumps[i].name, MapKind::Text, i});
        } else if (wad.lumps[i + 1].name == "THINGS" && !isMapLump(wad.lumps[i].name)) {
            MapEntry map{wad.lumps[i].name, MapKind::Doom, i};
            if (lumpOf(wad, map, "LINEDEFS") == nullptr)
                continue;
            if (lumpOf(wad, map, "BEHAVIOR") != nullptr)
                map.kind = MapKind::Hexen;
            maps.push_back(std::move(map));
        }
    }
    return maps;
}

const Lump* lumpOf(const Wad& wad, const MapEntry& map, std::string_view name)
{
    const std::size_t end = endOf(wad, map);
    for (std::size_t i = map.marker + 1; i < end; ++i)
        if (wad.lumps[i].name == name)
            return &wad.lumps[i];
    return nullptr;
}

} // namespace blak::wad
