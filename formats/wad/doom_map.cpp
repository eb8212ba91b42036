// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wad/doom_map.h"

#include "formats/base/byte_reader.h"

namespace blak::wad {
namespace {

constexpr std::size_t nameBytes = 8;
constexpr std::uint16_t storedNoSide = 0xFFFF;

/// Records of one size that fill a lump.
class LumpReader : public ByteReader
{
public:
    LumpReader(const Lump& lump, const std::string& where) : ByteReader(lump.bytes, where) {}

    std::string name(std::string_view field) { return lumpName(raw(nameBytes, field)); }
    std::int32_t side()
    {
        const std::uint16_t stored = u16("side");
        return stored == storedNoSide ? Line::noSide : stored;
    }
};

class BinaryMap
{
public:
    BinaryMap(const Wad& wad, const MapEntry& entry) : wad_(wad), entry_(entry)
    {
        map_.name = entry.name;
        map_.kind = entry.kind;
    }

    Result<DoomMap> read()
    {
        const bool hexen = entry_.kind == MapKind::Hexen;
        each("VERTEXES", 4, [&](LumpReader& in) {
            Vertex vertex;
            vertex.x = in.i16("x");
            vertex.y = in.i16("y");
            map_.vertices.push_back(vertex);
        });
        each("LINEDEFS", hexen ? 16 : 14, [&](LumpReader& in) { map_.lines.push_back(line(in, hexen)); });
        each("SIDEDEFS", 30, [&](LumpReader& in) {
            Side side;
            side.xOffset = in.i16("x offset");
            side.yOffset = in.i16("y offset");
            side.upper = in.name("upper texture");
            side.lower = in.name("lower texture");
            side.middle = in.name("middle texture");
            side.sector = in.u16("sector");
            map_.sides.push_back(std::move(side));
        });
        each("SECTORS", 26, [&](LumpReader& in) {
            Sector sector;
            sector.floor = in.i16("floor height");
            sector.ceiling = in.i16("ceiling height");
            sector.floorFlat = in.name("floor");
            sector.ceilingFlat = in.name("ceiling");
            sector.light = in.i16("light");
            sector.special = in.u16("special");
            sector.tag = in.u16("tag");
            map_.sectors.push_back(std::move(sector));
        });
        each("THINGS", hexen ? 20 : 10, [&](LumpReader& in) {
            Thing thing;
            if (hexen)
                in.u16("thing id");
            thing.x = in.i16("x");
            thing.y = in.i16("y");
            if (hexen)
                in.i16("height");
            thing.angle = in.i16("angle");
            thing.type = in.i16("type");
            in.u16("flags");
            if (hexen)
                in.raw(6, "special");
            map_.things.push_back(thing);
        });
        if (error_)
            return *error_;
        return std::move(map_);
    }

private:
    static Line line(LumpReader& in, bool hexen)
    {
        Line line;
        line.start = in.u16("start");
        line.end = in.u16("end");
        line.flags = in.u16("flags");
        if (hexen) {
            line.special = in.u8("special");
            for (std::int32_t& argument : line.arguments)
                argument = in.u8("argument");
        } else {
            line.special = in.u16("special");
            line.tag = in.u16("tag");
        }
        line.sides[0] = in.side();
        line.sides[1] = in.side();
        return line;
    }

    template <typename Read>
    void each(std::string_view name, std::size_t recordBytes, Read read)
    {
        if (error_)
            return;
        const std::string where = wad_.file + ", " + entry_.name + " " + std::string(name);
        const Lump* lump = lumpOf(wad_, entry_, name);
        if (lump == nullptr) {
            error_ = Error{"the map has no lump " + std::string(name), wad_.file + ", " + entry_.name};
            return;
        }
        if (lump->bytes.size() % recordBytes != 0) {
            error_ = Error{"expected records of " + std::to_string(recordBytes) + " bytes, found " +
                               std::to_string(lump->bytes.size()) + " bytes in all",
                           where};
            return;
        }
        LumpReader in(*lump, where);
        while (in.ok() && !in.atEnd())
            read(in);
        error_ = in.error();
    }

    const Wad& wad_;
    const MapEntry& entry_;
    DoomMap map_;
    std::optional<Error> error_;
};

} // namespace

Result<DoomMap> readMap(const Wad& wad, const MapEntry& entry)
{
    if (entry.kind != MapKind::Text)
        return BinaryMap(wad, entry).read();
    const Lump* lump = lumpOf(wad, entry, "TEXTMAP");
    if (lump == nullptr)
        return Error{"the map has no lump TEXTMAP", wad.file + ", " + entry.name};
    auto map = readTextMap({reinterpret_cast<const char*>(lump->bytes.data()), lump->bytes.size()},
                           wad.file + ", " + entry.name + " TEXTMAP");
    if (map)
        map.value().name = entry.name;
    return map;
}

} // namespace blak::wad
