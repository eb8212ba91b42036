// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/texture_match.h"

#include "client/render/asset_store.h"

#include <algorithm>
#include <map>
#include <set>

namespace blak::doomimport {
namespace {

constexpr std::size_t mostTextures = 10'000;
constexpr double solidShare = 0.02; ///< less than that to look through counts as solid

Look lookOfPicture(const wad::Picture& picture, const palette::Palette& colours)
{
    return lookOf(picture.width, picture.height, [&](int x, int y) -> std::optional<palette::Colour> {
        const std::int16_t pixel = picture.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                                                  static_cast<std::size_t>(x)];
        if (pixel == wad::Picture::clear)
            return {};
        return colours[static_cast<std::size_t>(pixel)];
    });
}

Look lookOfImage(const render::Image& image, const palette::Palette& colours, bool asWall)
{
    const int width = asWall ? image.height : image.width, height = asWall ? image.width : image.height;
    return lookOf(width, height, [&](int x, int y) -> std::optional<palette::Colour> {
        const int column = asWall ? y : x, row = asWall ? x : y;
        const std::uint8_t pixel =
            image.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(column)];
        if (pixel == bgf::transparentIndex)
            return {};
        return colours[pixel];
    });
}

} // namespace

std::vector<WorldTexture> worldTextures(render::AssetStore& assets, const std::atomic<bool>* cancelled)
{
    std::vector<WorldTexture> textures;
    for (const int number : assets.textureNumbers()) {
        if (textures.size() >= mostTextures || (cancelled != nullptr && *cancelled))
            break;
        const auto picture = assets.texture(number);
        if (picture == nullptr || picture->missing || number > 65535)
            continue;
        const render::Image& image = picture->images.front();
        if (image.width < 1 || image.height < 1)
            continue;
        WorldTexture texture{number, lookOfImage(image, assets.palette(), true), lookOfImage(image, assets.palette(), false)};
        if (texture.wall.clear < 1)
            textures.push_back(texture);
    }
    return textures;
}

std::vector<UsedTexture> texturesOf(const wad::DoomMap& map)
{
    std::map<std::pair<Use, std::string>, UsedTexture> found;
    const auto add = [&](Use use, const std::string& name) -> UsedTexture* {
        if (!wad::isTexture(name) || (use == Use::Flat && isSky(name)))
            return nullptr;
        UsedTexture& used = found[{use, name}];
        used.use = use;
        used.name = name;
        ++used.count;
        return &used;
    };
    std::set<std::string> solid;
    for (const wad::Line& line : map.lines) {
        const bool isTwoSided = line.sides[0] != wad::Line::noSide && line.sides[1] != wad::Line::noSide;
        for (const std::int32_t number : line.sides) {
            if (number < 0 || static_cast<std::size_t>(number) >= map.sides.size())
                continue;
            const wad::Side& side = map.sides[static_cast<std::size_t>(number)];
            for (const std::string* name : {&side.upper, &side.lower})
                if (add(Use::Wall, *name) != nullptr)
                    solid.insert(*name);
            if (UsedTexture* middle = add(Use::Wall, side.middle)) {
                middle->isMasked = middle->isMasked || isTwoSided;
                if (!isTwoSided)
                    solid.insert(side.middle);
            }
        }
    }
    for (const wad::Sector& sector : map.sectors) {
        add(Use::Flat, sector.floorFlat);
        add(Use::Flat, sector.ceilingFlat);
    }
    std::vector<UsedTexture> all;
    for (auto& [key, used] : found) {
        used.isMasked = used.isMasked && !solid.contains(used.name);
        all.push_back(std::move(used));
    }
    return all;
}

std::vector<Match> matchTextures(const std::vector<UsedTexture>& used, const wad::Pictures& pictures,
                                 const std::vector<WorldTexture>& world, const TextureTable& given)
{
    std::vector<Match> matches;
    std::map<Use, std::map<std::uint16_t, std::size_t>> common;
    for (const UsedTexture& one : used) {
        Match match{one, given.number(one.use, one.name), 0, given.has(one.use, one.name), false};
        if (!match.isGiven) {
            // Newer games use either kind of picture anywhere.
            auto picture = one.use == Use::Wall ? pictures.wall(one.name) : pictures.flat(one.name);
            if (!picture)
                picture = one.use == Use::Wall ? pictures.flat(one.name) : pictures.wall(one.name);
            match.isMissing = !picture || !pictures.hasPalette();
            if (!match.isMissing) {
                const Look look = lookOfPicture(picture.value(), pictures.palette());
                const bool isSolid = !one.isMasked || look.clear < solidShare;
                bool isFirst = true;
                for (const WorldTexture& candidate : world) {
                    const Look& other = one.use == Use::Wall ? candidate.wall : candidate.flat;
                    if (isSolid && other.clear >= solidShare)
                        continue; // one would look through a wall
                    const double found = difference(look, other);
                    if (isFirst || found < match.difference) {
                        match.number = static_cast<std::uint16_t>(candidate.number);
                        match.difference = found;
                        isFirst = false;
                    }
                }
            }
        }
        if (match.number != 0)
            common[one.use][match.number] += one.count;
        matches.push_back(std::move(match));
    }
    for (Match& match : matches) {
        if (!match.isMissing)
            continue;
        const auto& numbers = common[match.used.use];
        const auto most = std::ranges::max_element(numbers, {}, [](const auto& entry) { return entry.second; });
        if (most != numbers.end())
            match.number = most->first;
        else if (const auto solid = std::ranges::find_if(world, [](const WorldTexture& one) { return one.wall.clear < solidShare; });
                 solid != world.end())
            match.number = static_cast<std::uint16_t>(solid->number);
    }
    return matches;
}

TextureTable tableOf(const std::vector<Match>& matches, const TextureTable& given)
{
    TextureTable table = given;
    for (const Match& match : matches)
        table.set(match.used.use, match.used.name, match.number);
    return table;
}

} // namespace blak::doomimport
