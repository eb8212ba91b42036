// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "client/scene/room_scene.h"
#include "client/session/game.h"
#include "formats/base/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace blak::session {

/// Shows what the server tells of the room in a scene::RoomScene: loads the room of BP_PLAYER, checks that it is the one the server
/// means, and lets its things, lights and walls follow the messages.
class RoomFollower
{
public:
    /// `rooms`: folders where room files are looked for, the first that has one wins.
    RoomFollower(Game& game, std::shared_ptr<render::AssetStore> assets, std::vector<std::filesystem::path> rooms);

    /// After Game::hear. `now` in milliseconds, the same clock as advance().
    void hear(const wire::Message& message, double now);
    void advance(double now);

    /// The rooms here are the very files that the server reads (Play): while one is exchanged, the server may still tell the security
    /// value of the version before, and nobody is kept out for that.
    /// Other files, before a room has been entered: an update has brought some.
    void setFiles(std::shared_ptr<render::AssetStore> assets, std::vector<std::filesystem::path> rooms);

    void setSharesFiles(bool shares) { sharesFiles_ = shares; }

    /// Another version of the file of the room one is in: things, light and time stay. False when `name` is another room.
    Result<bool> exchangeRoom(const std::string& name, std::span<const std::byte> bytes);

    /// Null while there is none: before the first BP_PLAYER, and when the room could not be entered.
    scene::RoomScene* scene() { return scene_ ? &*scene_ : nullptr; }
    const scene::RoomScene* scene() const { return scene_ ? &*scene_ : nullptr; }
    /// Why the room is not shown; empty when it is. What an update may bring is offered by the host.
    const std::string& problem() const { return problem_; }
    const std::string& roomFile() const { return roomFile_; } ///< its name as the server has it
    std::uint64_t roomsEntered() const { return entered_; }

    render::AssetStore& assets() const { return *assets_; }
    std::shared_ptr<render::AssetStore> sharedAssets() const { return assets_; }
    void setAssets(std::shared_ptr<render::AssetStore> assets);
    /// The file name of a sprite, for pictures in windows; "" when the resource is not known.
    std::string iconOf(std::uint32_t resource) const;

    /// Objects that the server did not place: projectiles.
    static constexpr std::uint32_t firstOwnId = 0x80000000;

private:
    struct Projectile
    {
        std::uint32_t id = 0;
        double until = 0;
    };

    void enter();
    Result<void> load(const std::string& name);
    void showAll();
    void show(const wire::RoomObject& object);
    void showBackground();
    void shoot(const wire::Message& message, double now);
    void shootAround(const wire::Message& message, double now);
    void launch(const wire::Message& message, space::Point from, space::Point to, double speed, double now);
    void setDepths();
    void animateWalls(const wire::Message& message);

    Game& game_;
    std::shared_ptr<render::AssetStore> assets_;
    std::vector<std::filesystem::path> rooms_;
    std::optional<scene::RoomScene> scene_;
    std::string problem_, roomFile_;
    std::uint64_t entered_ = 0;
    bool sharesFiles_ = false;
    std::vector<Projectile> projectiles_;
    std::uint32_t nextProjectile_ = 0;
};

/// As the scene wants it: groups from 0.
scene::Animation sceneAnimation(const wire::Animation& animation);

} // namespace blak::session
