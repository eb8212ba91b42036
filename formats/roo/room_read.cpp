// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_reader.h"
#include "formats/base/counted.h"
#include "formats/roo/format_traits.h"
#include "formats/roo/room.h"
#include "formats/sealed/sealed.h"

#include <cmath>
#include <string>

namespace blak::roo {
namespace {

std::string expected(std::string_view wanted, std::int64_t found)
{
    return "expected " + std::string(wanted) + ", found " + std::to_string(found);
}

/// Reads one room front to back, in the order of the file.
class RoomReader
{
public:
    RoomReader(std::span<const std::byte> bytes, std::string_view file) : bytes_(bytes), in_(bytes, file), file_(file) {}

    Result<Room> read()
    {
        readHeader();
        if (in_.ok())
            readSections();
        if (in_.ok() && !in_.atEnd())
            in_.fail(in_.offset(), "end", counted(in_.remaining(), "byte") + " after the end of the room");
        if (!in_.ok())
            return *in_.error();
        if (auto sound = checkReferences(room_, file_); !sound)
            return sound.error();
        return std::move(room_);
    }

private:
    enum Section { Nodes, Walls, Linedefs, Sidedefs, Sectors, Things, sectionCount };

    void readHeader()
    {
        if (in_.u32("magic") != roomMagic)
            in_.fail(0, "magic", sealed::explainOr(bytes_, "not a room: expected the bytes 52 4F 4F B1 (\"ROO\" B1)"), ErrorCode::WrongKind);
        const std::int32_t version = in_.i32("version");
        if (version < formatTable.front().version || version > formatTable.back().version)
            in_.fail(4, "version", expected("a room version from 4 to 15", version), ErrorCode::UnknownVersion);
        room_.security = in_.u32("security");
        const std::int32_t mainInfo = in_.i32("offset of main info");
        if (mainInfo != static_cast<std::int32_t>(mainInfoOffset))
            in_.fail(12, "offset of main info", expected("20", mainInfo));
        serverOffset_ = in_.u32("offset of server info");
        room_.width = in_.i32("width");
        if (room_.width == -1)
            in_.fail(20, "width",
                     "the room is encrypted (width -1) for distribution, with a cipher that was never published; open the "
                     "original from before the encryption");
        room_.height = in_.i32("height");
        for (std::uint32_t& offset : sectionOffsets_)
            offset = in_.u32("section offset");
        if (in_.ok() && serverOffset_ > bytes_.size())
            in_.fail(16, "offset of server info",
                     "points to offset " + std::to_string(serverOffset_) + ", the file has " + std::to_string(bytes_.size()) + " bytes",
                     ErrorCode::Truncated);
        if (in_.ok() && serverOffset_ < headerSize)
            in_.fail(16, "offset of server info",
                     expected("an offset from 52 to the file's size of " + std::to_string(bytes_.size()), serverOffset_));
        if (in_.ok())
            chooseFormat(version);
    }

    void chooseFormat(std::int32_t version)
    {
        for (const FormatTraits& row : formatTable)
            if (row.version == version) {
                room_.format = row.format;
                break;
            }
        if (version == 13 && isThirteenInteger())
            room_.format = Format::V13Integer;
        traits_ = &traits(room_.format);
    }

    /// The two formats with number 13 differ in the size of the server section (formats.md section 1.1); without one, in the size
    /// of a wall.
    bool isThirteenInteger() const
    {
        const std::uint64_t size = bytes_.size() - serverOffset_;
        if (size == 0) {
            ByteReader peek(bytes_, file_);
            peek.seek(sectionOffsets_[Walls], "offset of walls");
            const std::uint64_t integerWalls = peek.u16("number of walls") * wallSize(traits(Format::V13Integer));
            return integerWalls > 0 && sectionOffsets_[Linedefs] == sectionOffsets_[Walls] + 2 + integerWalls;
        }
        ByteReader peek(bytes_, file_);
        peek.seek(serverOffset_, "offset of server info");
        const std::uint64_t rows = peek.u32("rows");
        const std::uint64_t columns = peek.u32("columns");
        // Hostile numbers may wrap around; the section itself is checked when it is read.
        return size != 8 + 3 * rows * columns;
    }

