// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/room_draft.h"

#include "formats/udmf/sidedef_order.h"
#include "roomedit/doomimport/moving_sectors.h"
#include "roomedit/doomimport/texture_match.h"

#include <algorithm>
#include <cmath>

namespace blak::doomimport {
namespace {

constexpr double reach = 32767 - 64;     ///< the corners of a room lie up to a square outside of it
constexpr std::size_t mostParts = 65535, mostSectors = 32767; ///< what a room counts to

namespace flag = roo::side_flag;

bool isIn(std::int32_t number, std::size_t count) { return number >= 0 && static_cast<std::size_t>(number) < count; }

std::int16_t offset(double texels)
{
    // Pictures repeat; what is beyond 16 bits wraps around as in the game.
    return static_cast<std::int16_t>(static_cast<std::int64_t>(std::llround(texels)) & 0xFFFF);
}

class Drafter
{
public:
    Drafter(const wad::DoomMap& map, const ImportOptions& options, ImportReport& report)
        : map_(map), options_(options), report_(report)
    {
    }

    Result<RoomDraft> draft()
    {
        if (map_.lines.size() > mostParts || map_.sectors.size() > mostSectors)
            return Error{"a room holds at most 65535 lines and 32767 sectors; the map has " + counted(map_.lines.size(), "line") + " and " +
                             counted(map_.sectors.size(), "sector"),
                         map_.name};
        if (auto placed = choosePlaces(); !placed)
            return placed.error();
        draftSectors();
        for (std::size_t i = 0; i < map_.lines.size(); ++i)
            draftLine(i);
        if (order_.size() > mostParts)
            return Error{"the map has more than 65535 different sides", map_.name};
        draft_.room.sidedefs = order_.take();
        report_.addParts(Severity::Warning, "line without ends", "line", lost_, "named vertices that are not there and were left out");
        report_.addParts(Severity::Info, "zero length", "line", short_, "had no length and were left out");
        report_.addParts(Severity::Warning, "side without sector", "line", sideless_,
                         "named sides or sectors that are not there; these sides are missing");
        if (draft_.room.linedefs.empty())
            return Error{"the map has no lines", map_.name};
        return std::move(draft_);
    }

private:
    Result<void> choosePlaces()
    {
        double left = 1e9, right = -1e9, bottom = 1e9, top = -1e9;
        bool isFraction = false;
        for (const wad::Line& line : map_.lines)
            for (const std::int32_t end : {line.start, line.end}) {
                if (!isIn(end, map_.vertices.size()))
                    continue;
                const wad::Vertex& vertex = map_.vertices[static_cast<std::size_t>(end)];
                left = std::min(left, vertex.x);
                right = std::max(right, vertex.x);
                bottom = std::min(bottom, vertex.y);
                top = std::max(top, vertex.y);
                isFraction = isFraction || vertex.x != std::floor(vertex.x) || vertex.y != std::floor(vertex.y);
            }
        if (left > right)
            return Error{"the map has no lines", map_.name};
        if (!(options_.scale >= 0.125 && options_.scale <= 8))
            return Error{"expected a scale from 0.125 to 8", "scale"};
        draft_.scale = options_.scale;
        const double extent = std::max(right - left, top - bottom);
        if (extent * draft_.scale > 2 * reach) {
            draft_.scale = std::floor(2 * reach / extent * 1024) / 1024;
            report_.add(Severity::Warning, "too large",
                        "The map is wider than a room can be and was made smaller, to " +
                            std::to_string(static_cast<int>(draft_.scale * 100)) + " % of its size; heights too.");
        }
        const double s = draft_.scale;
        if (left * s < -reach || right * s > reach || bottom * s < -reach || top * s > reach) {
            draft_.left = std::round((left + right) / 2);
            draft_.bottom = std::round((bottom + top) / 2);
            report_.add(Severity::Info, "moved", "The map lay beyond the edge of the coordinates and was moved to their middle.");
        }
        if (isFraction || s != std::floor(s))
            report_.add(Severity::Info, "whole units", "Places of vertices were rounded to whole units.");
        return {};
    }

