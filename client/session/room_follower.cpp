// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/room_follower.h"

#include "client/session/coordinates.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "formats/roo/room.h"
#include "formats/wire/fields.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::session {
namespace {

using wire::MessageId;
using namespace wire::fields;

constexpr std::uint32_t securityMask = 0x0FFFFFFF; ///< of the room's security value
constexpr std::size_t mostProjectiles = 500;
constexpr double tenSeconds = 10;
constexpr std::uint32_t turnsToo = 0x80; ///< speed of BP_MOVE: bit 7

std::string fileNameOf(const std::string& path) { return path.substr(path.find_last_of("/\\:") + 1); }

scene::Shine shineOf(wire::Shimmer shimmer)
{
    switch (shimmer) {
    case wire::Shimmer::Flickers: return scene::Shine::Flicker;
    case wire::Shimmer::Flashes: return scene::Shine::Flash;
    default: return scene::Shine::Steady;
    }
}

render::DrawingEffect drawingOf(std::uint8_t number)
{
    constexpr auto last = static_cast<std::uint8_t>(render::DrawingEffect::DitherGrey);
    return number <= last ? static_cast<render::DrawingEffect>(number) : render::DrawingEffect::Plain;
}

} // namespace

scene::Animation sceneAnimation(const wire::Animation& animation)
{
    const auto group = [](std::uint16_t number) { return number == 0 ? 0 : number - 1; };
    switch (animation.kind) {
    case wire::Animation::Kind::Cycle:
        return scene::Animation::cycle(animation.period, group(animation.low), group(animation.high));
    case wire::Animation::Kind::Once:
        return scene::Animation::once(animation.period, group(animation.low), group(animation.high), group(animation.last));
    default: return scene::Animation::still(group(animation.low));
    }
}

void RoomFollower::setAssets(std::shared_ptr<render::AssetStore> assets)
{
    assets_ = std::move(assets);
    if (!scene_)
        return;
    scene_->setAssets(assets_);
    showBackground();
}

RoomFollower::RoomFollower(Game& game, std::shared_ptr<render::AssetStore> assets, std::vector<std::filesystem::path> rooms)
    : game_(game), assets_(std::move(assets)), rooms_(std::move(rooms))
{
}

std::string RoomFollower::iconOf(std::uint32_t resource) const
{
    return fileNameOf(game_.session().resources().text(resource));
}

/// Only the last part of the name counts: a server leads to no file outside of the folders.
Result<void> RoomFollower::load(const std::string& name)
{
    roomFile_ = fileNameOf(name);
    if (roomFile_.empty())
        return Error{"the server names a room whose file is not known here", "room"};
    for (const std::filesystem::path& folder : rooms_) {
        const auto file = findInFolder(folder, roomFile_);
        if (!file)
            continue;
        const auto bytes = readFile(*file);
        if (!bytes)
            return bytes.error();
        auto room = roo::read(bytes.value(), roomFile_);
        if (!room)
            return room.error();
        const std::uint32_t here = room.value().security & securityMask;
        const std::uint32_t there = game_.room().place().security & securityMask;
        if (here != there && !sharesFiles_)
            return Error{"the room here is not the one of the server: its security value is " + std::to_string(here) +
                             ", the server has " + std::to_string(there) + ". An update may bring the right one",
                         roomFile_};
        auto loaded = space::LoadedRoom::load(std::move(room).value(), roomFile_);
        if (!loaded)
            return loaded.error();
        scene_.emplace(std::move(loaded).value(), assets_);
        return {};
    }
    return Error{"this room is not among the files here", roomFile_};
}

/// Its security value is another one than the server told on entering; that is meant.
Result<bool> RoomFollower::exchangeRoom(const std::string& name, std::span<const std::byte> bytes)
{
    if (!scene_ || !equalIgnoringCase(fileNameOf(name), roomFile_))
        return false;
    auto room = roo::read(bytes, roomFile_);
    if (!room)
        return room.error();
    auto loaded = space::LoadedRoom::load(std::move(room).value(), roomFile_);
    if (!loaded)
        return loaded.error();
    scene_->setRoom(std::move(loaded).value());
    setDepths();
    return true;
}