    void readSections()
    {
        enter(Nodes, "offset of nodes");
        room_.nodes.resize(in_.count16("number of nodes", leafNodeSize));
        for (Node& node : room_.nodes)
            readNode(node);
        enter(Walls, "offset of walls");
        room_.walls.resize(in_.count16("number of walls", wallSize(*traits_)));
        for (Wall& wall : room_.walls)
            readWall(wall);
        enter(Linedefs, "offset of linedefs");
        room_.linedefs.resize(in_.count16("number of linedefs", linedefSize));
        for (Linedef& linedef : room_.linedefs)
            readLinedef(linedef);
        enter(Sidedefs, "offset of sidedefs");
        room_.sidedefs.resize(in_.count16("number of sidedefs", sidedefSize));
        for (Sidedef& sidedef : room_.sidedefs)
            readSidedef(sidedef);
        enter(Sectors, "offset of sectors");
        room_.sectors.resize(in_.count16("number of sectors", sectorSize(*traits_)));
        for (Sector& sector : room_.sectors)
            readSector(sector);
        enter(Things, "offset of things");
        readThings();
        room_.hasRoomId = traits_->version > 11 || in_.offset() != serverOffset_;
        if (room_.hasRoomId)
            room_.roomId = in_.i32("room id");
        if (in_.ok() && in_.offset() != serverOffset_)
            in_.fail(16, "offset of server info", expected(std::to_string(in_.offset()), serverOffset_));
        if (in_.ok() && !in_.atEnd())
            readServerSection();
    }

    /// Sections follow one another without gaps in every known file, and only such a file is written back as it was.
    void enter(Section section, std::string_view field)
    {
        if (in_.ok() && in_.offset() != sectionOffsets_[section])
            in_.fail(28 + 4 * static_cast<std::size_t>(section), field,
                     expected(std::to_string(in_.offset()), sectionOffsets_[section]));
    }

    double finite(std::string_view field)
    {
        const std::size_t at = in_.offset();
        const float value = in_.f32(field);
        if (!std::isfinite(value))
            in_.fail(at, field, "expected a finite number");
        return static_cast<double>(value);
    }
    double number(bool isFloat, std::string_view field) { return isFloat ? finite(field) : in_.i32(field); }
    double coordinate(std::string_view field) { return number(traits_->floatCoordinates, field); }

    void readNode(Node& node)
    {
        const std::size_t at = in_.offset();
        const unsigned kind = in_.u8("node type");
        if (kind != 1 && kind != 2)
            in_.fail(at, "node type", expected("1 (internal) or 2 (leaf)", kind));
        node.kind = static_cast<Node::Kind>(kind);
        node.box.x0 = coordinate("node box x0");
        node.box.y0 = coordinate("node box y0");
        node.box.x1 = coordinate("node box x1");
        node.box.y1 = coordinate("node box y1");
        if (node.kind == Node::Kind::Internal) {
            node.a = coordinate("node line a");
            node.b = coordinate("node line b");
            node.c = coordinate("node line c");
            node.plusChild = in_.u16("node plus child");
            node.minusChild = in_.u16("node minus child");
            node.firstWall = in_.u16("node first wall");
            return;
        }
        node.sector = in_.u16("leaf sector");
        node.polygon.resize(in_.count16("leaf number of points", pointSize));
        for (Point& point : node.polygon) {
            point.x = coordinate("leaf point x");
            point.y = coordinate("leaf point y");
        }
    }

    void readWall(Wall& wall)
    {
        wall.next = in_.u16("wall next");
        wall.plusSide = in_.u16("wall plus side");
        wall.minusSide = in_.u16("wall minus side");
        wall.x0 = coordinate("wall x0");
        wall.y0 = coordinate("wall y0");
        wall.x1 = coordinate("wall x1");
        wall.y1 = coordinate("wall y1");
        wall.length = traits_->floatCoordinates ? finite("wall length") : in_.u16("wall length");
        wall.plusXOffset = in_.i16("wall plus x offset");
        wall.minusXOffset = in_.i16("wall minus x offset");
        wall.plusYOffset = in_.i16("wall plus y offset");
        wall.minusYOffset = in_.i16("wall minus y offset");
        wall.plusSector = in_.u16("wall plus sector");
        wall.minusSector = in_.u16("wall minus sector");
    }

    void readLinedef(Linedef& line)
    {
        line.plusSide = in_.u16("linedef plus side");
        line.minusSide = in_.u16("linedef minus side");
        line.plusXOffset = in_.i16("linedef plus x offset");
        line.minusXOffset = in_.i16("linedef minus x offset");
        line.plusYOffset = in_.i16("linedef plus y offset");
        line.minusYOffset = in_.i16("linedef minus y offset");
        line.plusSector = in_.i16("linedef plus sector");
        line.minusSector = in_.i16("linedef minus sector");
        line.x0 = editorCoordinate(line.coordinateHigh[0], "linedef x0");
        line.y0 = editorCoordinate(line.coordinateHigh[1], "linedef y0");
        line.x1 = editorCoordinate(line.coordinateHigh[2], "linedef x1");
        line.y1 = editorCoordinate(line.coordinateHigh[3], "linedef y1");
    }

    std::int16_t editorCoordinate(std::uint16_t& strayHigh, std::string_view field)
    {
        const std::int16_t value = in_.i16(field);
        strayHigh = static_cast<std::uint16_t>(in_.u16(field) ^ (value < 0 ? 0xFFFFu : 0u));
        return value;
    }

