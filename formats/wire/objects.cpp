// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/objects.h"

#include "formats/wire/fields.h"

#include <array>

namespace blak::wire {
namespace {

using namespace fields;

constexpr std::uint32_t countedTag = 0x10000000;
constexpr std::uint32_t palettePrefixTranslation = 9; ///< 10 = effect

const std::vector<Field>& itemsOf(const Field* field)
{
    static const std::vector<Field> none;
    return field == nullptr ? none : field->items;
}

/// The palette prefix stands in front of the animation.
void readPalette(const std::vector<Field>& animation, std::uint8_t& translation, std::uint8_t& effect)
{
    const std::uint32_t kind = numberIn(animation, "palette");
    const auto value = static_cast<std::uint8_t>(numberIn(animation, "palette_value"));
    if (kind == palettePrefixTranslation)
        translation = value;
    else if (kind != 0)
        effect = value;
}

void readIdentity(const std::vector<Field>& items, GameObject& object)
{
    if (const Field* id = findIn(items, "id")) {
        object.id = id->number & idMask;
        if (!id->items.empty())
            object.amount = id->items.front().number;
    }
    object.icon = numberIn(items, "icon");
    object.name = numberIn(items, "name");
    object.flags = flagsOf(findIn(items, "flags"));
}

/// C12 and mainline (section 1B.2); in 1997 the drawing effect sits three bits lower.
Traits classicTraits(Dialect dialect, std::uint32_t flags)
{
    static constexpr std::array kinds{PlayerKind::Normal,  PlayerKind::Murderer, PlayerKind::Outlaw, PlayerKind::GameMaster,
                                      PlayerKind::Creator, PlayerKind::Super,    PlayerKind::Normal, PlayerKind::Event};
    const auto has = [flags](std::uint32_t bit) { return (flags & bit) != 0; };
    Traits traits;
    traits.moveOn = static_cast<MoveOn>(flags & 3);
    const std::uint32_t kind = flags >> 14 & 7;
    if (has(0x4))
        traits.player = kinds[kind];
    else
        traits.hanging = kind == 4;
    traits.shimmer = static_cast<Shimmer>(flags >> 17 & 3);
    if (dialect == Dialect::Classic97) {
        traits.drawing = static_cast<std::uint8_t>(flags >> 17 & 31);
        traits.shimmer = Shimmer::None;
    } else {
        traits.drawing = static_cast<std::uint8_t>(flags >> 20 & 31);
        traits.phasing = has(0x80000);
    }
    traits.attackable = has(0x8);
    traits.gettable = has(0x10);
    traits.container = has(0x20);
    traits.examinable = !has(0x40);
    traits.offerable = has(0x200);
    traits.buyable = has(0x400);
    traits.activatable = has(0x800);
    traits.applyable = has(0x1000);
    traits.safetyOn = has(0x2000);
    traits.enemy = has(0x2000000);
    traits.friendly = has(0x4000000);
    traits.guildmate = has(0x8000000);
    traits.showsName = has(0x4) && traits.drawing != 5;
    return traits;
}

Traits open105Traits(const ObjectFlags& object)
{
    static constexpr std::array kinds{PlayerKind::Normal,  PlayerKind::Murderer, PlayerKind::Outlaw,    PlayerKind::GameMaster,
                                      PlayerKind::Creator, PlayerKind::Super,    PlayerKind::Moderator, PlayerKind::Event};
    const std::uint32_t flags = object.flags;
    const auto has = [flags](std::uint32_t bit) { return (flags & bit) != 0; };
    Traits traits;
    traits.moveOn = static_cast<MoveOn>(object.moveOn & 3);
    if (has(0x4))
        traits.player = object.kind < kinds.size() ? kinds[object.kind] : PlayerKind::Normal;
    traits.shimmer = has(0x10000) ? Shimmer::Bounces
                     : has(0x20000) ? Shimmer::Flickers
                     : has(0x40000) ? Shimmer::Flashes
                                    : Shimmer::None;
    traits.drawing = object.effect;
    traits.nameColour = object.colour & 0xFFFFFF;
    traits.attackable = has(0x8);
    traits.gettable = has(0x10);
    traits.container = has(0x20);
    traits.examinable = !has(0x40);
    traits.hanging = has(0x100);
    traits.offerable = has(0x200);
    traits.buyable = has(0x400);
    traits.activatable = has(0x800);
    traits.applyable = has(0x1000);
    traits.phasing = has(0x80000);
    traits.showsName = has(0x1);
    traits.enemy = (object.minimap & 2) != 0;
    traits.friendly = (object.minimap & 4) != 0;
    traits.guildmate = (object.minimap & 8) != 0;
    return traits;
}

} // namespace

Field GameObject::stack(std::string_view fieldName) const { return stack(fieldName, amount.value_or(1)); }

Field GameObject::stack(std::string_view fieldName, std::uint32_t someOfThem) const
{
    Field field{fieldName, FieldType::Stack, id, {}, {}};
    if (amount) {
        field.number |= countedTag;
        field.items.push_back(u32("amount", someOfThem));
    }
    return field;
}

Traits traitsOf(Dialect dialect, const ObjectFlags& flags)
{
    return isOpen(dialect) ? open105Traits(flags) : classicTraits(dialect, flags.flags);
}

ObjectFlags flagsOf(const Field* field)
{
    const std::vector<Field>& items = itemsOf(field);
    ObjectFlags flags;
    flags.flags = numberIn(items, "flags");
    flags.rarity = numberIn(items, "rarity");
    flags.minimap = numberIn(items, "minimap");
    flags.colour = numberIn(items, "colour");
    flags.effect = static_cast<std::uint8_t>(numberIn(items, "effect"));
    flags.kind = static_cast<std::uint8_t>(numberIn(items, "kind"));
    flags.moveOn = static_cast<std::uint8_t>(numberIn(items, "move_on"));
    return flags;
}

Animation animationOf(const Field* field)
{
    const std::vector<Field>& items = itemsOf(field);
    const auto word = [&](std::string_view name) { return static_cast<std::uint16_t>(numberIn(items, name)); };
    Animation animation;
    switch (numberIn(items, "kind")) {
    case 1:
        animation.kind = Animation::Kind::Still;
        animation.low = animation.high = animation.last = word("group");
        break;
    case 2: animation = {Animation::Kind::Cycle, numberIn(items, "period"), word("low"), word("high"), word("high")}; break;
    case 3: animation = {Animation::Kind::Once, numberIn(items, "period"), word("low"), word("high"), word("final")}; break;
    default: break;
    }
    return animation;
}

Look lookOf(const std::vector<Field>& appearance)
{
    Look look;
    if (const Field* animation = findIn(appearance, "animation")) {
        look.animation = animationOf(animation);
        readPalette(animation->items, look.translation, look.effect);
    }
    for (const Field& element : itemsIn(appearance, "overlays")) {
        OverlayLook overlay;
        overlay.icon = numberIn(element.items, "icon");
        overlay.hotspot = static_cast<std::int8_t>(numberIn(element.items, "hotspot"));
        if (const Field* animation = findIn(element.items, "animation")) {
            overlay.animation = animationOf(animation);
            readPalette(animation->items, overlay.translation, overlay.effect);
        }
        look.overlays.push_back(overlay);
    }
    return look;
}

GameObject objectOf(const Field* field)
{
    GameObject object;
    const std::vector<Field>& items = itemsOf(field);
    readIdentity(items, object);
    if (const Field* light = findIn(items, "light"))
        object.light = {static_cast<std::uint16_t>(numberIn(light->items, "flags")),
                        static_cast<std::uint8_t>(numberIn(light->items, "intensity")),
                        static_cast<std::uint16_t>(numberIn(light->items, "colour"))};
    object.look = lookOf(items);
    return object;
}

RoomObject roomObjectOf(const Field* field)
{
    const std::vector<Field>& items = itemsOf(field);
    const auto word = [&](std::string_view name) { return static_cast<std::uint16_t>(numberIn(items, name)); };
    RoomObject placed;
    placed.object = objectOf(findIn(items, "object"));
    placed.row = word("row");
    placed.column = word("column");
    placed.angle = word("angle");
    placed.motion = lookOf(itemsIn(items, "motion"));
    return placed;
}

std::vector<GameObject> objectsOf(const Field* list)
{
    std::vector<GameObject> objects;
    for (const Field& element : itemsOf(list))
        objects.push_back(objectOf(findIn(element.items, "object")));
    return objects;
}

} // namespace blak::wire
