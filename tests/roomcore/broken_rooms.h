// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "roomedit/roomcore/rebuild.h"
#include "tests/support/square_room.h"

#include <array>
#include <string_view>
#include <vector>

/// Small rooms with one fault each. tests/data/rooms/broken holds the same as files (written by tst_room_checks when
/// BLAK_WRITE_BROKEN_ROOMS is set).
namespace blak::test {

/// A line with the sector on both sides.
inline roo::Linedef lineInside(std::int16_t x0, std::int16_t y0, std::int16_t x1, std::int16_t y1)
{
    roo::Linedef line;
    line.plusSide = line.minusSide = 1;
    line.plusSector = line.minusSector = 0;
    line.x0 = x0;
    line.y0 = y0;
    line.x1 = x1;
    line.y1 = y1;
    return line;
}

/// A slope of the floor of sector 0 that goes by two corners and the point, with its flag.
inline void slopeThrough(roo::Room& room, std::int16_t x, std::int16_t y, std::int16_t z = 0)
{
    roo::Slope slope;
    slope.c = 1;
    slope.vertices = {roo::SlopeVertex{0, 0, 0}, roo::SlopeVertex{512, 0, 0}, roo::SlopeVertex{x, y, z}};
    room.sectors[0].floorSlope = slope;
    room.sectors[0].flags |= roo::sector_flag::slopedFloor;
}

/// A square of one sector, 8 x 8 squares large, built, without a fault.
inline roo::Room cleanRoom()
{
    roo::Room room;
    room.format = roo::Format::V13Float;
    room.server = roo::emptyServerSection(room.format);
    makeSquare(room);
    room.sectors[0].light = 192;
    return roomcore::rebuild(room, room).value().room;
}

/// A ring of lines around the middle, clockwise, so that the plus sides look in.
inline void addRing(roo::Room& room, std::int16_t from, std::int16_t to, std::uint16_t inside, std::int16_t sectorInside, std::uint16_t outside,
             std::int16_t sectorOutside)
{
    const std::int16_t middle = static_cast<std::int16_t>((from + to) / 2);
    const std::int16_t corners[9][2] = {{from, from},   {from, middle}, {from, to},     {middle, to},  {to, to},
                                        {to, middle},   {to, from},     {middle, from}, {from, from}};
    for (int i = 0; i < 8; ++i) {
        roo::Linedef line;
        line.plusSide = inside;
        line.minusSide = outside;
        line.plusSector = sectorInside;
        line.minusSector = sectorOutside;
        line.x0 = corners[i][0];
        line.y0 = corners[i][1];
        line.x1 = corners[i + 1][0];
        line.y1 = corners[i + 1][1];
        room.linedefs.push_back(line);
    }
}

/// A second sector in the middle, which one can walk into; sidedef 2 looks at it, sidedef 3 at the first sector.
inline void addSector(roo::Room& room)
{
    room.sectors.push_back(room.sectors[0]);
    room.sidedefs.resize(3);
    room.sidedefs[1].flags = room.sidedefs[2].flags = roo::side_flag::passable;
    addRing(room, 128, 384, 2, 1, 3, 0);
}

inline void splitGround(roo::Room& room)
{
    auto& grid = room.server->move;
    for (std::int32_t row = 0; row < grid.rows; ++row) {
        const std::size_t at = static_cast<std::size_t>(row * grid.columns);
        grid.cells[at + 3] &= static_cast<std::uint8_t>(~0x0E); // north-east, east, south-east
        grid.cells[at + 4] &= static_cast<std::uint8_t>(~0xE0); // and back
    }
}

/// What is wrong in a small room so that a rule has something to say.
struct BrokenRoom
{
    const char* rule;
    void (*breakIt)(roo::Room&);
    bool hasFix = true;
    bool isFile = true; ///< false: no reader lets such a room in
};
inline constexpr std::array brokenRooms{
    BrokenRoom{"no tree", [](roo::Room& room) { room.nodes.clear(); room.walls.clear(); }},
    BrokenRoom{"two things", [](roo::Room& room) { room.things.pop_back(); }},
    BrokenRoom{"empty rectangle", [](roo::Room& room) { room.things[1].y = room.things[0].y; }},
    BrokenRoom{"too large", [](roo::Room& room) { room.walls.resize(70'000); }, false, false},
    BrokenRoom{"zero length", [](roo::Room& room) { room.linedefs.push_back(lineInside(9, 9, 9, 9)); }},
    BrokenRoom{"side without sector", [](roo::Room& room) { room.linedefs[2].minusSide = 1; }},
    BrokenRoom{"line without side",
               [](roo::Room& room) {
                   room.linedefs.push_back(lineInside(64, 64, 64, 128));
                   room.linedefs.back().plusSide = room.linedefs.back().minusSide = 0;
               }},
    BrokenRoom{"lines on each other", [](roo::Room& room) { room.linedefs.push_back(room.linedefs[1]); }},
    BrokenRoom{"crossing lines",
               [](roo::Room& room) {
                   room.linedefs.push_back(lineInside(0, 0, 512, 512));
                   room.linedefs.push_back(lineInside(0, 512, 512, 0));
               }},
    BrokenRoom{"short line", [](roo::Room& room) { room.linedefs.push_back(lineInside(64, 64, 65, 64)); }},
    BrokenRoom{"close vertices",
               [](roo::Room& room) {
                   for (const auto& line : {lineInside(64, 64, 128, 64), lineInside(128, 64, 128, 100), lineInside(129, 64, 200, 64),
                                            lineInside(129, 64, 140, 100)})
                       room.linedefs.push_back(line);
               }},
    BrokenRoom{"loose end", [](roo::Room& room) { room.linedefs.push_back(lineInside(64, 64, 511, 200)); }},
    BrokenRoom{"useless line",
               [](roo::Room& room) {
                   room.sidedefs.resize(2);
                   room.sidedefs[1].flags = roo::side_flag::passable;
                   room.linedefs.push_back(lineInside(64, 64, 128, 200));
                   room.linedefs.back().plusSide = room.linedefs.back().minusSide = 2;
               }},
    BrokenRoom{"unclosed sector", [](roo::Room& room) { room.linedefs.pop_back(); }},
    BrokenRoom{"two sectors in one area",
               [](roo::Room& room) {
                   addSector(room);
                   room.sectors.push_back(room.sectors[0]);
                   addRing(room, 200, 300, 2, 2, 3, 0);
               }},
    BrokenRoom{"unused sector", [](roo::Room& room) { room.sectors.push_back(room.sectors[0]); }},
    BrokenRoom{"unused side", [](roo::Room& room) { room.sidedefs.push_back({0, 9, 0, 0, 0, 0}); }},
    BrokenRoom{"floor above ceiling", [](roo::Room& room) { room.sectors[0].floorHeight = 129; }},
    BrokenRoom{"slope through ceiling", [](roo::Room& room) { slopeThrough(room, 0, 512, 200); }},
    BrokenRoom{"slope without plane", [](roo::Room& room) { slopeThrough(room, 256, 0); }},
    BrokenRoom{"slope numbers", [](roo::Room& room) { slopeThrough(room, 0, 512, 64); }},
    BrokenRoom{"slope point outside",
               [](roo::Room& room) {
                   slopeThrough(room, 10, 500, 20);
                   room.sectors[0].floorSlope->vertices[0] = {10, 10, 0};
                   room.sectors[0].floorSlope->vertices[1] = {500, 10, 0};
               }},
    BrokenRoom{"wall without texture",
               [](roo::Room& room) {
                   room.sectors[0].ceilingTexture = 3;
                   room.sidedefs[0].normalTexture = 0;
                   addSector(room); // so that the room knows a texture
                   room.sidedefs[1].normalTexture = room.sidedefs[2].normalTexture = 7;
               }},
    BrokenRoom{"step above without texture",
               [](roo::Room& room) {
                   addSector(room);
                   room.sectors[0].ceilingTexture = 3;
                   room.sectors[1].ceilingHeight = 64;
               }},
    BrokenRoom{"step below without texture",
               [](roo::Room& room) {
                   addSector(room);
                   room.sectors[1].floorHeight = 16;
               }},
    BrokenRoom{"texture without step",
               [](roo::Room& room) {
                   addSector(room);
                   room.sectors[0].floorHeight = 16;
                   room.sidedefs[1].belowTexture = room.sidedefs[2].belowTexture = 7;
               }},
    BrokenRoom{"texture on one side",
               [](roo::Room& room) {
                   addSector(room);
                   room.sidedefs[1].normalTexture = 7;
               }},
    BrokenRoom{"way into nothing",
               [](roo::Room& room) {
                   room.sidedefs.push_back({0, 7, 0, 0, roo::side_flag::passable, 0});
                   addRing(room, 128, 384, 0, -1, 2, 0);
               }},
    BrokenRoom{"transparent end",
               [](roo::Room& room) {
                   room.sectors[0].ceilingTexture = 3;
                   room.sidedefs[0].flags = roo::side_flag::transparent;
               }},
    BrokenRoom{"invisible wall",
               [](roo::Room& room) {
                   addSector(room);
                   room.sidedefs.push_back({});
                   room.linedefs.back().plusSide = room.linedefs.back().minusSide = 4;
               }},
    BrokenRoom{"one-way wall",
               [](roo::Room& room) {
                   addSector(room);
                   room.sidedefs[2].flags = 0;
               }},
    BrokenRoom{"never and always", [](roo::Room& room) { room.sidedefs[0].flags |= roo::side_flag::mapNever | roo::side_flag::mapAlways; }},
    BrokenRoom{"tag without texture", [](roo::Room& room) { room.sidedefs[0] = {5, 0, 0, 0, 0, 0}; }},
    BrokenRoom{"missing texture", [](roo::Room& room) { room.sectors[0].ceilingTexture = 4; }},
    BrokenRoom{"scroll and animation",
               [](roo::Room& room) {
                   room.sidedefs[0].flags |= 1u << roo::side_flag::scrollSpeedShift;
                   room.sidedefs[0].animationSpeed = 10;
               }},
    BrokenRoom{"half a scroll", [](roo::Room& room) { room.sectors[0].flags |= roo::sector_flag::scrollFloor; }},
    BrokenRoom{"flicker lost",
               [](roo::Room& room) {
                   room.sectors[0].flags |= roo::sector_flag::flicker;
                   room.sectors[0].animationSpeed = 10;
               }},
    BrokenRoom{"light bit lost",
               [](roo::Room& room) {
                   addSector(room);
                   room.sectors[0].light = 192;
                   room.sectors[1].light = 64;
               }},
    BrokenRoom{"unknown flags", [](roo::Room& room) { room.sidedefs[0].flags |= 0x8000; }},
    BrokenRoom{"too many points", [](roo::Room& room) { room.nodes.back().polygon.resize(101); }},
    BrokenRoom{"room size", [](roo::Room& room) { room.width += 16; }},
    BrokenRoom{"grid size", [](roo::Room& room) { room.server.emplace().move = {7, 8, std::vector<std::uint8_t>(56)};
                                                  room.server->flags = room.server->move;
                                                  room.server->monster = room.server->move; }},
    BrokenRoom{"out of reach", splitGround, false},
    BrokenRoom{"security value", [](roo::Room& room) { room.security ^= 1; }},
};

/// cleanRoom() with that fault.
inline roo::Room makeBroken(const BrokenRoom& broken)
{
    roo::Room room = cleanRoom();
    broken.breakIt(room);
    if (broken.rule != std::string_view("security value"))
        roo::refreshSecurity(room);
    return room;
}

} // namespace blak::test
