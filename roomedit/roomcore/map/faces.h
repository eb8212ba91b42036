// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/map.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace blak::roomcore {

/// One side of a line, as a step along the border of the area that it looks at. That area lies to the right.
struct HalfEdge
{
    LineId line;
    Side side = Side::Plus;
    friend auto operator<=>(const HalfEdge&, const HalfEdge&) = default;
};

/// Borders and areas of a map as it stands, found on demand and only where asked: the map must not change meanwhile. Lines without
/// length belong to no border.
class Faces
{
public:
    explicit Faces(const Map& map);

    /// One closed walk along a border.
    struct Loop
    {
        std::vector<HalfEdge> edges;
        std::int64_t twiceArea = 0; ///< > 0: the area lies inside of the loop; else the loop is the border of a hole (or of all)
        MapPoint leftmost;          ///< lowest of the leftmost corners
        MapBox box;
    };
    /// An area: within `outer`, without what lies within the holes. Face 0 is the outside of everything, without `outer`.
    struct Face
    {
        std::optional<std::size_t> outer;
        std::vector<std::size_t> holes; ///< those that have been met; see findHoles()
        bool holesFound = false;
    };

    std::size_t loopOf(HalfEdge edge);
    std::size_t faceOf(HalfEdge edge) { return faceOfLoop(loopOf(edge)); }
    /// The face whose area holds a point that lies on no line; on a line, the one just right above it.
    std::size_t faceAt(MapPoint point);
    const Loop& loop(std::size_t index) const { return loops_[index]; }
    const Face& face(std::size_t index) const { return faces_[index]; }
    std::size_t count() const { return faces_.size(); }
    struct Place
    {
        double x = 0, y = 0; ///< editor units
    };
    /// A place inside of a face with an outer border, away from its lines where it is wide enough.
    Place placeIn(std::size_t face);
    /// Meets all holes of a face with an outer border.
    void findHoles(std::size_t face);
    std::vector<HalfEdge> edgesOf(std::size_t face) const; ///< of outer border and known holes

    /// Start and end of the step.
    VertexId from(HalfEdge edge) const;
    VertexId to(HalfEdge edge) const;
    std::int64_t squaredLength(HalfEdge edge) const;
    bool isTraced(LineId line) const { return map_.startOf(line) != map_.endOf(line); }

private:
    HalfEdge next(HalfEdge edge) const;
    std::size_t faceOfLoop(std::size_t loop);
    std::int32_t& slot(HalfEdge edge)
    {
        return loopOfEdge_[2 * static_cast<std::size_t>(edge.line.value) + static_cast<std::size_t>(edge.side)];
    }

    const Map& map_;
    std::vector<Loop> loops_;
    std::vector<Face> faces_;
    std::vector<std::int32_t> loopOfEdge_; ///< -1: not walked yet
    std::vector<std::int32_t> faceOfLoop_;
};

} // namespace blak::roomcore
