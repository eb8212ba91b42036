// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room_properties.h"
#include "formats/udmf/names.h"
#include "formats/udmf/sidedef_order.h"
#include "formats/udmf/udmf.h"

#include <algorithm>
#include <unordered_map>

namespace blak::udmf {
namespace {

using property::Property;
using property::Value;

constexpr std::string_view indent = "    ";

Value integer(std::int64_t value) { return value; }

std::string textureName(std::int64_t number)
{
    if (number == 0)
        return std::string(noTexture);
    std::string digits = std::to_string(number);
    return "grd" + std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

/// A number that has a name goes by its name, except for the type of a thing, which UDMF wants as a number.
Value fileValue(const Property& property, const Value& value)
{
    const auto* whole = std::get_if<std::int64_t>(&value);
    if (whole == nullptr || property.name == "type")
        return value;
    if (property.editor == property::Editor::Texture)
        return textureName(*whole);
    const auto choice = std::ranges::find(property.choices, *whole, &property::Choice::value);
    return choice == property.choices.end() ? value : Value(std::string(choice->name));
}

class Writer
{
public:
    explicit Writer(const Document& document) : document_(document), room_(document.room) {}

    std::string write()
    {
        writeComment(out_, document_.header);
        writeGlobals();
        for (std::size_t i = 0; i < room_.things.size(); ++i)
            block(Kind::Thing, i, [&] { properties(roo::thingProperties(), room_.things[i], {"x", "y", "type"}); });
        writeVertices();
        for (std::size_t i = 0; i < room_.linedefs.size(); ++i)
            block(Kind::Linedef, i, [&] { linedef(room_.linedefs[i]); });
        writeSidedefs();
        for (std::size_t i = 0; i < room_.sectors.size(); ++i)
            block(Kind::Sector, i, [&] {
                properties(roo::sectorProperties(), room_.sectors[i], {"texturefloor", "textureceiling"});
            });
        for (const UnknownBlock& unknown : document_.blocks)
            writeBlock(unknown.name, &unknown.content, [] {});
        if (!document_.footer.empty())
            out_ += '\n';
        writeComment(out_, document_.footer);
        return std::move(out_);
    }

private:
    void field(std::string_view name, const Value& value) { writeField(out_, name, value, indent); }
    void global(std::string_view name, const Value& value) { writeField(out_, name, value, {}); }

    void writeGlobals()
    {
        global("namespace", std::string(roomNamespace));
        global("format", std::string(roo::formatName(room_.format)));
        if (!room_.hasRoomId)
            global("hasroomid", false);
        if (room_.roomId != 0)
            global("roomid", integer(room_.roomId));
        // Both follow from the playable rectangle in every room an editor wrote.
        const auto rectangle = roo::playableRectangle(room_);
        if (room_.width != widthOf(rectangle))
            global("width", integer(room_.width));
        if (room_.height != heightOf(rectangle))
            global("height", integer(room_.height));
        for (const Field& unknown : document_.globals)
            global(unknown.name, unknown.value);
    }

    template <typename WriteFields>
    void writeBlock(std::string_view name, const Extra* extra, WriteFields writeFields)
    {
        out_ += '\n';
        if (extra != nullptr)
            writeComment(out_, extra->comment);
        out_.append(name);
        out_ += "\n{\n";
        writeFields();
        if (extra != nullptr)
            for (const Field& unknown : extra->fields)
                field(unknown.name, unknown.value);
        out_ += "}\n";
    }

    template <typename WriteFields>
    void block(Kind kind, std::size_t number, WriteFields writeFields)
    {
        const auto extra = document_.extras.find({kind, static_cast<std::uint32_t>(number)});
        writeBlock(blockNames[static_cast<std::size_t>(kind)], extra == document_.extras.end() ? nullptr : &extra->second,
                   writeFields);
    }

    /// All properties that differ from their defaults, and those the UDMF specification gives no default.
    template <typename Record>
    void properties(const property::Table<Record>& table, const Record& record, std::initializer_list<std::string_view> always)
    {
        for (const Property& property : table.properties())
            if (!table.isDefault(record, property) || std::ranges::find(always, property.name) != always.end())
                field(property.name, fileValue(property, table.value(record, property)));
    }

    void writeVertices()
    {
        const auto add = [this](std::int16_t x, std::int16_t y) {
            const auto number = static_cast<std::int64_t>(vertices_.size());
            if (!vertices_.emplace(vertexKey(x, y), number).second)
                return;
            block(Kind::Vertex, vertexKey(x, y), [&] {
                field("x", integer(x));
                field("y", integer(y));
            });
        };
        for (const roo::Linedef& line : room_.linedefs) {
            add(line.x0, line.y0);
            add(line.x1, line.y1);
        }
    }

    void linedef(const roo::Linedef& line)
    {
        field("v1", integer(vertices_.at(vertexKey(line.x0, line.y0))));
        field("v2", integer(vertices_.at(vertexKey(line.x1, line.y1))));
        for (const SideNames& names : sideNames) {
            if (line.*names.number != 0) {
                field(names.side, integer(sideBlocks_++));
                continue;
            }
            if (line.*names.sector != -1)
                field(names.staleNames[0], integer(line.*names.sector));
            if (line.*names.xOffset != 0)
                field(names.staleNames[1], integer(line.*names.xOffset));
            if (line.*names.yOffset != 0)
                field(names.staleNames[2], integer(line.*names.yOffset));
        }
        for (const Property& property : roo::linedefProperties().properties())
            if (isLinedefField(property.name) && !roo::linedefProperties().isDefault(line, property))
                field(property.name, roo::linedefProperties().value(line, property));
    }

    /// One block for each side of each linedef. Equal ones share a sidedef of the room; which has what number follows from the
    /// order of the linedefs, or else is said.
    void writeSidedefs()
    {
        const bool isUsual = hasUsualSidedefOrder(room_);
        std::vector<bool> isUsed(room_.sidedefs.size() + 1);
        for (std::size_t i = 0; i < room_.linedefs.size(); ++i)
            for (std::size_t back = 0; back < sideNames.size(); ++back) {
                const roo::Linedef& line = room_.linedefs[i];
                const SideNames& names = sideNames[back];
                const std::uint16_t number = line.*names.number;
                if (number == 0)
                    continue;
                isUsed[number] = true;
                block(Kind::Sidedef, 2 * i + back, [&] {
                    field("sector", integer(line.*names.sector));
                    if (line.*names.xOffset != 0)
                        field("offsetx", integer(line.*names.xOffset));
                    if (line.*names.yOffset != 0)
                        field("offsety", integer(line.*names.yOffset));
                    sidedef(number, isUsual);
                });
            }
        for (std::size_t number = 1; number < isUsed.size() && !isUsual; ++number)
            if (!isUsed[number])
                writeBlock(blockNames[static_cast<std::size_t>(Kind::Sidedef)], nullptr, [&] {
                    field("sector", integer(-1));
                    sidedef(number, isUsual);
                });
    }

    void sidedef(std::size_t number, bool isUsual)
    {
        properties(roo::sidedefProperties(), room_.sidedefs[number - 1], {});
        if (!isUsual)
            field("number", integer(static_cast<std::int64_t>(number)));
    }

    const Document& document_;
    const roo::Room& room_;
    std::unordered_map<std::uint32_t, std::int64_t> vertices_;
    std::int64_t sideBlocks_ = 0;
    std::string out_;
};

} // namespace

std::string write(const Document& document) { return Writer(document).write(); }

std::string write(const roo::Room& room)
{
    Document document;
    document.room = room;
    return write(document);
}

} // namespace blak::udmf
