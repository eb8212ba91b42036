// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/own_motion.h"

#include "client/scene/viewpoint.h"
#include "client/session/coordinates.h"
#include "formats/roo/room.h"
#include "formats/wire/fields.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace blak::session {
namespace {

using wire::MessageId;

constexpr double leastMove = 16;            ///< client units; less is not told
constexpr double objectRadius = 256;        ///< kept from what blocks (protocol reference 4.3)
constexpr double slideTime = 150;           ///< ms over which a small correction is shown
constexpr double farthestSlide = 2 * 1024;  ///< client units; a longer one is a jump
constexpr double outsidePause = 1000;       ///< ms between two tries to leave the room over its edge
constexpr double arrivalMilliseconds = 1000; ///< within which the things of a room come
constexpr double leastScreen = scene::Walker::eyeHeight / 2; ///< client units: one sees over lower things
constexpr double bobHeight = 32, bobPeriod = 500;
constexpr double shakeHeight = 0.02;
constexpr std::uint32_t heightGiven = 0x800, bottom = 0x200, middle = 0x400;

/// Milliseconds between two reports of a place, and the speeds that are reported.
struct Pace
{
    double period;
    std::uint8_t walk, run;
};

Pace paceOf(wire::Dialect dialect)
{
    return wire::isOpen(dialect) ? Pace{100, 25, 50} : Pace{1000, 18, 36};
}

double angleBetween(double a, double b)
{
    const double apart = std::fmod(std::abs(a - b), space::anglesPerTurn);
    return std::min(apart, space::anglesPerTurn - apart);
}

} // namespace

void OwnMotion::place()
{
    scene::RoomScene* scene = follower_.scene();
    const wire::RoomObject* own = game_.room().own();
    placed_ = scene != nullptr && own != nullptr;
    if (!placed_)
        return;
    const space::Point at = pointOf(own->row, own->column);
    walker_.placeAt(scene->room(), at.x, at.y, own->angle);
    wireRow_ = own->row;
    wireColumn_ = own->column;
    toldX_ = at.x;
    toldY_ = at.y;
    toldAngle_ = own->angle;
    slideX_ = slideY_ = 0;
}

void OwnMotion::lookAround(double now)
{
    looksAroundUntil_ = now + arrivalMilliseconds;
    faceWidest();
}

void OwnMotion::faceWidest()
{
    const scene::RoomScene* scene = follower_.scene();
    if (!placed_ || scene == nullptr)
        return;
    std::vector<scene::Screen> screens;
    for (const render::SpriteState& sprite : scene->state().sprites) {
        if (sprite.id == game_.room().self() || sprite.picture == nullptr)
            continue;
        const render::Image& image = sprite.picture->groupImage(sprite.group);
        const double unitsPerPixel = 16.0 / sprite.picture->shrink;
        if (image.height * unitsPerPixel >= leastScreen)
            screens.push_back({{sprite.x, sprite.y}, image.width * unitsPerPixel / 2});
    }
    const render::Camera& body = walker_.camera();
    const double wanted = scene::widestAngle(scene->room(), {body.x, body.y}, scene::Walker::eyeHeight, screens);
    walker_.look(wanted - body.angle, 0);
}

void OwnMotion::hear(const wire::Message& message, double now)
{
    switch (message.row->id) {
    case MessageId::BP_PLAYER: placed_ = false; break;
    case MessageId::AP_GETCHOICE: placed_ = false; break;
    case MessageId::BP_ROOM_CONTENTS:
        place();
        if (now < looksAroundUntil_)
            faceWidest();
        break;
    case MessageId::BP_MOVE:
        if ((wire::fields::numberOf(message, "id") & wire::idMask) == game_.room().self())
            correct(message, now);
        break;
    case MessageId::BP_TURN:
        if (placed_ && (wire::fields::numberOf(message, "id") & wire::idMask) == game_.room().self()) {
            const double angle = wrappedAngle(wire::fields::numberOf(message, "angle"));
            walker_.look(angle - walker_.camera().angle, 0);
            toldAngle_ = angle;
        }
        break;
    default: break;
    }
}

