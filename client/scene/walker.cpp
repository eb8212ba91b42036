// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/scene/walker.h"

#include "client/scene/viewpoint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace blak::scene {
namespace {

constexpr double longestStep = 0.05; ///< seconds
constexpr double longestPause = 1;   ///< seconds
constexpr double climbSpeed = 4608;  ///< client units per second (protocol.md section 4.3)
constexpr double firstFallSpeed = 682;
constexpr double gravity = 5 * 1024; ///< client units per second squared
constexpr double highestLook = 1.5;  ///< parts of the view height (protocol.md section 4.3)
constexpr double flyFactor = 2;      ///< flying is faster than walking
constexpr std::array<double, 4> wadingFactors{1, 0.75, 0.5, 0.25};

double wrapAngle(double angle) { return angle - std::floor(angle / space::anglesPerTurn) * space::anglesPerTurn; }

} // namespace

void Walker::placeAt(const space::LoadedRoom& room, double x, double y, double angle)
{
    camera_.x = x;
    camera_.y = y;
    camera_.angle = wrapAngle(angle);
    const space::Index sector = room.sectorAt({x, y});
    feet_ = sector == space::none ? 0 : room.standHeight(sector, {x, y});
    fallSpeed_ = 0;
    camera_.z = feet_ + eyeHeight;
}

void Walker::placeInside(const space::LoadedRoom& room)
{
    const Viewpoint viewpoint = findViewpoint(room, eyeHeight);
    placeAt(room, viewpoint.place.x, viewpoint.place.y, viewpoint.angle);
}

void Walker::advance(const space::LoadedRoom& room, const WalkInput& input, double milliseconds)
{
    double left = std::clamp(milliseconds / 1000, 0.0, longestPause);
    while (left > 0) {
        const double seconds = std::min(left, longestStep);
        step(room, input, seconds);
        left -= seconds;
    }
}

void Walker::look(double turn, double up)
{
    camera_.angle = wrapAngle(camera_.angle + turn);
    camera_.horizonShift = std::clamp(camera_.horizonShift + up, -highestLook, highestLook);
}

void Walker::setFlying(bool flying)
{
    flying_ = flying;
    feet_ = camera_.z - eyeHeight;
    fallSpeed_ = 0;
}

void Walker::setCamera(const render::Camera& camera)
{
    camera_ = camera;
    camera_.angle = wrapAngle(camera.angle);
    feet_ = camera.z - eyeHeight;
    fallSpeed_ = 0;
}

void Walker::step(const space::LoadedRoom& room, const WalkInput& input, double seconds)
{
    camera_.angle = wrapAngle(camera_.angle + std::clamp(input.turn, -1.0, 1.0) * turnSpeed * (input.fast ? 3 : 1) * seconds);
    const double turn = camera_.angle / space::anglesPerTurn * 2 * std::numbers::pi;
    double ahead = std::clamp(input.forward, -1.0, 1.0);
    double aside = std::clamp(input.sideways, -1.0, 1.0);
    const double length = std::hypot(ahead, aside);
    if (length > 1) {
        ahead /= length;
        aside /= length;
    }
    const double speed = input.fast ? runSpeed : walkSpeed;
    const double dx = std::cos(turn) * ahead - std::sin(turn) * aside;
    const double dy = std::sin(turn) * ahead + std::cos(turn) * aside;

    if (flying_) {
        // Along the line of sight: the horizon shift is the tangent of the pitch in view heights.
        const double halfWidth = std::tan(std::clamp(camera_.fieldOfView, 10.0, 170.0) / 360 * std::numbers::pi);
        const double slope = camera_.horizonShift * 2 * halfWidth * 0.625; // for a view of 16 to 10
        const double way = speed * flyFactor * seconds;
        camera_.x += dx * way;
        camera_.y += dy * way;
        camera_.z += (std::clamp(input.upwards, -1.0, 1.0) + slope * ahead) * way;
        return;
    }

    const space::Point from{camera_.x, camera_.y};
    const space::Index sector = room.sectorAt(from);
    const double wading = sector == space::none ? 1 : wadingFactors[room.sector(sector).flags & roo::sector_flag::depthMask];
    const double way = speed * wading * seconds;
    space::Point to{from.x + dx * way, from.y + dy * way};
    if (length > 0 && !throughWalls_)
        to = space::move(room, mover_, from, to).point;
    camera_.x = to.x;
    camera_.y = to.y;
    const space::Index there = room.sectorAt(to);
    stepHeight(there == space::none ? feet_ : room.standHeight(there, to), seconds);
    camera_.z = feet_ + eyeHeight;
}

void Walker::stepHeight(double floor, double seconds)
{
    if (feet_ < floor) {
        feet_ = std::min(floor, feet_ + climbSpeed * seconds);
        fallSpeed_ = 0;
    } else if (feet_ > floor) {
        fallSpeed_ = fallSpeed_ <= 0 ? firstFallSpeed : fallSpeed_ + gravity * seconds;
        feet_ = std::max(floor, feet_ - fallSpeed_ * seconds);
        if (feet_ <= floor)
            fallSpeed_ = 0;
    }
}

} // namespace blak::scene