    void draftSectors()
    {
        double lowest = 0, highest = 0;
        for (const wad::Sector& sector : map_.sectors) {
            lowest = std::min({lowest, sector.floor, sector.ceiling});
            highest = std::max({highest, sector.floor, sector.ceiling});
        }
        // A whole number of squares, so that pictures that hang from heights stay where they were.
        const double raise = std::ceil(-lowest * draft_.scale / 64) * 64;
        if (raise > 0)
            report_.add(Severity::Info, "raised", "Everything was raised by " + std::to_string(static_cast<int>(raise)) +
                                                      " units: rooms have no heights below 0.");
        if (highest * draft_.scale + raise > 65535)
            report_.add(Severity::Warning, "height range", "Heights beyond 65535 were cut off.");
        const MovingSectors moving = findMovingSectors(map_);
        std::vector<std::size_t> opened, upsideDown, sloped, flickering, special;
        std::uint16_t nextTag = 1;
        std::vector<bool> isUsed(65536);
        for (const wad::Sector& sector : map_.sectors)
            if (sector.tag > 0 && sector.tag < 65536)
                isUsed[static_cast<std::size_t>(sector.tag)] = true;
        for (std::size_t i = 0; i < map_.sectors.size(); ++i) {
            const wad::Sector& from = map_.sectors[i];
            const auto height = [&](double value) {
                return static_cast<std::uint16_t>(std::clamp(std::round(value * draft_.scale) + raise, 0.0, 65535.0));
            };
            double floor = from.floor, ceiling = from.ceiling;
            roo::Sector sector;
            sector.userId = from.tag > 0 && from.tag < 65536 ? static_cast<std::uint16_t>(from.tag) : std::uint16_t{0};
            if (options_.opensDoors && moving.opened[i]) {
                floor = moving.opened[i]->floor;
                ceiling = moving.opened[i]->ceiling;
                opened.push_back(i);
                if (sector.userId == 0) {
                    while (nextTag < 65535 && isUsed[nextTag])
                        ++nextTag;
                    sector.userId = nextTag;
                    isUsed[nextTag] = true;
                }
            }
            if (floor > ceiling) {
                upsideDown.push_back(i);
                ceiling = floor;
            }
            sector.floorHeight = height(floor);
            sector.ceilingHeight = height(ceiling);
            const bool isOutdoor = isSky(from.ceilingFlat);
            sector.floorTexture = isSky(from.floorFlat) ? std::uint16_t{0} : options_.table.number(Use::Flat, from.floorFlat);
            sector.ceilingTexture = isOutdoor ? std::uint16_t{0} : options_.table.number(Use::Flat, from.ceilingFlat);
            const int light = std::clamp(from.light, 0, 255);
            sector.light = static_cast<std::uint8_t>(isOutdoor ? 128 + light / 2 : light / 2);
            if (map_.kind == wad::MapKind::Doom && isBlinking(from.special)) {
                sector.flags |= roo::sector_flag::flicker;
                flickering.push_back(i);
            } else if (from.special != 0) {
                special.push_back(i);
            }
            if (from.isSloped)
                sloped.push_back(i);
            draft_.room.sectors.push_back(sector);
        }
        report_.addParts(Severity::Info, "opened", "sector", opened,
                         "that the game opens stand open; their tags are what Blakod moves them by");
        report_.addParts(Severity::Info, "floor above ceiling", "sector", upsideDown, "had a floor above the ceiling, which is at the floor now");
        report_.addParts(Severity::Warning, "slope", "sector", sloped, "have slopes, which were not taken over: they are level");
        report_.addParts(Severity::Info, "flicker", "sector", flickering, "flicker");
        report_.addParts(Severity::Info, "special", "sector", special, "did something in the game (damage, secrets), which was left out");
    }

    static bool isBlinking(std::int32_t special)
    {
        constexpr std::array<std::int32_t, 8> blinking{1, 2, 3, 4, 8, 12, 13, 17};
        return std::ranges::find(blinking, special) != blinking.end();
    }

    const wad::Side* sideOf(const wad::Line& line, std::size_t which) const
    {
        if (!isIn(line.sides[which], map_.sides.size()))
            return nullptr;
        const wad::Side& side = map_.sides[static_cast<std::size_t>(line.sides[which])];
        return isIn(side.sector, map_.sectors.size()) ? &side : nullptr;
    }

