// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace blak::wire {

inline constexpr std::uint32_t idMask = 0x0FFFFFFF; ///< the rest tells things that are counted

/// Which group of a sprite is shown when. Groups count from 1, as on the wire.
struct Animation
{
    enum class Kind : std::uint8_t { None, Still, Cycle, Once };

    Kind kind = Kind::None;
    std::uint32_t period = 0; ///< ms for one group
    std::uint16_t low = 0;    ///< the group of Still
    std::uint16_t high = 0;
    std::uint16_t last = 0; ///< Once: the group that stays

    friend bool operator==(const Animation&, const Animation&) = default;
};

/// A picture hung on a hotspot of another one.
struct OverlayLook
{
    std::uint32_t icon = 0;
    std::int8_t hotspot = 0;
    std::uint8_t translation = 0, effect = 0; ///< palette tables; 0 = none
    Animation animation;
};

struct Look
{
    std::uint8_t translation = 0, effect = 0;
    Animation animation;
    std::vector<OverlayLook> overlays;
};

/// As heard; what the bits mean differs between dialects, see traitsOf().
struct ObjectFlags
{
    std::uint32_t flags = 0;
    std::uint32_t rarity = 0;                    ///< mainline
    std::uint32_t minimap = 0, colour = 0;       ///< open105; colour is 0x00RRGGBB
    std::uint8_t effect = 0, kind = 0, moveOn = 0; ///< open105

    friend bool operator==(const ObjectFlags&, const ObjectFlags&) = default;
};

struct ObjectLight
{
    std::uint16_t flags = 0; ///< 0 = gives none
    std::uint8_t intensity = 0;
    std::uint16_t colour = 0; ///< RGB555
};

struct GameObject
{
    std::uint32_t id = 0;                ///< without the tag
    std::optional<std::uint32_t> amount; ///< of things that are counted
    std::uint32_t icon = 0, name = 0;    ///< resources
    ObjectFlags flags;
    ObjectLight light;
    Look look;

    /// As requests want it: counted things with tag and amount.
    Field stack(std::string_view fieldName = "id") const;
    Field stack(std::string_view fieldName, std::uint32_t someOfThem) const;
};

struct RoomObject
{
    GameObject object;
    std::uint16_t row = 0, column = 0; ///< 64 per square, squares from 1
    std::uint16_t angle = 0;           ///< 4096 = full circle, 0 = east, clockwise
    std::uint8_t speed = 0;            ///< of the last move: squares in ten seconds, 0 = at once
    Look motion;                       ///< while it moves
};

enum class MoveOn : std::uint8_t { Free, Blocks, Teleports, Notifies };
enum class PlayerKind : std::uint8_t { None, Normal, Murderer, Outlaw, GameMaster, Creator, Super, Moderator, Event };
enum class Shimmer : std::uint8_t { None, Flickers, Flashes, Bounces };

/// The flags of an object in words that are the same for all dialects.
struct Traits
{
    MoveOn moveOn = MoveOn::Free;
    PlayerKind player = PlayerKind::None;
    Shimmer shimmer = Shimmer::None;
    std::uint8_t drawing = 0;      ///< drawing effect, table of the protocol reference
    std::uint32_t nameColour = 0;  ///< 0x00RRGGBB; 0 = the usual one
    bool attackable = false, gettable = false, container = false, examinable = true, offerable = false, buyable = false;
    bool activatable = false, applyable = false, phasing = false, hanging = false, showsName = false, safetyOn = false;
    bool enemy = false, friendly = false, guildmate = false;

    bool isPlayer() const { return player != PlayerKind::None; }
};

Traits traitsOf(Dialect dialect, const ObjectFlags& flags);

// The structures of the message table as values. What is missing is zero.
ObjectFlags flagsOf(const Field* flags);
Animation animationOf(const Field* animation);
Look lookOf(const std::vector<Field>& appearance);   ///< the items `animation` and `overlays`
GameObject objectOf(const Field* object);            ///< `object`, `player_overlay`
RoomObject roomObjectOf(const Field* object);        ///< `room_object`
std::vector<GameObject> objectsOf(const Field* list); ///< elements that begin with an object

} // namespace blak::wire
