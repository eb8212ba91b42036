// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/arrangement.h"

#include <map>
#include <optional>

namespace blak::roomcore {

/// What locked parts are like, to see whether an edit left them so, whatever edit it was. A locked sector keeps its fields, its
/// outline and what its own sides show; its border may get vertices, as when a wall is drawn up to it from outside. Steps that its
/// neighbours make may get their first texture. A locked line or thing keeps everything.
class LockGuard
{
public:
    void remember(const Map& map, const Arrangement& arrangement);
    bool isEmpty() const { return sectors_.empty() && lines_.empty() && things_.empty(); }
    /// Fails, and says by what, where the map is not as it was remembered.
    Result<void> check(const Map& map) const;

private:
    struct Outline
    {
        std::int64_t doubledArea = 0;
        MapBox box;
        std::int64_t innerLines = 0; ///< with the sector on both sides
        std::int64_t openWay = 0;    ///< of its border that leads into other sectors, across and up added
        bool isLike(const Outline& other) const;
    };
    struct Sector
    {
        roo::Sector fields;
        Outline outline;
    };
    struct Line
    {
        MapLine line;
        MapPoint start, end;
        std::array<std::optional<roo::Sidedef>, 2> sidedefs;
        std::array<bool, 2> keeps{}; ///< by Side: must stay as it is
        bool isWhole = false;        ///< locked itself, not only as a border
    };

    static Outline outlineOf(const Map& map, SectorId sector);
    static Line lineOf(const Map& map, LineId id);

    std::map<SectorId, Sector> sectors_;
    std::map<LineId, Line> lines_;
    std::map<ThingId, roo::Thing> things_;
};

} // namespace blak::roomcore
