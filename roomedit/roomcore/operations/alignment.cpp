// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/alignment.h"

#include "roomedit/roomcore/map/faces.h"
#include "roomedit/roomcore/slope_plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace blak::roomcore {
namespace {

constexpr double square = 64; ///< editor units
constexpr int largestTexture = 4096;

int modulo(int value, int size) { return ((value % size) + size) % size; }

Result<void> checkSize(TextureSize size)
{
    if (std::min(size.width, size.height) >= 1 && std::max(size.width, size.height) <= largestTexture)
        return {};
    return Error{"expected a size from 1 to 4096, found " + std::to_string(size.width) + " x " + std::to_string(size.height), "texture"};
}

int lengthOf(const Map& map, LineId line)
{
    const MapPoint way = map.endOf(line) - map.startOf(line);
    return static_cast<int>(std::lround(std::hypot(way.x, way.y)));
}

double heightAt(const roo::Sector& sector, Plane plane, MapPoint at)
{
    const auto& slope = plane == Plane::Floor ? sector.floorSlope : sector.ceilingSlope;
    const int level = plane == Plane::Floor ? sector.floorHeight : sector.ceilingHeight;
    return slope ? heightOn(*slope, at.x, at.y).value_or(level) : level;
}

/// Lower and upper edge of a part at one end of its line.
std::pair<double, double> edgesOf(const Map& map, SideRef side, WallPart part, MapPoint at)
{
    const MapLine& line = map.line(side.line);
    const SectorId own = line.side(side.side).sector, beyond = line.side(otherSide(side.side)).sector;
    if (!own)
        return {};
    const roo::Sector& here = map.sector(own);
    const double floor = heightAt(here, Plane::Floor, at), ceiling = heightAt(here, Plane::Ceiling, at);
    if (!beyond)
        return {floor, ceiling};
    const roo::Sector& there = map.sector(beyond);
    const double floorThere = heightAt(there, Plane::Floor, at), ceilingThere = heightAt(there, Plane::Ceiling, at);
    switch (part) {
    case WallPart::Above: return {ceilingThere, ceiling};
    case WallPart::Below: return {floor, floorThere};
    case WallPart::Normal: break;
    }
    return {std::max(floor, floorThere), std::min(ceiling, ceilingThere)};
}

bool hangs(const roo::Sidedef& sidedef, WallPart part)
{
    namespace flag = roo::side_flag;
    switch (part) {
    case WallPart::Above: return (sidedef.flags & flag::aboveBottomUp) == 0;
    case WallPart::Normal: return (sidedef.flags & flag::normalTopDown) != 0;
    case WallPart::Below: break;
    }
    return (sidedef.flags & flag::belowTopDown) != 0;
}

const roo::Sidedef* sidedefOf(const Map& map, SideRef side)
{
    const SidedefId id = map.has(side.line) ? map.line(side.line).side(side.side).sidedef : SidedefId();
    return id ? &map.sidedef(id) : nullptr;
}

/// The part of a side that shows a texture; the given one first.
std::optional<WallPart> partWith(const Map& map, SideRef side, std::uint16_t texture, WallPart preferred)
{
    for (const WallPart part : {preferred, WallPart::Normal, WallPart::Below, WallPart::Above})
        if (wallTexture(map, side, part) == texture)
            return part;
    return std::nullopt;
}

/// Which line of the texture lies at height 0, without the offset.
int phaseOf(const Map& map, SideRef side, WallPart part, TextureSize size)
{
    return anchorOf(map, side, part) + (hangs(*sidedefOf(map, side), part) ? 0 : size.height);
}

void setOffsets(MapEdit& edit, SideRef side, std::optional<int> x, std::optional<int> y)
{
    MapLine line = edit.map().line(side.line);
    if (x)
        line.side(side.side).xOffset = static_cast<std::int16_t>(*x);
    if (y)
        line.side(side.side).yOffset = static_cast<std::int16_t>(*y);
    edit.set(side.line, line);
}

/// Walls that follow each other around a border and show one texture.
struct Chain
{
    int length = 0;
    int before = 0; ///< from its beginning to the wall that was asked about
};

Chain chainOf(const Map& map, SideRef start, WallPart part, std::uint16_t texture)
{
    Faces faces(map);
    const std::vector<HalfEdge> loop = faces.loop(faces.loopOf({start.line, start.side})).edges;
    const auto count = static_cast<std::ptrdiff_t>(loop.size());
    const auto from = std::find(loop.begin(), loop.end(), HalfEdge{start.line, start.side}) - loop.begin();
    Chain chain{lengthOf(map, start.line), 0};
    std::ptrdiff_t walls = 1;
    const auto walk = [&](std::ptrdiff_t step, int& length) {
        for (std::ptrdiff_t at = from + step; walls < count; at += step, ++walls) {
            const HalfEdge& half = loop[static_cast<std::size_t>((at % count + count) % count)];
            if (!partWith(map, {half.line, half.side}, texture, part))
                return;
            length += lengthOf(map, half.line);
        }
    };
    walk(1, chain.length);
    walk(-1, chain.before); // nothing where it went all around
    chain.length += chain.before;
    return chain;
}

/// Of one direction: whole pictures, the piece at either end, and where the first whole one begins (before the end, where it is larger).
struct Fit
{
    int whole = 0, cut = 0, first = 0;
};

Fit fitInto(int space, int picture)
{
    if (space < picture)
        return {0, 0, (space - picture) / 2};
    const int rest = space % picture;
    if (rest == 0)
        return {space / picture, 0, 0};
    const bool isSliver = rest < picture / 2; // pieces of less than a quarter: rather one whole picture less
    const int cut = isSliver ? (rest + picture) / 2 : rest / 2;
    return {space / picture - (isSliver ? 1 : 0), cut, cut};
}

} // namespace