void RoomFollower::setFiles(std::shared_ptr<render::AssetStore> assets, std::vector<std::filesystem::path> rooms)
{
    scene_.reset();
    projectiles_.clear();
    assets_ = std::move(assets);
    rooms_ = std::move(rooms);
}

void RoomFollower::enter()
{
    scene_.reset();
    projectiles_.clear();
    problem_.clear();
    ++entered_;
    const wire::OwnPlace& place = game_.room().place();
    if (const auto loaded = load(game_.session().resources().text(place.roomFile)); !loaded) {
        problem_ = loaded.error().text();
        game_.say(problem_);
        return;
    }
    scene_->setAmbient(place.ambient);
    scene_->setViewerLight(place.playerLight);
    setDepths();
    showBackground();
}

void RoomFollower::setDepths()
{
    const wire::OwnPlace& place = game_.room().place();
    std::array<double, 3> depths{204, 409, 614}; // the usual ones, client units
    for (std::size_t i = 0; i < depths.size(); ++i)
        if ((place.flags & 1u << i) != 0)
            depths[i] = place.depths[i] * clientUnitsPerWireUnit;
    scene_->setDepths((place.flags & 7) != 0 ? std::optional(depths) : std::nullopt);
}

void RoomFollower::showBackground()
{
    scene_->setSky(iconOf(game_.room().place().background), game_.room().place().ambient);
    std::vector<render::BackgroundOverlay> overlays;
    for (const BackgroundPicture& picture : game_.backgroundPictures())
        overlays.push_back({.id = picture.id,
                            .picture = assets_->sprite(iconOf(picture.icon)),
                            .group = sceneAnimation(picture.look.animation).groupAt(scene_->time()),
                            .translation = picture.look.translation,
                            .angle = picture.angle,
                            .height = picture.y});
    scene_->setBackgroundOverlays(std::move(overlays));
}

void RoomFollower::show(const wire::RoomObject& object)
{
    if (object.object.id == game_.room().self())
        return; // one does not see oneself
    const auto appearance = [this](const wire::Look& look) {
        scene::Appearance out;
        out.translation = look.translation;
        out.effect = look.effect;
        out.animation = sceneAnimation(look.animation);
        for (const wire::OverlayLook& overlay : look.overlays)
            out.overlays.push_back({.icon = iconOf(overlay.icon),
                                    .hotspot = overlay.hotspot,
                                    .translation = overlay.translation,
                                    .effect = overlay.effect,
                                    .animation = sceneAnimation(overlay.animation)});
        return out;
    };
    const wire::Traits traits = wire::traitsOf(game_.dialect(), object.object.flags);
    const space::Point at = pointOf(object.row, object.column);
    scene::Object shown;
    shown.id = object.object.id;
    shown.icon = iconOf(object.object.icon);
    shown.x = at.x;
    shown.y = at.y;
    shown.angle = wrappedAngle(object.angle);
    shown.standing = appearance(object.object.look);
    shown.moving = appearance(object.motion);
    shown.drawing = drawingOf(traits.drawing);
    shown.shine = shineOf(traits.shimmer);
    shown.bounces = traits.shimmer == wire::Shimmer::Bounces;
    shown.phases = traits.phasing;
    shown.hanging = traits.hanging;
    scene_->putObject(shown);
}

void RoomFollower::showAll()
{
    scene_->clearObjects();
    for (const wire::RoomObject& object : game_.room().objects())
        show(object);
}

