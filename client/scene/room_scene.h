// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "client/render/scene_state.h"
#include "client/scene/object.h"
#include "formats/space/loaded_room.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace blak::scene {

enum class Plane : std::uint8_t { Floor, Ceiling };

/// What becomes of walls when their animation starts or ends (protocol.md, "Animation action").
enum class WallAction : std::uint8_t { None, Passable, Impassable, Invisible };

namespace texture_change {
constexpr unsigned above = 1, normal = 2, below = 4, floor = 8, ceiling = 16, reset = 32;
}

/// A room over time: moving sectors, animated, scrolling and changed textures, flicker, light, and the objects in it.
///
/// Time is what advance() is told, in milliseconds of any clock that never runs backwards; nothing else makes anything move.
/// Functions with a `tag` act on all sectors or sidedefs with that user id and return how many there are. Tag 0 names nothing.
class RoomScene
{
public:
    RoomScene(space::LoadedRoom room, std::shared_ptr<render::AssetStore> assets);

    const space::LoadedRoom& room() const { return room_; }
    /// Exchanges the room (it was edited or reloaded) and keeps time, light and objects. Ends movements.
    void setRoom(space::LoadedRoom room);
    /// By wall of the room as it is now: not drawn, see-through, as when somebody works on the rest. Another room has none.
    void hideWalls(std::vector<bool> walls) { state_.hiddenWalls = std::move(walls); }
    /// Other pictures from now on.
    void setAssets(std::shared_ptr<render::AssetStore> assets);

    /// The first call sets the zero of time.
    void advance(double milliseconds);
    double time() const { return now_; } ///< ms since the first advance()

    /// What the renderer draws. Valid until the next call that changes the scene.
    const render::SceneState& state() const { return state_; }

    // Light.
    void setAmbient(int light) { state_.lighting.ambient = light; }
    void setViewerLight(int light) { state_.lighting.viewer = light; }
    void setSun(int intensity, int angle, int height);
    void setBackground(std::shared_ptr<const render::Picture> picture, std::uint8_t colour = 0);
    /// The sprite of that name as background; a plain blue where it is missing or the name is empty, darker with little ambient
    /// light (0..255, 192 = day).
    void setSky(const std::string& name, int ambient);
    void setBackgroundOverlays(std::vector<render::BackgroundOverlay> overlays);
    render::ScreenEffects& effects() { return state_.effects; }

    // Changes as the protocol has them.
    /// SECTOR_MOVE: height in editor units (64 = one square), speed in editor units per second, 0 = at once.
    int moveSector(int tag, Plane plane, int height, int speed);
    /// SECTOR_LIGHT.
    int setFlicker(int tag, bool on);
    /// WALL_ANIMATE.
    int animateWalls(int tag, const Animation& animation, WallAction action);
    /// SECTOR_ANIMATE.
    int animateSectors(int tag, const Animation& animation);
    /// CHANGE_TEXTURE: `flags` of texture_change; reset brings back what the file says.
    int changeTexture(int tag, int texture, unsigned flags);
    /// SECTOR_CHANGE: depth 0..3 and scroll speed 0..3, nothing = as it is.
    int changeSector(int tag, std::optional<int> depth, std::optional<int> scrollSpeed);
    /// PLAYER: the three wading depths of the room instead of the usual ones, client units.
    void setDepths(std::optional<std::array<double, 3>> depths);

    // Objects.
    void putObject(const Object& object); ///< adds or replaces by id; stands at once
    void removeObject(std::uint32_t id);
    void clearObjects();
    /// Walks straight to a place, `speed` squares per second, 0 = at once.
    void moveObject(std::uint32_t id, double x, double y, double speed);
    void turnObject(std::uint32_t id, int angle);
    const Object* object(std::uint32_t id) const;
    std::size_t objectCount() const { return objects_.size(); }

private:
    struct SectorMove
    {
        space::Index sector = space::none;
        Plane plane = Plane::Floor;
        double from = 0, to = 0;        ///< client units
        double start = 0, duration = 0; ///< ms
    };
    struct SideAnimation
    {
        space::Index side = space::none;
        Animation animation;
        WallAction action = WallAction::None;
        double start = 0;
        bool done = false;
    };
    struct SectorAnimation
    {
        space::Index sector = space::none;
        Animation animation;
        double start = 0;
    };
    struct LiveObject
    {
        Object object;
        double since = 0; ///< when standing or moving began
        bool moves = false;
        double fromX = 0, fromY = 0, toX = 0, toY = 0, start = 0, duration = 0;
        std::uint64_t generation = 0; ///< of the pictures below
        std::shared_ptr<const render::Picture> picture;
        std::vector<std::shared_ptr<const render::Picture>> standingPictures, movingPictures;
    };

    void advanceSectorMoves();
    void advanceSectors();
    void advanceSides();
    void advanceObjects();
    render::SpriteState spriteOf(const LiveObject& live) const;
    double depthAt(space::Index sector) const;
    void setPassable(space::Index side, bool passable);
    void setSectorLook(space::Index sector, const roo::Sector& data);
    template <typename Act>
    int forTaggedSectors(int tag, Act&& act);
    template <typename Act>
    int forTaggedSides(int tag, Act&& act);

    space::LoadedRoom room_;
    std::vector<roo::Sidedef> originalSides_; ///< for CHANGE_TEXTURE with reset
    std::vector<roo::Sector> originalSectors_;
    std::shared_ptr<render::AssetStore> assets_;
    render::SceneState state_;
    std::optional<double> zero_;
    double now_ = 0;
    std::vector<SectorMove> moves_;
    std::vector<SideAnimation> sideAnimations_;
    std::vector<SectorAnimation> sectorAnimations_;
    std::vector<std::uint8_t> flickers_; ///< by sector
    std::optional<std::array<double, 3>> depths_;
    std::map<std::uint32_t, LiveObject> objects_;
};

} // namespace blak::scene