    void draftLine(std::size_t number)
    {
        const wad::Line& line = map_.lines[number];
        if (!isIn(line.start, map_.vertices.size()) || !isIn(line.end, map_.vertices.size())) {
            lost_.push_back(number);
            return;
        }
        const wad::Vertex &start = map_.vertices[static_cast<std::size_t>(line.start)],
                          &end = map_.vertices[static_cast<std::size_t>(line.end)];
        roo::Linedef made;
        made.x0 = static_cast<std::int16_t>(draft_.x(start.x));
        made.y0 = static_cast<std::int16_t>(draft_.y(start.y));
        made.x1 = static_cast<std::int16_t>(draft_.x(end.x));
        made.y1 = static_cast<std::int16_t>(draft_.y(end.y));
        if (made.x0 == made.x1 && made.y0 == made.y1) {
            short_.push_back(number);
            return;
        }
        const std::array<const wad::Side*, 2> sides{sideOf(line, 0), sideOf(line, 1)};
        if ((line.sides[0] != wad::Line::noSide && sides[0] == nullptr) || (line.sides[1] != wad::Line::noSide && sides[1] == nullptr))
            sideless_.push_back(number);
        for (const std::size_t which : {std::size_t{0}, std::size_t{1}}) {
            if (sides[which] == nullptr)
                continue;
            std::int16_t yOffset = 0;
            const auto side = static_cast<std::uint16_t>(
                std::min<std::size_t>(order_.number(draftSide(line, *sides[which], sides[1 - which], yOffset)), 65535));
            const auto sector = static_cast<std::int16_t>(sides[which]->sector);
            (which == 0 ? made.plusSide : made.minusSide) = side;
            (which == 0 ? made.plusSector : made.minusSector) = sector;
            (which == 0 ? made.plusXOffset : made.minusXOffset) = offset(sides[which]->xOffset);
            (which == 0 ? made.plusYOffset : made.minusYOffset) = yOffset;
        }
        draft_.room.linedefs.push_back(made);
        draft_.lineNumbers.push_back(number);
    }

    /// Where pictures stand and hang (see docs/rooms.md): in the game upper ones stand on the lower ceiling, lower ones hang from the
    /// higher floor, middle ones hang from the ceiling, and "unpegged" turns that round.
    roo::Sidedef draftSide(const wad::Line& line, const wad::Side& side, const wad::Side* other, std::int16_t& yOffset) const
    {
        const auto number = [&](const std::string& name) {
            return wad::isTexture(name) ? options_.table.number(Use::Wall, name) : std::uint16_t{0};
        };
        roo::Sidedef made;
        const bool isUpperUnpegged = (line.flags & wad::line_flag::upperUnpegged) != 0;
        const bool isLowerUnpegged = (line.flags & wad::line_flag::lowerUnpegged) != 0;
        double shift = side.yOffset;
        made.normalTexture = number(side.middle);
        if (!isLowerUnpegged)
            made.flags |= flag::normalTopDown;
        if (other != nullptr) {
            const roo::Sector &own = draft_.room.sectors[static_cast<std::size_t>(side.sector)],
                              &beyond = draft_.room.sectors[static_cast<std::size_t>(other->sector)];
            made.belowTexture = number(side.lower);
            const bool isBothSky = own.ceilingTexture == 0 && beyond.ceilingTexture == 0;
            made.aboveTexture = isBothSky ? std::uint16_t{0} : number(side.upper); // the game draws sky there
            if (made.normalTexture != 0)
                made.flags |= flag::transparent | flag::noVerticalTile;
            if ((line.flags & wad::line_flag::blocking) == 0)
                made.flags |= flag::passable;
            if (!isUpperUnpegged)
                made.flags |= flag::aboveBottomUp;
            made.flags |= flag::belowTopDown;
            if (isLowerUnpegged && made.belowTexture != 0 && made.normalTexture == 0 && made.aboveTexture == 0)
                shift += own.ceilingHeight - beyond.floorHeight; // it goes on from the ceiling of this side
        }
        if ((line.flags & wad::line_flag::alwaysOnMap) != 0)
            made.flags |= flag::mapAlways;
        else if ((line.flags & wad::line_flag::neverOnMap) != 0)
            made.flags |= flag::mapNever;
        yOffset = offset(-shift);
        return made;
    }

    const wad::DoomMap& map_;
    const ImportOptions& options_;
    ImportReport& report_;
    RoomDraft draft_;
    udmf::SidedefOrder order_;
    std::vector<std::size_t> lost_, short_, sideless_;
};

} // namespace

std::int32_t RoomDraft::x(double value) const { return static_cast<std::int32_t>(std::lround((value - left) * scale)); }
std::int32_t RoomDraft::y(double value) const { return static_cast<std::int32_t>(std::lround((value - bottom) * scale)); }

Result<RoomDraft> draftOf(const wad::DoomMap& map, const ImportOptions& options, ImportReport& report)
{
    return Drafter(map, options, report).draft();
}

} // namespace blak::doomimport
