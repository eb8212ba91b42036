// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_check_run.h"

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

std::string textureName(int number)
{
    char name[24];
    std::snprintf(name, sizeof name, "grd%05d", number);
    return name;
}

constexpr std::uint32_t speedMask = 3; // of either scroll speed

} // namespace

void checkTaggedSides(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        for (const bool plus : {true, false}) {
            const roo::Sidedef* side = run.side(run.room().linedefs[i], plus);
            if (side != nullptr && side->userId != 0 && side->normalTexture == 0 && side->aboveTexture == 0 && side->belowTexture == 0)
                run.addLine(Severity::Warning, i,
                            "Line " + std::to_string(i) + " has tag " + std::to_string(side->userId) +
                                " on a side without texture, so changing its texture shows nothing.");
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
    if (missing.size() > 8 && missing.size() == uses.size())
        return run.add(Severity::Warning, "None of the " + std::to_string(missing.size()) +
                                              " textures of this room was found. Open the folder of its world, or add a texture folder.");
    for (const auto& [number, use] : missing) {
        const std::string message = "Texture " + textureName(number) + " is missing; a pattern is shown instead (used " +
                                    (use.count == 1 ? "once" : std::to_string(use.count) + " times") + ").";
        if (use.isOfLine)
            run.addLine(Severity::Info, use.first, message);
        else
            run.addSector(Severity::Info, use.first, message);
    }
}

/// Animation wins over scrolling (docs/facts/formats.md, flags).
void checkScroll(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        for (const bool plus : {true, false}) {
            const roo::Sidedef* side = run.side(run.room().linedefs[i], plus);
            if (side != nullptr && side->animationSpeed != 0 && ((side->flags >> roo::side_flag::scrollSpeedShift) & speedMask) != 0)
                run.addLine(Severity::Warning, i,
                            "The " + std::string(plus ? "+" : "−") + " side of line " + std::to_string(i) +
                                " scrolls and is animated; it will only be animated.");
        }
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const roo::Sector& sector = run.room().sectors[i];
        const bool scrolls = ((sector.flags >> roo::sector_flag::scrollSpeedShift) & speedMask) != 0 &&
                             (sector.flags & (roo::sector_flag::scrollFloor | roo::sector_flag::scrollCeiling)) != 0;
        if (scrolls && sector.animationSpeed != 0)
            run.addSector(Severity::Warning, i,
                          "Sector " + std::to_string(i) + " scrolls and is animated; it will only be animated.");
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
            run.add(Severity::Info, "Sidedef " + std::to_string(i + 1) + " belongs to no line.");
}

} // namespace blak::roomcore::checks
