// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/room_document.h"

#include <algorithm>

/// Rules about what walls show and whom they stop.
namespace blak::roomcore::checks {
namespace {

using namespace roo::side_flag;

/// A line that has sides and sectors on both sides, with the way through at its ends.
struct Window
{
    const roo::Sidedef* sides[2] = {}; ///< plus, minus
    const roo::Sector* sectors[2] = {};
    bool entered[2] = {};
    Heights heights[2][2]; ///< by side, by end
    bool isSeenFrom(int own) const { return entered[own]; }
    /// How far the other side's floor rises above that of a side, the ceiling falls below, at the end where it is most.
    double rise(int own) const
    {
        return std::max(heights[1 - own][0].floor - heights[own][0].floor, heights[1 - own][1].floor - heights[own][1].floor);
    }
    double drop(int own) const
    {
        return std::max(heights[own][0].ceiling - heights[1 - own][0].ceiling, heights[own][1].ceiling - heights[1 - own][1].ceiling);
    }
    /// Of what can be seen and walked through, at its widest.
    double gap() const
    {
        double widest = 0;
        for (const int end : {0, 1})
            widest = std::max(widest, std::min(heights[0][end].ceiling, heights[1][end].ceiling) -
                                          std::max(heights[0][end].floor, heights[1][end].floor));
        return widest;
    }
};

std::optional<Window> windowOf(const CheckRun& run, const roo::Linedef& line)
{
    Window window;
    for (const int i : {0, 1}) {
        const int sector = run.sectorBeside(line, i == 0);
        window.sides[i] = run.side(line, i == 0);
        if (window.sides[i] == nullptr || sector < 0)
            return std::nullopt;
        window.sectors[i] = &run.room().sectors[static_cast<std::size_t>(sector)];
        window.entered[i] = run.canBeEntered(static_cast<std::size_t>(sector));
        window.heights[i][0] = run.heightsAt(*window.sectors[i], startOf(line));
        window.heights[i][1] = run.heightsAt(*window.sectors[i], endOf(line));
    }
    return window;
}

constexpr double climb = 24; ///< what one can step up, editor units (space::MoverShape::maxStep)
constexpr double visible = 1; ///< editor units; thinner steps come from the rounding of slopes

constexpr Side sideOf(int index) { return index == 0 ? Side::Plus : Side::Minus; }

/// Of a line in a map that has sectors on both sides; who can enter them is not asked.
Window windowOf(const Map& map, LineId id)
{
    Window window;
    const MapLine& line = map.line(id);
    const MapPoint start = map.point(line.start), end = map.point(line.end);
    for (const int i : {0, 1}) {
        window.sides[i] = &map.sidedef(line.side(sideOf(i)).sidedef);
        window.sectors[i] = &map.sector(line.side(sideOf(i)).sector);
        window.heights[i][0] = CheckRun::heightsAt(*window.sectors[i], {start.x, start.y});
        window.heights[i][1] = CheckRun::heightsAt(*window.sectors[i], {end.x, end.y});
    }
    return window;
}

/// Textures of a side where the step goes the other way.
bool isAboveNeedless(const Window& window, int own) { return window.sides[own]->aboveTexture != 0 && window.drop(own) < 0; }
bool isBelowNeedless(const Window& window, int own) { return window.sides[own]->belowTexture != 0 && window.rise(own) < 0; }

/// Moves at run time, or gets other textures then, by its tag.
bool changesLater(const Window& window)
{
    return window.sectors[0]->userId != 0 || window.sectors[1]->userId != 0 || window.sides[0]->userId != 0 ||
           window.sides[1]->userId != 0;
}

/// Puts the texture of the rest of the side, or the most used one of the room.
RoomFix textureFix(LineId line, Side side, WallPart part)
{
    return [line, side, part](RoomDocument& document) -> Result<void> {
        const Map& map = document.map();
        if (!map.has(line) || !map.line(line).side(side).sidedef)
            return {};
        roo::Sidedef sidedef = map.sidedef(map.line(line).side(side).sidedef);
        std::uint16_t texture = document.defaults().wallTexture;
        for (const std::uint16_t own : {sidedef.belowTexture, sidedef.aboveTexture, sidedef.normalTexture})
            if (own != 0)
                texture = own;
        (part == WallPart::Above    ? sidedef.aboveTexture
         : part == WallPart::Normal ? sidedef.normalTexture
                                    : sidedef.belowTexture) = texture;
        document.edit().setSidedef(line, side, sidedef);
        return {};
    };
}

} // namespace

/// In the open, the sky behind a wall without texture is what is wanted.
void checkWallTextures(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        for (const bool plus : {true, false}) {
            const roo::Sidedef* side = run.side(line, plus);
            const int sector = run.sectorBeside(line, plus);
            if (side == nullptr || sector < 0 || side->normalTexture != 0 || (plus ? line.minusSide : line.plusSide) != 0)
                continue;
            const roo::Sector& own = run.room().sectors[static_cast<std::size_t>(sector)];
            if (own.ceilingTexture == 0 || own.ceilingHeight <= own.floorHeight || !run.canBeEntered(static_cast<std::size_t>(sector)))
                continue;
            run.addLine(Severity::Warning, i, sentence("Line %1 is a wall without texture: there one sees nothing but void.", i))
                .fix(sentence("Put a texture"), textureFix(run.lineId(i), plus ? Side::Plus : Side::Minus, WallPart::Normal));
        }
    }
}

