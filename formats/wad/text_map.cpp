// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/udmf/syntax.h"
#include "formats/wad/doom_map.h"

#include <cmath>

namespace blak::wad {
namespace {

using udmf::equalNames;

constexpr std::size_t mostRecords = 1'000'000; ///< of a kind; a map that is drawn has thousands
constexpr double largest = 1e6;                ///< of coordinates and heights

class TextMap
{
public:
    TextMap(std::string_view text, std::string_view file) : parser_(text, file) {}

    Result<DoomMap> read()
    {
        map_.kind = MapKind::Text;
        bool isNamed = false;
        while (parser_.next(item_)) {
            if (!item_.isBlock)
                isNamed = isNamed || equalNames(item_.name, "namespace");
            else if (equalNames(item_.name, "vertex"))
                readVertex();
            else if (equalNames(item_.name, "linedef"))
                readLine();
            else if (equalNames(item_.name, "sidedef"))
                readSide();
            else if (equalNames(item_.name, "sector"))
                readSector();
            else if (equalNames(item_.name, "thing"))
                readThing();
        }
        if (!isNamed && !parser_.error())
            parser_.fail(0, "expected a namespace, found none: this is no UDMF");
        if (parser_.error())
            return *parser_.error();
        liftVertexSlopes();
        return std::move(map_);
    }

private:
    const property::Value* find(std::string_view name, std::size_t& offset) const
    {
        for (std::size_t i = 0; i < item_.fields.size(); ++i)
            if (equalNames(item_.fields[i].name, name)) {
                offset = item_.offsets[i];
                return &item_.fields[i].value;
            }
        return nullptr;
    }
    bool has(std::string_view name) const
    {
        std::size_t offset = 0;
        return find(name, offset) != nullptr;
    }

    double number(std::string_view name, double otherwise, bool isNeeded = false)
    {
        std::size_t offset = item_.offset;
        const property::Value* value = find(name, offset);
        if (value == nullptr) {
            if (isNeeded)
                parser_.fail(offset, "the " + std::string(item_.name) + " has no " + std::string(name));
            return otherwise;
        }
        double result = 0;
        if (const auto* whole = std::get_if<std::int64_t>(value))
            result = static_cast<double>(*whole);
        else if (const auto* real = std::get_if<double>(value))
            result = *real;
        else
            parser_.fail(offset, "expected a number, found " + property::text(*value), name);
        if (!(std::abs(result) <= largest)) {
            parser_.fail(offset, "expected a number from -1000000 to 1000000, found " + property::text(*value), name);
            return otherwise;
        }
        return result;
    }
    std::int32_t whole(std::string_view name, std::int32_t otherwise, bool isNeeded = false)
    {
        return static_cast<std::int32_t>(std::lround(number(name, otherwise, isNeeded)));
    }
    bool flag(std::string_view name)
    {
        std::size_t offset = 0;
        const property::Value* value = find(name, offset);
        if (value == nullptr)
            return false;
        if (const auto* set = std::get_if<bool>(value))
            return *set;
        parser_.fail(offset, "expected true or false, found " + property::text(*value), name);
        return false;
    }
    std::string texture(std::string_view name)
    {
        std::size_t offset = 0;
        const property::Value* value = find(name, offset);
        if (value == nullptr)
            return "-";
        if (const auto* text = std::get_if<std::string>(value)) {
            std::string shown;
            for (const char c : upperCase(text->substr(0, 64)))
                shown += c > ' ' && c <= '~' ? c : '?';
            return shown;
        }
        parser_.fail(offset, "expected the name of a texture, found " + property::text(*value), name);
        return "-";
    }
    template <typename Record>
    Record& added(std::vector<Record>& records)
    {
        if (records.size() >= mostRecords)
            parser_.fail(item_.offset, "more than 1000000 of them", item_.name);
        return records.emplace_back();
    }

    void readVertex()
    {
        Vertex& vertex = added(map_.vertices);
        vertex.x = number("x", 0, true);
        vertex.y = number("y", 0, true);
        isLifted_.push_back(has("zfloor") || has("zceiling"));
    }

    void readLine()
    {
        Line& line = added(map_.lines);
        line.start = whole("v1", 0, true);
        line.end = whole("v2", 0, true);
        line.sides[0] = whole("sidefront", Line::noSide, true);
        line.sides[1] = whole("sideback", Line::noSide);
        line.special = whole("special", 0);
        line.tag = whole("id", 0);
        constexpr std::array<std::string_view, 5> arguments{"arg0", "arg1", "arg2", "arg3", "arg4"};
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            std::size_t offset = 0;
            const property::Value* value = find(arguments[i], offset); // scripts may be called by name
            if (value != nullptr && !std::holds_alternative<std::string>(*value))
                line.arguments[i] = whole(arguments[i], 0);
        }
        const auto set = [&](std::string_view name, std::uint32_t bit) { line.flags |= flag(name) ? bit : 0; };
        set("blocking", line_flag::blocking);
        set("twosided", line_flag::twoSided);
        set("dontpegtop", line_flag::upperUnpegged);
        set("dontpegbottom", line_flag::lowerUnpegged);
        set("secret", line_flag::secret);
        set("dontdraw", line_flag::neverOnMap);
        set("mapped", line_flag::alwaysOnMap);
    }

    void readSide()
    {
        Side& side = added(map_.sides);
        side.sector = whole("sector", 0, true);
        side.xOffset = whole("offsetx", 0);
        side.yOffset = whole("offsety", 0);
        side.upper = texture("texturetop");
        side.lower = texture("texturebottom");
        side.middle = texture("texturemiddle");
    }

    void readSector()
    {
        Sector& sector = added(map_.sectors);
        sector.floor = number("heightfloor", 0);
        sector.ceiling = number("heightceiling", 0);
        sector.floorFlat = texture("texturefloor");
        sector.ceilingFlat = texture("textureceiling");
        sector.light = whole("lightlevel", 160);
        sector.special = whole("special", 0);
        sector.tag = whole("id", 0);
        sector.isSloped = has("floorplane_a") || has("ceilingplane_a");
    }

    void readThing()
    {
        Thing& thing = added(map_.things);
        thing.x = number("x", 0, true);
        thing.y = number("y", 0, true);
        thing.angle = whole("angle", 0);
        thing.type = whole("type", 0, true);
    }

    /// Sectors with a corner that has a height of its own.
    void liftVertexSlopes()
    {
        const auto lifted = [&](std::int32_t vertex) {
            return vertex >= 0 && static_cast<std::size_t>(vertex) < isLifted_.size() && isLifted_[static_cast<std::size_t>(vertex)];
        };
        for (const Line& line : map_.lines) {
            if (!lifted(line.start) && !lifted(line.end))
                continue;
            for (const std::int32_t side : line.sides) {
                if (side < 0 || static_cast<std::size_t>(side) >= map_.sides.size())
                    continue;
                const std::int32_t sector = map_.sides[static_cast<std::size_t>(side)].sector;
                if (sector >= 0 && static_cast<std::size_t>(sector) < map_.sectors.size())
                    map_.sectors[static_cast<std::size_t>(sector)].isSloped = true;
            }
        }
    }

    udmf::Parser parser_;
    udmf::Item item_;
    DoomMap map_;
    std::vector<bool> isLifted_; ///< by vertex
};

} // namespace

Result<DoomMap> readTextMap(std::string_view text, std::string_view file) { return TextMap(text, file).read(); }

} // namespace blak::wad
