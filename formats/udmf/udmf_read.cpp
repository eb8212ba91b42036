// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/format_traits.h"
#include "formats/roo/room_properties.h"
#include "formats/udmf/names.h"
#include "formats/udmf/sidedef_order.h"
#include "formats/udmf/udmf.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace blak::udmf {
namespace {

using property::Property;
using property::Value;

constexpr std::size_t maxRecords = std::numeric_limits<std::uint16_t>::max();

struct Vertex
{
    std::int16_t x = 0, y = 0;
    Extra extra;
};

/// A linedef whose vertices and sides are still numbers of blocks, which may come later in the file.
struct PendingLinedef
{
    roo::Linedef line;
    std::size_t offset = 0;
    std::int64_t v1 = 0, v2 = 0;
    std::array<std::int64_t, 2> sides{-1, -1};
};

struct SideBlock
{
    roo::Sidedef side;
    std::int16_t sector = 0, xOffset = 0, yOffset = 0;
    std::uint16_t number = 0; ///< 0 = not said
    std::size_t offset = 0;
    Extra extra;
};

class Reader
{
public:
    Reader(std::string_view text, std::string_view file) : parser_(text, file), file_(file) {}

    Result<Document> read()
    {
        Item item;
        while (parser_.next(item)) {
            item_ = &item;
            if (item.isBlock)
                readBlock();
            else
                readGlobal();
        }
        item_ = nullptr;
        document_.footer = parser_.trailingComment();
        if (!parser_.error())
            finish();
        if (parser_.error())
            return *parser_.error();
        if (auto sound = roo::checkReferences(room_, file_); !sound)
            return sound.error();
        if (auto fits = roo::checkLimits(room_); !fits)
            return Error{fits.error().what, std::string(file_) + ", " + fits.error().where};
        roo::refreshSecurity(room_);
        return std::move(document_);
    }

private:
    // Fields of the current item -----------------------------------------------------------------------------------------------

    std::size_t find(std::string_view name) const
    {
        const auto found = std::ranges::find_if(item_->fields, [&](const Field& field) { return equalNames(field.name, name); });
        return static_cast<std::size_t>(found - item_->fields.begin());
    }

    void failField(std::size_t index, std::string what)
    {
        const bool isBlock = item_->isBlock;
        parser_.fail(item_->offsets[index], std::move(what),
                     (isBlock ? std::string(item_->name) + " " : std::string()) + item_->fields[index].name);
    }

    /// A whole number of type T under this name, and the field is done with.
    template <typename T>
    void take(std::string_view name, T& target, bool isNeeded = false)
    {
        const std::size_t index = find(name);
        if (index == item_->fields.size()) {
            if (isNeeded)
                parser_.fail(item_->offset, "the " + std::string(item_->name) + " has no " + std::string(name));
            return;
        }
        std::optional<std::int64_t> whole;
        const Value& value = item_->fields[index].value;
        if (const auto* number = std::get_if<std::int64_t>(&value))
            whole = *number;
        else if (const auto* real = std::get_if<double>(&value); real != nullptr && *real >= -1e9 && *real <= 1e9 &&
                                                                 *real == static_cast<double>(static_cast<std::int64_t>(*real)))
            whole = static_cast<std::int64_t>(*real); // other programs write 64.000
        constexpr auto low = static_cast<std::int64_t>(std::numeric_limits<T>::min());
        constexpr auto high = static_cast<std::int64_t>(std::numeric_limits<T>::max());
        if (!whole || *whole < low || *whole > high)
            failField(index, "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", found " +
                                 property::text(value));
        else
            target = static_cast<T>(*whole);
        drop(index);
    }

    void drop(std::size_t index)
    {
        item_->fields.erase(item_->fields.begin() + static_cast<std::ptrdiff_t>(index));
        item_->offsets.erase(item_->offsets.begin() + static_cast<std::ptrdiff_t>(index));
    }