/// Below the sky nothing is missing: there is sky behind. Nobody sees the inside of what cannot be entered: windows, pillars.
void checkUpperTextures(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        if (const auto window = windowOf(run, run.room().linedefs[i]))
            for (const int own : {0, 1})
                if (window->isSeenFrom(own) && window->sides[own]->aboveTexture == 0 && window->sectors[own]->ceilingTexture != 0 && window->drop(own) > visible &&
                    window->heights[own][0].ceiling > window->heights[own][0].floor)
                    run.addLine(Severity::Info, i,
                                own == 0 ? sentence("The step above line %1 has no texture on its + side.", i)
                                         : sentence("The step above line %1 has no texture on its − side.", i))
                        .fix(sentence("Put a texture"), textureFix(run.lineId(i), sideOf(own), WallPart::Above));
}

/// Who comes over a step without texture is not stopped, however high it is (formats/space/movement.h).
void checkLowerTextures(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        if (const auto window = windowOf(run, run.room().linedefs[i]))
            for (const int own : {0, 1}) {
                if (!window->isSeenFrom(own) || window->sides[own]->belowTexture != 0 || window->sectors[own]->floorTexture == 0 ||
                    window->rise(own) <= visible)
                    continue;
                const bool isHole = (window->sides[own]->flags & passable) != 0 && window->rise(own) > climb && window->gap() > climb;
                const Sentence message =
                    isHole ? (own == 0 ? sentence("The high step below line %1 has no texture on its + side, so one can walk up it.", i)
                                       : sentence("The high step below line %1 has no texture on its − side, so one can walk up it.", i))
                           : (own == 0 ? sentence("The step below line %1 has no texture on its + side.", i)
                                       : sentence("The step below line %1 has no texture on its − side.", i));
                run.addLine(isHole ? Severity::Warning : Severity::Info, i, message)
                    .fix(sentence("Put a texture"), textureFix(run.lineId(i), sideOf(own), WallPart::Below));
            }
}

/// One finding for the room: most old rooms have many, and they do no harm until something is moved.
void checkNeedlessTextures(CheckRun& run)
{
    std::vector<std::pair<LineId, int>> needless;
    std::size_t first = 0;
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        if (const auto window = windowOf(run, run.room().linedefs[i]); window && !changesLater(*window))
            for (const int own : {0, 1}) {
                if (!isAboveNeedless(*window, own) && !isBelowNeedless(*window, own))
                    continue;
                if (needless.empty())
                    first = i;
                needless.emplace_back(run.lineId(i), own);
            }
    if (needless.empty())
        return;
    run.addLine(Severity::Info, first,
                needless.size() == 1
                    ? sentence("A side of line %1 has textures where there is no step; they show as soon as a floor moves.", first)
                    : sentence("%1 sides have textures where there is no step, line %2 the first; they show as soon as a floor moves.",
                               needless.size(), first))
        .fix(needless.size() == 1 ? sentence("Take its needless textures off")
                                  : sentence("Take the needless textures of %1 sides off", needless.size()),
             [needless](RoomDocument& document) -> Result<void> {
            MapEdit edit = document.edit();
            for (const auto& [line, own] : needless) {
                const Map& map = document.map();
                if (!map.has(line) || !map.line(line).sides[0].sector || !map.line(line).sides[1].sector)
                    continue;
                const Window window = windowOf(map, line); // as it is now
                roo::Sidedef side = *window.sides[own];
                if (isBelowNeedless(window, own))
                    side.belowTexture = 0;
                if (isAboveNeedless(window, own))
                    side.aboveTexture = 0;
                edit.setSidedef(line, sideOf(own), side);
            }
            return {};
        });
}

