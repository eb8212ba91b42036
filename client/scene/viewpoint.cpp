// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/scene/viewpoint.h"

#include "formats/space/line_of_sight.h"
#include "formats/space/movement.h"
#include "formats/space/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <tuple>
#include <vector>

namespace blak::scene {
namespace {

constexpr std::size_t mostCandidates = 12;
constexpr std::size_t directions = 32;
constexpr std::size_t fan = 3; ///< rays on each side that count for a direction: 34 degrees, about half of the view
constexpr double farthest = 20 * space::clientUnitsPerSquare; ///< what lies farther away is small
constexpr std::array slopesDown{0.15, 0.3}; ///< 9 and 17 degrees below the horizon: where one should see ground, or what stands on it

struct Candidate
{
    bool playable = false; ///< in the rectangle; what lies outside is scenery, however large it is
    bool standable = false; ///< and with a floor that is seen
    double area = 0;
    space::Index sector = space::none;
    space::Point middle;

    auto rank() const { return std::tuple(playable, standable); }
};

double areaOf(std::span<const space::Point> polygon)
{
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const space::Point& a = polygon[i];
        const space::Point& b = polygon[(i + 1) % polygon.size()];
        twice += a.x * b.y - b.x * a.y;
    }
    return std::abs(twice) / 2;
}

space::Point middleOf(std::span<const space::Point> polygon)
{
    space::Point middle;
    for (const space::Point& corner : polygon) {
        middle.x += corner.x / static_cast<double>(polygon.size());
        middle.y += corner.y / static_cast<double>(polygon.size());
    }
    return middle;
}

/// The part of a direction, 0 to 1, in which one sees neither ground nor a wall below the horizon: floors without texture, sides without
/// walls. What lies above a low wall is no hole.
double holesTowards(const space::LoadedRoom& room, space::Point3 eye, double feet, double turn)
{
    const double dx = std::cos(turn), dy = std::sin(turn);
    const auto isHole = [&](double slope) {
        const auto hit = space::firstInSight(room, eye, {eye.x + farthest * dx, eye.y + farthest * dy, eye.z - farthest * slope});
        if (!hit || hit->kind == space::SightHit::Kind::Void)
            return true;
        const double ground = (eye.z - feet) / slope;
        if (hit->fraction * farthest < ground)
            return false;
        const space::Index sector = room.sectorAt({eye.x + ground * dx, eye.y + ground * dy}); // a ray goes on below a floor without texture
        return sector == space::none || room.sector(sector).floorTexture == 0;
    };
    return static_cast<double>(std::ranges::count_if(slopesDown, isHole)) / static_cast<double>(slopesDown.size());
}

bool isIn(const roo::PlayableRectangle& rectangle, space::Point at)
{
    const double width = (rectangle.right - rectangle.left) * space::clientUnitsPerEditorUnit;
    const double height = (rectangle.top - rectangle.bottom) * space::clientUnitsPerEditorUnit;
    return at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height;
}

bool isStandable(const space::LoadedRoom& room, space::Index sector, space::Point at)
{
    return (room.sector(sector).flags & roo::sector_flag::noMove) == 0 && room.sector(sector).floorTexture != 0 &&
           room.ceilingHeight(sector, at) - room.floorHeight(sector, at) >= space::Mover::player().headRoom;
}

/// The best pieces of floor, the best first.
std::vector<Candidate> candidatesOf(const space::LoadedRoom& room)
{
    const roo::PlayableRectangle rectangle = roo::playableRectangle(room.room());
    std::vector<Candidate> candidates;
    for (const space::LoadedNode& node : room.nodes()) {
        if (!node.isLeaf || node.sector == space::none)
            continue;
        Candidate candidate{.sector = node.sector, .middle = middleOf(room.polygonOf(node))};
        candidate.playable = isIn(rectangle, candidate.middle);
        candidate.standable = isStandable(room, node.sector, candidate.middle);
        candidate.area = areaOf(room.polygonOf(node));
        candidates.push_back(candidate);
    }
    const auto better = [](const Candidate& a, const Candidate& b) {
        return std::tuple(a.rank(), a.area) > std::tuple(b.rank(), b.area);
    };
    const std::size_t count = std::min(candidates.size(), mostCandidates);
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end(), better);
    candidates.resize(count);
    while (!candidates.empty() && candidates.back().rank() != candidates.front().rank())
        candidates.pop_back();
    return candidates;
}

