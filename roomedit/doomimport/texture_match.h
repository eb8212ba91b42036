// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wad/doom_map.h"
#include "formats/wad/pictures.h"
#include "roomedit/doomimport/texture_look.h"
#include "roomedit/doomimport/texture_table.h"

#include <atomic>
#include <vector>

namespace blak::render {
class AssetStore;
}

/// Finds for each texture of a map the one of a world that looks most like it.
namespace blak::doomimport {

/// A texture of the world. Wall pictures lie on their side in the file, so the two uses look different.
struct WorldTexture
{
    int number = 0;
    Look wall, flat;
};

/// All textures of the folders, at most 10 000; those that cannot be decoded are left out. Takes about 0.1 ms each.
std::vector<WorldTexture> worldTextures(render::AssetStore& assets, const std::atomic<bool>* cancelled = nullptr);

/// A texture that a map shows, and how often.
struct UsedTexture
{
    Use use = Use::Wall;
    std::string name;
    std::size_t count = 0;
    bool isMasked = false; ///< a middle between two sectors: one may look through it
};
/// By use and name; without the sky.
std::vector<UsedTexture> texturesOf(const wad::DoomMap& map);

struct Match
{
    UsedTexture used;
    std::uint16_t number = 0;
    double difference = 0;
    bool isGiven = false;   ///< by the table
    bool isMissing = false; ///< the game has no such picture: the most common match of its use stands for it
};

/// What the table names stays; for the rest the nearest is sought. Without pictures of the world everything is 0.
std::vector<Match> matchTextures(const std::vector<UsedTexture>& used, const wad::Pictures& pictures,
                                 const std::vector<WorldTexture>& world, const TextureTable& given);
TextureTable tableOf(const std::vector<Match>& matches, const TextureTable& given);

/// The name of the flat that stands for the sky.
inline bool isSky(std::string_view flat) { return flat == "F_SKY1" || flat == "F_SKY"; }

} // namespace blak::doomimport