    /// The fields that are properties of the record, in the order of the table: a slope has to be there before its fields.
    template <typename Record, typename Filter>
    void takeProperties(const property::Table<Record>& table, Record& record, Filter filter)
    {
        for (const Property& property : table.properties()) {
            if (!filter(property))
                continue;
            const std::size_t index = find(property.name);
            if (index == item_->fields.size())
                continue;
            auto value = propertyValue(property, item_->fields[index].value);
            auto done = value ? table.setValue(record, property, value.value()) : Result<void>(value.error());
            if (!done)
                failField(index, done.error().what);
            drop(index);
        }
    }
    template <typename Record>
    void takeProperties(const property::Table<Record>& table, Record& record)
    {
        takeProperties(table, record, [](const Property&) { return true; });
    }

    static Result<Value> propertyValue(const Property& property, const Value& value)
    {
        const auto* text = std::get_if<std::string>(&value);
        if (text == nullptr || property.type == property::Type::Text)
            return value;
        if (property.editor != property::Editor::Texture)
            return property::fromText(property, *text);
        if (*text == noTexture || text->empty())
            return Value(std::int64_t{0});
        std::int64_t number = 0;
        if (text->size() >= 4 && equalNames(std::string_view(*text).substr(0, 3), "grd") && (*text)[3] != '-') {
            const char* end = text->data() + text->size();
            const auto result = std::from_chars(text->data() + 3, end, number);
            if (result.ec == std::errc() && result.ptr == end)
                return Value(number);
        }
        return Error{"expected a texture, \"grd00001\" to \"grd65535\" or \"-\", found \"" + *text + "\"", {}};
    }

    Extra takeExtra() { return {std::move(item_->comment), std::move(item_->fields)}; }

    void keepExtra(Kind kind, std::size_t number, Extra extra)
    {
        if (!extra.comment.empty() || !extra.fields.empty())
            document_.extras.insert_or_assign({kind, static_cast<std::uint32_t>(number)}, std::move(extra));
    }

    /// Vertices and sidedefs may have many users; the first one gets what else the block says, or a file could grow without
    /// bound.
    void keepExtraOnce(Kind kind, std::size_t number, Extra& extra) { keepExtra(kind, number, std::exchange(extra, {})); }

    // Globals and blocks -------------------------------------------------------------------------------------------------------

    void readGlobal()
    {
        document_.header += item_->comment;
        const std::string_view name = item_->name;
        const auto* text = std::get_if<std::string>(&item_->fields[0].value);
        if (std::ranges::find_if(globalNames_, [&](std::string_view known) { return equalNames(known, name); }) !=
            globalNames_.end()) {
            failField(0, "is given twice");
        } else if (equalNames(name, "namespace")) {
            if (text == nullptr || *text != roomNamespace)
                failField(0, "expected \"Meridian59\", found " + property::text(item_->fields[0].value));
        } else if (equalNames(name, "format")) {
            readFormat(text);
        } else if (equalNames(name, "hasroomid")) {
            const auto* flag = std::get_if<bool>(&item_->fields[0].value);
            if (flag == nullptr)
                failField(0, "expected true or false");
            else
                room_.hasRoomId = *flag;
        } else if (equalNames(name, "roomid")) {
            take(name, room_.roomId);
        } else if (equalNames(name, "width")) {
            take(name, width_.emplace());
        } else if (equalNames(name, "height")) {
            take(name, height_.emplace());
        } else {
            document_.globals.push_back(std::move(item_->fields[0]));
        }
        globalNames_.emplace_back(name);
        if (globalNames_.size() > maxGlobals)
            parser_.fail(item_->offset, "more than " + std::to_string(maxGlobals) + " top-level fields");
    }

    void readFormat(const std::string* text)
    {
        for (auto number = static_cast<int>(roo::Format::V4); text != nullptr && number <= static_cast<int>(roo::Format::V15);
             ++number)
            if (roo::formatName(static_cast<roo::Format>(number)) == *text) {
                room_.format = static_cast<roo::Format>(number);
                return;
            }
        failField(0, "expected \"4\" to \"12\", \"13 (float)\", \"13 (integer)\", \"14\" or \"15\", found " +
                         property::text(item_->fields[0].value));
    }

