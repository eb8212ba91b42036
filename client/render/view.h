// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::render {

/// A point seen from the eye: how far along the view direction and how far to the right. Client units.
struct ViewPoint
{
    double depth = 0, right = 0;
};

/// The projection of one frame.
///
/// Column x looks along depth = 1, right = k(x); row y looks up by m(y) per unit of depth. A point at `depth` is at
///     screen x = centre + focal * right / depth,   screen y = horizon - focal * (z - eye) / depth.
/// Pixel centres are at + 0.5. Verticals stay vertical: looking up and down shifts the horizon.
struct View
{
    static constexpr double nearDepth = 2; ///< client units; nothing nearer is drawn

    View(const Camera& camera, int frameWidth, int frameHeight)
        : eyeX(camera.x), eyeY(camera.y), eyeZ(camera.z), width(frameWidth), height(frameHeight)
    {
        const double turn = camera.angle / 4096 * 2 * std::numbers::pi;
        forwardX = std::cos(turn);
        forwardY = std::sin(turn);
        const double fieldOfView = std::clamp(camera.fieldOfView, 10.0, 170.0) / 180 * std::numbers::pi;
        centre = width / 2.0;
        focal = centre / std::tan(fieldOfView / 2);
        horizon = height / 2.0 + std::clamp(camera.horizonShift, -8.0, 8.0) * height;
    }

    // With y to the south, turning right is turning clockwise: right of east is south.
    double rightX() const { return -forwardY; }
    double rightY() const { return forwardX; }

    ViewPoint toView(double x, double y) const
    {
        const double dx = x - eyeX;
        const double dy = y - eyeY;
        return {dx * forwardX + dy * forwardY, dy * forwardX - dx * forwardY};
    }

    double screenX(const ViewPoint& point) const { return centre + focal * point.right / point.depth; }
    double screenY(double z, double depth) const { return horizon - focal * (z - eyeZ) / depth; }
    double columnSlope(double screenColumn) const { return (screenColumn - centre) / focal; } ///< k
    double rowSlope(double screenRow) const { return (horizon - screenRow) / focal; }         ///< m

    double eyeX, eyeY, eyeZ;
    double forwardX, forwardY;
    double centre, focal, horizon;
    int width, height;
};

/// First pixel whose centre is at or behind a screen coordinate, kept within -margin .. limit + margin.
inline int firstPixel(double coordinate, int limit)
{
    return static_cast<int>(std::ceil(std::clamp(coordinate - 0.5, -4.0, limit + 4.0)));
}

} // namespace blak::render