void RoomFollower::hear(const wire::Message& message, double now)
{
    if (message.row->id == MessageId::BP_PLAYER)
        return enter();
    if (message.row->id == MessageId::AP_GETCHOICE || message.row->id == MessageId::BP_QUIT) {
        scene_.reset();
        return;
    }
    if (!scene_)
        return;
    const auto number = [&](std::string_view name) { return static_cast<int>(numberOf(message, name)); };
    const std::uint32_t id = numberOf(message, "id") & wire::idMask;
    switch (message.row->id) {
    case MessageId::BP_ROOM_CONTENTS:
    case MessageId::BP_ROOM_CONTENTS_FLAGS:
    case MessageId::BP_INVALIDATE_DATA: showAll(); break;
    case MessageId::BP_CREATE:
    case MessageId::BP_CHANGE:
    case MessageId::BP_CHANGE_FLAGS: {
        std::uint32_t which = id;
        if (const wire::Field* object = message.find("object")) {
            const bool placed = message.row->id == MessageId::BP_CREATE;
            which = (placed ? wire::roomObjectOf(object).object : wire::objectOf(object)).id;
        }
        const wire::RoomObject* object = game_.room().find(which);
        if (object == nullptr)
            break; // of the inventory
        // A change of looks does not move it: who walks goes on from where he is seen.
        const scene::Object* before = scene_->object(which);
        const auto at = before != nullptr ? std::optional(space::Point{before->x, before->y}) : std::nullopt;
        show(*object);
        if (at && message.row->id != MessageId::BP_CREATE) {
            const space::Point goal = pointOf(object->row, object->column);
            scene_->moveObject(which, at->x, at->y, 0);
            scene_->moveObject(which, goal.x, goal.y, object->speed / tenSeconds);
        }
        break;
    }
    case MessageId::BP_REMOVE: scene_->removeObject(id); break;
    case MessageId::BP_MOVE: {
        if (id == game_.room().self())
            break; // the host corrects its own motion
        const space::Point goal = pointOf(number("row"), number("column"));
        const scene::Object* object = scene_->object(id);
        if (object == nullptr)
            break;
        const double speed = (numberOf(message, "speed") & ~turnsToo) / tenSeconds;
        if (message.find("angle") != nullptr)
            scene_->turnObject(id, wrappedAngle(number("angle")));
        else if ((numberOf(message, "speed") & turnsToo) != 0 && std::hypot(goal.x - object->x, goal.y - object->y) > 1) scene_->turnObject(id, angleOf(goal.x - object->x, goal.y - object->y));
        // Who is far behind walks faster, so that all are where the server has them within a second or so.
        const double way = std::hypot(goal.x - object->x, goal.y - object->y) / space::clientUnitsPerSquare;
        scene_->moveObject(id, goal.x, goal.y, speed > 0 ? std::max(speed, way / 1.2) : 0);
        break;
    }
    case MessageId::BP_TURN: scene_->turnObject(id, wrappedAngle(number("angle"))); break;
    case MessageId::BP_LIGHT_AMBIENT:
        scene_->setAmbient(number("light"));
        showBackground();
        break;
    case MessageId::BP_LIGHT_PLAYER: scene_->setViewerLight(number("light")); break;
    case MessageId::BP_LIGHT_SHADING: scene_->setSun(number("intensity"), number("sun_angle"), number("sun_height")); break;
    case MessageId::BP_BACKGROUND:
    case MessageId::BP_ADD_BG_OVERLAY:
    case MessageId::BP_CHANGE_BG_OVERLAY:
    case MessageId::BP_REMOVE_BG_OVERLAY: showBackground(); break;
    case MessageId::BP_SECTOR_MOVE: {
        constexpr int floorLift = 4, ceilingLift = 5;
        if (number("kind") == floorLift || number("kind") == ceilingLift)
            scene_->moveSector(number("sector"), number("kind") == floorLift ? scene::Plane::Floor : scene::Plane::Ceiling,
                               static_cast<std::int16_t>(number("height")), number("speed"));
        break;
    }
    case MessageId::BP_SECTOR_LIGHT: scene_->setFlicker(number("sector"), number("flicker") == 1); break;
    case MessageId::BP_WALL_ANIMATE: animateWalls(message); break;
    case MessageId::BP_SECTOR_ANIMATE:
        scene_->animateSectors(number("sector"), sceneAnimation(wire::animationOf(message.find("animation"))));
        break;
    case MessageId::BP_CHANGE_TEXTURE:
        scene_->changeTexture(number("tag"), number("texture"), numberOf(message, "flags"));
        break;
    case MessageId::BP_SECTOR_CHANGE: {
        constexpr int asItIs = 4; // above the values there are
        const auto change = [&](std::string_view name) {
            return number(name) < asItIs ? std::optional(number(name)) : std::nullopt;
        };
        scene_->changeSector(number("sector"), change("depth"), change("scroll"));
        break;
    }
    case MessageId::BP_SHOOT: shoot(message, now); break;
    case MessageId::BP_RADIUS_SHOOT: shootAround(message, now); break;
    default: break;
    }
}

