// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/compare_rebuilt.h"

#include "formats/roo/format_traits.h"
#include "roomedit/roomcore/compatible_build.h"
#include "roomedit/roomcore/slope_plane.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace blak::roomcore {
namespace {

std::string numbers(std::string_view what, std::size_t file, std::size_t rebuilt)
{
    return std::to_string(file) + " " + std::string(what) + " in the file, " + std::to_string(rebuilt) + " rebuilt";
}

/// First record that differs, from 1; 0 when all are equal.
template <typename Record>
std::size_t firstDifferent(const std::vector<Record>& a, const std::vector<Record>& b)
{
    const auto [place, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return place == a.end() && other == b.end() ? 0 : static_cast<std::size_t>(place - a.begin()) + 1;
}

std::string nodeDifference(const roo::Node& a, const roo::Node& b)
{
    if (a.kind != b.kind)
        return "kind";
    if (a.polygon.size() != b.polygon.size())
        return numbers("points", a.polygon.size(), b.polygon.size());
    if (a.plusChild != b.plusChild || a.minusChild != b.minusChild)
        return "children";
    if (a.firstWall != b.firstWall)
        return numbers("as first wall", a.firstWall, b.firstWall);
    if (a.sector != b.sector)
        return numbers("as sector", a.sector, b.sector);
    if (a.polygon != b.polygon)
        return "polygon";
    return a.box == b.box ? "line" : "bounding box";
}

std::string wallDifference(const roo::Wall& a, const roo::Wall& b)
{
    if (a.plusSide != b.plusSide || a.minusSide != b.minusSide || a.plusSector != b.plusSector || a.minusSector != b.minusSector)
        return "sides";
    if (a.x0 != b.x0 || a.y0 != b.y0 || a.x1 != b.x1 || a.y1 != b.y1)
        return "ends";
    if (a.next != b.next)
        return "next wall";
    return a.length == b.length ? "texture offsets" : "length";
}

std::string treeDifference(const roo::Room& file, const roo::Room& rebuilt)
{
    if (file.nodes.size() != rebuilt.nodes.size())
        return "tree: " + numbers("nodes", file.nodes.size(), rebuilt.nodes.size());
    if (const std::size_t i = firstDifferent(file.nodes, rebuilt.nodes); i != 0)
        return "node " + std::to_string(i) + ": " + nodeDifference(file.nodes[i - 1], rebuilt.nodes[i - 1]);
    if (file.walls.size() != rebuilt.walls.size())
        return "walls: " + numbers("walls", file.walls.size(), rebuilt.walls.size());
    if (const std::size_t i = firstDifferent(file.walls, rebuilt.walls); i != 0)
        return "wall " + std::to_string(i) + ": " + wallDifference(file.walls[i - 1], rebuilt.walls[i - 1]);
    return {};
}

template <typename Cell>
void compareGrid(const roo::Grid<Cell>& file, const roo::Grid<Cell>& rebuilt, std::string_view name, CompareResult& result)
{
    const auto note = [&](const std::string& text) {
        if (result.firstDifference.empty())
            result.firstDifference = std::string(name) + " grid: " + text;
    };
    if (file.rows != rebuilt.rows || file.columns != rebuilt.columns)
        return note(numbers("rows", static_cast<std::size_t>(file.rows), static_cast<std::size_t>(rebuilt.rows)));
    for (std::size_t i = 0; i < file.cells.size() && i < rebuilt.cells.size(); ++i) {
        if (file.cells[i] == rebuilt.cells[i])
            continue;
        ++result.differentCells;
        const auto columns = static_cast<std::size_t>(file.columns);
        note("cell " + std::to_string(i / columns) + ", " + std::to_string(i % columns) +
             " (row, column from 0): " + numbers("as value", file.cells[i], rebuilt.cells[i]));
    }
}

void compareGrids(const roo::ServerSection& file, const roo::ServerSection& rebuilt, CompareResult& result)
{
    compareGrid(file.move, rebuilt.move, "move", result);
    compareGrid(file.flags, rebuilt.flags, "flag", result);
    if (file.monster && rebuilt.monster)
        compareGrid(*file.monster, *rebuilt.monster, "monster", result);
    if (file.highResolution && rebuilt.highResolution)
        compareGrid(*file.highResolution, *rebuilt.highResolution, "high-resolution", result);
}

void comparePlanes(const roo::Room& room, CompareResult& result)
{
    const roo::PlayableRectangle rectangle = roo::playableRectangle(room);
    const bool isFloat = roo::traits(room.format).floatPlane;
    const auto isEqual = [isFloat](double a, double b) {
        return isFloat ? static_cast<float>(a) == static_cast<float>(b) : a == b;
    };
    for (const roo::Sector& sector : room.sectors)
        for (const SlopeKind kind : {SlopeKind::Floor, SlopeKind::Ceiling}) {
            const std::optional<roo::Slope>& stored = kind == SlopeKind::Floor ? sector.floorSlope : sector.ceilingSlope;
            if (!stored)
                continue;
            const roo::Slope made = computePlane(*stored, kind, room.format, rectangle);
            ++result.planes;
            if (isEqual(made.a, stored->a) && isEqual(made.b, stored->b) && isEqual(made.c, stored->c) &&
                isEqual(made.d, stored->d))
                continue;
            ++(isSamePlane(made, *stored) ? result.roundedPlanes : result.stalePlanes);
        }
}

/// Likely ones first.
std::vector<BuildOptions> variantsFor(const roo::Room& room)
{
    BuildOptions base = BuildOptions::latest(room.format);
    base.writesServerSection = room.server.has_value();
    base.keepsPlanes = true;
    std::vector<BuildOptions> variants;
    const bool isFloat = roo::hasFloatCoordinates(room.format);
    for (const bool other : {false, true})
        for (const bool otherOffsets : {false, true}) {
            BuildOptions options = base;
            options.swapsYOffsets = base.swapsYOffsets != otherOffsets;
            if (isFloat)
                options.cutsExactly = other;
            else
                options.keepsOutside = base.keepsOutside != other;
            variants.push_back(options);
        }
    if (!room.nodes.empty() && isFloat) { // vertices without linedef show only in the box of the root
        BuildOptions options = base;
        options.startBox = room.nodes[0].box;
        variants.push_back(options);
    }
    return variants;
}

/// How much of the tree is right: to choose which failing variant to report.
std::size_t matchingNodes(const roo::Room& file, const roo::Room& rebuilt)
{
    const auto places = std::mismatch(file.nodes.begin(), file.nodes.end(), rebuilt.nodes.begin(), rebuilt.nodes.end());
    return static_cast<std::size_t>(places.first - file.nodes.begin());
}

} // namespace

std::string_view verdictName(CompareResult::Verdict verdict)
{
    switch (verdict) {
    case CompareResult::Verdict::Identical: return "identical";
    case CompareResult::Verdict::KnownRounding: return "known rounding";
    case CompareResult::Verdict::Different: return "different";
    }
    return "";
}

Result<CompareResult> compareRebuilt(const roo::Room& room)
{
    CompareResult result;
    std::size_t bestMatch = 0;
    std::optional<Error> failure;
    for (BuildOptions options : variantsFor(room)) {
        const bool wantsGrids =
            std::exchange(options.writesServerSection, false); // only once the tree is right: they take longest
        const auto tree = buildCompatible(room, options);
        if (!tree) {
            failure = failure ? failure : tree.error();
            continue;
        }
        const std::string difference = treeDifference(room, tree.value());
        options.writesServerSection = wantsGrids;
        const std::size_t match = difference.empty() ? room.nodes.size() + 1 : matchingNodes(room, tree.value());
        if (match < bestMatch || (bestMatch > 0 && match == bestMatch))
            continue;
        bestMatch = match;
        result.options = options;
        result.firstDifference = difference;
        failure.reset();
        if (difference.empty())
            break;
    }
    if (failure)
        return *failure;

    const auto rebuilt = buildCompatible(room, result.options);
    if (!rebuilt)
        return rebuilt.error();
    comparePlanes(room, result);
    if (room.server && rebuilt.value().server)
        compareGrids(*room.server, *rebuilt.value().server, result);
    if (roo::write(rebuilt.value()) == roo::write(room))
        result.verdict = result.roundedPlanes + result.stalePlanes == 0 ? CompareResult::Verdict::Identical
                                                                        : CompareResult::Verdict::KnownRounding;
    else if (result.firstDifference.empty())
        result.firstDifference = "header, linedefs, sidedefs or sectors";
    return result;
}

} // namespace blak::roomcore