int anchorOf(const Map& map, SideRef side, WallPart part)
{
    const roo::Sidedef* sidedef = sidedefOf(map, side);
    if (sidedef == nullptr)
        return 0;
    const bool isHanging = hangs(*sidedef, part);
    const auto at = [&](MapPoint end) {
        const auto [low, high] = edgesOf(map, side, part, end);
        return isHanging ? high : low;
    };
    const double start = at(map.startOf(side.line)), end = at(map.endOf(side.line));
    if (start == end)
        return static_cast<int>(std::lround(start));
    // Of a slanted edge: the whole square above (or below) all of it.
    return static_cast<int>(isHanging ? std::ceil(std::max(start, end) / square) * square : std::floor(std::min(start, end) / square) * square);
}

Result<void> alignTextures(MapEdit& edit, SideRef start, WallPart part, TextureSize size, AlignAxis axis)
{
    const Map& map = edit.map();
    const std::uint16_t texture = wallTexture(map, start, part);
    if (texture == 0)
        return Error{"there is no texture to align", "wall"};
    if (auto checked = checkSize(size); !checked)
        return checked;
    document::Transaction transaction(edit.history(), "Align textures");
    Faces faces(map);
    const std::vector<HalfEdge> loop = faces.loop(faces.loopOf({start.line, start.side})).edges;
    const auto first = std::find(loop.begin(), loop.end(), HalfEdge{start.line, start.side});
    if (first == loop.end()) // a line without length
        return Error{"the wall belongs to no border", "wall"};
    const auto count = static_cast<std::ptrdiff_t>(loop.size()), from = first - loop.begin();
    const auto edge = [&](std::ptrdiff_t step) {
        const HalfEdge& half = loop[static_cast<std::size_t>(((from + step) % count + count) % count)];
        return SideRef{half.line, half.side};
    };
    const LineSide& origin = map.line(start.line).side(start.side);
    const int wantedPhase = phaseOf(map, start, part, size) - origin.yOffset;
    /// False where the chain ends.
    const auto align = [&](SideRef side, int x) {
        const auto shown = partWith(map, side, texture, part);
        if (!shown)
            return false;
        const int y = modulo(phaseOf(map, side, *shown, size) - wantedPhase, size.height);
        setOffsets(edit, side, axis == AlignAxis::Y ? std::nullopt : std::optional(modulo(x, size.width)),
                   axis == AlignAxis::X ? std::nullopt : std::optional(y));
        return true;
    };
    const int x = origin.xOffset;
    std::ptrdiff_t ahead = 1;
    int running = x;
    for (; ahead < count; ++ahead) {
        running += lengthOf(map, edge(ahead - 1).line);
        if (!align(edge(ahead), running))
            break;
    }
    running = x;
    for (std::ptrdiff_t back = 1; back <= count - ahead - 1; ++back) {
        running -= lengthOf(map, edge(-back).line);
        if (!align(edge(-back), running))
            break;
    }
    transaction.commit();
    return {};
}

