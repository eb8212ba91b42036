// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_check_run.h"

#include "formats/space/units.h"

#include <algorithm>
#include <limits>

namespace blak::roomcore::checks {
namespace {

constexpr std::size_t mostOfOneRule = 200; // a broken room need not fill the panel

} // namespace

CheckRun::CheckRun(const RoomCheckInput& input)
    : input_(input), playable_(roo::playableRectangle(input.room)), linesOf_(input.room.sectors.size())
{
    for (std::size_t i = 0; i < room().linedefs.size(); ++i) {
        const int plus = sectorBeside(room().linedefs[i], true);
        const int minus = sectorBeside(room().linedefs[i], false);
        if (plus >= 0)
            linesOf_[static_cast<std::size_t>(plus)].push_back(i);
        if (minus >= 0 && minus != plus)
            linesOf_[static_cast<std::size_t>(minus)].push_back(i);
    }
}

void CheckRun::begin(std::string_view rule)
{
    rule_ = rule;
    found_ = 0;
}

void CheckRun::end()
{
    if (found_ <= mostOfOneRule)
        return;
    const std::size_t more = found_ - mostOfOneRule;
    found_ = 0;
    add(Severity::Info, std::to_string(more) + " more places like these are not listed.");
}

void CheckRun::add(Severity severity, std::string message)
{
    if (++found_ > mostOfOneRule)
        return;
    Diagnostic finding;
    finding.severity = severity;
    finding.code = rule_;
    finding.file = input_.file;
    finding.message = std::move(message);
    finding.place = "Whole room";
    findings_.push_back(std::move(finding));
}

void CheckRun::addAt(Severity severity, std::string message, std::string_view kind, std::size_t number, double x, double y)
{
    if (found_ >= mostOfOneRule) {
        ++found_;
        return;
    }
    add(severity, std::move(message));
    constexpr double farthest = 1 << 30; // where toGrid ends
    const space::Point at = space::toClient(x, y, playable_);
    const space::GridPlace place = space::toGrid({std::clamp(at.x, -farthest, farthest), std::clamp(at.y, -farthest, farthest)});
    Diagnostic& finding = findings_.back();
    finding.parts = {{std::string(kind), static_cast<std::uint32_t>(number)}};
    finding.place = (kind == "linedef" ? "Line " : "Sector ") + std::to_string(number) + " · row " + std::to_string(place.row) +
                    ", col " + std::to_string(place.column);
}

void CheckRun::addLine(Severity severity, std::size_t line, std::string message)
{
    const roo::Linedef& at = room().linedefs[line];
    addAt(severity, std::move(message), "linedef", line, (at.x0 + at.x1) / 2.0, (at.y0 + at.y1) / 2.0);
}

void CheckRun::addSector(Severity severity, std::size_t sector, std::string message)
{
    constexpr int highest = std::numeric_limits<std::int16_t>::max();
    int left = highest, right = -highest - 1, bottom = highest, top = -highest - 1;
    for (const std::size_t number : linesOf_[sector]) {
        const roo::Linedef& line = room().linedefs[number];
        left = std::min<int>({left, line.x0, line.x1});
        right = std::max<int>({right, line.x0, line.x1});
        bottom = std::min<int>({bottom, line.y0, line.y1});
        top = std::max<int>({top, line.y0, line.y1});
    }
    if (left > right)
        left = right = bottom = top = 0; // without lines it is nowhere
    addAt(severity, std::move(message), "sector", sector, (left + right) / 2.0, (bottom + top) / 2.0);
}

void CheckRun::addSectorAt(Severity severity, std::size_t sector, PlacePoint where, std::string message)
{
    addAt(severity, std::move(message), "sector", sector, where.first, where.second);
}

const roo::Sidedef* CheckRun::side(const roo::Linedef& line, bool plus) const
{
    const std::size_t number = plus ? line.plusSide : line.minusSide;
    return number >= 1 && number <= room().sidedefs.size() ? &room().sidedefs[number - 1] : nullptr;
}

int CheckRun::sectorBeside(const roo::Linedef& line, bool plus) const
{
    const int sector = plus ? (line.plusSide != 0 ? line.plusSector : -1) : (line.minusSide != 0 ? line.minusSector : -1);
    return sector >= 0 && sector < static_cast<int>(room().sectors.size()) ? sector : -1;
}

} // namespace blak::roomcore::checks
