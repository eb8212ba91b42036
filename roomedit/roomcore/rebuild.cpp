// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/rebuild.h"

#include "formats/roo/format_traits.h"
#include "roomedit/roomcore/built_tree.h"
#include "roomedit/roomcore/compatible_build.h"
#include "roomedit/roomcore/compatible_grids.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace blak::roomcore {
namespace {

/// Numbers that mean nothing where a side is 0 stand in no wall.
bool isSameForTree(const roo::Linedef& a, const roo::Linedef& b)
{
    const auto side = [](const roo::Linedef& line) {
        return line.plusSide == 0 ? std::tuple<int, int, int, int>()
                                  : std::tuple<int, int, int, int>(line.plusSide, line.plusSector, line.plusXOffset, line.plusYOffset);
    };
    const auto minus = [](const roo::Linedef& line) {
        return line.minusSide == 0
                   ? std::tuple<int, int, int, int>()
                   : std::tuple<int, int, int, int>(line.minusSide, line.minusSector, line.minusXOffset, line.minusYOffset);
    };
    return side(a) == side(b) && minus(a) == minus(b) && a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1;
}

bool isSameForTree(const roo::Sidedef& a, const roo::Sidedef& b)
{
    return ((a.flags ^ b.flags) & roo::side_flag::backwards) == 0;
}

bool isSameForGrids(const roo::Sidedef& a, const roo::Sidedef& b)
{
    return ((a.flags ^ b.flags) & roo::side_flag::passable) == 0 && (a.aboveTexture == 0) == (b.aboveTexture == 0) &&
           (a.belowTexture == 0) == (b.belowTexture == 0) && (a.normalTexture == 0) == (b.normalTexture == 0);
}

bool isSameForGrids(const roo::Sector& a, const roo::Sector& b)
{
    constexpr std::uint32_t flags = roo::sector_flag::depthMask | roo::sector_flag::noMove;
    return a.floorHeight == b.floorHeight && a.ceilingHeight == b.ceilingHeight && ((a.flags ^ b.flags) & flags) == 0 &&
           a.floorSlope == b.floorSlope && a.ceilingSlope == b.ceilingSlope;
}

constexpr auto sameForTree = [](const auto& a, const auto& b) { return isSameForTree(a, b); };
constexpr auto sameForGrids = [](const auto& a, const auto& b) { return isSameForGrids(a, b); };

} // namespace

RebuildNeeds needsOf(const roo::Room& edited, const roo::Room& before)
{
    RebuildNeeds needs;
    const bool wasNeverBuilt = before.nodes.empty() && before.width == 0 && before.height == 0 && !edited.linedefs.empty();
    needs.tree = wasNeverBuilt || edited.format != before.format || edited.sectors.size() < before.sectors.size() ||
                 roo::playableRectangle(edited) != roo::playableRectangle(before) ||
                 !std::ranges::equal(edited.linedefs, before.linedefs, sameForTree) ||
                 !std::ranges::equal(edited.sidedefs, before.sidedefs, sameForTree);
    needs.grids = needs.tree || !std::ranges::equal(edited.sidedefs, before.sidedefs, sameForGrids) ||
                  !std::ranges::equal(edited.sectors, before.sectors, sameForGrids);
    return needs;
}

Result<Rebuilt> rebuild(roo::Room edited, const roo::Room& before, bool withGrids, const std::atomic<bool>* cancelled)
{
    Rebuilt result;
    const RebuildNeeds needs = needsOf(edited, before);
    if (edited == before && !needs.tree) {
        result.room = std::move(edited);
        return result;
    }
    if (!needs.tree && (!needs.grids || !withGrids || !edited.server)) {
        refreshPlanes(edited, BuildOptions::fast(edited.format));
        roo::refreshSecurity(edited);
        result.room = std::move(edited);
        return result;
    }
    BuildOptions options = BuildOptions::fast(edited.format);
    options.cancelled = cancelled;
    options.writesServerSection = withGrids && (edited.server.has_value() || roo::emptyServerSection(edited.format).has_value());
    const bool keepsTree = !needs.tree;
    std::vector<roo::Node> nodes;
    std::vector<roo::Wall> walls;
    if (keepsTree) {
        nodes = edited.nodes;
        walls = edited.walls;
    }
    auto built = buildKeepingNumbers(std::move(edited), options, result.wallLinedefs);
    if (!built)
        return built.error();
    result.room = std::move(built).value();
    if (keepsTree) { // only the grids were stale
        result.room.nodes = std::move(nodes);
        result.room.walls = std::move(walls);
        result.wallLinedefs.clear();
        roo::refreshSecurity(result.room);
    }
    return result;
}

} // namespace blak::roomcore