    void readBlock()
    {
        if (equalNames(item_->name, "thing"))
            readThing();
        else if (equalNames(item_->name, "vertex"))
            readVertex();
        else if (equalNames(item_->name, "linedef"))
            readLinedef();
        else if (equalNames(item_->name, "sidedef"))
            readSidedef();
        else if (equalNames(item_->name, "sector"))
            readSector();
        else
            document_.blocks.push_back({std::string(item_->name), takeExtra()});
    }

    void checkCount(std::size_t count)
    {
        if (count >= maxRecords)
            parser_.fail(item_->offset, "more than 65535 of them", item_->name);
    }

    void readThing()
    {
        checkCount(room_.things.size());
        roo::Thing& thing = room_.things.emplace_back();
        takeProperties(roo::thingProperties(), thing);
        keepExtra(Kind::Thing, room_.things.size() - 1, takeExtra());
    }

    void readVertex()
    {
        Vertex vertex;
        take("x", vertex.x, true);
        take("y", vertex.y, true);
        vertex.extra = takeExtra();
        vertices_.push_back(std::move(vertex));
    }

    void readLinedef()
    {
        checkCount(linedefs_.size());
        PendingLinedef pending;
        pending.offset = item_->offset;
        take("v1", pending.v1, true);
        take("v2", pending.v2, true);
        for (std::size_t back = 0; back < sideNames.size(); ++back) {
            const SideNames& names = sideNames[back];
            take(names.side, pending.sides[back]);
            if (pending.sides[back] != -1)
                continue;
            take(names.staleNames[0], pending.line.*names.sector);
            take(names.staleNames[1], pending.line.*names.xOffset);
            take(names.staleNames[2], pending.line.*names.yOffset);
        }
        takeProperties(roo::linedefProperties(), pending.line,
                       [](const Property& property) { return isLinedefField(property.name); });
        keepExtra(Kind::Linedef, linedefs_.size(), takeExtra());
        linedefs_.push_back(pending);
    }

    void readSidedef()
    {
        SideBlock block;
        block.offset = item_->offset;
        take("sector", block.sector, true);
        take("offsetx", block.xOffset);
        take("offsety", block.yOffset);
        take("number", block.number);
        takeProperties(roo::sidedefProperties(), block.side);
        block.extra = takeExtra();
        sides_.push_back(std::move(block));
    }

    void readSector()
    {
        checkCount(room_.sectors.size());
        roo::Sector& sector = room_.sectors.emplace_back();
        sector.light = 192; // defaults of the table
        takeProperties(roo::sectorProperties(), sector);
        keepExtra(Kind::Sector, room_.sectors.size() - 1, takeExtra());
    }

    // At the end ---------------------------------------------------------------------------------------------------------------

    void finish()
    {
        if (std::ranges::none_of(globalNames_, [](const std::string& name) { return equalNames(name, "namespace"); }))
            parser_.fail(0, "expected namespace = \"Meridian59\", found none");
        numberSidedefs();
        for (std::size_t i = 0; i < linedefs_.size() && !parser_.error(); ++i)
            finishLinedef(i);
        if (room_.things.size() <= roo::maxShortThings) // they store nothing else
            for (roo::Thing& thing : room_.things)
                thing = {.x = thing.x, .y = thing.y};
        room_.hasRoomId = room_.hasRoomId || roo::versionNumber(room_.format) > 11;
        room_.server = roo::emptyServerSection(room_.format);
        const auto rectangle = roo::playableRectangle(room_);
        room_.width = width_.value_or(widthOf(rectangle));
        room_.height = height_.value_or(heightOf(rectangle));
        if (room_.width == -1)
            parser_.fail(0, "a width of -1 stands for an encrypted room", "width");
    }