struct View
{
    double angle = 0;
    double openness = -1; ///< of the rays around it; more is wider
};

constexpr double farthestScreen = 2 * space::clientUnitsPerSquare;

/// Walls near by that rays go through though a picture stands there: reeds, grates.
std::vector<Screen> screensOfWalls(const space::LoadedRoom& room, space::Point at)
{
    constexpr double step = space::clientUnitsPerSquare / 4.0; // so much of a wall is one screen
    std::vector<Screen> screens;
    for (const space::LoadedWall& wall : room.walls()) {
        const bool isScreen = std::ranges::any_of(wall.sides, [&room](space::Index side) {
            return side != space::none && room.sidedef(side).normalTexture != 0 && (room.sidedef(side).flags & roo::side_flag::transparent) != 0;
        });
        const double count = std::ceil(wall.length / step);
        for (double i = 0.5; isScreen && i < count; ++i) {
            const Screen screen{{wall.start.x + i / count * (wall.end.x - wall.start.x), wall.start.y + i / count * (wall.end.y - wall.start.y)}, step / 2};
            if (std::hypot(screen.at.x - at.x, screen.at.y - at.y) < farthestScreen)
                screens.push_back(screen);
        }
    }
    return screens;
}

/// The part of a direction, 0 to 1, that things near by leave of it.
double leftByScreens(space::Point at, double turn, std::span<const Screen> screens)
{
    double left = 1;
    for (const Screen& screen : screens) {
        const double dx = screen.at.x - at.x, dy = screen.at.y - at.y, away = std::hypot(dx, dy);
        if (away >= farthestScreen)
            continue;
        const double beside = std::remainder(std::atan2(dy, dx) - turn, 2 * std::numbers::pi);
        const double halfWidth = std::atan2(screen.radius, away) + std::numbers::pi / directions; // and a half of what is between two rays
        if (std::abs(beside) <= halfWidth)
            left = std::min(left, away / farthestScreen);
    }
    return left;
}

View widestFrom(const space::LoadedRoom& room, space::Point at, space::Index sector, double eyeHeight, std::span<const Screen> screens = {})
{
    const double feet = room.standHeight(sector, at);
    std::array<double, directions> distance{};
    for (std::size_t i = 0; i < directions; ++i) {
        const double turn = 2 * std::numbers::pi * static_cast<double>(i) / directions;
        for (const double z : {feet + eyeHeight, feet + eyeHeight / 2}) { // the lower ray sees what stands in the way
            const space::Point3 end{at.x + farthest * std::cos(turn), at.y + farthest * std::sin(turn), z};
            const auto hit = space::firstInSight(room, {at.x, at.y, z}, end);
            distance[i] += hit ? hit->fraction : 1;
        }
        distance[i] *= 1 - holesTowards(room, {at.x, at.y, feet + eyeHeight}, feet, turn); // far into nothing is no view
        distance[i] *= leftByScreens(at, turn, screens);
    }
    View best;
    for (std::size_t i = 0; i < directions; ++i) {
        double sum = 0;
        for (std::size_t step = 0; step <= 2 * fan; ++step)
            sum += distance[(i + directions + step - fan) % directions];
        if (sum > best.openness)
            best = {static_cast<double>(i) * space::anglesPerTurn / directions, sum};
    }
    return best;
}

} // namespace

Viewpoint findViewpoint(const space::LoadedRoom& room, double eyeHeight)
{
    Viewpoint best;
    double bestOpenness = -1;
    for (const Candidate& candidate : candidatesOf(room))
        if (const View view = widestFrom(room, candidate.middle, candidate.sector, eyeHeight); view.openness > bestOpenness) {
            bestOpenness = view.openness;
            best = {candidate.middle, view.angle};
        }
    return best;
}

bool canStand(const space::LoadedRoom& room, space::Point place)
{
    const space::Index sector = room.sectorAt(place);
    return sector != space::none && isIn(roo::playableRectangle(room.room()), place) && isStandable(room, sector, place);
}

double widestAngle(const space::LoadedRoom& room, space::Point place, double eyeHeight, std::span<const Screen> screens)
{
    const space::Index sector = room.sectorAt(place);
    if (sector == space::none)
        return 0;
    std::vector<Screen> all = screensOfWalls(room, place);
    all.insert(all.end(), screens.begin(), screens.end());
    return widestFrom(room, place, sector, eyeHeight, all).angle;
}

} // namespace blak::scene
