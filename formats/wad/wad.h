// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The package format of Doom and its relatives (.wad), read only. The layout is drawn in docs/formats/wad.md.
namespace blak::wad {

/// A named piece of the file. Names are upper case and need not be unique: the order tells what belongs together.
struct Lump
{
    std::string name;
    std::span<const std::byte> bytes;
};

struct Wad
{
    std::string file;    ///< for messages
    bool isGame = false; ///< "IWAD": a whole game; "PWAD" adds to one
    std::vector<Lump> lumps;
    std::shared_ptr<const std::vector<std::byte>> bytes; ///< what the lumps are part of

    /// The last lump of that name, which is the one that counts; null where there is none.
    const Lump* find(std::string_view name) const;
};

bool isWad(std::span<const std::byte> bytes);
Result<Wad> read(std::shared_ptr<const std::vector<std::byte>> bytes, std::string_view file);
Result<Wad> open(const std::filesystem::path& file);

/// Up to eight letters, ended by 0, in upper case; letters that are no ASCII are "?".
std::string lumpName(std::span<const std::byte> field);
std::string upperCase(std::string_view text);

enum class MapKind : std::uint8_t { Doom, Hexen, Text };
std::string_view mapKindName(MapKind kind); ///< "Doom", "Hexen", "UDMF"

struct MapEntry
{
    std::string name;
    MapKind kind = MapKind::Doom;
    std::size_t marker = 0; ///< number of the lump with the map's name; the map follows it
};

/// All maps, in the order of the file.
std::vector<MapEntry> mapsOf(const Wad& wad);

/// A lump of a map by its name; null where the map has none.
const Lump* lumpOf(const Wad& wad, const MapEntry& map, std::string_view name);

} // namespace blak::wad