    template <typename Block>
    Block* blockOf(std::vector<Block>& blocks, std::int64_t index, const PendingLinedef& line, std::string_view name)
    {
        if (index >= 0 && index < static_cast<std::int64_t>(blocks.size()))
            return &blocks[static_cast<std::size_t>(index)];
        parser_.fail(line.offset,
                     "expected 0 to " + std::to_string(static_cast<std::int64_t>(blocks.size()) - 1) + ", found " +
                         std::to_string(index),
                     "linedef " + std::string(name));
        return nullptr;
    }

    void finishLinedef(std::size_t number)
    {
        PendingLinedef& pending = linedefs_[number];
        roo::Linedef& line = pending.line;
        Vertex* start = blockOf(vertices_, pending.v1, pending, "v1");
        Vertex* end = blockOf(vertices_, pending.v2, pending, "v2");
        if (start == nullptr || end == nullptr)
            return;
        line.x0 = start->x;
        line.y0 = start->y;
        line.x1 = end->x;
        line.y1 = end->y;
        keepExtraOnce(Kind::Vertex, vertexKey(start->x, start->y), start->extra);
        keepExtraOnce(Kind::Vertex, vertexKey(end->x, end->y), end->extra);
        for (std::size_t back = 0; back < sideNames.size(); ++back) {
            if (pending.sides[back] == -1)
                continue;
            const SideNames& names = sideNames[back];
            SideBlock* block = blockOf(sides_, pending.sides[back], pending, names.side);
            if (block == nullptr)
                return;
            line.*names.sector = block->sector;
            line.*names.xOffset = block->xOffset;
            line.*names.yOffset = block->yOffset;
            line.*names.number = static_cast<std::uint16_t>(isNumbered_ ? block->number : order_.number(block->side));
            if (order_.size() > maxRecords)
                parser_.fail(block->offset, "more than 65535 different ones", "sidedef");
            keepExtraOnce(Kind::Sidedef, 2 * number + back, block->extra);
        }
        room_.linedefs.push_back(line);
        if (number + 1 == linedefs_.size() && !isNumbered_)
            room_.sidedefs = order_.take();
    }

    /// Where blocks tell their numbers, all must, and together make the room's list without gaps.
    void numberSidedefs()
    {
        isNumbered_ = std::ranges::any_of(sides_, [](const SideBlock& block) { return block.number != 0; });
        if (!isNumbered_)
            return;
        std::size_t count = 0;
        for (const SideBlock& block : sides_)
            count = std::max<std::size_t>(count, block.number);
        std::vector<bool> isSaid(count + 1);
        room_.sidedefs.resize(count);
        for (const SideBlock& block : sides_) {
            if (block.number == 0) {
                parser_.fail(block.offset, "expected a number as in the other sidedefs, found none", "sidedef number");
                return;
            }
            roo::Sidedef& side = room_.sidedefs[block.number - 1u];
            if (isSaid[block.number] && !(side == block.side))
                parser_.fail(block.offset, "another sidedef of number " + std::to_string(block.number) + " differs",
                             "sidedef number");
            side = block.side;
            isSaid[block.number] = true;
        }
        for (std::size_t number = 1; number <= count; ++number)
            if (!isSaid[number])
                parser_.fail(0, "there is no sidedef of number " + std::to_string(number));
    }

    static constexpr std::size_t maxGlobals = 1000;

    Parser parser_;
    std::string_view file_;
    Item* item_ = nullptr;
    Document document_;
    roo::Room& room_ = document_.room;
    std::optional<std::int32_t> width_, height_;
    std::vector<std::string> globalNames_;
    std::vector<Vertex> vertices_;
    std::vector<PendingLinedef> linedefs_;
    std::vector<SideBlock> sides_;
    SidedefOrder order_;
    bool isNumbered_ = false;
};

} // namespace

Result<Document> readDocument(std::string_view text, std::string_view file) { return Reader(text, file).read(); }

Result<roo::Room> read(std::string_view text, std::string_view file)
{
    auto document = readDocument(text, file);
    if (!document)
        return document.error();
    return std::move(document.value().room);
}

} // namespace blak::udmf
