// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wad/doom_map.h"

#include <cmath>
#include <cstring>

/// Small WADs for tests: maps in any of the three layouts, and what a game has of pictures.
namespace blak::test {

using Bytes = std::vector<std::byte>;

class ByteWriter16
{
public:
    Bytes bytes;
    ByteWriter16& u8(int value)
    {
        bytes.push_back(static_cast<std::byte>(value));
        return *this;
    }
    ByteWriter16& u16(int value) { return u8(value & 0xFF).u8(value >> 8 & 0xFF); }
    ByteWriter16& u32(std::int64_t value) { return u16(static_cast<int>(value & 0xFFFF)).u16(static_cast<int>(value >> 16 & 0xFFFF)); }
    ByteWriter16& name(const std::string& text)
    {
        for (std::size_t i = 0; i < 8; ++i)
            u8(i < text.size() ? text[i] : 0);
        return *this;
    }
};

class WadWriter
{
public:
    explicit WadWriter(bool isGame = false) : isGame_(isGame) {}
    void add(const std::string& name, const Bytes& bytes = {})
    {
        directory_.u32(bytes.empty() ? 0 : 12 + static_cast<std::int64_t>(body_.size())).u32(static_cast<std::int64_t>(bytes.size())).name(name);
        body_.insert(body_.end(), bytes.begin(), bytes.end());
        ++count_;
    }
    Bytes finish() const
    {
        ByteWriter16 head;
        for (const char c : std::string(isGame_ ? "IWAD" : "PWAD"))
            head.u8(c);
        head.u32(count_).u32(12 + static_cast<std::int64_t>(body_.size()));
        Bytes all = head.bytes;
        all.insert(all.end(), body_.begin(), body_.end());
        all.insert(all.end(), directory_.bytes.begin(), directory_.bytes.end());
        return all;
    }

private:
    bool isGame_;
    Bytes body_;
    ByteWriter16 directory_;
    std::int64_t count_ = 0;
};

inline std::string textMapOf(const wad::DoomMap& map)
{
    const auto whole = [](double value) { return std::to_string(static_cast<int>(std::lround(value))); };
    std::string text = "namespace = \"zdoom\"; // made by a test\n";
    for (const wad::Vertex& vertex : map.vertices)
        text += "vertex { x = " + std::to_string(vertex.x) + "; y = " + std::to_string(vertex.y) + "; }\n";
    for (const wad::Line& line : map.lines) {
        text += "linedef { v1 = " + std::to_string(line.start) + "; v2 = " + std::to_string(line.end) + "; sidefront = " +
                std::to_string(line.sides[0]) + "; sideback = " + std::to_string(line.sides[1]) + ";";
        const auto flag = [&](std::uint32_t bit, const char* name) { text += (line.flags & bit) != 0 ? std::string(" ") + name + " = true;" : ""; };
        flag(wad::line_flag::blocking, "blocking");
        flag(wad::line_flag::twoSided, "twosided");
        flag(wad::line_flag::upperUnpegged, "dontpegtop");
        flag(wad::line_flag::lowerUnpegged, "dontpegbottom");
        if (line.special != 0)
            text += " special = " + std::to_string(line.special) + ";";
        text += " }\n";
    }
    for (const wad::Side& side : map.sides)
        text += "sidedef { sector = " + std::to_string(side.sector) + "; texturetop = \"" + side.upper + "\"; texturebottom = \"" + side.lower +
                "\"; texturemiddle = \"" + side.middle + "\"; offsetx = " + std::to_string(side.xOffset) + "; offsety = " +
                std::to_string(side.yOffset) + "; }\n";
    for (const wad::Sector& sector : map.sectors)
        text += "sector { heightfloor = " + whole(sector.floor) + "; heightceiling = " + whole(sector.ceiling) + "; texturefloor = \"" +
                sector.floorFlat + "\"; textureceiling = \"" + sector.ceilingFlat + "\"; lightlevel = " + std::to_string(sector.light) +
                "; special = " + std::to_string(sector.special) + "; id = " + std::to_string(sector.tag) + "; }\n";
    for (const wad::Thing& thing : map.things)
        text += "thing { x = " + whole(thing.x) + "; y = " + whole(thing.y) + "; angle = " + std::to_string(thing.angle) + "; type = " +
                std::to_string(thing.type) + "; }\n";
    return text;
}

/// Adds a map in its own layout.
inline void addMap(WadWriter& wad, const wad::DoomMap& map)
{
    wad.add(map.name);
    if (map.kind == wad::MapKind::Text) {
        const std::string text = textMapOf(map);
        Bytes bytes(text.size());
        std::memcpy(bytes.data(), text.data(), text.size());
        wad.add("TEXTMAP", bytes);
        wad.add("ENDMAP");
        return;
    }
    const bool hexen = map.kind == wad::MapKind::Hexen;
    ByteWriter16 things, lines, sides, vertices, sectors;
    const auto whole = [](double value) { return static_cast<int>(std::lround(value)); };
    for (const wad::Thing& thing : map.things) {
        if (hexen)
            things.u16(0);
        things.u16(whole(thing.x)).u16(whole(thing.y));
        if (hexen)
            things.u16(0);
        things.u16(thing.angle).u16(thing.type).u16(7);
        for (int i = 0; hexen && i < 6; ++i)
            things.u8(0);
    }
    for (const wad::Line& line : map.lines) {
        lines.u16(line.start).u16(line.end).u16(static_cast<int>(line.flags));
        if (hexen) {
            lines.u8(line.special);
            for (const std::int32_t argument : line.arguments)
                lines.u8(argument);
        } else {
            lines.u16(line.special).u16(line.tag);
        }
        lines.u16(line.sides[0] & 0xFFFF).u16(line.sides[1] & 0xFFFF);
    }
    for (const wad::Side& side : map.sides)
        sides.u16(side.xOffset).u16(side.yOffset).name(side.upper).name(side.lower).name(side.middle).u16(side.sector);
    for (const wad::Vertex& vertex : map.vertices)
        vertices.u16(whole(vertex.x)).u16(whole(vertex.y));
    for (const wad::Sector& sector : map.sectors)
        sectors.u16(whole(sector.floor)).u16(whole(sector.ceiling)).name(sector.floorFlat).name(sector.ceilingFlat).u16(sector.light)
            .u16(sector.special).u16(sector.tag);
    wad.add("THINGS", things.bytes);
    wad.add("LINEDEFS", lines.bytes);
    wad.add("SIDEDEFS", sides.bytes);
    wad.add("VERTEXES", vertices.bytes);
    wad.add("SECTORS", sectors.bytes);
    if (hexen)
        wad.add("BEHAVIOR", Bytes(4));
}

/// Draws maps line by line; vertices at one place are one.
class MapDrawer
{
public:
    wad::DoomMap map;

