// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/modules/module_windows.h"

// What servers say, as several tests of windows have it said.
namespace blak::client {

/// Of BP_SPELLS and BP_SKILLS.
inline wire::Field ability(const char* name, std::uint32_t id, std::uint32_t nameResource, std::uint32_t targets, std::uint32_t school = 1)
{
    wire::Field field = objectField(name, id, nameResource, 0);
    std::vector<wire::Field> items{structure("object", std::move(field.items))};
    items.push_back(u8("targets", targets));
    items.push_back(u8("school", school));
    return structure(name, std::move(items));
}

/// Mainline tells no more of a skill than of a thing.
inline wire::Field skill(std::uint32_t id, std::uint32_t nameResource)
{
    wire::Field field = ability("skill", id, nameResource, 0);
    field.items.resize(1);
    return field;
}

/// An element of BP_PLAYERS.
inline std::vector<wire::Field> onlinePlayer(std::uint32_t id, std::uint32_t name, const char* text_)
{
    return {structure("player", {objectId("id", id), resourceId("name", name), text("text", text_), structure("flags", {u32("flags", 4)})})};
}

/// Pictures that a face may be put together from.
struct FaceParts
{
    std::vector<std::uint32_t> hair;
    std::uint32_t head = 0;
    std::vector<std::uint32_t> eyes, noses, mouths;
};

/// A spell or skill that a new character may have.
inline std::vector<wire::Field> choiceOfAbility(std::uint32_t id, std::uint32_t name, std::uint32_t cost)
{
    return {objectId("id", id), resourceId("name", name), resourceId("description", 72), u32("cost", cost), u8("school", 1)};
}

/// BP_CHARINFO.
inline std::vector<wire::Field> creationChoices(const FaceParts& male, const FaceParts& female, std::vector<std::vector<wire::Field>> spells)
{
    const auto icons = [](std::string_view name, const std::vector<std::uint32_t>& list) {
        std::vector<std::vector<wire::Field>> rows;
        for (const std::uint32_t icon : list)
            rows.push_back({resourceId("icon", icon)});
        return elements(name, std::move(rows));
    };
    const auto faces = [&](const char* name, const FaceParts& parts) {
        return structure(name, {icons("hair", parts.hair), resourceId("head", parts.head), icons("eyes", parts.eyes), icons("noses", parts.noses),
                                icons("mouths", parts.mouths)});
    };
    return {elements("hair_palettes", {{u8("palette", 5)}, {u8("palette", 6)}}), elements("skin_palettes", {{u8("palette", 1)}}),
            faces("male", male), faces("female", female), elements("spells", std::move(spells)), elements("skills", {})};
}

/// UC_GUILDINFO of the Wicks: Wren leads them, Bob is one. `commands`: what one may do.
inline std::vector<wire::Field> guildOfTheWicks(std::uint32_t commands)
{
    std::vector<std::vector<wire::Field>> ranks(10, {text("title", "Member")});
    return {text("name", "The Wicks"), u8("has_password", 1), text("password", "tallow"), u32("commands", commands), objectId("guild", 90),
            elements("ranks", std::move(ranks)), objectId("vote", 0),
            elements("members", {{objectId("id", 11), text("name", "Wren"), u8("rank", 5), u8("gender", 1)},
                                 {objectId("id", 12), text("name", "Bob"), u8("rank", 2), u8("gender", 1)}})};
}

/// The same without members and password.
inline std::vector<wire::Field> guildOfNobody()
{
    std::vector<std::vector<wire::Field>> ranks(10, {text("title", "Member")});
    return {text("name", "The Wicks"), u8("has_password", 0), u32("commands", 0xFFFF), objectId("guild", 90), elements("ranks", std::move(ranks)),
            objectId("vote", 0), elements("members", {})};
}

/// BP_LOOK_NEWSGROUP of group 9, which one may read and write.
inline std::vector<wire::Field> newsBoard(wire::Dialect dialect = wire::Dialect::Mainline)
{
    return {u16("group", 9), u8("permission", 3), inDialect(dialect, objectField("object", 20, 60, 0x10)), {"description", wire::FieldType::Message, 72, {}, {}}};
}

/// BP_ARTICLES of group 9: "Rain" (1) and "Sun" (2), or the title that is given for the first.
inline std::vector<wire::Field> articles(const char* first = "Rain", const char* poster = "Bob")
{
    return {u16("group", 9), u8("part", 1), u8("parts", 1),
            elements("articles", {{u32("number", 1), u32("time", 1'000'000), text("poster", poster), text("title", first)},
                                  {u32("number", 2), u32("time", 2'000'000), text("poster", "Ann"), text("title", "Sun")}})};
}

/// BP_REQ_STAT_CHANGE of open105: 195 points in abilities, three levels of school 1, one of school 3, two of a craft.
inline std::vector<wire::Field> statisticsToChoose(std::uint8_t aim)
{
    std::vector<std::vector<wire::Field>> schools;
    for (const std::uint32_t level : {3u, 0u, 1u, 0u, 0u, 0u})
        schools.push_back({u8("level", level)});
    return {structure("statistics", {u8("might", 25), u8("intellect", 50), u8("stamina", 25), u8("agility", 25), u8("mysticism", 40), u8("aim", aim),
                                     elements("schools", std::move(schools)), u8("weaponcraft", 2), u8("roguecraft", 0)})};
}

/// Turns east, where the thing of the room stands, until the mouse would find it there.
inline bool lookEast(ModuleTable& table)
{
    PlayView* view = table.page()->view();
    table.window->client().motion()->look(-table.window->client().motion()->body().angle, 0);
    return table.until([&] { return view->placeOf(20).has_value() && view->objectAt(*view->placeOf(20) - QPointF(0, 8)) == 20; });
}

} // namespace blak::client
