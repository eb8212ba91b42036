// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/history.h"
#include "roomedit/roomcore/map/map.h"

namespace blak::roomcore {

/// The only way in which operations change a map: every step goes into the open transaction of the history.
class MapEdit
{
public:
    MapEdit(Map& map, document::History& history) : map_(map), history_(history) {}

    const Map& map() const { return map_; }
    document::History& history() { return history_; }

    VertexId addVertex(MapPoint at) { return add(map_.nextVertex(), MapVertex{at}); }
    LineId addLine(const MapLine& line) { return add(map_.nextLine(), line); }
    SidedefId addSidedef(const roo::Sidedef& sidedef) { return add(map_.nextSidedef(), sidedef); }
    SectorId addSector(const roo::Sector& sector) { return add(map_.nextSector(), sector); }
    ThingId addThing(const roo::Thing& thing) { return add(map_.nextThing(), thing); }

    void move(VertexId id, MapPoint to) { set(id, MapVertex{to}); }
    void set(VertexId id, const MapVertex& value);
    void set(LineId id, const MapLine& value);
    void set(SidedefId id, const roo::Sidedef& value);
    void set(SectorId id, const roo::Sector& value);
    void set(ThingId id, const roo::Thing& value);

    /// Takes a line out, with vertices and sidedefs that nothing else uses.
    void remove(LineId id);
    /// Lines with a side there lose it.
    void remove(SectorId id);
    void remove(ThingId id);
    void removeIfUnused(SidedefId id); ///< no line has it
    void removeIfLonely(VertexId id); ///< no line ends there

    VertexId vertexAt(MapPoint at); ///< the one that is there, or a new one

    /// Gives a side a sector; a new sidedef is made where there is none. None takes the sidedef away.
    void setSector(LineId id, Side side, SectorId sector);
    /// Changes one side of one line: a sidedef that others use too is copied first. Nothing where there is no sidedef.
    void setSidedef(LineId id, Side side, const roo::Sidedef& value);
    void setSide(LineId id, Side side, const LineSide& value); ///< and takes out the sidedef that was there, if it was its last use

    void select(MapSelection selection);

private:
    template <typename IdType, typename Record>
    IdType add(IdType id, const Record& value);
    template <typename IdType, typename Record>
    void apply(IdType id, std::optional<Record> value);

    Map& map_;
    document::History& history_;
};

} // namespace blak::roomcore
