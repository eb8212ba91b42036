// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/surroundings.h"

#include <algorithm>
#include <optional>

namespace blak::bots {
namespace {

using wire::Field;

constexpr std::uint32_t gettable = 0x10; // the same bit in all dialects

std::uint32_t numberIn(const std::vector<Field>& fields, std::string_view name)
{
    const Field* field = findIn(fields, name);
    return field == nullptr ? 0 : field->number;
}

/// The structure `object`.
std::optional<Thing> thingOf(const Field* object)
{
    const Field* id = object == nullptr ? nullptr : findIn(object->items, "id");
    if (id == nullptr)
        return std::nullopt;
    const Field* flags = findIn(object->items, "flags");
    return Thing{*id, numberIn(object->items, "name"), flags == nullptr ? 0 : numberIn(flags->items, "flags"), 0, 0};
}

/// The structure `room_object`.
std::optional<Thing> placedThing(const Field& placed)
{
    auto thing = thingOf(findIn(placed.items, "object"));
    if (thing) {
        thing->row = numberIn(placed.items, "row");
        thing->column = numberIn(placed.items, "column");
    }
    return thing;
}

void put(std::vector<Thing>& things, std::optional<Thing> thing)
{
    if (!thing)
        return;
    const auto it = std::ranges::find(things, thing->number(), &Thing::number);
    if (it == things.end())
        things.push_back(std::move(*thing));
    else
        *it = std::move(*thing);
}

void remove(std::vector<Thing>& things, std::uint32_t number)
{
    const auto it = std::ranges::find(things, number & idMask, &Thing::number);
    if (it == things.end())
        return;
    *it = std::move(things.back());
    things.pop_back();
}

} // namespace

const Field* findIn(const std::vector<Field>& fields, std::string_view name)
{
    const auto it = std::ranges::find(fields, name, &Field::name);
    return it == fields.end() ? nullptr : &*it;
}

std::uint32_t numberOf(const wire::Message& message, std::string_view name)
{
    const Field* field = message.find(name);
    return field == nullptr ? 0 : field->number;
}

std::uint32_t Thing::number() const { return id.number & idMask; }
bool Thing::isGettable() const { return (flags & gettable) != 0; }

const Thing* Surroundings::findInRoom(std::uint32_t number) const
{
    const auto it = std::ranges::find(room_, number & idMask, &Thing::number);
    return it == room_.end() ? nullptr : &*it;
}

void Surroundings::hear(const wire::Message& message)
{
    const std::string_view name = message.row->name;
    if (name == "BP_PLAYER" || name == "BP_ROOM_CONTENTS")
        room_.clear();
    else if (name == "BP_INVENTORY")
        inventory_.clear();
    if (name == "BP_ROOM_CONTENTS" || name == "BP_INVENTORY") {
        const Field* list = message.find("objects");
        if (list == nullptr)
            return;
        const bool placed = name == "BP_ROOM_CONTENTS";
        for (const Field& element : list->items)
            if (!element.items.empty()) // a new list: no two of it are the same
                if (auto thing = placed ? placedThing(element.items[0]) : thingOf(&element.items[0]))
                    (placed ? room_ : inventory_).push_back(std::move(*thing));
    } else if (name == "BP_CREATE") {
        if (const Field* placed = message.find("object"))
            put(room_, placedThing(*placed));
    } else if (name == "BP_REMOVE") {
        remove(room_, numberOf(message, "id"));
    } else if (name == "BP_INVENTORY_ADD") {
        put(inventory_, thingOf(message.find("object")));
    } else if (name == "BP_INVENTORY_REMOVE") {
        remove(inventory_, numberOf(message, "id"));
    }
}

} // namespace blak::bots
