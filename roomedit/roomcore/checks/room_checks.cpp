// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_checks.h"

#include "roomedit/roomcore/checks/room_check_run.h"

#include <algorithm>
#include <array>

namespace blak::roomcore {
namespace {

struct RuleEntry
{
    RoomRule rule;
    void (*check)(checks::CheckRun&);
};

// Names are stable: users, manuals and scripts go by them. Each has a paragraph in the page "Rules of rooms" of the help.
constexpr std::array rules{
    RuleEntry{{"no tree", Severity::Error, "the BSP tree cannot be used, so there are no floors and no 3D view"},
              checks::checkTree},
    RuleEntry{{"two things", Severity::Error, "clients expect exactly two things, the corners of the playable rectangle"},
              checks::checkThings},
    RuleEntry{{"empty rectangle", Severity::Error, "the two corners leave no playable rectangle"}, checks::checkRectangle},
    RuleEntry{{"too large", Severity::Error, "the room does not fit into its format"}, checks::checkLimits},
    RuleEntry{{"zero length", Severity::Error, "a line begins and ends in the same place"}, checks::checkLength},
    RuleEntry{{"side without sector", Severity::Error, "a line has a side without sector, or names what is not there"},
              checks::checkSides},
    RuleEntry{{"line without side", Severity::Warning, "a line has no side, so nothing is drawn there"}, checks::checkSideless},
    RuleEntry{{"lines on each other", Severity::Warning, "two lines have the same ends"}, checks::checkDoubles},
    RuleEntry{{"crossing lines", Severity::Warning, "two lines cross, or one ends inside of the other"}, checks::checkCrossings},
    RuleEntry{{"short line", Severity::Info, "a line is no longer than a unit"}, checks::checkShortLines},
    RuleEntry{{"close vertices", Severity::Info, "lines nearly meet: their ends are a unit apart"}, checks::checkCloseVertices},
    RuleEntry{{"loose end", Severity::Info, "a line ends just beside another one"}, checks::checkLooseEnds},
    RuleEntry{{"useless line", Severity::Info, "a line within one sector shows nothing and stops nobody"},
              checks::checkUselessLines},
    RuleEntry{{"unclosed sector", Severity::Error, "the lines around a sector leave a gap"}, checks::checkClosed},
    RuleEntry{{"two sectors in one area", Severity::Warning, "the border of an area names several sectors, or the outside has one"},
              checks::checkMixedAreas},
    RuleEntry{{"unused sector", Severity::Info, "no line belongs to a sector"}, checks::checkSectorUse},
    RuleEntry{{"unused side", Severity::Info, "no line has a sidedef"}, checks::checkSideUse},
    RuleEntry{{"floor above ceiling", Severity::Warning, "a level floor lies above its ceiling"}, checks::checkHeights},
    RuleEntry{{"slope through ceiling", Severity::Warning, "a sloped floor rises above its ceiling at a corner"},
              checks::checkSlopeHeights},
    RuleEntry{{"slope without plane", Severity::Error, "the points of a slope lie in one line"}, checks::checkSlopePlanes},
    RuleEntry{{"slope numbers", Severity::Warning, "the stored plane of a slope is not the one of its points"},
              checks::checkSlopeNumbers},
    RuleEntry{{"slope point outside", Severity::Info, "the points that give a slope are no vertices of the room"},
              checks::checkSlopePoints},
    RuleEntry{{"wall without texture", Severity::Warning, "a wall at the end of the room shows nothing"},
              checks::checkWallTextures},
    RuleEntry{{"step above without texture", Severity::Warning, "a ceiling that falls shows nothing"}, checks::checkUpperTextures},
    RuleEntry{{"step below without texture", Severity::Warning, "a floor that rises shows nothing and stops nobody"},
              checks::checkLowerTextures},
    RuleEntry{{"texture without step", Severity::Info, "sides have textures above or below where there is no step"},
              checks::checkNeedlessTextures},
    RuleEntry{{"texture on one side", Severity::Info, "between two sectors a texture shows on one side only"},
              checks::checkOneSidedMiddles},
    RuleEntry{{"way into nothing", Severity::Info, "a wall with nothing behind it may be walked through"},
              checks::checkPassableEdges},
    RuleEntry{{"transparent end", Severity::Info, "a wall with nothing behind it is transparent"}, checks::checkTransparent},
    RuleEntry{{"invisible wall", Severity::Info, "a line stops everybody, and nothing is to be seen there"},
              checks::checkInvisibleWalls},
    RuleEntry{{"one-way wall", Severity::Info, "a line may be walked through from one side only"}, checks::checkOneWayWalls},
    RuleEntry{{"never and always", Severity::Warning, "a line is to be never and always on the map"}, checks::checkMapFlags},
    RuleEntry{{"tag without texture", Severity::Info, "a side with a tag shows no texture before Blakod gives it one"},
              checks::checkTaggedSides},
    RuleEntry{{"missing texture", Severity::Warning, "the file of a texture was not found"}, checks::checkTextures},
    RuleEntry{{"scroll and animation", Severity::Warning, "a side or sector scrolls and is animated at once"}, checks::checkScroll},
    RuleEntry{{"half a scroll", Severity::Info, "a sector has a scroll speed and nothing that scrolls, or the other way round"},
              checks::checkScrollParts},
    RuleEntry{{"flicker lost", Severity::Warning, "a sector flickers and scrolls or is animated at once"}, checks::checkFlicker},
    RuleEntry{{"light bit lost", Severity::Info, "a sector has fixed light where all around it follow the time of day"},
              checks::checkLightBit},
    RuleEntry{{"unknown flags", Severity::Info, "a side or sector has flags that mean nothing"}, checks::checkUnknownFlags},
    RuleEntry{{"too many points", Severity::Error, "a piece of the tree has more points than clients take"}, checks::checkPolygons},
    RuleEntry{{"room size", Severity::Warning, "the stored size is not that of the playable rectangle"}, checks::checkSize},
    RuleEntry{{"grid size", Severity::Warning, "the move grid is not as large as the room"}, checks::checkGrid},
    RuleEntry{{"out of reach", Severity::Info, "there is ground that nobody can walk to"}, checks::checkReach},
    RuleEntry{{"security value", Severity::Warning, "the stored checksum is not the one of the content"}, checks::checkSecurity},
};

constexpr auto namedRules = [] {
    std::array<RoomRule, rules.size()> list{};
    for (std::size_t i = 0; i < rules.size(); ++i)
        list[i] = rules[i].rule;
    return list;
}();

} // namespace

std::vector<Diagnostic> checkRoom(const RoomCheckInput& input)
{
    checks::CheckRun run(input);
    for (const RuleEntry& entry : rules) {
        if (input.ignored.contains(entry.rule.name))
            continue;
        run.begin(entry.rule.name);
        entry.check(run);
        run.end();
    }
    std::vector<Diagnostic> findings = run.takeFindings();
    std::ranges::stable_sort(findings, {}, &Diagnostic::severity);
    return findings;
}

std::span<const RoomRule> roomRules() { return namedRules; }

} // namespace blak::roomcore
