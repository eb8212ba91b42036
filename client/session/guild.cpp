// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/guild.h"

#include "formats/wire/fields.h"
#include "formats/wire/objects.h"

namespace blak::session {
namespace {

using wire::Field;
using wire::MessageId;
using namespace wire::fields;

constexpr std::uint8_t female = 2;

GuildInfo infoOf(const wire::Message& message)
{
    GuildInfo info;
    info.name = std::string(textOf(message, "name"));
    if (const Field* password = message.find("password"))
        info.password = password->text;
    info.commands = numberOf(message, "commands");
    info.guild = numberOf(message, "guild") & wire::idMask;
    const std::vector<Field>& ranks = itemsOf(message, "ranks");
    for (std::size_t i = 0; i < info.ranks.size() && i < ranks.size(); ++i)
        info.ranks[i] = ranks[i].items.empty() ? std::string() : ranks[i].items.front().text;
    info.vote = numberOf(message, "vote") & wire::idMask;
    for (const Field& element : itemsOf(message, "members"))
        info.members.push_back({numberIn(element.items, "id") & wire::idMask, std::string(textIn(element.items, "name")),
                                static_cast<std::uint8_t>(numberIn(element.items, "rank")),
                                static_cast<std::uint8_t>(numberIn(element.items, "gender"))});
    return info;
}

GuildList listOf(const wire::Message& message)
{
    GuildList list;
    for (const Field& element : itemsOf(message, "guilds"))
        list.guilds.push_back({numberIn(element.items, "id") & wire::idMask, std::string(textIn(element.items, "name"))});
    list.allies = numbersOf(itemsOf(message, "allies"));
    list.enemies = numbersOf(itemsOf(message, "enemies"));
    list.alliedBy = numbersOf(itemsOf(message, "allied_by"));
    list.enemyOf = numbersOf(itemsOf(message, "enemy_of"));
    return list;
}

} // namespace

std::string GuildInfo::rankOf(const GuildMember& member) const
{
    const std::size_t at = (member.rank == 0 ? 0u : member.rank - 1u) * 2u + (member.gender == female ? 1u : 0u);
    return at < ranks.size() ? ranks[at] : std::string();
}

bool Guild::hear(const wire::Message& message)
{
    switch (message.row->id) {
    case MessageId::UC_GUILDINFO: info_ = infoOf(message); return true;
    case MessageId::UC_GUILD_LIST: list_ = listOf(message); return true;
    case MessageId::UC_GUILD_ASK: costs_ = {numberOf(message, "cost"), numberOf(message, "secret_cost")}; return true;
    case MessageId::UC_GUILD_HALLS: {
        std::vector<GuildHall> halls;
        for (const Field& element : itemsOf(message, "halls"))
            halls.push_back({numberIn(element.items, "id") & wire::idMask, numberIn(element.items, "name"),
                             numberIn(element.items, "cost"), numberIn(element.items, "rent")});
        halls_ = std::move(halls);
        return true;
    }
    case MessageId::UC_GUILD_SHIELD:
        shieldError_ = 0;
        ++shieldAnswers_;
        shield_ = GuildShield{numberOf(message, "guild") & wire::idMask, std::string(textOf(message, "name")),
                              static_cast<std::uint8_t>(numberOf(message, "colour1")),
                              static_cast<std::uint8_t>(numberOf(message, "colour2")),
                              static_cast<std::uint8_t>(numberOf(message, "shape"))};
        return true;
    case MessageId::UC_GUILD_SHIELDS: shieldIcons_ = numbersOf(itemsOf(message, "shields")); return true;
    case MessageId::UC_GUILD_SHIELD_ERROR: shieldError_ = numberOf(message, "message"); return true;
    default: return false;
    }
}

} // namespace blak::session