    explicit MapDrawer(std::string name = "MAP01", wad::MapKind kind = wad::MapKind::Doom)
    {
        map.name = std::move(name);
        map.kind = kind;
    }
    int sector(double floor, double ceiling, const std::string& floorFlat = "FLOOR", const std::string& ceilingFlat = "CEIL", int light = 160,
               int tag = 0, int special = 0)
    {
        map.sectors.push_back({floor, ceiling, floorFlat, ceilingFlat, light, special, tag, false});
        return static_cast<int>(map.sectors.size()) - 1;
    }
    int side(int sector, const std::string& middle = "WALL", const std::string& upper = "-", const std::string& lower = "-")
    {
        map.sides.push_back({0, 0, upper, lower, middle, sector});
        return static_cast<int>(map.sides.size()) - 1;
    }
    wad::Line& line(double x0, double y0, double x1, double y1, int front, int back = wad::Line::noSide)
    {
        wad::Line line;
        line.start = vertex(x0, y0);
        line.end = vertex(x1, y1);
        line.sides = {front, back};
        line.flags = back == wad::Line::noSide ? wad::line_flag::blocking : wad::line_flag::twoSided;
        map.lines.push_back(line);
        return map.lines.back();
    }
    wad::Line& wall(double x0, double y0, double x1, double y1, int sector) { return line(x0, y0, x1, y1, side(sector)); }
    /// A way between two sectors; the first lies to the right.
    wad::Line& way(double x0, double y0, double x1, double y1, int right, int left, const std::string& upper = "STEP",
                   const std::string& lower = "STEP")
    {
        const int front = side(right, "-", upper, lower);
        return line(x0, y0, x1, y1, front, side(left, "-", upper, lower));
    }
    int vertex(double x, double y)
    {
        for (std::size_t i = 0; i < map.vertices.size(); ++i)
            if (map.vertices[i] == wad::Vertex{x, y})
                return static_cast<int>(i);
        map.vertices.push_back({x, y});
        return static_cast<int>(map.vertices.size()) - 1;
    }
};

/// Two rooms with a door of the game between them; the second lies deeper, under the sky.
inline wad::DoomMap twoRooms(wad::MapKind kind = wad::MapKind::Doom)
{
    MapDrawer draw("MAP01", kind);
    const int west = draw.sector(-8, 120, "FLOOR", "CEIL", 160), door = draw.sector(-8, -8, "FLOOR", "CEIL", 160),
              east = draw.sector(-24, 168, "GRASS", "F_SKY1", 224);
    draw.wall(0, 0, 0, 256, west);
    draw.wall(0, 256, 256, 256, west);
    draw.wall(256, 0, 0, 0, west);
    draw.wall(256, 256, 256, 192, west);
    draw.wall(256, 64, 256, 0, west);
    draw.way(256, 192, 256, 64, west, door).special = kind == wad::MapKind::Doom ? 1 : 12;
    draw.wall(256, 192, 288, 192, door);
    draw.wall(288, 64, 256, 64, door);
    draw.way(288, 64, 288, 192, east, door).special = kind == wad::MapKind::Doom ? 1 : 12;
    draw.wall(288, 192, 288, 256, east);
    draw.wall(288, 0, 288, 64, east);
    draw.wall(288, 256, 544, 256, east);
    draw.wall(544, 256, 544, 0, east);
    draw.wall(544, 0, 288, 0, east);
    draw.map.things = {{96, 128, 90, 1}, {400, 128, 0, 3004}};
    return draw.map;
}

inline wad::Wad wadOf(const Bytes& bytes)
{
    auto wad = wad::read(std::make_shared<const Bytes>(bytes), "test.wad");
    return std::move(wad).value();
}

} // namespace blak::test
