// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"
#include "formats/wad/wad.h"

#include <cstdint>
#include <map>

namespace blak::wad {

/// A texture as it is seen: palette indices from the top left, row by row.
struct Picture
{
    static constexpr std::int16_t clear = -1;

    int width = 0, height = 0;
    std::vector<std::int16_t> pixels; ///< 0 to 255, or clear
};

/// The pictures of a game: palette, wall textures put together from patches (PNAMES, TEXTURE1, TEXTURE2), and flats. Later files
/// come before earlier ones, as the game itself has it. Pictures of other kinds (PNG) are not read.
class Pictures
{
public:
    /// In the order in which a game loads them: the whole game first, what adds to it after that.
    explicit Pictures(std::span<const Wad* const> wads);

    const palette::Palette& palette() const { return palette_; }
    bool hasPalette() const { return hasPalette_; }
    bool hasWall(std::string_view name) const { return textures_.contains(std::string(name)); }
    bool hasFlat(std::string_view name) const { return flats_.contains(std::string(name)); }
    Result<Picture> wall(const std::string& name) const;
    Result<Picture> flat(const std::string& name) const;

    /// What of the lists could not be read, in words; the rest can be used.
    const std::vector<std::string>& problems() const { return problems_; }

private:
    struct Part
    {
        std::int16_t x = 0, y = 0;
        std::string patch;
    };
    struct Texture
    {
        int width = 0, height = 0;
        std::vector<Part> parts;
    };

    void readPalette(const Lump& lump);
    void readTextures(const Wad& wad, const Lump& lump, const std::vector<std::string>& names);
    void readFlats(const Wad& wad);
    const Lump* patch(const std::string& name) const;

    std::vector<const Wad*> wads_;
    palette::Palette palette_{};
    bool hasPalette_ = false;
    std::map<std::string, Texture, std::less<>> textures_;
    std::map<std::string, std::span<const std::byte>, std::less<>> flats_;
    std::vector<std::string> problems_;
};

/// A patch: columns of posts. Fails where it is damaged.
Result<Picture> readPatch(std::span<const std::byte> bytes, std::string_view where);

} // namespace blak::wad
