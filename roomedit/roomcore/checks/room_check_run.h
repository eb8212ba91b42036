// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/checks/room_checks.h"

#include <map>
#include <utility>

/// What the rules share; they stand by theme in *_rules.cpp and are listed in room_checks.cpp.
namespace blak::roomcore::checks {

using PlacePoint = std::pair<std::int32_t, std::int32_t>; ///< x and y, editor units

class CheckRun
{
public:
    explicit CheckRun(const RoomCheckInput& input);

    const roo::Room& room() const { return input_.room; }
    const RoomCheckInput& input() const { return input_; }

    void begin(std::string_view rule);
    /// Says how many findings of the rule were left out.
    void end();

    void add(Severity severity, std::string message);
    void addLine(Severity severity, std::size_t line, std::string message);
    void addSector(Severity severity, std::size_t sector, std::string message);
    /// About a sector, at one point of it.
    void addSectorAt(Severity severity, std::size_t sector, PlacePoint where, std::string message);

    /// Null where the line has no side there or names one that is not there.
    const roo::Sidedef* side(const roo::Linedef& line, bool plus) const;
    /// From 0; -1 where there is none. The plus side is the right-hand side from start to end.
    int sectorBeside(const roo::Linedef& line, bool plus) const;
    /// Lines beside each sector, ascending; a line inside of a sector once.
    const std::vector<std::size_t>& linesOf(std::size_t sector) const { return linesOf_[sector]; }

    std::vector<Diagnostic> takeFindings() { return std::move(findings_); }

private:
    void addAt(Severity severity, std::string message, std::string_view kind, std::size_t number, double x, double y);

    const RoomCheckInput& input_;
    roo::PlayableRectangle playable_;
    std::vector<std::vector<std::size_t>> linesOf_;
    std::vector<Diagnostic> findings_;
    std::string rule_;
    std::size_t found_ = 0;
};

inline PlacePoint startOf(const roo::Linedef& line) { return {line.x0, line.y0}; }
inline PlacePoint endOf(const roo::Linedef& line) { return {line.x1, line.y1}; }

// line_rules.cpp
void checkLength(CheckRun& run);
void checkSides(CheckRun& run);
void checkDoubles(CheckRun& run);
void checkCrossings(CheckRun& run);
void checkLooseEnds(CheckRun& run);
// sector_rules.cpp
void checkClosed(CheckRun& run);
void checkSectorUse(CheckRun& run);
void checkHeights(CheckRun& run);
void checkSlopePoints(CheckRun& run);
// texture_rules.cpp
void checkTaggedSides(CheckRun& run);
void checkTextures(CheckRun& run);
void checkScroll(CheckRun& run);
void checkSideUse(CheckRun& run);
// room_rules.cpp
void checkTree(CheckRun& run);
void checkThings(CheckRun& run);
void checkRectangle(CheckRun& run);
void checkPolygons(CheckRun& run);
void checkGrid(CheckRun& run);
void checkSecurity(CheckRun& run);

} // namespace blak::roomcore::checks