/// Of walls that one can walk through: who does sees both sides.
void checkOneSidedMiddles(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const auto window = windowOf(run, run.room().linedefs[i]);
        if (!window || window->gap() <= visible || changesLater(*window) ||
            ((window->sides[0]->flags & window->sides[1]->flags) & passable) == 0)
            continue;
        const std::uint16_t plus = window->sides[0]->normalTexture, minus = window->sides[1]->normalTexture;
        if ((plus == 0) == (minus == 0))
            continue;
        const int bare = plus == 0 ? 0 : 1;
        const std::uint16_t texture = std::max(plus, minus);
        const std::uint32_t looks = window->sides[1 - bare]->flags & (transparent | noVerticalTile | normalTopDown);
        run.addLine(Severity::Info, i,
                    bare == 0 ? sentence("Between its sectors line %1 shows a texture on the − side only: from the + side it is not there.", i)
                              : sentence("Between its sectors line %1 shows a texture on the + side only: from the − side it is not there.", i))
            .fix(sentence("Show it on both sides"), changeSideFix(run.lineId(i), sideOf(bare),
                                                                  [texture, looks](roo::Sidedef& at) {
                                                                      at.normalTexture = texture;
                                                                      at.flags |= looks;
                                                                  }))
            .fix(sentence("Show it on neither"),
                 changeSidesFix(run.lineId(i), [](roo::Sidedef& at) { at.normalTexture = 0; }));
    }
}

/// Rooms are left over their rim; there a way into nothing is an exit.
void checkPassableEdges(CheckRun& run)
{
    constexpr std::int32_t rim = 64; // editor units
    const roo::PlayableRectangle rectangle = roo::playableRectangle(run.room());
    const auto isInside = [&rectangle](PlacePoint at) {
        return at.first > rectangle.left + rim && at.first < rectangle.right - rim && at.second > rectangle.bottom + rim &&
               at.second < rectangle.top - rim;
    };
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        for (const bool plus : {true, false}) {
            const roo::Sidedef* side = run.side(line, plus);
            if (side == nullptr || (side->flags & passable) == 0 || (plus ? line.minusSide : line.plusSide) != 0 ||
                !isInside(startOf(line)) || !isInside(endOf(line)))
                continue;
            run.addLine(Severity::Info, i, sentence("Line %1 may be walked through, but there is nothing behind it.", i))
                .fix(sentence("Let nobody through"), changeSideFix(run.lineId(i), plus ? Side::Plus : Side::Minus,
                                                                   [](roo::Sidedef& at) { at.flags &= ~passable; }));
        }
    }
}

