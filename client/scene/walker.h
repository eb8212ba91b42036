// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/camera.h"
#include "formats/space/loaded_room.h"
#include "formats/space/movement.h"

namespace blak::scene {

/// What the user asks for at this moment.
struct WalkInput
{
    double forward = 0;  ///< -1..1
    double sideways = 0; ///< -1..1, right is positive
    double upwards = 0;  ///< -1..1, fly mode only
    double turn = 0;     ///< -1..1, right is positive: keys
    bool fast = false;
};

/// The camera as a body that walks by the movement rule, falls, climbs and wades (protocol.md sections 4.2 and 4.3), or flies
/// through everything.
class Walker
{
public:
    static constexpr double eyeHeight = 768;        ///< client units above the feet
    static constexpr double walkSpeed = 2.5 * 1024; ///< client units per second
    static constexpr double runSpeed = 5 * 1024;
    static constexpr double turnSpeed = 640; ///< angle units per second; three times that when fast

    /// Puts the feet at a place; on the floor where there is one.
    void placeAt(const space::LoadedRoom& room, double x, double y, double angle);
    /// A place inside the room with a wide view, see findViewpoint().
    void placeInside(const space::LoadedRoom& room);

    /// Moves on by `milliseconds`, cut into steps of at most 50 ms (longer pauses than 1 s count as 1 s).
    void advance(const space::LoadedRoom& room, const WalkInput& input, double milliseconds);

    /// Mouse look: angle units to the right, part of the view height up.
    void look(double turn, double up);

    void setFlying(bool flying);
    bool isFlying() const { return flying_; }
    /// Walks on floors as always, and no wall is in the way.
    void setThroughWalls(bool through) { throughWalls_ = through; }

    const render::Camera& camera() const { return camera_; }
    void setCamera(const render::Camera& camera); ///< as saved; the eye stays where it is in fly mode
    void setFieldOfView(double degrees) { camera_.fieldOfView = degrees; }

private:
    void step(const space::LoadedRoom& room, const WalkInput& input, double seconds);
    void stepHeight(double floor, double seconds);

    render::Camera camera_;
    space::Mover mover_ = space::Mover::player();
    bool flying_ = false, throughWalls_ = false;
    double feet_ = 0;      ///< height of the feet
    double fallSpeed_ = 0; ///< client units per second, downwards
};

} // namespace blak::scene
