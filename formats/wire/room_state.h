// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/objects.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace blak::wire {

/// BP_PLAYER: who one is and where.
struct OwnPlace
{
    std::uint32_t self = 0;
    std::uint32_t icon = 0, name = 0;
    std::uint32_t room = 0;
    std::uint32_t roomFile = 0, roomName = 0;          ///< resources
    std::uint32_t security = 0;                        ///< of the room file; the low 28 bits count
    std::uint8_t ambient = 0, playerLight = 0;         ///< 0..255
    std::uint32_t background = 0, wadingSound = 0;     ///< resources
    std::uint32_t flags = 0;                           ///< 1, 2, 4: the depths below are in force
    std::array<std::uint32_t, 3> depths{};             ///< editor units
};

/// Somebody who is in the game.
struct Player
{
    std::uint32_t id = 0;
    std::uint32_t name = 0; ///< resource
    std::string text;       ///< the name itself
    ObjectFlags flags;
};

/// What a client knows of where it is and what it carries: one place, told by the messages of the server. All functions take time
/// that is bounded by the message and the number of things.
class RoomState
{
public:
    /// Things that a room, an inventory or a list of players may hold; a flood of BP_CREATE ends here.
    static constexpr std::size_t mostThings = 20'000;

    void hear(const Message& message);
    void clear();

    const OwnPlace& place() const { return place_; }
    std::uint32_t self() const { return place_.self; }
    /// The things of the room, oneself among them; nothing between BP_PLAYER and BP_ROOM_CONTENTS.
    const std::vector<RoomObject>& objects() const { return objects_; }
    const RoomObject* find(std::uint32_t id) const; ///< with or without tag
    const RoomObject* own() const { return find(place_.self); }
    bool hasContents() const { return hasContents_; }

    const std::vector<GameObject>& inventory() const { return inventory_; }
    const GameObject* carried(std::uint32_t id) const;
    const std::set<std::uint32_t>& inUse() const { return inUse_; }

    const std::vector<Player>& players() const { return players_; }
    const Player* player(std::uint32_t id) const;

    /// Another order of what one carries: the server is told, and does not say it again.
    void moveInInventory(std::size_t from, std::size_t to);

    /// Where one has gone oneself: the server does not say it again. No effect before the contents are known.
    void setOwnPlace(std::uint16_t row, std::uint16_t column);
    void setOwnAngle(std::uint16_t angle);

private:
    RoomObject* findMutable(std::uint32_t id);

    OwnPlace place_;
    std::vector<RoomObject> objects_;
    std::vector<GameObject> inventory_;
    std::vector<Player> players_;
    std::set<std::uint32_t> inUse_;
    bool hasContents_ = false;
};

} // namespace blak::wire
