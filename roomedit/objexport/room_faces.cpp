// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/asset_store.h"
#include "client/render/tile_plane.h"
#include "roomedit/objexport/room_obj.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace blak::objexport {
namespace {

namespace flag = roo::side_flag;

constexpr double unitsPerSquare = space::clientUnitsPerSquare;
constexpr double thin = 1e-6; ///< client units: less is no face

/// A height that changes evenly along a wall.
struct Edge
{
    double start = 0, end = 0;
    double at(double t) const { return start + t * (end - start); }
};

/// Places along the wall between which no two edges cross.
std::vector<double> breaks(const std::vector<Edge>& edges)
{
    std::vector<double> places{0, 1};
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = i + 1; j < edges.size(); ++j) {
            const double first = edges[i].start - edges[j].start, last = edges[i].end - edges[j].end;
            if (first * last < 0)
                places.push_back(first / (first - last));
        }
    std::ranges::sort(places);
    return places;
}

class WallFaces
{
public:
    WallFaces(const space::LoadedRoom& room, render::AssetStore& assets, std::vector<Face>& faces)
        : room_(room), assets_(assets), faces_(faces)
    {
    }

    void add(std::size_t number, space::WallSide which)
    {
        const space::LoadedWall& wall = room_.walls()[number];
        const space::Index side = wall.side(which);
        front_ = wall.sector(which);
        if (side == space::none || front_ == space::none)
            return;
        const bool plus = which == space::WallSide::Plus;
        left_ = plus ? wall.start : wall.end;
        right_ = plus ? wall.end : wall.start;
        const roo::Sidedef& sidedef = room_.sidedef(side);
        const roo::Wall& data = room_.room().walls[number];
        yOffset_ = plus ? data.plusYOffset : data.minusYOffset;
        const double xOffset = plus ? data.plusXOffset : data.minusXOffset;
        const double length = wall.length / space::clientUnitsPerEditorUnit;
        const bool backwards = (sidedef.flags & flag::backwards) != 0;
        along_ = backwards ? Edge{xOffset + length, xOffset} : Edge{xOffset, xOffset + length};

        const space::Index back = wall.sector(plus ? space::WallSide::Minus : space::WallSide::Plus);
        const auto edge = [&](const space::Surface& surface) { return Edge{surface.at(left_), surface.at(right_)}; };
        const Edge floor = edge(room_.shapes()[front_].floor), ceiling = edge(room_.shapes()[front_].ceiling);
        const space::WallQuad quad = room_.wallQuad(wall);
        if (back == space::none) {
            addPart(sidedef.normalTexture, {ceiling}, {floor}, anchor(quad, 1, (sidedef.flags & flag::normalTopDown) != 0),
                    (sidedef.flags & flag::noVerticalTile) == 0);
            return;
        }
        const Edge beyondFloor = edge(room_.shapes()[back].floor), beyondCeiling = edge(room_.shapes()[back].ceiling);
        addPart(sidedef.aboveTexture, {ceiling}, {beyondCeiling}, anchor(quad, 2, (sidedef.flags & flag::aboveBottomUp) == 0), true);
        addPart(sidedef.normalTexture, {ceiling, beyondCeiling}, {floor, beyondFloor},
                anchor(quad, 1, (sidedef.flags & flag::normalTopDown) != 0), (sidedef.flags & flag::noVerticalTile) == 0);
        addPart(sidedef.belowTexture, {beyondFloor}, {floor}, anchor(quad, 0, (sidedef.flags & flag::belowTopDown) != 0), true);
    }

private:
    struct Anchor
    {
        double height = 0;
        bool hangs = false;
    };

    /// Where the picture stands or hangs; on an edge that is not level from the next whole square outwards.
    Anchor anchor(const space::WallQuad& quad, std::size_t lower, bool hangs) const
    {
        const std::size_t edge = hangs ? lower + 1 : lower;
        const double start = quad.start.z[edge], end = quad.end.z[edge];
        if (start == end)
            return {start, hangs};
        return {hangs ? std::ceil(std::max(start, end) / unitsPerSquare) * unitsPerSquare
                      : std::floor(std::min(start, end) / unitsPerSquare) * unitsPerSquare,
                hangs};
    }

