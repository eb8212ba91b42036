// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/scene/room_scene.h"

#include "formats/palette/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::scene {
namespace {

using space::clientUnitsPerEditorUnit;

// formats.md section 1.5: ms per texel, by scroll speed 0..3.
constexpr std::array<double, 4> sectorScrollPeriods{0, 12, 6, 2};
constexpr std::array<double, 4> wallScrollPeriods{0, 96, 32, 8};
constexpr double flickerPeriod = 100;
constexpr int flickerStrength = 40; ///< light up and down (protocol.md section 4.5)

struct Direction
{
    int x, y; ///< east, south; on a wall right, down
};
constexpr std::array<Direction, 8> directions{{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};

/// Client units a texture has moved.
struct Scroll
{
    double x = 0, y = 0;
};

Scroll scrollAfter(double now, double period, unsigned direction)
{
    if (period <= 0)
        return {};
    const double way = std::floor(now / period) * clientUnitsPerEditorUnit;
    return {directions[direction].x * way, directions[direction].y * way};
}

/// The same for sectors of equal tag and light, so that they flicker in unison.
int flickerAt(int tag, int light, double now)
{
    auto hash = static_cast<std::uint32_t>(tag) * 0x9E3779B1u + static_cast<std::uint32_t>(light) * 0x85EBCA6Bu;
    hash ^= static_cast<std::uint32_t>(static_cast<std::int64_t>(now / flickerPeriod)) * 0xC2B2AE35u;
    hash = (hash ^ hash >> 15) * 0x2C1B3C6Du;
    hash = (hash ^ hash >> 12) * 0x297A2D39u;
    hash ^= hash >> 15;
    return static_cast<int>(hash % (2 * flickerStrength + 1)) - flickerStrength;
}

/// A change of light never turns a fixed light into one that follows the ambient.
int changedLight(int light, int change)
{
    return light < 128 ? std::clamp(light + change, 0, 127) : std::clamp(light + change, 128, 255);
}

int stepAfter(double now, std::uint8_t animationSpeed)
{
    return static_cast<int>(static_cast<std::int64_t>(now * animationSpeed / 10000) & 0x3FFFFFFF);
}

} // namespace

RoomScene::RoomScene(space::LoadedRoom room, std::shared_ptr<render::AssetStore> assets)
    : room_(std::move(room)), assets_(std::move(assets))
{
    setRoom(space::LoadedRoom(room_));
}

void RoomScene::setRoom(space::LoadedRoom room)
{
    room_ = std::move(room);
    originalSides_ = room_.room().sidedefs;
    originalSectors_ = room_.room().sectors;
    moves_.clear();
    sideAnimations_.clear();
    sectorAnimations_.clear();
    state_.sectors.assign(originalSectors_.size(), {});
    state_.sides.assign(originalSides_.size(), {});
    state_.hiddenWalls.clear();
    flickers_.assign(originalSectors_.size(), 0);
    advanceSectors();
    advanceSides();
    advanceObjects();
}

void RoomScene::advance(double milliseconds)
{
    if (!zero_)
        zero_ = milliseconds;
    now_ = std::max(now_, milliseconds - *zero_);
    state_.time = now_;
    advanceSectorMoves();
    advanceSectors();
    advanceSides();
    advanceObjects();
}

void RoomScene::advanceSectorMoves()
{
    for (const SectorMove& move : moves_) {
        const double share = move.duration <= 0 ? 1 : std::clamp((now_ - move.start) / move.duration, 0.0, 1.0);
        const double height = move.from + (move.to - move.from) * share;
        if (move.plane == Plane::Floor)
            room_.setFloorHeight(move.sector, height);
        else
            room_.setCeilingHeight(move.sector, height);
    }
    std::erase_if(moves_, [this](const SectorMove& move) { return now_ >= move.start + move.duration; });
}

void RoomScene::advanceSectors()
{
    namespace flag = roo::sector_flag;
    for (space::Index i = 0; i < state_.sectors.size(); ++i) {
        const roo::Sector& sector = room_.sector(i);
        render::SectorState& state = state_.sectors[i];
        state = {};
        state.light = sector.light;
        // One thing at a time: animation wins over scrolling, scrolling over flicker; flicker asked for by message is extra.
        const unsigned speed = sector.flags >> flag::scrollSpeedShift & 3u;
        if (sector.animationSpeed != 0) {
            state.animationStep = stepAfter(now_, sector.animationSpeed);
        } else if (speed != 0) {
            const Scroll scroll = scrollAfter(now_, sectorScrollPeriods[speed], sector.flags >> flag::scrollDirectionShift & 7u);
            if (sector.flags & flag::scrollFloor) {
                state.floorScrollX = scroll.x;
                state.floorScrollY = scroll.y;
            }
            if (sector.flags & flag::scrollCeiling) {
                state.ceilingScrollX = scroll.x;
                state.ceilingScrollY = scroll.y;
            }
        } else if (sector.flags & flag::flicker) {
            state.light = changedLight(sector.light, flickerAt(sector.userId, sector.light, now_));
        }
        if (flickers_[i])
            state.light = changedLight(sector.light, flickerAt(sector.userId, sector.light, now_));
    }
    for (const SectorAnimation& running : sectorAnimations_)
        state_.sectors[running.sector].animationStep = running.animation.groupAt(now_ - running.start);
}

void RoomScene::advanceSides()
{
    namespace flag = roo::side_flag;
    for (space::Index i = 0; i < state_.sides.size(); ++i) {
        const roo::Sidedef& side = room_.sidedef(i);
        render::SideState& state = state_.sides[i];
        const bool invisible = state.invisible;
        state = {};
        state.invisible = invisible;
        const unsigned speed = side.flags >> flag::scrollSpeedShift & 3u;
        if (side.animationSpeed != 0) {
            state.animationStep = stepAfter(now_, side.animationSpeed);
        } else if (speed != 0) {
            const Scroll scroll = scrollAfter(now_, wallScrollPeriods[speed], side.flags >> flag::scrollDirectionShift & 7u);
            state.scrollX = scroll.x;
            state.scrollY = scroll.y;
        }
    }
    for (SideAnimation& running : sideAnimations_) {
        const double elapsed = now_ - running.start;
        state_.sides[running.side].animationStep = running.animation.groupAt(elapsed);
        if (running.action == WallAction::Passable && !running.done && running.animation.isOver(elapsed)) {
            running.done = true;
            setPassable(running.side, true);
        }
    }
}

void RoomScene::setPassable(space::Index side, bool passable)
{
    roo::Sidedef data = room_.sidedef(side);
    data.flags = passable ? data.flags | roo::side_flag::passable : data.flags & ~roo::side_flag::passable;
    room_.setSidedef(side, data);
}

void RoomScene::setSun(int intensity, int angle, int height)
{
    state_.lighting.sunIntensity = intensity;
    state_.lighting.sunAngle = angle;
    state_.lighting.sunHeight = height;
}

void RoomScene::setBackground(std::shared_ptr<const render::Picture> picture, std::uint8_t colour)
{
    state_.background = std::move(picture);
    state_.backgroundColour = colour;
}

void RoomScene::setSky(const std::string& name, int ambient)
{
    std::shared_ptr<const render::Picture> picture = name.empty() ? nullptr : assets_->sprite(name);
    const double brightness = std::clamp(ambient / 192.0, 0.1, 1.2);
    const auto channel = [brightness](int value) { return static_cast<std::uint8_t>(std::min(255.0, value * brightness)); };
    setBackground(picture && !picture->missing ? std::move(picture) : nullptr,
                  palette::nearest(assets_->palette(), {channel(96), channel(140), channel(196)}));
}

void RoomScene::setBackgroundOverlays(std::vector<render::BackgroundOverlay> overlays)
{
    state_.backgroundOverlays = std::move(overlays);
}

void RoomScene::setDepths(std::optional<std::array<double, 3>> depths)
{
    depths_ = depths;
    advanceObjects();
}

double RoomScene::depthAt(space::Index sector) const
{
    const std::uint32_t step = room_.sector(sector).flags & roo::sector_flag::depthMask;
    return depths_ && step != 0 ? (*depths_)[step - 1] : room_.shapes()[sector].depth;
}

template <typename Act>
int RoomScene::forTaggedSectors(int tag, Act&& act)
{
    int count = 0;
    for (space::Index i = 0; tag != 0 && i < room_.room().sectors.size(); ++i)
        if (room_.sector(i).userId == tag) {
            act(i);
            ++count;
        }
    return count;
}

template <typename Act>
int RoomScene::forTaggedSides(int tag, Act&& act)
{
    int count = 0;
    for (space::Index i = 0; tag != 0 && i < room_.room().sidedefs.size(); ++i)
        if (room_.sidedef(i).userId == tag) {
            act(i);
            ++count;
        }
    return count;
}

int RoomScene::moveSector(int tag, Plane plane, int height, int speed)
{
    const double target = height * clientUnitsPerEditorUnit;
    const int count = forTaggedSectors(tag, [&](space::Index sector) {
        std::erase_if(moves_, [&](const SectorMove& move) { return move.sector == sector && move.plane == plane; });
        const space::SectorShape& shape = room_.shapes()[sector];
        const double from = plane == Plane::Floor ? shape.floorLevel : shape.ceilingLevel;
        const double duration = speed <= 0 ? 0 : std::abs(target - from) / (speed * clientUnitsPerEditorUnit) * 1000;
        moves_.push_back({sector, plane, from, target, now_, duration});
    });
    advanceSectorMoves();
    advanceObjects();
    return count;
}

int RoomScene::setFlicker(int tag, bool on)
{
    const int count = forTaggedSectors(tag, [&](space::Index sector) {
        flickers_[sector] = on ? 1 : 0;
        if (!on) { // also what the file says
            roo::Sector data = room_.sector(sector);
            data.flags &= ~roo::sector_flag::flicker;
            setSectorLook(sector, data);
        }
    });
    advanceSectors();
    return count;
}

/// LoadedRoom::setSector takes the heights of the data; movements must survive a change of looks.
void RoomScene::setSectorLook(space::Index sector, const roo::Sector& data)
{
    const double floor = room_.shapes()[sector].floorLevel;
    const double ceiling = room_.shapes()[sector].ceilingLevel;
    room_.setSector(sector, data);
    room_.setFloorHeight(sector, floor);
    room_.setCeilingHeight(sector, ceiling);
}

int RoomScene::animateWalls(int tag, const Animation& animation, WallAction action)
{
    const int count = forTaggedSides(tag, [&](space::Index side) {
        std::erase_if(sideAnimations_, [&](const SideAnimation& running) { return running.side == side; });
        sideAnimations_.push_back({side, animation, action, now_, false});
        state_.sides[side].invisible = action == WallAction::Invisible;
        if (action == WallAction::Impassable || action == WallAction::Invisible)
            setPassable(side, action == WallAction::Invisible);
    });
    advanceSides();
    return count;
}

int RoomScene::animateSectors(int tag, const Animation& animation)
{
    const int count = forTaggedSectors(tag, [&](space::Index sector) {
        std::erase_if(sectorAnimations_, [&](const SectorAnimation& running) { return running.sector == sector; });
        sectorAnimations_.push_back({sector, animation, now_});
    });
    advanceSectors();
    return count;
}

int RoomScene::changeTexture(int tag, int texture, unsigned flags)
{
    using namespace texture_change;
    const bool back = (flags & reset) != 0;
    const auto number = static_cast<std::uint16_t>(std::clamp(texture, 0, 65535));
    int count = 0;
    if (flags & (above | normal | below))
        count += forTaggedSides(tag, [&](space::Index side) {
            roo::Sidedef data = room_.sidedef(side);
            const roo::Sidedef& original = originalSides_[side];
            if (flags & above)
                data.aboveTexture = back ? original.aboveTexture : number;
            if (flags & normal)
                data.normalTexture = back ? original.normalTexture : number;
            if (flags & below)
                data.belowTexture = back ? original.belowTexture : number;
            room_.setSidedef(side, data);
        });
    if (flags & (floor | ceiling))
        count += forTaggedSectors(tag, [&](space::Index sector) {
            roo::Sector data = room_.sector(sector);
            const roo::Sector& original = originalSectors_[sector];
            if (flags & floor)
                data.floorTexture = back ? original.floorTexture : number;
            if (flags & ceiling)
                data.ceilingTexture = back ? original.ceilingTexture : number;
            setSectorLook(sector, data);
        });
    return count;
}

int RoomScene::changeSector(int tag, std::optional<int> depth, std::optional<int> scrollSpeed)
{
    namespace flag = roo::sector_flag;
    const int count = forTaggedSectors(tag, [&](space::Index sector) {
        roo::Sector data = room_.sector(sector);
        if (depth)
            data.flags = (data.flags & ~flag::depthMask) | static_cast<std::uint32_t>(std::clamp(*depth, 0, 3));
        if (scrollSpeed)
            data.flags = (data.flags & ~(3u << flag::scrollSpeedShift)) |
                         static_cast<std::uint32_t>(std::clamp(*scrollSpeed, 0, 3)) << flag::scrollSpeedShift;
        setSectorLook(sector, data);
    });
    advanceSectors();
    advanceObjects();
    return count;
}

} // namespace blak::scene
