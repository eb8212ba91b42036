// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/scene/room_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

// The objects of a room: where they are, what they look like at this moment.
namespace blak::scene {
namespace {

constexpr double bounceHeight = 32; ///< client units, 1024 / 32 (protocol.md section 4.7)
constexpr double bouncePeriod = 1000;
constexpr double phasePeriod = 2000;
constexpr double flashPeriod = 1000;
constexpr int shineStrength = 40;

double wave(double now, double period) { return std::sin(now / period * 2 * std::numbers::pi); }

/// Steps of phasing: from solid to hardly there and back.
render::DrawingEffect phaseAt(double now)
{
    using Effect = render::DrawingEffect;
    constexpr std::array steps{Effect::Plain,         Effect::Translucent75, Effect::Translucent50,
                               Effect::Translucent25, Effect::Translucent50, Effect::Translucent75};
    const double share = now / phasePeriod - std::floor(now / phasePeriod);
    return steps[std::min(static_cast<std::size_t>(share * steps.size()), steps.size() - 1)];
}

int shineAt(Shine shine, std::uint32_t id, double now)
{
    switch (shine) {
    case Shine::Steady: return 0;
    case Shine::Flash: return static_cast<int>(std::lround(wave(now, flashPeriod) * shineStrength));
    case Shine::Flicker: {
        auto hash = id * 0x9E3779B1u ^ static_cast<std::uint32_t>(static_cast<std::int64_t>(now / 100)) * 0x85EBCA6Bu;
        hash = (hash ^ hash >> 15) * 0x2C1B3C6Du;
        return static_cast<int>((hash >> 8) % (2 * shineStrength + 1)) - shineStrength;
    }
    }
    return 0;
}

} // namespace

void RoomScene::putObject(const Object& object)
{
    LiveObject& live = objects_[object.id];
    live = {};
    live.object = object;
    live.since = now_;
    advanceObjects();
}

void RoomScene::removeObject(std::uint32_t id)
{
    objects_.erase(id);
    advanceObjects();
}

void RoomScene::clearObjects()
{
    objects_.clear();
    state_.sprites.clear();
}

const Object* RoomScene::object(std::uint32_t id) const
{
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : &found->second.object;
}

void RoomScene::moveObject(std::uint32_t id, double x, double y, double speed)
{
    const auto found = objects_.find(id);
    if (found == objects_.end())
        return;
    LiveObject& live = found->second;
    const double way = std::hypot(x - live.object.x, y - live.object.y);
    const bool moves = speed > 0 && way > 0;
    if (moves != live.moves)
        live.since = now_;
    live.moves = moves;
    live.fromX = live.object.x;
    live.fromY = live.object.y;
    live.toX = x;
    live.toY = y;
    live.start = now_;
    live.duration = moves ? way / (speed * space::clientUnitsPerSquare) * 1000 : 0;
    if (!moves) {
        live.object.x = x;
        live.object.y = y;
    }
    advanceObjects();
}

void RoomScene::turnObject(std::uint32_t id, int angle)
{
    if (const auto found = objects_.find(id); found != objects_.end())
        found->second.object.angle = angle;
    advanceObjects();
}

/// Generations of two stores say nothing about each other.
void RoomScene::setAssets(std::shared_ptr<render::AssetStore> assets)
{
    assets_ = std::move(assets);
    for (auto& [id, live] : objects_)
        live.generation = 0;
    advanceObjects();
}

void RoomScene::advanceObjects()
{
    const std::uint64_t generation = assets_->generation();
    state_.sprites.clear();
    for (auto& [id, live] : objects_) {
        if (live.generation != generation) {
            live.generation = generation;
            live.picture = assets_->sprite(live.object.icon);
            const auto fetch = [this](const std::vector<Overlay>& overlays, auto& pictures) {
                pictures.clear();
                for (const Overlay& overlay : overlays)
                    pictures.push_back(assets_->sprite(overlay.icon));
            };
            fetch(live.object.standing.overlays, live.standingPictures);
            fetch(live.object.moving.overlays, live.movingPictures);
        }
        if (live.moves) {
            const double share = live.duration <= 0 ? 1 : std::clamp((now_ - live.start) / live.duration, 0.0, 1.0);
            live.object.x = live.fromX + (live.toX - live.fromX) * share;
            live.object.y = live.fromY + (live.toY - live.fromY) * share;
            if (share >= 1) {
                live.moves = false;
                live.since = now_;
            }
        }
        state_.sprites.push_back(spriteOf(live));
    }
}

render::SpriteState RoomScene::spriteOf(const LiveObject& live) const
{
    const Object& object = live.object;
    const Appearance& looks = live.moves ? object.moving : object.standing;
    const auto& pictures = live.moves ? live.movingPictures : live.standingPictures;
    const double elapsed = now_ - live.since;

    render::SpriteState sprite;
    sprite.id = object.id;
    sprite.x = object.x;
    sprite.y = object.y;
    sprite.angle = object.angle;
    sprite.picture = live.picture;
    sprite.group = looks.animation.groupAt(elapsed);
    sprite.translation = looks.translation;
    sprite.secondTranslation = looks.effect;
    sprite.drawing = object.phases ? phaseAt(now_) : object.drawing;
    sprite.lightShift = shineAt(object.shine, object.id, now_);
    sprite.hanging = object.hanging;
    const space::Index sector = room_.sectorAt({object.x, object.y});
    if (sector != space::none)
        sprite.z = object.hanging ? room_.ceilingHeight(sector, {object.x, object.y})
                                  : room_.floorHeight(sector, {object.x, object.y}) - depthAt(sector);
    if (object.bounces)
        sprite.z += (1 + wave(now_, bouncePeriod)) * bounceHeight;

    for (std::size_t i = 0; i < looks.overlays.size(); ++i) {
        const Overlay& overlay = looks.overlays[i];
        sprite.overlays.push_back({.picture = pictures[i],
                                   .group = overlay.animation.groupAt(elapsed),
                                   .hotspot = overlay.hotspot,
                                   .translation = overlay.translation,
                                   .effect = overlay.effect});
    }
    return sprite;
}

} // namespace blak::scene
