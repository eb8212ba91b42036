// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "roomedit/roomcore/map/ids.h"
#include "roomedit/roomcore/map/line_grid.h"
#include "roomedit/roomcore/map/plane_geometry.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace blak::roomcore {

/// Plus is the right-hand side walking from start to end.
enum class Side : std::uint8_t { Plus, Minus };
constexpr Side otherSide(Side side) { return side == Side::Plus ? Side::Minus : Side::Plus; }
inline constexpr std::array bothSides{Side::Plus, Side::Minus};

struct MapVertex
{
    MapPoint at;
    friend bool operator==(const MapVertex&, const MapVertex&) = default;
};

struct LineSide
{
    SidedefId sidedef; ///< none: the side belongs to no sector
    SectorId sector;   ///< none without sidedef; also where an old room names none
    std::int16_t xOffset = 0, yOffset = 0;
    std::int16_t staleSector = -1; ///< without sidedef: what the file has in the place of a sector

    friend bool operator==(const LineSide&, const LineSide&) = default;
};

struct MapLine
{
    VertexId start, end;
    std::array<LineSide, 2> sides{}; ///< by Side
    std::array<std::uint16_t, 4> coordinateHigh{};

    LineSide& side(Side which) { return sides[static_cast<std::size_t>(which)]; }
    const LineSide& side(Side which) const { return sides[static_cast<std::size_t>(which)]; }
    friend bool operator==(const MapLine&, const MapLine&) = default;
};

/// What is selected, by ids; part of the map so that undo brings it back.
struct MapSelection
{
    std::vector<VertexId> vertices;
    std::vector<LineId> lines;
    std::vector<SectorId> sectors;
    std::vector<ThingId> things;

    bool isEmpty() const { return vertices.empty() && lines.empty() && sectors.empty() && things.empty(); }
    friend bool operator==(const MapSelection&, const MapSelection&) = default;
};

/// A room as a planar graph that can be edited (README.md states the invariants). Parts live in slots that their ids name; the
/// order of ids is the order in the file. It changes only through put…(), which keep the indexes; edits go through `MapEdit`, so
/// that they can be undone.
class Map
{
public:
    template <typename Record>
    using Slots = std::vector<std::optional<Record>>;

    const Slots<MapVertex>& vertices() const { return vertices_; }
    const Slots<MapLine>& lines() const { return lines_; }
    const Slots<roo::Sidedef>& sidedefs() const { return sidedefs_; }
    const Slots<roo::Sector>& sectors() const { return sectors_; }
    const Slots<roo::Thing>& things() const { return things_; }

    bool has(VertexId id) const { return holds(vertices_, id.value); }
    bool has(LineId id) const { return holds(lines_, id.value); }
    bool has(SidedefId id) const { return holds(sidedefs_, id.value); }
    bool has(SectorId id) const { return holds(sectors_, id.value); }
    bool has(ThingId id) const { return holds(things_, id.value); }

    // Of parts that are there.
    const MapVertex& vertex(VertexId id) const { return *vertices_[id.value]; }
    const MapLine& line(LineId id) const { return *lines_[id.value]; }
    const roo::Sidedef& sidedef(SidedefId id) const { return *sidedefs_[id.value]; }
    const roo::Sector& sector(SectorId id) const { return *sectors_[id.value]; }
    const roo::Thing& thing(ThingId id) const { return *things_[id.value]; }
    MapPoint point(VertexId id) const { return vertices_[id.value]->at; }
    MapPoint startOf(LineId id) const { return point(line(id).start); }
    MapPoint endOf(LineId id) const { return point(line(id).end); }
    MapBox boxOf(LineId id) const { return MapBox::of(startOf(id), endOf(id)); }

    // What is where. All are kept while the map changes.
    std::span<const LineId> linesAt(VertexId id) const { return vertexLines_[id.value]; }
    /// Lines with a side in the sector; a line with both sides in it twice.
    std::span<const LineId> linesOf(SectorId id) const { return sectorLines_[id.value]; }
    std::uint32_t usesOf(SidedefId id) const { return sidedefUses_[id.value]; }
    VertexId vertexAt(MapPoint point) const; ///< none where there is none; the lowest id where there are several
    std::vector<VertexId> verticesAt(MapPoint point) const;
    std::vector<LineId> linesIn(const MapBox& box) const; ///< that may touch the box
    /// The side of a line that a ray from a point to the left meets first: of the lines that pass strictly left of the point
    /// at a height just above it.
    struct RayHit
    {
        LineId line;
        Side side = Side::Plus; ///< that looks at the point
    };
    std::optional<RayHit> firstToTheLeft(MapPoint point) const;

    // Changing. Puts a record, or with nothing takes out what is there; returns what was there. Slots grow as needed.
    std::optional<MapVertex> put(VertexId id, std::optional<MapVertex> value);
    std::optional<MapLine> put(LineId id, std::optional<MapLine> value); ///< its vertices must be there
    std::optional<roo::Sidedef> put(SidedefId id, std::optional<roo::Sidedef> value);
    std::optional<roo::Sector> put(SectorId id, std::optional<roo::Sector> value);
    std::optional<roo::Thing> put(ThingId id, std::optional<roo::Thing> value);

    VertexId nextVertex() const { return {static_cast<std::uint32_t>(vertices_.size())}; }
    LineId nextLine() const { return {static_cast<std::uint32_t>(lines_.size())}; }
    SidedefId nextSidedef() const { return {static_cast<std::uint32_t>(sidedefs_.size())}; }
    SectorId nextSector() const { return {static_cast<std::uint32_t>(sectors_.size())}; }
    ThingId nextThing() const { return {static_cast<std::uint32_t>(things_.size())}; }

    /// Forgets the last slot where that is this one and it is empty: its part was never there. Other slots stay empty for good, so
    /// that an id never comes to mean something else.
    void forgetLast(VertexId id) { forgetLast(vertices_, id.value); }
    void forgetLast(LineId id) { forgetLast(lines_, id.value); }
    void forgetLast(SidedefId id) { forgetLast(sidedefs_, id.value); }
    void forgetLast(SectorId id) { forgetLast(sectors_, id.value); }
    void forgetLast(ThingId id) { forgetLast(things_, id.value); }

    MapSelection selection; ///< may name parts that are gone; see livingSelection()
    MapSelection livingSelection() const;

private:
    template <typename Record>
    static bool holds(const Slots<Record>& records, std::uint32_t id)
    {
        return id < records.size() && records[id].has_value();
    }
    template <typename Record>
    static std::optional<Record> exchange(Slots<Record>& records, std::uint32_t id, std::optional<Record> value);
    template <typename Record>
    static void forgetLast(Slots<Record>& records, std::uint32_t id)
    {
        if (records.size() == id + std::size_t{1} && !records.back())
            records.pop_back();
    }
    void link(LineId id, const MapLine& line);
    void unlink(LineId id, const MapLine& line);

    Slots<MapVertex> vertices_;
    Slots<MapLine> lines_;
    Slots<roo::Sidedef> sidedefs_;
    Slots<roo::Sector> sectors_;
    Slots<roo::Thing> things_;
    std::vector<std::vector<LineId>> vertexLines_, sectorLines_; ///< by vertex, by sector
    std::vector<std::uint32_t> sidedefUses_;
    std::unordered_multimap<std::uint32_t, VertexId> places_; ///< vertices by packed coordinates
    LineGrid grid_;
};

} // namespace blak::roomcore