/// Between two sectors most of the border lets one through, and a piece of it that looks the same does not; or the other way round.
/// A border that is one or the other all along is meant so.
void checkInvisibleWalls(CheckRun& run)
{
    constexpr double body = 64;      // editor units; through lower gaps nobody fits anyway
    constexpr std::size_t most = 4;  // times as many lines as the odd ones
    struct Border
    {
        std::vector<std::size_t> open, closed;
    };
    std::map<std::pair<int, int>, Border> borders;
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        const auto window = windowOf(run, line);
        if (!window || window->gap() < body || changesLater(*window) || window->sectors[0] == window->sectors[1] ||
            window->sides[0]->normalTexture != 0 || window->sides[1]->normalTexture != 0 || window->rise(0) > climb ||
            window->rise(1) > climb)
            continue;
        Border& border = borders[std::minmax(run.sectorBeside(line, true), run.sectorBeside(line, false))];
        const std::uint32_t flags[2] = {window->sides[0]->flags & passable, window->sides[1]->flags & passable};
        if (flags[0] == flags[1])
            (flags[0] != 0 ? border.open : border.closed).push_back(i);
    }
    for (const auto& [sectors, border] : borders) {
        const bool isWall = border.closed.size() < border.open.size();
        const auto& odd = isWall ? border.closed : border.open;
        if (most * odd.size() > (isWall ? border.open : border.closed).size())
            continue;
        for (const std::size_t line : odd) {
            Found found = run.addLine(
                Severity::Info, line,
                isWall ? sentence("Line %1 stops everybody, while the rest of the border of sectors %2 and %3 can be walked over.", line,
                                  sectors.first, sectors.second)
                       : sentence("Line %1 can be walked over, while the rest of the border of sectors %2 and %3 stops everybody.", line,
                                  sectors.first, sectors.second));
            if (isWall)
                found.fix(sentence("Let them through"), changeSidesFix(run.lineId(line), [](roo::Sidedef& at) { at.flags |= passable; }));
            else
                found.fix(sentence("Stop them"), changeSidesFix(run.lineId(line), [](roo::Sidedef& at) { at.flags &= ~passable; }));
        }
    }
}

/// Down a cliff but not up again is what steps are for; and who meets a texture is told.
void checkOneWayWalls(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const auto window = windowOf(run, run.room().linedefs[i]);
        if (!window || window->gap() <= climb || window->rise(0) > climb || window->rise(1) > climb ||
            window->sides[0]->normalTexture != 0 || window->sides[1]->normalTexture != 0 || ((window->sides[0]->flags ^ window->sides[1]->flags) & passable) == 0)
            continue;
        run.addLine(Severity::Info, i,
                    (window->sides[0]->flags & passable) != 0 ? sentence("Line %1 may be walked through from its + side only.", i)
                                                              : sentence("Line %1 may be walked through from its − side only.", i))
            .fix(sentence("From both sides"), changeSidesFix(run.lineId(i), [](roo::Sidedef& at) { at.flags |= passable; }))
            .fix(sentence("From neither"), changeSidesFix(run.lineId(i), [](roo::Sidedef& at) { at.flags &= ~passable; }));
    }
}

void checkMapFlags(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        std::uint32_t flags = 0; // clients take those of both sides together
        for (const bool plus : {true, false})
            if (const roo::Sidedef* side = run.side(line, plus))
                flags |= side->flags;
        if ((flags & mapNever) == 0 || (flags & mapAlways) == 0)
            continue;
        run.addLine(Severity::Warning, i, sentence("Line %1 is to be never and always on the map.", i))
            .fix(sentence("Never"), changeSidesFix(run.lineId(i), [](roo::Sidedef& at) { at.flags = (at.flags | mapNever) & ~mapAlways; }))
            .fix(sentence("Always"), changeSidesFix(run.lineId(i), [](roo::Sidedef& at) { at.flags = (at.flags | mapAlways) & ~mapNever; }));
    }
}

/// Through a wall that is the end of the room one sees what the renderer left there.
void checkTransparent(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        for (const bool plus : {true, false}) {
            const roo::Sidedef* side = run.side(line, plus);
            const int sector = run.sectorBeside(line, plus);
            if (side == nullptr || sector < 0 || (side->flags & transparent) == 0 || (side->flags & noLookThrough) != 0 ||
                side->normalTexture == 0 || (plus ? line.minusSide : line.plusSide) != 0 ||
                run.room().sectors[static_cast<std::size_t>(sector)].ceilingTexture == 0)
                continue;
            run.addLine(Severity::Info, i, sentence("Line %1 is transparent, but there is no sector behind it.", i))
                .fix(sentence("Make it solid"), changeSideFix(run.lineId(i), plus ? Side::Plus : Side::Minus,
                                                              [](roo::Sidedef& at) { at.flags &= ~transparent; }));
        }
    }
}

} // namespace blak::roomcore::checks
