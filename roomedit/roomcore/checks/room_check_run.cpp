// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_check_run.h"

#include "formats/space/units.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/roomcore/slope_plane.h"

#include <algorithm>
#include <limits>

namespace blak::roomcore::checks {
namespace {

constexpr std::size_t mostOfOneRule = 200; // a broken room need not fill the panel

template <typename IdType>
IdType idOf(const std::vector<IdType>* ids, std::size_t number)
{
    if (ids == nullptr)
        return {static_cast<std::uint32_t>(number)};
    return number < ids->size() ? (*ids)[number] : IdType();
}

} // namespace

Found& Found::fix(const Sentence& title, RoomFix apply)
{
    if (listed_) {
        run_->addFix(*listed_, title, std::move(apply));
    } else if (!hasFix_) {
        run_->restTitle_ = title;
        run_->restFixes_.push_back(std::move(apply));
    }
    hasFix_ = true;
    return *this;
}

CheckRun::CheckRun(const RoomCheckInput& input)
    : tangled(input.room.linedefs.size()), input_(input), playable_(roo::playableRectangle(input.room)), linesOf_(input.room.sectors.size()),
      entered_(input.room.sectors.size(), input.room.sectors.size() == 1)
{
    for (std::size_t i = 0; i < room().linedefs.size(); ++i) {
        const int plus = sectorBeside(room().linedefs[i], true);
        const int minus = sectorBeside(room().linedefs[i], false);
        if (plus >= 0)
            linesOf_[static_cast<std::size_t>(plus)].push_back(i);
        if (minus >= 0 && minus != plus)
            linesOf_[static_cast<std::size_t>(minus)].push_back(i);
        if (plus < 0 || minus < 0 || plus == minus)
            continue;
        for (const bool isPlus : {true, false})
            if (const roo::Sidedef* from = side(room().linedefs[i], isPlus);
                from != nullptr && (from->flags & roo::side_flag::passable) != 0)
                entered_[static_cast<std::size_t>(isPlus ? minus : plus)] = true;
    }
}

void CheckRun::begin(std::string_view rule)
{
    rule_ = rule;
    found_ = 0;
    restFixes_.clear();
}

void CheckRun::end()
{
    if (found_ <= mostOfOneRule)
        return;
    const std::size_t more = found_ - mostOfOneRule;
    found_ = 0;
    Found rest = add(Severity::Info, sentence("%1 more places like these are not listed.", more));
    if (restFixes_.empty())
        return;
    rest.fix(restTitle_, [fixes = std::move(restFixes_)](RoomDocument& document) -> Result<void> {
        for (const RoomFix& one : fixes)
            if (auto done = one(document); !done)
                return done;
        return {};
    });
    restFixes_.clear();
}

void CheckRun::addFix(std::size_t finding, const Sentence& title, RoomFix apply)
{
    findings_[finding].fixes.push_back({text(title), {}, {}, [apply = std::move(apply)](document::Document& document) -> Result<void> {
                                            auto* room = dynamic_cast<RoomDocument*>(&document);
                                            if (room == nullptr)
                                                return Error{"expected a room", document.title()};
                                            return apply(*room);
                                        }});
}

Found CheckRun::add(Severity severity, const Sentence& message)
{
    if (++found_ > mostOfOneRule)
        return {*this, std::nullopt};
    Diagnostic finding;
    finding.severity = severity;
    finding.code = rule_;
    finding.file = input_.file;
    finding.message = text(message);
    finding.place = text(sentence("Whole room"));
    findings_.push_back(std::move(finding));
    return {*this, findings_.size() - 1};
}

Found CheckRun::addAt(Severity severity, const Sentence& message, bool isLine, std::size_t number, double x, double y)
{
    const bool isListed = found_ < mostOfOneRule;
    const Found found = add(severity, message);
    if (!isListed)
        return found;
    constexpr double farthest = 1 << 30; // where toGrid ends
    const space::Point at = space::toClient(x, y, playable_);
    const space::GridPlace place = space::toGrid({std::clamp(at.x, -farthest, farthest), std::clamp(at.y, -farthest, farthest)});
    Diagnostic& finding = findings_.back();
    finding.parts = {isLine ? PartPlace{"linedef", lineId(number).value} : PartPlace{"sector", sectorId(number).value}};
    finding.place = text(isLine ? sentence("Line %1 · row %2, col %3", number, place.row, place.column)
                                : sentence("Sector %1 · row %2, col %3", number, place.row, place.column));
    return found;
}

Found CheckRun::addLine(Severity severity, std::size_t line, const Sentence& message)
{
    const roo::Linedef& at = room().linedefs[line];
    return addAt(severity, message, true, line, (at.x0 + at.x1) / 2.0, (at.y0 + at.y1) / 2.0);
}

Found CheckRun::addLineAt(Severity severity, std::size_t line, PlacePoint where, const Sentence& message)
{
    return addSpot(severity, message, true, line, where);
}

Found CheckRun::addSector(Severity severity, std::size_t sector, const Sentence& message)
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
    return addAt(severity, message, false, sector, (left + right) / 2.0, (bottom + top) / 2.0);
}

Found CheckRun::addSectorAt(Severity severity, std::size_t sector, PlacePoint where, const Sentence& message)
{
    return addSpot(severity, message, false, sector, where);
}

Found CheckRun::addSpot(Severity severity, const Sentence& message, bool isLine, std::size_t number, PlacePoint where)
{
    const std::size_t before = findings_.size();
    const Found found = addAt(severity, message, isLine, number, where.first, where.second);
    if (findings_.size() > before)
        findings_.back().parts.front().at = PartPlace::Spot{where.first, where.second};
    return found;
}

LineId CheckRun::lineId(std::size_t number) const { return idOf(input_.numbers ? &input_.numbers->lines : nullptr, number); }
SectorId CheckRun::sectorId(std::size_t number) const { return idOf(input_.numbers ? &input_.numbers->sectors : nullptr, number); }
SidedefId CheckRun::sidedefId(std::size_t number) const { return idOf(input_.numbers ? &input_.numbers->sidedefs : nullptr, number); }
ThingId CheckRun::thingId(std::size_t number) const { return idOf(input_.numbers ? &input_.numbers->things : nullptr, number); }

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

Heights CheckRun::heightsAt(const roo::Sector& sector, PlacePoint at)
{
    Heights heights{static_cast<double>(sector.floorHeight), static_cast<double>(sector.ceilingHeight)};
    if (sector.floorSlope)
        heights.floor = heightOn(*sector.floorSlope, at.first, at.second).value_or(heights.floor);
    if (sector.ceilingSlope)
        heights.ceiling = heightOn(*sector.ceilingSlope, at.first, at.second).value_or(heights.ceiling);
    return heights;
}

} // namespace blak::roomcore::checks
