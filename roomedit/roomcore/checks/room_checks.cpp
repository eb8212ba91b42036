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
    RuleEntry{{"no tree", Severity::Error, "the BSP tree cannot be used, so there are no floors and no 3D view"}, checks::checkTree},
    RuleEntry{{"two things", Severity::Error, "clients expect exactly two things, the corners of the playable rectangle"},
              checks::checkThings},
    RuleEntry{{"empty rectangle", Severity::Error, "the two corners leave no playable rectangle"}, checks::checkRectangle},
    RuleEntry{{"zero length", Severity::Error, "a line begins and ends in the same place"}, checks::checkLength},
    RuleEntry{{"side without sector", Severity::Error, "a line has a side without sector, or names what is not there"},
              checks::checkSides},
    RuleEntry{{"lines on each other", Severity::Warning, "two lines have the same ends"}, checks::checkDoubles},
    RuleEntry{{"crossing lines", Severity::Warning, "two lines cross, or one ends inside of the other"}, checks::checkCrossings},
    RuleEntry{{"loose end", Severity::Info, "a line ends where no other one goes on"}, checks::checkLooseEnds},
    RuleEntry{{"unclosed sector", Severity::Error, "the lines around a sector leave a gap"}, checks::checkClosed},
    RuleEntry{{"unused sector", Severity::Info, "no line belongs to a sector"}, checks::checkSectorUse},
    RuleEntry{{"unused side", Severity::Info, "no line has a sidedef"}, checks::checkSideUse},
    RuleEntry{{"floor above ceiling", Severity::Warning, "a level floor lies above its ceiling"}, checks::checkHeights},
    RuleEntry{{"slope point outside", Severity::Info, "a point that gives a slope lies outside of its sector"},
              checks::checkSlopePoints},
    RuleEntry{{"tag without texture", Severity::Warning, "a side with a tag shows no texture that could change"},
              checks::checkTaggedSides},
    RuleEntry{{"missing texture", Severity::Warning, "the file of a texture was not found"}, checks::checkTextures},
    RuleEntry{{"scroll and animation", Severity::Warning, "a side or sector scrolls and is animated at once"}, checks::checkScroll},
    RuleEntry{{"too many points", Severity::Error, "a piece of the tree has more points than clients take"}, checks::checkPolygons},
    RuleEntry{{"grid size", Severity::Warning, "the move grid is not as large as the room"}, checks::checkGrid},
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