void OwnMotion::correct(const wire::Message& message, double now)
{
    scene::RoomScene* scene = follower_.scene();
    if (!placed_ || scene == nullptr)
        return;
    const auto row = static_cast<int>(wire::fields::numberOf(message, "row"));
    const auto column = static_cast<int>(wire::fields::numberOf(message, "column"));
    const space::Point to = pointOf(row, column);
    const render::Camera before = walker_.camera();
    ++corrections_;
    walker_.placeAt(scene->room(), to.x, to.y, before.angle);
    walker_.look(0, before.horizonShift - walker_.camera().horizonShift);
    const double far = std::hypot(before.x - to.x, before.y - to.y);
    slideX_ = far <= farthestSlide ? before.x - to.x : 0;
    slideY_ = far <= farthestSlide ? before.y - to.y : 0;
    slideFrom_ = now;
    toldX_ = to.x;
    toldY_ = to.y;
    wireRow_ = static_cast<std::uint16_t>(row);
    wireColumn_ = static_cast<std::uint16_t>(column);
}

/// What blocks is a disc: one slides around it. Who stands in one already may leave it.
space::Point OwnMotion::keptOffObjects(space::Point from, space::Point to) const
{
    for (const wire::RoomObject& object : game_.room().objects()) {
        if (object.object.id == game_.room().self() ||
            wire::traitsOf(game_.dialect(), object.object.flags).moveOn != wire::MoveOn::Blocks)
            continue;
        space::Point at = pointOf(object.row, object.column);
        if (const scene::Object* shown = follower_.scene()->object(object.object.id))
            at = {shown->x, shown->y};
        const double far = std::hypot(to.x - at.x, to.y - at.y);
        const double before = std::hypot(from.x - at.x, from.y - at.y);
        if (far >= objectRadius || before < objectRadius || far <= 0)
            continue;
        to = {at.x + (to.x - at.x) / far * objectRadius, at.y + (to.y - at.y) / far * objectRadius};
    }
    return to;
}

void OwnMotion::advance(const scene::WalkInput& wanted, double now)
{
    const double passed = std::clamp(now - last_, 0.0, 1000.0);
    last_ = now;
    scene::RoomScene* scene = follower_.scene();
    if (!placed_ || scene == nullptr)
        return;
    scene::WalkInput input = wanted;
    if (game_.effects().isParalysed() || game_.session().isWaiting())
        input = {};
    fast_ = input.fast;
    if (input.forward != 0 || input.sideways != 0 || input.turn != 0)
        looksAroundUntil_ = now;
    const render::Camera before = walker_.camera();
    const double share = game_.movementPercent() / 100.0;
    // Slower and faster worlds (open105): the same steps in more or less time.
    scene::WalkInput still = input;
    still.forward = still.sideways = 0;
    scene::WalkInput walk = input;
    walk.turn = 0;
    walker_.advance(scene->room(), still, passed);
    walker_.advance(scene->room(), walk, passed * share);
    const space::Point walked{walker_.camera().x, walker_.camera().y};
    const space::Point kept = ghost_ == Ghost::None ? keptOffObjects({before.x, before.y}, walked) : walked;
    if (kept.x != walker_.camera().x || kept.y != walker_.camera().y) {
        render::Camera camera = walker_.camera();
        const space::Index sector = scene->room().sectorAt(kept);
        if (sector != space::none) {
            camera.x = kept.x;
            camera.y = kept.y;
            walker_.setCamera(camera);
        }
    }
    // Over the edge: the server decides; until it has, one stays inside.
    if (ghost_ == Ghost::None && isOutside(walker_.camera()) && !isOutside(before)) {
        leave(now);
        render::Camera camera = walker_.camera();
        camera.x = before.x;
        camera.y = before.y;
        camera.z = before.z;
        walker_.setCamera(camera);
    }
    const bool moved = std::hypot(walker_.camera().x - before.x, walker_.camera().y - before.y) > 0.01;
    if (moved && !moving_)
        movingSince_ = now;
    moving_ = moved;
    wireRow_ = wireCoordinate(walker_.camera().y);
    wireColumn_ = wireCoordinate(walker_.camera().x);
    game_.session().room().setOwnPlace(wireRow_, wireColumn_);
    game_.session().room().setOwnAngle(static_cast<std::uint16_t>(walker_.camera().angle));
    tell(now, false);
}

