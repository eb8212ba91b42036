// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/checks/room_checks.h"
#include "roomedit/roomcore/map/ids.h"
#include "roomedit/roomcore/map/plane_geometry.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace blak::roomcore {
class RoomDocument;
}

/// What the rules share; they stand by theme in *_rules.cpp and are listed in room_checks.cpp.
namespace blak::roomcore::checks {

using PlacePoint = std::pair<std::int32_t, std::int32_t>; ///< x and y, editor units

/// Changes the document inside of a transaction. Parts may be gone when it comes to it: then there is nothing to do.
using RoomFix = std::function<Result<void>(RoomDocument&)>;

class CheckRun;

/// A finding that is being written; fixes are added to it, the best one first.
class Found
{
public:
    Found(CheckRun& run, std::optional<std::size_t> listed) : run_(&run), listed_(listed) {}
    Found& fix(const Sentence& title, RoomFix apply);

private:
    CheckRun* run_;
    std::optional<std::size_t> listed_; ///< none: it is one too many
    bool hasFix_ = false;
};

/// A vertical way through a line at one of its ends, editor units.
struct Heights
{
    double floor = 0, ceiling = 0;
};

class CheckRun
{
public:
    explicit CheckRun(const RoomCheckInput& input);

    const roo::Room& room() const { return input_.room; }
    const RoomCheckInput& input() const { return input_; }

    void begin(std::string_view rule);
    /// Says how many findings of the rule were left out.
    void end();

    Found add(Severity severity, const Sentence& message);
    Found addLine(Severity severity, std::size_t line, const Sentence& message);
    Found addSector(Severity severity, std::size_t sector, const Sentence& message);
    /// About a part, at one point of it.
    Found addLineAt(Severity severity, std::size_t line, PlacePoint where, const Sentence& message);
    Found addSectorAt(Severity severity, std::size_t sector, PlacePoint where, const Sentence& message);

    // By number in the room.
    LineId lineId(std::size_t number) const;
    SectorId sectorId(std::size_t number) const;
    SidedefId sidedefId(std::size_t number) const; ///< from 0
    ThingId thingId(std::size_t number) const;

    /// Null where the line has no side there or names one that is not there.
    const roo::Sidedef* side(const roo::Linedef& line, bool plus) const;
    /// From 0; -1 where there is none. The plus side is the right-hand side from start to end.
    int sectorBeside(const roo::Linedef& line, bool plus) const;
    /// Lines beside each sector, ascending; a line inside of a sector once.
    const std::vector<std::size_t>& linesOf(std::size_t sector) const { return linesOf_[sector]; }
    /// Whether one can walk into it from another one, going by the flags of lines; true for a room of one sector.
    bool canBeEntered(std::size_t sector) const { return entered_[sector]; }
    /// Of a sector above a point; slopes whose points lie in one line count as level.
    static Heights heightsAt(const roo::Sector& sector, PlacePoint at);

    /// Lines that cross others or end inside of them: what borders they are part of is anybody's guess.
    std::vector<bool> tangled;

    std::vector<Diagnostic> takeFindings() { return std::move(findings_); }

private:
    friend class Found;
    Found addAt(Severity severity, const Sentence& message, bool isLine, std::size_t number, double x, double y);
    Found addSpot(Severity severity, const Sentence& message, bool isLine, std::size_t number, PlacePoint where);
    std::string text(const Sentence& sentence) const { return textOf(sentence, input_.translate); }
    void addFix(std::size_t finding, const Sentence& title, RoomFix apply);

    const RoomCheckInput& input_;
    roo::PlayableRectangle playable_;
    std::vector<std::vector<std::size_t>> linesOf_;
    std::vector<bool> entered_;
    std::vector<Diagnostic> findings_;
    std::string rule_;
    std::size_t found_ = 0;
    std::vector<RoomFix> restFixes_; ///< of findings that are not listed
    Sentence restTitle_;
};

/// By sector: vertices that its border leaves more often than it comes to them, or less often. None for a closed sector.
std::vector<std::vector<PlacePoint>> openPoints(const CheckRun& run);

inline PlacePoint startOf(const roo::Linedef& line) { return {line.x0, line.y0}; }
inline PlacePoint endOf(const roo::Linedef& line) { return {line.x1, line.y1}; }
inline MapPoint pointOf(PlacePoint place) { return {place.first, place.second}; }

// line_rules.cpp
void checkLength(CheckRun& run);
void checkSides(CheckRun& run);
void checkSideless(CheckRun& run);
void checkDoubles(CheckRun& run);
void checkCrossings(CheckRun& run);
void checkUselessLines(CheckRun& run);
// vertex_rules.cpp
void checkShortLines(CheckRun& run);
void checkCloseVertices(CheckRun& run);
void checkLooseEnds(CheckRun& run);
// sector_rules.cpp
void checkClosed(CheckRun& run);
void checkMixedAreas(CheckRun& run);
void checkSectorUse(CheckRun& run);
void checkHeights(CheckRun& run);
void checkLightBit(CheckRun& run);
void checkFlicker(CheckRun& run);
void checkUnknownFlags(CheckRun& run);
// slope_rules.cpp
void checkSlopePoints(CheckRun& run);
void checkSlopePlanes(CheckRun& run);
void checkSlopeNumbers(CheckRun& run);
void checkSlopeHeights(CheckRun& run);
// wall_rules.cpp
void checkWallTextures(CheckRun& run);
void checkUpperTextures(CheckRun& run);
void checkLowerTextures(CheckRun& run);
void checkNeedlessTextures(CheckRun& run);
void checkOneSidedMiddles(CheckRun& run);
void checkPassableEdges(CheckRun& run);
void checkInvisibleWalls(CheckRun& run);
void checkOneWayWalls(CheckRun& run);
void checkMapFlags(CheckRun& run);
void checkTransparent(CheckRun& run);
// texture_rules.cpp
void checkTaggedSides(CheckRun& run);
void checkTextures(CheckRun& run);
void checkScroll(CheckRun& run);
void checkScrollParts(CheckRun& run);
void checkSideUse(CheckRun& run);
// room_rules.cpp
void checkTree(CheckRun& run);
void checkThings(CheckRun& run);
void checkRectangle(CheckRun& run);
void checkLimits(CheckRun& run);
void checkPolygons(CheckRun& run);
void checkSize(CheckRun& run);
void checkGrid(CheckRun& run);
void checkReach(CheckRun& run);
void checkSecurity(CheckRun& run);

} // namespace blak::roomcore::checks
