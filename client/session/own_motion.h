// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/scene/walker.h"
#include "client/session/requests.h"
#include "client/session/room_follower.h"

#include <cstdint>

namespace blak::session {

/// One's own walking: predicted at once by the movement rule, told to the server at the pace of the dialect, corrected by it
/// without a jerk where the correction is small (protocol reference 4.2). Times in milliseconds.
class OwnMotion
{
public:
    OwnMotion(Game& game, RoomFollower& follower) : game_(game), follower_(follower), requests_(game.session()) {}

    /// After RoomFollower::hear.
    void hear(const wire::Message& message, double now);
    /// Moves on to `now` and tells the server what is due.
    void advance(const scene::WalkInput& input, double now);
    /// Mouse look: angle units to the right, part of the view height up.
    void look(double turn, double up) { walker_.look(turn, up); }
    /// Somebody else has brought one here without a direction: one looks where most is seen past the things that are there. Again when
    /// the things of a room come in the next second, unless one has moved.
    void lookAround(double now);
    void lookAhead() { walker_.look(0, -walker_.camera().horizonShift); }
    /// Tells the exact place now: before an attack, before going through a door.
    void report(double now);

    /// A ghost goes through everything, on floors or through the air, and the server hears nothing of it.
    enum class Ghost : std::uint8_t { None, Walks, Flies };
    void setGhost(Ghost ghost)
    {
        ghost_ = ghost;
        walker_.setFlying(ghost == Ghost::Flies);
        walker_.setThroughWalls(ghost == Ghost::Walks);
    }
    Ghost ghost() const { return ghost_; }

    bool isPlaced() const { return placed_; }
    /// Where to look from: the body with its bob and shaking, or what BP_SET_VIEW wants.
    render::Camera camera(double now) const;
    const render::Camera& body() const { return walker_.camera(); }
    std::uint16_t row() const { return wireRow_; }
    std::uint16_t column() const { return wireColumn_; }
    void setFieldOfView(double degrees) { walker_.setFieldOfView(degrees); }

    std::uint64_t corrections() const { return corrections_; } ///< how often the server put one back

private:
    void place();
    void faceWidest();
    void correct(const wire::Message& message, double now);
    void tell(double now, bool atOnce);
    bool isOutside(const render::Camera& at) const;
    void leave(double now);
    space::Point keptOffObjects(space::Point from, space::Point to) const;

    Game& game_;
    RoomFollower& follower_;
    Requests requests_;
    scene::Walker walker_;
    bool placed_ = false;
    Ghost ghost_ = Ghost::None;
    double last_ = 0;
    bool fast_ = false, moving_ = false;
    double movingSince_ = 0;
    double looksAroundUntil_ = -1e9;
    std::uint16_t wireRow_ = 0, wireColumn_ = 0;
    // What the server knows.
    double toldX_ = 0, toldY_ = 0, toldAt_ = -1e9, toldAngle_ = 0, outsideAt_ = -1e9;
    // The rest of a correction that is not shown yet.
    double slideX_ = 0, slideY_ = 0, slideFrom_ = -1e9;
    std::uint64_t corrections_ = 0;
};

} // namespace blak::session
