// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_writer.h"
#include "formats/roo/format_traits.h"
#include "formats/roo/room.h"

#include <cassert>

namespace blak::roo {
namespace {

/// Writes one room front to back; the mirror image of RoomReader.
class RoomWriter
{
public:
    explicit RoomWriter(const Room& room) : room_(room), traits_(traits(room.format)) {}

    std::vector<std::byte> write()
    {
        out_.reserve(headerSize + room_.nodes.size() * 64 + room_.walls.size() * 40 + room_.linedefs.size() * linedefSize);
        writeHeader();
        writeSections();
        if (room_.hasRoomId || traits_.version > 11)
            out_.i32(room_.roomId);
        out_.patchU32(16, static_cast<std::uint32_t>(out_.offset()));
        if (room_.server)
            writeServerSection(*room_.server);
        return out_.take();
    }

private:
    void writeHeader()
    {
        out_.u32(roomMagic);
        out_.i32(traits_.version);
        out_.u32(room_.security);
        out_.u32(mainInfoOffset);
        out_.u32(0); // offset of server info, known later
        out_.i32(room_.width);
        out_.i32(room_.height);
        while (out_.offset() < headerSize)
            out_.u32(0); // six section offsets, known later
    }

    void writeSections()
    {
        std::size_t offsetField = 28;
        const auto section = [&](const auto& records, auto writeRecord) {
            out_.patchU32(offsetField, static_cast<std::uint32_t>(out_.offset()));
            offsetField += 4;
            out_.u16(static_cast<std::uint16_t>(records.size()));
            for (const auto& record : records)
                (this->*writeRecord)(record);
        };
        section(room_.nodes, &RoomWriter::writeNode);
        section(room_.walls, &RoomWriter::writeWall);
        section(room_.linedefs, &RoomWriter::writeLinedef);
        section(room_.sidedefs, &RoomWriter::writeSidedef);
        section(room_.sectors, &RoomWriter::writeSector);
        section(room_.things, &RoomWriter::writeThing);
    }

    void number(bool isFloat, double value)
    {
        if (isFloat)
            out_.f32(static_cast<float>(value));
        else
            out_.i32(static_cast<std::int32_t>(value));
    }
    void coordinate(double value) { number(traits_.floatCoordinates, value); }

    void writeNode(const Node& node)
    {
        out_.u8(static_cast<std::uint8_t>(node.kind));
        coordinate(node.box.x0);
        coordinate(node.box.y0);
        coordinate(node.box.x1);
        coordinate(node.box.y1);
        if (node.kind == Node::Kind::Internal) {
            coordinate(node.a);
            coordinate(node.b);
            coordinate(node.c);
            out_.u16(node.plusChild);
            out_.u16(node.minusChild);
            out_.u16(node.firstWall);
            return;
        }
        out_.u16(node.sector);
        out_.u16(static_cast<std::uint16_t>(node.polygon.size()));
        for (const Point& point : node.polygon) {
            coordinate(point.x);
            coordinate(point.y);
        }
    }

    void writeWall(const Wall& wall)
    {
        out_.u16(wall.next);
        out_.u16(wall.plusSide);
        out_.u16(wall.minusSide);
        coordinate(wall.x0);
        coordinate(wall.y0);
        coordinate(wall.x1);
        coordinate(wall.y1);
        if (traits_.floatCoordinates)
            out_.f32(static_cast<float>(wall.length));
        else
            out_.u16(static_cast<std::uint16_t>(wall.length));
        out_.i16(wall.plusXOffset);
        out_.i16(wall.minusXOffset);
        out_.i16(wall.plusYOffset);
        out_.i16(wall.minusYOffset);
        out_.u16(wall.plusSector);
        out_.u16(wall.minusSector);
    }

    void writeLinedef(const Linedef& line)
    {
        out_.u16(line.plusSide);
        out_.u16(line.minusSide);
        out_.i16(line.plusXOffset);
        out_.i16(line.minusXOffset);
        out_.i16(line.plusYOffset);
        out_.i16(line.minusYOffset);
        out_.i16(line.plusSector);
        out_.i16(line.minusSector);
        editorCoordinate(line.x0, line.coordinateHigh[0]);
        editorCoordinate(line.y0, line.coordinateHigh[1]);
        editorCoordinate(line.x1, line.coordinateHigh[2]);
        editorCoordinate(line.y1, line.coordinateHigh[3]);
    }

    void editorCoordinate(std::int16_t value, std::uint16_t strayHigh)
    {
        out_.i16(value);
        out_.u16(static_cast<std::uint16_t>(strayHigh ^ (value < 0 ? 0xFFFFu : 0u)));
    }

    void writeSidedef(const Sidedef& side)
    {
        out_.u16(side.userId);
        out_.u16(side.normalTexture);
        out_.u16(side.aboveTexture);
        out_.u16(side.belowTexture);
        out_.u32(side.flags);
        out_.u8(side.animationSpeed);
    }

    void writeSector(const Sector& sector)
    {
        out_.u16(sector.userId);
        out_.u16(sector.floorTexture);
        out_.u16(sector.ceilingTexture);
        out_.i16(sector.xOffset);
        out_.i16(sector.yOffset);
        out_.u16(sector.floorHeight);
        out_.u16(sector.ceilingHeight);
        out_.u8(sector.light);
        out_.u32(storedFlags(sector));
        if (traits_.sectorAnimation)
            out_.u8(sector.animationSpeed);
        if (sector.floorSlope)
            writeSlope(*sector.floorSlope);
        if (sector.ceilingSlope)
            writeSlope(*sector.ceilingSlope);
    }

    void writeSlope(const Slope& slope)
    {
        number(traits_.floatPlane, slope.a);
        number(traits_.floatPlane, slope.b);
        number(traits_.floatPlane, slope.c);
        number(traits_.floatPlane, slope.d);
        number(traits_.floatOrigin, slope.originX);
        number(traits_.floatOrigin, slope.originY);
        out_.i32(slope.angle);
        for (const SlopeVertex& vertex : slope.vertices) {
            out_.i16(vertex.x);
            out_.i16(vertex.y);
            out_.i16(vertex.z);
        }
    }

    void writeThing(const Thing& thing)
    {
        const bool isLong = room_.things.size() > maxShortThings;
        if (isLong) {
            out_.i32(thing.type);
            out_.i32(thing.angle);
        }
        out_.i32(thing.x);
        out_.i32(thing.y);
        if (!isLong)
            return;
        out_.i32(thing.when);
        out_.i32(thing.exitX);
        out_.i32(thing.exitY);
        out_.i32(thing.flags);
        out_.text({thing.comment.data(), thing.comment.size()});
    }

    void writeServerSection(const ServerSection& server)
    {
        out_.i32(server.move.rows);
        out_.i32(server.move.columns);
        out_.raw(std::as_bytes(std::span(server.move.cells)));
        out_.raw(std::as_bytes(std::span(server.flags.cells)));
        if (server.monster)
            out_.raw(std::as_bytes(std::span(server.monster->cells)));
        if (!server.highResolution)
            return;
        out_.i32(server.highResolution->rows);
        out_.i32(server.highResolution->columns);
        for (const std::uint32_t cell : server.highResolution->cells)
            out_.u32(cell);
    }

    const Room& room_;
    const FormatTraits& traits_;
    ByteWriter out_;
};

} // namespace

std::vector<std::byte> write(const Room& room)
{
    assert(checkLimits(room));
    return RoomWriter(room).write();
}

} // namespace blak::roo