    /// The part below all of `tops` and above all of `bottoms`.
    void addPart(int texture, std::vector<Edge> tops, std::vector<Edge> bottoms, Anchor anchor, bool tiles)
    {
        const auto picture = assets_.texture(texture);
        if (picture == nullptr)
            return;
        const render::Image& image = picture->images.front(); // a row of it runs down the wall
        const double texels = picture->shrink / space::clientUnitsPerEditorUnit;
        const double base = (anchor.hangs ? 0 : image.width) - yOffset_ * picture->shrink + anchor.height * texels;
        if (!tiles) { // drawn once
            tops.push_back({base / texels, base / texels});
            bottoms.push_back({(base - image.width) / texels, (base - image.width) / texels});
        }
        std::vector<Edge> all = tops;
        all.insert(all.end(), bottoms.begin(), bottoms.end());
        const std::vector<double> places = breaks(all);
        const auto top = [&](double t) { return std::ranges::min(tops, {}, [t](const Edge& edge) { return edge.at(t); }).at(t); };
        const auto bottom = [&](double t) { return std::ranges::max(bottoms, {}, [t](const Edge& edge) { return edge.at(t); }).at(t); };
        for (std::size_t i = 0; i + 1 < places.size(); ++i) {
            const double from = places[i], to = places[i + 1];
            if (to - from < 1e-9 || top((from + to) / 2) - bottom((from + to) / 2) < thin)
                continue;
            Face face{front_, Use::Wall, texture, {}};
            const auto corner = [&](double t, double z) {
                const space::Point at{left_.x + t * (right_.x - left_.x), left_.y + t * (right_.y - left_.y)};
                face.corners.push_back({at.x, at.y, z, along_.at(t) * picture->shrink / image.height, (base - z * texels) / image.width});
            };
            corner(from, bottom(from));
            corner(to, bottom(to));
            if (top(to) - bottom(to) > thin)
                corner(to, top(to));
            if (top(from) - bottom(from) > thin)
                corner(from, top(from));
            faces_.push_back(std::move(face));
        }
    }

    const space::LoadedRoom& room_;
    render::AssetStore& assets_;
    std::vector<Face>& faces_;
    space::Index front_ = space::none;
    space::Point left_, right_;
    Edge along_; ///< editor units of the picture
    double yOffset_ = 0;
};

void addPlane(const space::LoadedRoom& room, const space::LoadedNode& leaf, bool isCeiling, std::vector<Face>& faces)
{
    const roo::Sector& sector = room.sector(leaf.sector);
    const int texture = isCeiling ? sector.ceilingTexture : sector.floorTexture;
    const auto corners = room.polygonOf(leaf);
    if (texture == 0 || corners.size() < 3)
        return;
    const space::SectorShape& shape = room.shapes()[leaf.sector];
    const space::Surface& surface = isCeiling ? shape.ceiling : shape.floor;
    const auto& slope = isCeiling ? sector.ceilingSlope : sector.floorSlope;
    const render::TilePlane tiles = slope ? render::slopedTiles(*slope, surface) : render::levelTiles(sector, corners);
    Face face{leaf.sector, Use::Flat, texture, {}};
    for (const space::Point& at : corners)
        face.corners.push_back({at.x, at.y, surface.at(at), tiles.s(at), tiles.t(at)});
    if (!isCeiling) // corners run clockwise seen from above
        std::ranges::reverse(face.corners);
    faces.push_back(std::move(face));
}

} // namespace

std::vector<Face> facesOf(const space::LoadedRoom& room, render::AssetStore& assets)
{
    std::vector<Face> faces;
    for (const space::LoadedNode& node : room.nodes())
        if (node.isLeaf && node.sector != space::none)
            for (const bool isCeiling : {false, true})
                addPlane(room, node, isCeiling, faces);
    WallFaces walls(room, assets, faces);
    for (std::size_t i = 0; i < room.walls().size(); ++i)
        for (const space::WallSide side : {space::WallSide::Plus, space::WallSide::Minus})
            walls.add(i, side);
    return faces;
}

} // namespace blak::objexport
