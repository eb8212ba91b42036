// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/preview_room.h"

#include "formats/base/file_io.h"
#include "formats/roo/room.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::ui::sprites {
namespace {

constexpr double square = squareSide;
constexpr double boxWidth = 4 * square, boxDepth = 12 * square;
constexpr std::uint16_t boxHeight = 256; // editor units
constexpr std::uint64_t largestRoom = 64u << 20; // bytes
constexpr double fullTurn = 4096;

double brightness(const palette::Colour& colour) { return 0.3 * colour.r + 0.59 * colour.g + 0.11 * colour.b; }

/// A box with one leaf, whose walls are the planes of the tree.
roo::Room makeBox(int walls, int floor, int ceiling)
{
    roo::Room room;
    room.width = static_cast<std::int32_t>(boxWidth);
    room.height = static_cast<std::int32_t>(boxDepth);
    const auto number = static_cast<std::uint16_t>(walls);
    roo::Sector sector;
    sector.floorTexture = static_cast<std::uint16_t>(floor);
    sector.ceilingTexture = static_cast<std::uint16_t>(ceiling);
    sector.ceilingHeight = boxHeight;
    sector.light = 192;
    room.sectors = {sector};
    room.sidedefs = {{0, number, 0, 0, 0, 0}};
    struct Plane
    {
        double a, b, c, x0, y0, x1, y1;
    };
    constexpr Plane planes[] = {{0, 1, 0, 0, 0, boxWidth, 0},
                                {1, 0, 0, 0, boxDepth, 0, 0},
                                {0, -1, boxDepth, boxWidth, boxDepth, 0, boxDepth},
                                {-1, 0, boxWidth, boxWidth, 0, boxWidth, boxDepth}};
    std::uint16_t next = 1;
    for (const Plane& plane : planes) {
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.x0 = static_cast<std::int16_t>(plane.x0 / 16);
        line.y0 = static_cast<std::int16_t>((boxDepth - plane.y0) / 16);
        line.x1 = static_cast<std::int16_t>(plane.x1 / 16);
        line.y1 = static_cast<std::int16_t>((boxDepth - plane.y1) / 16);
        room.linedefs.push_back(line);
        roo::Wall wall;
        wall.plusSide = 1;
        wall.plusSector = 1;
        wall.x0 = plane.x0;
        wall.y0 = plane.y0;
        wall.x1 = plane.x1;
        wall.y1 = plane.y1;
        wall.length = std::hypot(plane.x1 - plane.x0, plane.y1 - plane.y0) / 16;
        room.walls.push_back(wall);
        roo::Node node;
        node.kind = roo::Node::Kind::Internal;
        node.box = {0, 0, boxWidth, boxDepth};
        node.a = plane.a;
        node.b = plane.b;
        node.c = plane.c;
        node.firstWall = next++;
        node.plusChild = next;
        room.nodes.push_back(node);
    }
    roo::Node leaf;
    leaf.box = {0, 0, boxWidth, boxDepth};
    leaf.sector = 1;
    leaf.polygon = {{0, 0}, {boxWidth, 0}, {boxWidth, boxDepth}, {0, boxDepth}};
    room.nodes.push_back(leaf);
    room.things.resize(2);
    room.things[1].x = static_cast<std::int32_t>(boxWidth / 16);
    room.things[1].y = static_cast<std::int32_t>(boxDepth / 16);
    return room;
}

} // namespace

int calmTexture(render::AssetStore& assets)
{
    constexpr std::size_t candidates = 12;
    const std::vector<int> numbers = assets.textureNumbers();
    int best = 0;
    double least = 1e9;
    for (std::size_t i = 0; i < std::min(candidates, numbers.size()); ++i) {
        const int number = numbers[i * numbers.size() / std::min(candidates, numbers.size())];
        const auto picture = assets.texture(number);
        if (picture == nullptr || picture->missing || picture->images.front().hasHoles || picture->images.front().pixels.empty())
            continue;
        const auto& pixels = picture->images.front().pixels;
        double sum = 0, squares = 0;
        for (const std::uint8_t pixel : pixels) {
            const double value = brightness(assets.palette()[pixel]);
            sum += value;
            squares += value * value;
        }
        const double mean = sum / static_cast<double>(pixels.size());
        const double spread =
            squares / static_cast<double>(pixels.size()) - mean * mean + std::abs(mean - 90); // neither dark nor glaring
        if (spread < least) {
            least = spread;
            best = number;
        }
    }
    return best;
}

Result<space::LoadedRoom> plainRoom(int texture)
{
    constexpr int grey = 10, darkGrey = 23, lightGrey = 36; // numbers whose colours are these where nothing has a texture
    return space::LoadedRoom::load(texture > 0 ? makeBox(texture, texture, texture) : makeBox(grey, darkGrey, lightGrey), "preview");
}

Result<space::LoadedRoom> roomOfFile(const std::filesystem::path& file)
{
    const auto bytes = readFile(file, largestRoom);
    if (!bytes)
        return bytes.error();
    const std::string name = file.filename().string();
    auto room = roo::read(bytes.value(), name);
    if (!room)
        return room.error();
    return space::LoadedRoom::load(std::move(room).value(), name, space::WallLinedefs::None);
}

space::Point openPlace(const space::LoadedRoom& room)
{
    space::Point best{};
    double widest = 0;
    for (const space::LoadedNode& node : room.nodes()) {
        const auto polygon = room.polygonOf(node);
        if (!node.isLeaf || node.sector == space::none || polygon.size() < 3)
            continue;
        double area = 0;
        space::Point middle{};
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const space::Point& one = polygon[i];
            const space::Point& next = polygon[(i + 1) % polygon.size()];
            area += one.x * next.y - next.x * one.y;
            middle.x += one.x / static_cast<double>(polygon.size());
            middle.y += one.y / static_cast<double>(polygon.size());
        }
        if (std::abs(area) > widest) {
            widest = std::abs(area);
            best = middle;
        }
    }
    return best;
}

double groundAt(const space::LoadedRoom& room, space::Point place)
{
    const space::Index sector = room.sectorAt(place);
    return sector == space::none ? 0 : room.standHeight(sector, place);
}

namespace {

/// As high above the ground of what is looked at as a grown man's eye, so that it is seen the same way from a lower floor, or a higher
/// one; where floor or ceiling are in the way, between them.
double eyeFor(const space::LoadedRoom& room, space::Point eye, double ground)
{
    constexpr double gap = square / 8;
    const space::Index sector = room.sectorAt(eye);
    if (sector == space::none)
        return ground + eyeHeight;
    const double lowest = room.standHeight(sector, eye) + gap;
    return std::max(lowest, std::min(ground + eyeHeight, room.ceilingHeight(sector, eye) - gap));
}

} // namespace

render::Camera viewerOf(const space::LoadedRoom& room, space::Point place, double distance, double direction)
{
    const double turn = direction * 2 * std::numbers::pi / fullTurn;
    const auto at = [&](double away) { return space::Point{place.x - std::cos(turn) * away, place.y - std::sin(turn) * away}; };
    constexpr double step = square / 8, wallGap = square / 4;
    double away = std::min(distance, wallGap);
    while (away < distance && room.sectorAt(at(std::min(distance, away + step) + wallGap)) != space::none)
        away = std::min(distance, away + step);
    const space::Point eye = at(away);
    render::Camera camera;
    camera.x = eye.x;
    camera.y = eye.y;
    camera.z = eyeFor(room, eye, groundAt(room, place));
    camera.angle = direction;
    camera.fieldOfView = fieldOfView;
    return camera;
}

} // namespace blak::ui::sprites
