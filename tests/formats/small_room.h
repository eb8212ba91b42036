// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <cstring>

namespace blak::test {

/// A hall of two sectors, 4 by 2 squares, hand-made with its tree: the west half flat, the east half with a sloped floor, a
/// passable two-sided linedef between them. Every field of every record holds something other than zero somewhere.
inline roo::Room smallRoom(roo::Format format)
{
    using namespace roo;
    Room room;
    room.format = format;
    room.width = 4096;
    room.height = 2048;
    room.roomId = 4711;

    // Editor corners: (-64, 192) north-west to (192, 64) south-east; the middle line runs south along x = 64.
    const auto linedef = [&room](std::int16_t x0, std::int16_t y0, std::int16_t x1, std::int16_t y1, std::uint16_t plus,
                                 std::int16_t plusSector) {
        Linedef line;
        line.plusSide = plus;
        line.plusSector = plusSector;
        line.x0 = x0;
        line.y0 = y0;
        line.x1 = x1;
        line.y1 = y1;
        room.linedefs.push_back(line);
    };
    linedef(-64, 192, 64, 192, 1, 0);
    linedef(64, 192, 192, 192, 1, 1);
    linedef(192, 192, 192, 64, 1, 1);
    linedef(192, 64, 64, 64, 2, 1);
    linedef(64, 64, -64, 64, 2, 0);
    linedef(-64, 64, -64, 192, 2, 0);
    linedef(64, 192, 64, 64, 3, 0);
    Linedef& middle = room.linedefs.back();
    middle.minusSide = 4;
    middle.minusSector = 1;
    middle.plusXOffset = 5;
    middle.minusXOffset = -6;
    middle.plusYOffset = 7;
    middle.minusYOffset = -8;

    room.sidedefs = {{0, 101, 0, 0, 0, 0},
                     {12, 102, 0, 0, side_flag::backwards | side_flag::mapAlways, 0},
                     {13, 0, 103, 104, side_flag::passable | side_flag::belowTopDown, 25},
                     {13, 105, 103, 104, side_flag::passable | side_flag::transparent | 0x2C00, 0}};

    Sector west{0, 201, 202, 3, -4, 64, 320, 192, 2 | sector_flag::flicker, 0, {}, {}};
    Sector east{77, 203, 204, 0, 0, 64, 320, 60, 0, 0, {}, {}};
    if (versionNumber(format) >= 10)
        east.animationSpeed = 30;
    // Rises from 64 at the middle line to 128 at the east wall, towards client x 2048 to 4096.
    Slope slope{-458, 0, 916, 0, 2048, 0, 1024, {{{64, 192, 64}, {192, 192, 128}, {64, 64, 64}}}};
    slope.d = -(slope.a * 2048 + slope.c * 1024);
    east.floorSlope = slope;
    east.flags |= sector_flag::slopedFloor;
    room.sectors = {west, east};
    room.things.resize(2);
    room.things[0].x = 192;
    room.things[0].y = 192;
    room.things[1].x = -64;
    room.things[1].y = 64;

    const auto wall = [&room](std::uint16_t next, const Linedef& line) {
        Wall piece;
        piece.next = next;
        piece.plusSide = line.plusSide;
        piece.minusSide = line.minusSide;
        piece.x0 = 16.0 * (line.x0 + 64);
        piece.y0 = 16.0 * (192 - line.y0);
        piece.x1 = 16.0 * (line.x1 + 64);
        piece.y1 = 16.0 * (192 - line.y1);
        piece.length = 128;
        piece.plusXOffset = line.plusXOffset;
        piece.minusXOffset = line.minusXOffset;
        piece.plusYOffset = line.plusYOffset;
        piece.minusYOffset = line.minusYOffset;
        piece.plusSector = static_cast<std::uint16_t>(line.plusSector + 1);
        piece.minusSector = static_cast<std::uint16_t>(line.minusSector + 1);
        room.walls.push_back(piece);
    };
    const auto internal = [&room](double a, double b, double c, std::uint16_t plus, std::uint16_t minus, std::uint16_t first,
                                  BoundingBox box) {
        Node node;
        node.kind = Node::Kind::Internal;
        node.box = box;
        node.a = a;
        node.b = b;
        node.c = c;
        node.plusChild = plus;
        node.minusChild = minus;
        node.firstWall = first;
        room.nodes.push_back(node);
    };
    const auto leaf = [&room](std::uint16_t sector, BoundingBox box) {
        Node node;
        node.box = box;
        node.sector = sector;
        node.polygon = {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}};
        room.nodes.push_back(node);
    };
    const BoundingBox whole{0, 0, 4096, 2048};
    const BoundingBox westHalf{0, 0, 2048, 2048};
    const BoundingBox eastHalf{2048, 0, 4096, 2048};
    internal(-1, 0, 2048, 2, 7, 1, whole);    // the middle line: west is plus
    internal(0, 1, 0, 3, 0, 2, westHalf);     // north wall
    internal(0, -1, 2048, 4, 0, 3, westHalf); // south wall
    internal(1, 0, 0, 5, 6, 4, westHalf);     // west wall, with an empty leaf beyond as old builders made them
    leaf(1, westHalf);
    leaf(1, {0, 0, 0, 2048});
    internal(0, 1, 0, 8, 0, 5, eastHalf);
    internal(0, -1, 2048, 9, 0, 7, eastHalf);
    leaf(2, eastHalf);
    wall(0, room.linedefs[6]);
    wall(0, room.linedefs[0]);
    wall(0, room.linedefs[4]);
    wall(0, room.linedefs[5]);
    wall(6, room.linedefs[1]);
    wall(0, room.linedefs[2]);
    wall(0, room.linedefs[3]);

    if (format == Format::V15) {
        refreshSecurity(room);
        return room;
    }
    ServerSection& server = room.server.emplace();
    server.move = {2, 4, {0x1C, 0x7C, 0x7C, 0x70, 0x07, 0xC7, 0xC7, 0xC1}};
    server.flags = {2, 4, std::vector<std::uint8_t>(8, 1)};
    if (versionNumber(format) >= 12)
        server.monster = {2, 4, {0x1C, 0x7C, 0x7C, 0x70, 0x07, 0xC7, 0xC7, 0xC0}};
    if (format == Format::V13Integer || format == Format::V14)
        server.highResolution = {8, 16, std::vector<std::uint32_t>(128, 0x9FF)};
    refreshSecurity(room);
    return room;
}

/// The same with a third thing, so that things are stored in their long form.
inline roo::Room smallRoomWithLongThings(roo::Format format)
{
    roo::Room room = smallRoom(format);
    room.things[1].type = 0;
    roo::Thing generator{10, 100, 2, 90, 3, 4, 5, 6, {}};
    std::strncpy(generator.comment.data(), "rats \xE4nd mice", generator.comment.size());
    room.things.push_back(generator);
    return room;
}

inline constexpr std::array allFormats{roo::Format::V4,  roo::Format::V5,       roo::Format::V6,         roo::Format::V7,
                                       roo::Format::V8,  roo::Format::V9,       roo::Format::V10,        roo::Format::V11,
                                       roo::Format::V12, roo::Format::V13Float, roo::Format::V13Integer, roo::Format::V14,
                                       roo::Format::V15};

} // namespace blak::test
