// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"
#include "roomedit/roomcore/room_document.h"

#include <algorithm>
#include <cstdio>

/// Rules about what sides and sectors show.
namespace blak::roomcore::checks {
namespace {

struct TextureUse
{
    int count = 0;
    bool isOfLine = false; ///< the first use; else of a sector
    std::size_t first = 0;
};

std::map<int, TextureUse> usedTextures(const CheckRun& run)
{
    std::map<int, TextureUse> uses;
    const auto use = [&uses](int texture, bool isOfLine, std::size_t number) {
        if (texture != 0)
            ++uses.try_emplace(texture, TextureUse{0, isOfLine, number}).first->second.count;
    };
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        for (const bool plus : {true, false})
            if (const roo::Sidedef* side = run.side(run.room().linedefs[i], plus))
                for (const int texture : {side->normalTexture, side->aboveTexture, side->belowTexture})
                    use(texture, true, i);
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i)
        for (const int texture : {run.room().sectors[i].floorTexture, run.room().sectors[i].ceilingTexture})
            use(texture, false, i);
    return uses;
}

constexpr std::size_t mostMissingApart = 8;

std::string textureName(int number)
{
    char name[24];
    std::snprintf(name, sizeof name, "grd%05d", number);
    return name;
}

constexpr std::uint32_t speedMask = 3; // of either scroll speed
constexpr std::uint32_t sideSpeed = speedMask << roo::side_flag::scrollSpeedShift;
constexpr std::uint32_t sectorSpeed = speedMask << roo::sector_flag::scrollSpeedShift;
constexpr std::uint32_t sectorScrolls = roo::sector_flag::scrollFloor | roo::sector_flag::scrollCeiling;

/// Everywhere in the room; walls and floors get the most used texture of their kind.
RoomFix replaceTextureFix(int number)
{
    return [number](RoomDocument& document) -> Result<void> {
        MapEdit edit = document.edit();
        const Map& map = document.map();
        const auto replace = [number](std::uint16_t& texture, std::uint16_t other) {
            if (texture == number)
                texture = other == number ? std::uint16_t{0} : other;
        };
        for (std::uint32_t i = 0; i < map.sidedefs().size(); ++i)
            if (map.has(SidedefId{i})) {
                roo::Sidedef side = map.sidedef({i});
                for (std::uint16_t* texture : {&side.normalTexture, &side.aboveTexture, &side.belowTexture})
                    replace(*texture, document.defaults().wallTexture);
                edit.set(SidedefId{i}, side);
            }
        for (std::uint32_t i = 0; i < map.sectors().size(); ++i)
            if (map.has(SectorId{i})) {
                roo::Sector sector = map.sector({i});
                replace(sector.floorTexture, document.defaults().sector.floorTexture);
                replace(sector.ceilingTexture, document.defaults().sector.ceilingTexture);
                edit.set(SectorId{i}, sector);
            }
        return {};
    };
}

} // namespace

/// Lines often have their tag on both sides and the texture on the one that is seen.
void checkTaggedSides(CheckRun& run)
{
    const auto isBare = [](const roo::Sidedef* side, int tag) {
        return side == nullptr || side->userId != tag || (side->normalTexture == 0 && side->aboveTexture == 0 && side->belowTexture == 0);
    };
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Sidedef *plus = run.side(run.room().linedefs[i], true), *minus = run.side(run.room().linedefs[i], false);
        for (const roo::Sidedef* side : {plus, minus}) {
            if (side == nullptr || side->userId == 0 || !isBare(plus, side->userId) || !isBare(minus, side->userId) ||
                (side == minus && plus != nullptr && plus->userId == side->userId))
                continue;
            run.addLine(Severity::Info, i,
                        sentence("Line %1 has tag %2 but no texture: nothing of it is seen before Blakod gives it one.", i, side->userId))
                .fix(sentence("Take the tag off"), changeSidesFix(run.lineId(i), [tag = side->userId](roo::Sidedef& at) {
                         at.userId = at.userId == tag ? std::uint16_t{0} : at.userId;
                     }));
        }
    }
}