void RoomFollower::animateWalls(const wire::Message& message)
{
    const std::uint32_t action = numberOf(message, "action");
    scene_->animateWalls(static_cast<int>(numberOf(message, "wall")),
                         sceneAnimation(wire::animationOf(message.find("animation"))),
                         action <= 3 ? static_cast<scene::WallAction>(action) : scene::WallAction::None);
}

void RoomFollower::launch(const wire::Message& message, space::Point from, space::Point to, double speed, double now)
{
    if (projectiles_.size() >= mostProjectiles || speed <= 0)
        return;
    const double squares = std::hypot(to.x - from.x, to.y - from.y) / space::clientUnitsPerSquare;
    const wire::Look look = wire::lookOf(message.fields);
    scene::Object object;
    object.id = firstOwnId + (nextProjectile_++ & wire::idMask);
    object.icon = iconOf(numberOf(message, "icon"));
    object.x = from.x;
    object.y = from.y;
    object.angle = angleOf(to.x - from.x, to.y - from.y);
    object.standing.translation = object.moving.translation = look.translation;
    object.standing.effect = object.moving.effect = look.effect;
    object.standing.animation = object.moving.animation = sceneAnimation(look.animation);
    scene_->putObject(object);
    scene_->moveObject(object.id, to.x, to.y, speed);
    projectiles_.push_back({object.id, now + squares / speed * 1000});
}

void RoomFollower::shoot(const wire::Message& message, double now)
{
    const wire::RoomObject* source = game_.room().find(numberOf(message, "source"));
    const wire::RoomObject* target = game_.room().find(numberOf(message, "target"));
    if (source != nullptr && target != nullptr)
        launch(message, pointOf(source->row, source->column), pointOf(target->row, target->column), numberOf(message, "speed"),
               now);
}

/// open105: `number` of them in a circle around the source, `range` squares far.
void RoomFollower::shootAround(const wire::Message& message, double now)
{
    const wire::RoomObject* source = game_.room().find(numberOf(message, "source"));
    const std::uint32_t count = numberOf(message, "number");
    if (source == nullptr)
        return;
    const space::Point from = pointOf(source->row, source->column);
    const double range = numberOf(message, "range") * static_cast<double>(space::clientUnitsPerSquare);
    for (std::uint32_t i = 0; i < count; ++i) {
        const double turn = 2 * std::numbers::pi * i / count;
        launch(message, from, {from.x + range * std::cos(turn), from.y + range * std::sin(turn)}, numberOf(message, "speed"),
               now);
    }
}

void RoomFollower::advance(double now)
{
    if (!scene_)
        return;
    std::erase_if(projectiles_, [&](const Projectile& projectile) {
        if (now < projectile.until)
            return false;
        scene_->removeObject(projectile.id);
        return true;
    });
    scene_->advance(now);
    scene_->effects() = game_.effects().at(now);
}

} // namespace blak::session