    void readSidedef(Sidedef& side)
    {
        side.userId = in_.u16("sidedef user id");
        side.normalTexture = in_.u16("sidedef normal texture");
        side.aboveTexture = in_.u16("sidedef above texture");
        side.belowTexture = in_.u16("sidedef below texture");
        side.flags = in_.u32("sidedef flags");
        side.animationSpeed = in_.u8("sidedef animation speed");
    }

    void readSector(Sector& sector)
    {
        sector.userId = in_.u16("sector user id");
        sector.floorTexture = in_.u16("sector floor texture");
        sector.ceilingTexture = in_.u16("sector ceiling texture");
        sector.xOffset = in_.i16("sector x offset");
        sector.yOffset = in_.i16("sector y offset");
        sector.floorHeight = in_.u16("sector floor height");
        sector.ceilingHeight = in_.u16("sector ceiling height");
        sector.light = in_.u8("sector light");
        sector.flags = in_.u32("sector flags");
        if (traits_->sectorAnimation)
            sector.animationSpeed = in_.u8("sector animation speed");
        if ((sector.flags & sector_flag::slopedFloor) != 0)
            sector.floorSlope = readSlope();
        if ((sector.flags & sector_flag::slopedCeiling) != 0)
            sector.ceilingSlope = readSlope();
    }

    Slope readSlope()
    {
        Slope slope;
        slope.a = number(traits_->floatPlane, "slope a");
        slope.b = number(traits_->floatPlane, "slope b");
        slope.c = number(traits_->floatPlane, "slope c");
        slope.d = number(traits_->floatPlane, "slope d");
        slope.originX = number(traits_->floatOrigin, "slope origin x");
        slope.originY = number(traits_->floatOrigin, "slope origin y");
        slope.angle = in_.i32("slope angle");
        for (SlopeVertex& vertex : slope.vertices) {
            vertex.x = in_.i16("slope vertex x");
            vertex.y = in_.i16("slope vertex y");
            vertex.z = in_.i16("slope vertex z");
        }
        return slope;
    }

    void readThings()
    {
        const std::size_t at = in_.offset();
        const std::size_t count = in_.u16("number of things");
        const bool isLong = count > maxShortThings;
        room_.things.resize(in_.checkedCount(count, isLong ? longThingSize : shortThingSize, at, "number of things"));
        for (Thing& thing : room_.things) {
            if (isLong) {
                thing.type = in_.i32("thing type");
                thing.angle = in_.i32("thing angle");
            }
            thing.x = in_.i32("thing x");
            thing.y = in_.i32("thing y");
            if (!isLong)
                continue;
            thing.when = in_.i32("thing when");
            thing.exitX = in_.i32("thing exit x");
            thing.exitY = in_.i32("thing exit y");
            thing.flags = in_.i32("thing flags");
            for (char& letter : thing.comment)
                letter = static_cast<char>(in_.u8("thing comment"));
        }
    }

    void readServerSection()
    {
        ServerSection& server = room_.server.emplace();
        readSize(server.move, traits_->monsterGrid ? 3 : 2);
        server.flags.rows = server.move.rows;
        server.flags.columns = server.move.columns;
        readCells(server.move);
        readCells(server.flags);
        if (traits_->monsterGrid) {
            server.monster = Grid<std::uint8_t>{server.move.rows, server.move.columns, {}};
            readCells(*server.monster);
        }
        if (traits_->highResolutionGrid) {
            readSize(server.highResolution.emplace(), 4);
            readCells(*server.highResolution);
        }
    }

    template <typename Cell>
    void readSize(Grid<Cell>& grid, std::size_t bytesPerCell)
    {
        const std::size_t at = in_.offset();
        grid.rows = in_.i32("grid rows");
        grid.columns = in_.i32("grid columns");
        if (grid.rows < 0 || grid.columns < 0)
            in_.fail(at, "grid rows", expected("a size of 0 or more", std::min(grid.rows, grid.columns)));
        else
            in_.checkedCount(static_cast<std::uint64_t>(grid.rows) * static_cast<std::uint64_t>(grid.columns), bytesPerCell, at,
                             "grid rows");
    }

    template <typename Cell>
    void readCells(Grid<Cell>& grid)
    {
        if (!in_.ok())
            return;
        const std::size_t count = static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.columns);
        if constexpr (sizeof(Cell) == 1) {
            const auto bytes = in_.raw(count, "grid cell");
            const auto* cells = reinterpret_cast<const std::uint8_t*>(bytes.data());
            grid.cells.assign(cells, cells + bytes.size());
        } else {
            grid.cells.resize(count);
            for (Cell& cell : grid.cells)
                cell = in_.u32("grid cell");
        }
    }

    std::span<const std::byte> bytes_;
    ByteReader in_;
    std::string_view file_;
    std::uint32_t serverOffset_ = 0;
    std::array<std::uint32_t, sectionCount> sectionOffsets_{};
    const FormatTraits* traits_ = nullptr;
    Room room_;
};

} // namespace

Result<Room> read(std::span<const std::byte> bytes, std::string_view file) { return RoomReader(bytes, file).read(); }

} // namespace blak::roo