Result<void> justifyTextures(MapEdit& edit, std::span<const SideRef> sides, WallPart part, TextureSize size, Justify where)
{
    if (auto checked = checkSize(size); !checked)
        return checked;
    const Map& map = edit.map();
    document::Transaction transaction(edit.history(), "Place textures");
    bool any = false;
    for (const SideRef& side : sides) {
        if (wallTexture(map, side, part) == 0)
            continue;
        any = true;
        const int length = lengthOf(map, side.line);
        const bool isHanging = hangs(*sidedefOf(map, side), part);
        const auto [low, high] = edgesOf(map, side, part, map.startOf(side.line));
        const int anchor = anchorOf(map, side, part), base = anchor + (isHanging ? 0 : size.height);
        switch (where) {
        case Justify::Left: setOffsets(edit, side, 0, {}); break;
        case Justify::Right: setOffsets(edit, side, modulo(size.width - length, size.width), {}); break;
        case Justify::Centre: setOffsets(edit, side, modulo((size.width - length) / 2, size.width), {}); break;
        case Justify::Top: setOffsets(edit, side, {}, modulo(base - static_cast<int>(std::lround(high)), size.height)); break;
        case Justify::Bottom: setOffsets(edit, side, {}, modulo(base - static_cast<int>(std::lround(low)), size.height)); break;
        }
    }
    if (!any)
        return Error{"there is no texture here", "wall"};
    transaction.commit();
    return {};
}

Result<TextureFit> fitTextures(MapEdit& edit, SideRef start, WallPart part, TextureSize size, AlignAxis axis)
{
    const Map& map = edit.map();
    const std::uint16_t texture = wallTexture(map, start, part);
    if (texture == 0)
        return Error{"there is no texture to fit", "wall"};
    if (auto checked = checkSize(size); !checked)
        return checked.error();
    if (map.startOf(start.line) == map.endOf(start.line))
        return Error{"the wall belongs to no border", "wall"};
    document::Transaction transaction(edit.history(), "Fit textures");
    TextureFit fitted;
    const Chain chain = chainOf(map, start, part, texture);
    const Fit across = fitInto(chain.length, size.width);
    const auto [low, high] = edgesOf(map, start, part, map.startOf(start.line));
    const int top = static_cast<int>(std::lround(high)), height = std::max(0, top - static_cast<int>(std::lround(low)));
    const bool isOnce = (sidedefOf(map, start)->flags & roo::side_flag::noVerticalTile) != 0;
    const Fit up = isOnce ? Fit{height >= size.height ? 1 : 0, 0, height - size.height} : fitInto(height, size.height);
    std::optional<int> x, y;
    if (axis != AlignAxis::Y) {
        x = modulo(chain.before - across.first, size.width);
        fitted.length = chain.length;
        fitted.across = across.whole;
        fitted.cutAcross = across.cut;
    }
    if (axis != AlignAxis::X) {
        y = modulo(phaseOf(map, start, part, size) - (top - up.first), size.height);
        fitted.height = height;
        fitted.up = up.whole;
        fitted.cutUp = up.cut;
    }
    setOffsets(edit, start, x, y);
    if (auto done = alignTextures(edit, start, part, size, axis); !done)
        return done.error();
    transaction.commit();
    return fitted;
}

} // namespace blak::roomcore
