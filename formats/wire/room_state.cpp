// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/room_state.h"

#include "formats/wire/fields.h"

#include <algorithm>

namespace blak::wire {
namespace {

using namespace fields;

template <typename Thing>
std::uint32_t idOf(const Thing& thing)
{
    return thing.id;
}
template <>
std::uint32_t idOf(const RoomObject& thing)
{
    return thing.object.id;
}

template <typename Things>
auto findThing(Things& things, std::uint32_t id)
{
    return std::ranges::find_if(things, [id](const auto& thing) { return idOf(thing) == (id & idMask); });
}

template <typename Thing>
void put(std::vector<Thing>& things, Thing thing)
{
    const auto it = findThing(things, idOf(thing));
    if (it != things.end())
        *it = std::move(thing);
    else if (things.size() < RoomState::mostThings)
        things.push_back(std::move(thing));
}

template <typename Thing>
void remove(std::vector<Thing>& things, std::uint32_t id)
{
    if (const auto it = findThing(things, id); it != things.end())
        things.erase(it);
}

OwnPlace placeOf(const Message& message)
{
    OwnPlace place;
    place.self = numberOf(message, "id") & idMask;
    place.icon = numberOf(message, "icon");
    place.name = numberOf(message, "name");
    place.room = numberOf(message, "room");
    place.roomFile = numberOf(message, "room_file");
    place.roomName = numberOf(message, "room_name");
    place.security = numberOf(message, "security");
    place.ambient = static_cast<std::uint8_t>(numberOf(message, "ambient"));
    place.playerLight = static_cast<std::uint8_t>(numberOf(message, "player_light"));
    place.background = numberOf(message, "background");
    place.wadingSound = numberOf(message, "wading_sound");
    place.flags = numberOf(message, "room_flags");
    place.depths = {numberOf(message, "depth1"), numberOf(message, "depth2"), numberOf(message, "depth3")};
    return place;
}

Player playerOf(const Field* field)
{
    Player player;
    if (field != nullptr)
        player = {numberIn(field->items, "id") & idMask, numberIn(field->items, "name"),
                  std::string(textIn(field->items, "text")), flagsOf(findIn(field->items, "flags"))};
    return player;
}

} // namespace

void RoomState::clear() { *this = {}; }

const RoomObject* RoomState::find(std::uint32_t id) const
{
    const auto it = findThing(objects_, id);
    return it == objects_.end() ? nullptr : &*it;
}

RoomObject* RoomState::findMutable(std::uint32_t id)
{
    const auto it = findThing(objects_, id);
    return it == objects_.end() ? nullptr : &*it;
}

const GameObject* RoomState::carried(std::uint32_t id) const
{
    const auto it = findThing(inventory_, id);
    return it == inventory_.end() ? nullptr : &*it;
}

const Player* RoomState::player(std::uint32_t id) const
{
    const auto it = findThing(players_, id);
    return it == players_.end() ? nullptr : &*it;
}

void RoomState::moveInInventory(std::size_t from, std::size_t to)
{
    if (from >= inventory_.size() || to >= inventory_.size())
        return;
    const auto at = [this](std::size_t row) { return inventory_.begin() + static_cast<std::ptrdiff_t>(row); };
    if (from < to)
        std::rotate(at(from), at(from + 1), at(to + 1));
    else
        std::rotate(at(to), at(from), at(from + 1));
}

void RoomState::setOwnPlace(std::uint16_t row, std::uint16_t column)
{
    if (RoomObject* own = findMutable(place_.self)) {
        own->row = row;
        own->column = column;
    }
}

void RoomState::setOwnAngle(std::uint16_t angle)
{
    if (RoomObject* own = findMutable(place_.self))
        own->angle = angle;
}

void RoomState::hear(const Message& message)
{
    constexpr std::uint32_t speedMask = 0x7F; // bit 7: also turn
    switch (message.row->id) {
    case MessageId::BP_PLAYER:
        place_ = placeOf(message);
        objects_.clear();
        hasContents_ = false;
        break;
    case MessageId::BP_ROOM_CONTENTS:
        objects_.clear();
        hasContents_ = true;
        for (const Field& element : itemsOf(message, "objects"))
            if (objects_.size() < mostThings && !element.items.empty()) // a new list: no two of it are the same
                objects_.push_back(roomObjectOf(&element.items.front()));
        break;
    case MessageId::BP_CREATE: put(objects_, roomObjectOf(message.find("object"))); break;
    case MessageId::BP_REMOVE: remove(objects_, numberOf(message, "id")); break;
    case MessageId::BP_CHANGE: {
        GameObject object = objectOf(message.find("object"));
        if (RoomObject* placed = findMutable(object.id)) {
            placed->motion = lookOf(itemsOf(message, "motion"));
            placed->object = object;
        }
        // The same message tells of things that are carried.
        if (const auto it = findThing(inventory_, object.id); it != inventory_.end())
            *it = std::move(object);
        break;
    }
    case MessageId::BP_MOVE:
        if (RoomObject* placed = findMutable(numberOf(message, "id"))) {
            placed->row = static_cast<std::uint16_t>(numberOf(message, "row"));
            placed->column = static_cast<std::uint16_t>(numberOf(message, "column"));
            placed->speed = static_cast<std::uint8_t>(numberOf(message, "speed") & speedMask);
            if (const Field* angle = message.find("angle"))
                placed->angle = static_cast<std::uint16_t>(angle->number);
        }
        break;
    case MessageId::BP_TURN:
        if (RoomObject* placed = findMutable(numberOf(message, "id")))
            placed->angle = static_cast<std::uint16_t>(numberOf(message, "angle"));
        break;
    case MessageId::BP_CHANGE_FLAGS:
        if (RoomObject* placed = findMutable(numberOf(message, "id")))
            placed->object.flags = flagsOf(message.find("flags"));
        if (const auto it = findThing(players_, numberOf(message, "id")); it != players_.end())
            it->flags = flagsOf(message.find("flags"));
        break;
    case MessageId::BP_ROOM_CONTENTS_FLAGS:
        for (const Field& element : itemsOf(message, "objects"))
            if (RoomObject* placed = findMutable(numberIn(element.items, "id")))
                placed->object.flags = flagsOf(findIn(element.items, "flags"));
        break;
    case MessageId::BP_LIGHT_AMBIENT: place_.ambient = static_cast<std::uint8_t>(numberOf(message, "light")); break;
    case MessageId::BP_LIGHT_PLAYER: place_.playerLight = static_cast<std::uint8_t>(numberOf(message, "light")); break;
    case MessageId::BP_BACKGROUND: place_.background = numberOf(message, "background"); break;

    case MessageId::BP_INVENTORY:
        inventory_ = objectsOf(message.find("objects"));
        if (inventory_.size() > mostThings)
            inventory_.resize(mostThings);
        break;
    case MessageId::BP_INVENTORY_ADD: put(inventory_, objectOf(message.find("object"))); break;
    case MessageId::BP_INVENTORY_REMOVE:
        remove(inventory_, numberOf(message, "id"));
        inUse_.erase(numberOf(message, "id") & idMask);
        break;
    case MessageId::BP_USE_LIST:
        inUse_.clear();
        for (const std::uint32_t id : numbersOf(itemsOf(message, "objects")))
            inUse_.insert(id & idMask);
        break;
    case MessageId::BP_USE:
        if (inUse_.size() < mostThings)
            inUse_.insert(numberOf(message, "id") & idMask);
        break;
    case MessageId::BP_UNUSE: inUse_.erase(numberOf(message, "id") & idMask); break;

    case MessageId::BP_PLAYERS:
        players_.clear();
        for (const Field& element : itemsOf(message, "players"))
            if (players_.size() < mostThings && !element.items.empty())
                players_.push_back(playerOf(&element.items.front()));
        break;
    case MessageId::BP_PLAYER_ADD: put(players_, playerOf(message.find("player"))); break;
    case MessageId::BP_PLAYER_REMOVE: remove(players_, numberOf(message, "id")); break;

    case MessageId::BP_INVALIDATE_DATA: // every id means something else now
        objects_.clear();
        inventory_.clear();
        players_.clear();
        inUse_.clear();
        hasContents_ = false;
        place_.self = 0;
        break;
    default: break;
    }
}

} // namespace blak::wire
