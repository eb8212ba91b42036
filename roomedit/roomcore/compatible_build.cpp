// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/compatible_build.h"

#include "formats/roo/format_traits.h"
#include "roomedit/roomcore/built_tree.h"
#include "roomedit/roomcore/compatible_grids.h"
#include "roomedit/roomcore/sidedef_merge.h"
#include "roomedit/roomcore/slope_plane.h"

#include <string>
#include <utility>

namespace blak::roomcore {
namespace {

Result<void> checkLinedefs(const roo::Room& room)
{
    // The trees of this builder give the outside the number of the first sector.
    if (room.sectors.empty() && !room.linedefs.empty())
        return Error{"a room with linedefs needs a sector", "sectors"};
    for (std::size_t i = 0; i < room.linedefs.size(); ++i) {
        const roo::Linedef& linedef = room.linedefs[i];
        for (const auto& [side, sector] :
             {std::pair(linedef.plusSide, linedef.plusSector), std::pair(linedef.minusSide, linedef.minusSector)}) {
            const std::string where = "linedef " + std::to_string(i);
            if (side > room.sidedefs.size())
                return Error{"sidedef expected 0 to " + std::to_string(room.sidedefs.size()) + ", found " + std::to_string(side),
                             where};
            if (side != 0 && (sector < -1 || sector >= static_cast<std::int32_t>(room.sectors.size())))
                return Error{"sector expected -1 to " + std::to_string(static_cast<std::int32_t>(room.sectors.size()) - 1) +
                                 ", found " + std::to_string(sector),
                             where};
        }
    }
    return {};
}

/// Through memory: g++ 12 drops a conversion to float and back where it vectorises both coordinates of a point (-O2).
double roundToFloat(double value)
{
    const volatile float rounded = static_cast<float>(value);
    return static_cast<double>(rounded);
}

} // namespace

void refreshPlanes(roo::Room& room, const BuildOptions& options)
{
    const roo::PlayableRectangle rectangle = roo::playableRectangle(room);
    const bool isFloat = roo::traits(room.format).floatPlane;
    const auto compute = [&](std::optional<roo::Slope>& slope, SlopeKind kind) {
        if (!slope)
            return;
        roo::Slope plane = computePlane(*slope, kind, room.format, rectangle);
        if (isFloat)
            for (double* part : {&plane.a, &plane.b, &plane.c, &plane.d})
                *part = roundToFloat(*part);
        if (!options.keepsPlanes && !isSamePlane(plane, *slope))
            slope = plane;
    };
    for (roo::Sector& sector : room.sectors) {
        compute(sector.floorSlope, SlopeKind::Floor);
        compute(sector.ceilingSlope, SlopeKind::Ceiling);
    }
}

namespace {

void roundTree(BuiltTree& tree)
{
    for (roo::Node& node : tree.nodes) {
        for (double* part : {&node.box.x0, &node.box.y0, &node.box.x1, &node.box.y1, &node.a, &node.b, &node.c})
            *part = roundToFloat(*part);
        for (roo::Point& point : node.polygon)
            point = {roundToFloat(point.x), roundToFloat(point.y)};
    }
    for (roo::Wall& wall : tree.walls)
        for (double* part : {&wall.x0, &wall.y0, &wall.x1, &wall.y1, &wall.length})
            *part = roundToFloat(*part);
}

Result<roo::Room> finish(roo::Room room, const BuildOptions& options, std::vector<std::uint32_t>& wallLinedefs)
{
    const roo::PlayableRectangle rectangle = roo::playableRectangle(room);
    room.width = 16 * (rectangle.right - rectangle.left);
    room.height = 16 * (rectangle.top - rectangle.bottom);
    refreshPlanes(room, options);

    auto built = buildTree(room, options);
    if (!built)
        return built.error();
    BuiltTree tree = std::move(built).value();
    room.server.reset();
    if (options.writesServerSection)
        room.server = buildGrids(room, tree, options);
    if (options.isCancelled())
        return Error{"cancelled", "BSP"};
    if (roo::hasFloatCoordinates(room.format))
        roundTree(tree);
    room.nodes = std::move(tree.nodes);
    room.walls = std::move(tree.walls);
    wallLinedefs = std::move(tree.wallLinedefs);
    roo::refreshSecurity(room);
    return room;
}

} // namespace

Result<roo::Room> buildCompatible(const roo::Room& editorSection, const BuildOptions& options)
{
    if (auto checked = checkLinedefs(editorSection); !checked)
        return checked.error();
    auto converted = roo::convert(editorSection, options.format);
    if (!converted)
        return converted.error();
    roo::Room room = std::move(converted).value();

    mergeSidedefs(room);
    std::vector<std::uint32_t> wallLinedefs;
    return finish(std::move(room), options, wallLinedefs);
}

Result<roo::Room> buildKeepingNumbers(roo::Room editorSection, const BuildOptions& options,
                                      std::vector<std::uint32_t>& wallLinedefs)
{
    if (auto checked = checkLinedefs(editorSection); !checked)
        return checked.error();
    return finish(std::move(editorSection), options, wallLinedefs);
}

} // namespace blak::roomcore
