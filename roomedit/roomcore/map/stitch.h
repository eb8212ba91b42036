// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/map_edit.h"

#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace blak::roomcore {

/// What lay beside a line before it was drawn, moved or cut.
struct LineOrigin
{
    /// By side: the sectors, none = the void. Several where lines came to lie on each other; empty on a side that did not exist.
    std::array<std::vector<SectorId>, 2> beside;
    bool wasTwoSided = false;
    bool isMoved = false; ///< the line itself went elsewhere
    bool isBeside = false; ///< nothing was done to it: it shares an end with lines that were touched

    bool isDrawn() const { return beside[0].empty() && beside[1].empty(); }
};

/// Makes the map planar again around lines that were drawn or moved: vertices at one place become one, lines are cut where others
/// meet, cross or touch them, lines on each other become one, lines without length go. Where two lines cross between whole
/// coordinates the cut is the next whole point; lines that bend by that are looked at again. What no touched line reaches stays as
/// it is, broken or not; so does what two lines that stayed did to each other before.
class Stitcher
{
public:
    explicit Stitcher(MapEdit& edit) : edit_(edit) {}

    void addDrawn(LineId line) { origins_[line]; }
    /// Call before the line is moved.
    void addMoved(LineId line);
    /// A line that is cut or joined with another.
    void addNeighbour(LineId line);

    /// Cuts a line at a vertex that need not lie on it; the second piece is the newest line.
    void cutAt(LineId line, VertexId at) { cut(line, at, true); }
    /// `joinsOnly`: lines that cross or touch others are not cut.
    Result<void> run(bool joinsOnly = false);
    /// Takes lines out; the lines beside them count as touched. Returns the sectors that were beside them.
    std::set<SectorId> removeLines(std::span<const LineId> lines);

    using Origins = std::map<LineId, LineOrigin>;
    const Origins& origins() const { return origins_; } ///< of all lines that were touched and are there
    /// What became of a vertex.
    VertexId survivorOf(VertexId id) const;

private:
    LineOrigin originOf(LineId line) const;
    void addBeside(LineId line);
    void uniteVertices(VertexId id);
    void cut(LineId line, VertexId at, bool bends);
    void uniteLines(LineId keep, LineId drop);
    bool settleWith(LineId line, LineId other);
    bool stays(LineId line) const;
    std::pair<MapPoint, MapPoint> uncut(LineId line) const;
    bool wereSo(LineId line, LineId other) const;
    void look(LineId line, bool joinsOnly);

    MapEdit& edit_;
    Origins origins_;
    std::set<LineId> waiting_;
    std::map<VertexId, VertexId> survivors_;
    std::map<LineId, std::pair<MapPoint, MapPoint>> uncut_; ///< what pieces of lines that stayed were cut from
};

} // namespace blak::roomcore