void checkTextures(CheckRun& run)
{
    const std::vector<int>* known = run.input().textures;
    if (known == nullptr)
        return;
    const auto uses = usedTextures(run);
    std::vector<std::pair<int, TextureUse>> missing;
    for (const auto& [number, use] : uses)
        if (!std::ranges::binary_search(*known, number))
            missing.emplace_back(number, use);
    if (missing.size() > mostMissingApart) { // of a checkout without the graphics: nobody repairs them one by one
        const bool all = missing.size() == uses.size();
        run.add(Severity::Warning, all ? sentence("All %1 textures of this room are missing; a pattern with the number stands in for each. Copy "
                                                  "the grd files of a client into the project, or name their folder in its world.json.",
                                                  missing.size())
                                       : sentence("%1 of the %2 textures of this room are missing; a pattern with the number stands in for "
                                                  "each. Copy the grd files of a client into the project, or name their folder in its "
                                                  "world.json.",
                                                  missing.size(), uses.size()));
        return;
    }
    for (const auto& [number, use] : missing) {
        const Sentence message =
            use.count == 1 ? sentence("Texture %1 is missing; a pattern is shown instead (used once).", textureName(number))
                           : sentence("Texture %1 is missing; a pattern is shown instead (used %2 times).", textureName(number), use.count);
        Found found = use.isOfLine ? run.addLine(Severity::Info, use.first, message) : run.addSector(Severity::Info, use.first, message);
        found.fix(sentence("Put the room's most used textures in its place"), replaceTextureFix(number));
    }
}

/// Animation wins over scrolling (docs/facts/formats.md, flags).
void checkScroll(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        for (const bool plus : {true, false}) {
            const roo::Sidedef* side = run.side(run.room().linedefs[i], plus);
            const Side which = plus ? Side::Plus : Side::Minus;
            if (side == nullptr || side->animationSpeed == 0 || (side->flags & sideSpeed) == 0)
                continue;
            run.addLine(Severity::Warning, i,
                        plus ? sentence("The + side of line %1 scrolls and is animated; it will only be animated.", i)
                             : sentence("The − side of line %1 scrolls and is animated; it will only be animated.", i))
                .fix(sentence("Do not scroll"), changeSideFix(run.lineId(i), which, [](roo::Sidedef& at) { at.flags &= ~sideSpeed; }))
                .fix(sentence("Do not animate"), changeSideFix(run.lineId(i), which, [](roo::Sidedef& at) { at.animationSpeed = 0; }));
        }
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const roo::Sector& sector = run.room().sectors[i];
        if (sector.animationSpeed == 0 || (sector.flags & sectorSpeed) == 0 || (sector.flags & sectorScrolls) == 0)
            continue;
        run.addSector(Severity::Warning, i, sentence("Sector %1 scrolls and is animated; it will only be animated.", i))
            .fix(sentence("Do not scroll"),
                 changeSectorFix(run.sectorId(i), [](roo::Sector& at) { at.flags &= ~(sectorSpeed | sectorScrolls); }))
            .fix(sentence("Do not animate"), changeSectorFix(run.sectorId(i), [](roo::Sector& at) { at.animationSpeed = 0; }));
    }
}

/// Half of what scrolling needs: nothing moves.
void checkScrollParts(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const bool hasSpeed = (run.room().sectors[i].flags & sectorSpeed) != 0;
        const bool hasPlane = (run.room().sectors[i].flags & sectorScrolls) != 0;
        if (hasSpeed == hasPlane)
            continue;
        Found found = run.addSector(Severity::Info, i,
                                    hasSpeed ? sentence("Sector %1 has a scroll speed, but neither floor nor ceiling scrolls.", i)
                                             : sentence("Sector %1 is to scroll, but has no speed.", i));
        found.fix(sentence("Do not scroll"),
                  changeSectorFix(run.sectorId(i), [](roo::Sector& at) { at.flags &= ~(sectorSpeed | sectorScrolls); }));
        if (hasSpeed)
            found.fix(sentence("Scroll the floor"),
                      changeSectorFix(run.sectorId(i), [](roo::Sector& at) { at.flags |= roo::sector_flag::scrollFloor; }));
        else
            found.fix(sentence("Scroll slowly"), changeSectorFix(run.sectorId(i), [](roo::Sector& at) {
                          at.flags |= 1u << roo::sector_flag::scrollSpeedShift;
                      }));
    }
}

void checkSideUse(CheckRun& run)
{
    std::vector<bool> used(run.room().sidedefs.size());
    for (const roo::Linedef& line : run.room().linedefs)
        for (const std::size_t number : {line.plusSide, line.minusSide})
            if (number >= 1 && number <= used.size())
                used[number - 1] = true;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (!used[i])
            run.add(Severity::Info, sentence("Sidedef %1 belongs to no line.", i + 1))
                .fix(sentence("Delete the sidedef"), [id = run.sidedefId(i)](RoomDocument& document) -> Result<void> {
                    document.edit().removeIfUnused(id);
                    return {};
                });
}

} // namespace blak::roomcore::checks
