// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/room_map.h"

#include "formats/palette/nearest.h"
#include "formats/space/open_sectors.h"
#include "formats/space/units.h"

#include <algorithm>
#include <cmath>

namespace blak::cli {
namespace {

constexpr std::uint8_t wallColour = 255, stepColour = 0xD4, levelColour = 0xDB, groundColour = 0;
constexpr double margin = 512; ///< client units around the room

/// From client units to pixels.
struct View
{
    double left = 0, top = 0, scale = 1; ///< client units of the corner; pixels per client unit

    double x(double clientX) const { return (clientX - left) * scale; }
    double y(double clientY) const { return (clientY - top) * scale; }
    space::Point clientAt(std::int32_t x, std::int32_t y) const { return {left + (x + 0.5) / scale, top + (y + 0.5) / scale}; }
};

View fit(const roo::BoundingBox& box, std::int32_t width, std::int32_t height)
{
    const double across = box.x1 - box.x0 + 2 * margin, down = box.y1 - box.y0 + 2 * margin;
    View view;
    view.scale = std::min(width / across, height / down);
    view.left = (box.x0 + box.x1) / 2 - width / view.scale / 2;
    view.top = (box.y0 + box.y1) / 2 - height / view.scale / 2;
    return view;
}

roo::BoundingBox boundsOf(const space::LoadedRoom& room)
{
    roo::BoundingBox box{0, 0, 1, 1};
    bool first = true;
    for (const space::LoadedWall& wall : room.walls()) {
        for (const space::Point point : {wall.start, wall.end}) {
            box = first ? roo::BoundingBox{point.x, point.y, point.x, point.y}
                        : roo::BoundingBox{std::min(box.x0, point.x), std::min(box.y0, point.y), std::max(box.x1, point.x),
                                           std::max(box.y1, point.y)};
            first = false;
        }
    }
    return box;
}

palette::Colour meanColour(const render::Image& image, const palette::Palette& colours)
{
    std::uint64_t r = 0, g = 0, b = 0, count = 0;
    for (const std::uint8_t index : image.pixels) {
        if (index == bgf::transparentIndex)
            continue;
        r += colours[index].r;
        g += colours[index].g;
        b += colours[index].b;
        ++count;
    }
    if (count == 0)
        return {};
    return {static_cast<std::uint8_t>(r / count), static_cast<std::uint8_t>(g / count), static_cast<std::uint8_t>(b / count)};
}

/// One colour for each sector.
std::vector<std::uint8_t> floorColours(const space::LoadedRoom& room, render::AssetStore& assets)
{
    const palette::NearestColour nearest(assets.palette(), palette::Reserved::Avoid);
    std::vector<std::uint8_t> colours;
    for (const roo::Sector& sector : room.room().sectors) {
        std::uint8_t colour = stepColour;
        if (const auto texture = assets.texture(sector.floorTexture)) {
            const palette::Colour mean = meanColour(texture->images[0], assets.palette());
            colour = nearest(mean.r, mean.g, mean.b);
        }
        const int light = sector.light < 128 ? sector.light : sector.light - 128; // 0 to 127 either way
        colours.push_back(assets.tables().light[static_cast<std::size_t>(std::clamp(16 + light * 3 / 8, 0, 63))][colour]);
    }
    return colours;
}

/// Draws a line with a pen of one pixel; what lies outside is left out.
void drawLine(IndexedPicture& picture, double x0, double y0, double x1, double y1, std::uint8_t colour)
{
    const double steps = std::ceil(std::max(std::abs(x1 - x0), std::abs(y1 - y0)));
    for (double step = 0; step <= steps; ++step) {
        const double part = steps == 0 ? 0 : step / steps;
        const double x = std::floor(x0 + (x1 - x0) * part), y = std::floor(y0 + (y1 - y0) * part);
        if (x < 0 || y < 0 || x >= picture.width || y >= picture.height)
            continue;
        picture.indices[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x)] =
            colour;
    }
}

std::uint8_t colourOf(const space::LoadedRoom& room, const space::LoadedWall& wall)
{
    if (wall.sectors[0] == space::none || wall.sectors[1] == space::none)
        return wallColour;
    const space::SectorShape &a = room.shapes()[wall.sectors[0]], &b = room.shapes()[wall.sectors[1]];
    const bool level = a.floor.at(wall.start) == b.floor.at(wall.start) && a.floor.at(wall.end) == b.floor.at(wall.end);
    return level ? levelColour : stepColour;
}

} // namespace

IndexedPicture drawRoomMap(const space::LoadedRoom& room, render::AssetStore& assets, std::int32_t width, std::int32_t height)
{
    IndexedPicture picture;
    picture.width = width;
    picture.height = height;
    picture.colours = assets.palette();
    picture.indices.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), groundColour);
    const View view = fit(boundsOf(room), width, height);

    const std::vector<std::uint8_t> floors = floorColours(room, assets);
    const auto open = space::openSectors(room.room()); // these spill over their lines
    const roo::PlayableRectangle playable = roo::playableRectangle(room.room());
    const auto isTheirs = [&](space::Index sector, space::Point at) {
        const auto found = open.find(static_cast<int>(sector));
        const space::Point editor = space::toEditor(at, playable);
        return found == open.end() || space::isWithin(found->second, editor.x, editor.y);
    };
    for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < width; ++x) {
            const space::Point at = view.clientAt(x, y);
            const space::Index sector = room.sectorAt(at);
            if (sector != space::none && isTheirs(sector, at))
                picture.indices[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
                    floors[sector];
        }
    for (const std::uint8_t pass : {levelColour, stepColour, wallColour}) { // what matters more lies on top
        for (const space::LoadedWall& wall : room.walls()) {
            if (colourOf(room, wall) == pass)
                drawLine(picture, view.x(wall.start.x), view.y(wall.start.y), view.x(wall.end.x), view.y(wall.end.y), pass);
        }
    }
    return picture;
}

} // namespace blak::cli