bool OwnMotion::isOutside(const render::Camera& at) const
{
    const roo::PlayableRectangle rectangle = roo::playableRectangle(follower_.scene()->room().room());
    const double width = (rectangle.right - rectangle.left) * space::clientUnitsPerEditorUnit;
    const double height = (rectangle.top - rectangle.bottom) * space::clientUnitsPerEditorUnit;
    return at.x < 0 || at.y < 0 || at.x >= width || at.y >= height;
}

/// Asks for the place beyond the edge, once a second: with speed 0; open105's servers take no move without a speed, and want that of
/// walking whatever is slow or fast.
void OwnMotion::leave(double now)
{
    if (now - outsideAt_ < outsidePause)
        return;
    const render::Camera& at = walker_.camera();
    const std::uint8_t speed = wire::isOpen(game_.dialect()) ? paceOf(game_.dialect()).walk : 0;
    if (requests_.move(wireCoordinate(at.y), wireCoordinate(at.x), speed, static_cast<std::uint16_t>(at.angle)))
        outsideAt_ = now;
}

void OwnMotion::report(double now) { tell(now, true); }

void OwnMotion::tell(double now, bool atOnce)
{
    if (!placed_ || ghost_ != Ghost::None || (!atOnce && now - toldAt_ < paceOf(game_.dialect()).period))
        return;
    const Pace pace = paceOf(game_.dialect());
    const render::Camera& at = walker_.camera();
    const auto angle = static_cast<std::uint16_t>(at.angle);
    const double percent = game_.movementPercent() / 100.0;
    const auto speed = static_cast<std::uint8_t>(std::clamp((fast_ ? pace.run : pace.walk) * percent, 1.0, 127.0));
    if (std::hypot(at.x - toldX_, at.y - toldY_) > leastMove) {
        if (requests_.move(wireRow_, wireColumn_, speed, angle)) {
            toldX_ = at.x;
            toldY_ = at.y;
            toldAt_ = now;
            if (wire::isOpen(game_.dialect()))
                toldAngle_ = at.angle;
        }
    }
    if (angleBetween(at.angle, toldAngle_) >= 1 && requests_.turn(angle)) {
        toldAngle_ = at.angle;
        toldAt_ = now;
    }
}

render::Camera OwnMotion::camera(double now) const
{
    render::Camera camera = walker_.camera();
    const double left = std::clamp(1 - (now - slideFrom_) / slideTime, 0.0, 1.0);
    camera.x += slideX_ * left;
    camera.y += slideY_ * left;
    if (moving_)
        camera.z += bobHeight * std::sin((now - movingSince_) / bobPeriod * 2 * std::numbers::pi);
    camera.horizonShift += shakeHeight * game_.effects().shakeAt(now);
    const scene::RoomScene* scene = follower_.scene();
    if (scene == nullptr)
        return camera;
    if (const space::Index sector = scene->room().sectorAt({camera.x, camera.y}); sector != space::none)
        camera.z -= scene->room().shapes()[sector].depth; // wading
    const auto& remote = game_.remoteView();
    if (!remote)
        return camera;
    if (const scene::Object* object = scene->object(remote->object)) {
        camera.x = object->x;
        camera.y = object->y;
        camera.angle = object->angle;
        const space::Index sector = scene->room().sectorAt({camera.x, camera.y});
        const double floor = sector == space::none ? 0 : scene->room().floorHeight(sector, {camera.x, camera.y});
        camera.z = floor + scene::Walker::eyeHeight;
        if ((remote->flags & heightGiven) != 0)
            camera.z = floor + remote->height * clientUnitsPerWireUnit;
        else if ((remote->flags & (bottom | middle)) != 0)
            camera.z = floor + scene::Walker::eyeHeight * ((remote->flags & middle) != 0 ? 0.5 : 0.05);
    }
    return camera;
}

} // namespace blak::session
