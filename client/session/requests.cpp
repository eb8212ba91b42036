// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/requests.h"

#include "formats/base/windows1252.h"
#include "formats/wire/fields.h"

namespace blak::session {
namespace {

using wire::Field;
using wire::FieldType;
using wire::GameObject;
using namespace wire::fields;
using enum wire::MessageId;

/// open105: preference bit for safety off.

/// Bytes of Windows-1252, at most `most` of them.
std::string bytesOf(const std::string& utf8, std::size_t most)
{
    std::string out;
    for (std::size_t i = 0; i < utf8.size() && out.size() < most;) {
        std::size_t length = 1;
        while (i + length < utf8.size() && (static_cast<unsigned char>(utf8[i + length]) & 0xC0) == 0x80)
            ++length;
        out += windows1252::fromUtf8(std::string_view(utf8).substr(i, length)).value_or("?");
        i += length;
    }
    return out;
}

Field plainStack(std::string_view name, std::uint32_t id) { return {name, FieldType::Stack, id & wire::idMask, {}, {}}; }

Field stacks(std::string_view name, std::span<const GameObject> objects)
{
    std::vector<std::vector<Field>> rows;
    for (const GameObject& object : objects)
        rows.push_back({object.stack()});
    return elements(name, std::move(rows));
}

Field ids(std::string_view name, std::span<const std::uint32_t> list)
{
    std::vector<std::vector<Field>> rows;
    for (const std::uint32_t id : list)
        rows.push_back({objectId("id", id)});
    return elements(name, std::move(rows));
}

} // namespace

bool Requests::send(wire::MessageId id, std::vector<Field> fields)
{
    return !session_.isWaiting() && session_.send(id, std::move(fields));
}

bool Requests::toTargets(wire::MessageId id, Field subject, std::span<const GameObject> targets)
{
    return send(id, {std::move(subject), stacks("targets", targets)});
}

bool Requests::say(SayKind kind, const std::string& words)
{
    return !words.empty() &&
           send(BP_SAY_TO, {u8("kind", static_cast<std::uint32_t>(kind)), text("text", bytesOf(words, longestSpeech))});
}

bool Requests::tell(std::span<const std::uint32_t> listeners, const std::string& words)
{
    return !words.empty() && !listeners.empty() &&
           send(BP_SAY_GROUP, {ids("listeners", listeners), text("text", bytesOf(words, longestSpeech))});
}

bool Requests::act(Gesture gesture) { return send(BP_ACTION, {u8("action", static_cast<std::uint32_t>(gesture))}); }

bool Requests::move(std::uint16_t row, std::uint16_t column, std::uint8_t speed, std::uint16_t angle)
{
    if (session_.isWaiting())
        return false;
    std::vector<Field> fields{u16("row", row), u16("column", column), u8("speed", speed),
                              objectId("room", session_.room().place().room)};
    if (wire::isOpen(session_.dialect()))
        fields.push_back(u16("angle", angle));
    return session_.sendQuickly(BP_REQ_MOVE, std::move(fields));
}

bool Requests::turn(std::uint16_t angle)
{
    return !session_.isWaiting() &&
           session_.sendQuickly(BP_REQ_TURN, {objectId("id", session_.room().self()), u16("angle", angle)});
}

bool Requests::go() { return send(BP_REQ_GO); }
bool Requests::rest() { return send(UC_REST); }
bool Requests::stand() { return send(UC_STAND); }

bool Requests::look(const GameObject& object) { return send(BP_REQ_LOOK, {object.stack()}); }
bool Requests::get(const GameObject& object) { return send(BP_REQ_GET, {object.stack()}); }

bool Requests::drop(const GameObject& object, std::uint32_t amount)
{
    if (session_.dialect() == wire::Dialect::Mainline)
        return send(BP_REQ_DROP, {elements("objects", {{object.stack("id", amount)}})});
    return send(BP_REQ_DROP, {object.stack("id", amount)});
}

bool Requests::use(const GameObject& object) { return send(BP_REQ_USE, {object.stack()}); }
bool Requests::unuse(const GameObject& object) { return send(BP_REQ_UNUSE, {object.stack()}); }
bool Requests::apply(const GameObject& object, const GameObject& target)
{
    return send(BP_REQ_APPLY, {object.stack(), target.stack("target")});
}
bool Requests::activate(const GameObject& object) { return send(BP_REQ_ACTIVATE, {object.stack()}); }
bool Requests::hide(const GameObject& object) { return send(BP_REQ_HIDE, {object.stack()}); }
bool Requests::put(const GameObject& object, const GameObject& container)
{
    return send(BP_REQ_PUT, {object.stack(), container.stack("container")});
}
bool Requests::openContainer(const GameObject& object) { return send(BP_SEND_OBJECT_CONTENTS, {object.stack()}); }

bool Requests::takeOut(const GameObject& object)
{
    const bool own = session_.dialect() == wire::Dialect::Mainline;
    return send(own ? BP_REQ_GET_FROM_CONTAINER : BP_REQ_GET, {object.stack()});
}

bool Requests::moveInInventory(std::uint32_t from, std::uint32_t to)
{
    if (wire::isOpen(session_.dialect()))
        return send(BP_REQ_INVENTORY_MOVE, {objectId("id", from), objectId("target", to)});
    return send(BP_REQ_INVENTORY_MOVE, {u16("from", from), u16("to", to)});
}

bool Requests::attack(std::uint32_t object)
{
    return !session_.isWaiting() && session_.sendQuickly(BP_REQ_ATTACK, {u8("kind", 1), objectId("id", object)});
}

bool Requests::cast(std::uint32_t spell, std::span<const GameObject> targets)
{
    return toTargets(BP_REQ_CAST, plainStack("id", spell), targets);
}
bool Requests::perform(std::uint32_t skill, std::span<const GameObject> targets)
{
    return toTargets(BP_REQ_PERFORM, plainStack("id", skill), targets);
}
bool Requests::offer(const GameObject& partner, std::span<const GameObject> things)
{
    return toTargets(BP_REQ_OFFER, partner.stack(), things);
}
bool Requests::counterOffer(std::span<const GameObject> things)
{
    return send(BP_REQ_COUNTEROFFER, {stacks("objects", things)});
}
bool Requests::acceptOffer() { return send(BP_ACCEPT_OFFER); }
bool Requests::cancelOffer() { return send(BP_CANCEL_OFFER); }
bool Requests::askWares(const GameObject& seller) { return send(BP_REQ_BUY, {objectId("id", seller.id)}); }
bool Requests::buy(const GameObject& seller, std::span<const GameObject> things)
{
    return toTargets(BP_REQ_BUY_ITEMS, seller.stack(), things);
}
bool Requests::askVault(const GameObject& keeper) { return send(BP_REQ_WITHDRAWAL, {objectId("id", keeper.id)}); }
bool Requests::deposit(const GameObject& keeper, std::span<const GameObject> things)
{
    return toTargets(BP_REQ_DEPOSIT, keeper.stack(), things);
}
bool Requests::withdraw(const GameObject& keeper, std::span<const GameObject> things)
{
    return toTargets(BP_REQ_WITHDRAWAL_ITEMS, keeper.stack(), things);
}
bool Requests::askQuests(std::uint32_t person) { return send(BP_REQ_NPC_QUESTS, {objectId("npc", person)}); }
bool Requests::acceptQuest(std::uint32_t person, std::uint32_t quest)
{
    return send(BP_REQ_TRIGGER_QUEST, {objectId("npc", person), objectId("quest", quest)});
}

bool Requests::askPlayers() { return send(BP_SEND_PLAYERS); }
bool Requests::askStats(std::uint8_t group) { return send(BP_SEND_STATS, {u8("group", group)}); }

bool Requests::askLetters() { return send(BP_REQ_GET_MAIL); }
bool Requests::deleteLetter(std::uint32_t index) { return send(BP_DELETE_MAIL, {u32("index", index)}); }

bool Requests::lookUpNames(std::span<const std::string> names)
{
    std::string joined;
    for (const std::string& name : names)
        joined += (joined.empty() ? "" : ",") + bytesOf(name, longestSpeech);
    if (names.empty() || names.size() > mostRecipients)
        return false;
    return send(BP_REQ_LOOKUP_NAMES, {u16("count", static_cast<std::uint32_t>(names.size())), text("names", joined)});
}

bool Requests::sendLetter(std::span<const std::uint32_t> recipients, const std::string& words)
{
    return !recipients.empty() && recipients.size() <= mostRecipients &&
           send(BP_SEND_MAIL, {ids("recipients", recipients), text("text", bytesOf(words, longestLetter))});
}
bool Requests::askArticles(std::uint16_t group) { return send(BP_REQ_ARTICLES, {u16("group", group)}); }
bool Requests::askArticle(std::uint16_t group, std::uint32_t article)
{
    return send(BP_REQ_ARTICLE, {u16("group", group), u32("article", article)});
}
bool Requests::post(std::uint16_t group, const std::string& title, const std::string& body)
{
    return send(BP_POST_ARTICLE, {u16("group", group), text("title", bytesOf(title, longestAddress)),
                                  text("body", bytesOf(body, longestLetter))});
}
bool Requests::deleteArticle(std::uint16_t group, std::uint32_t article)
{
    return send(BP_DELETE_NEWS, {u16("group", group), u32("article", article)});
}

bool Requests::describe(const GameObject& object, const std::string& words)
{
    return send(BP_CHANGE_DESCRIPTION, {object.stack(), text("text", bytesOf(words, longestDescription))});
}
bool Requests::setHomepage(const std::string& address)
{
    return send(UC_CHANGE_URL, {objectId("id", session_.room().self()), text("url", bytesOf(address, longestAddress))});
}
bool Requests::changePassword(const std::string& old, const std::string& wanted)
{
    return send(BP_CHANGE_PASSWORD, {text("old", wire::passwordDigest(old)), text("new", wire::passwordDigest(wanted))});
}
bool Requests::setSafety(bool on)
{
    return send(UC_SAFETY, {u8("on", on)});
}
bool Requests::setPreferences(std::uint32_t bits) { return send(UC_SEND_PREFERENCES, {u32("preferences", bits)}); }
bool Requests::askPreferences() { return send(UC_REQ_PREFERENCES); }

bool Requests::changeStatistics(std::span<const std::uint8_t> statistics)
{
    constexpr std::size_t all = 14;
    if (statistics.size() != all)
        return false;
    static constexpr const char* names[]{"might", "intellect", "stamina", "agility", "mysticism", "aim"};
    std::vector<Field> fields;
    for (std::size_t i = 0; i < std::size(names); ++i)
        fields.push_back(u8(names[i], statistics[i]));
    std::vector<std::vector<Field>> schools;
    for (std::size_t i = 6; i < 12; ++i)
        schools.push_back({u8("level", statistics[i])});
    fields.push_back(elements("schools", std::move(schools)));
    fields.push_back(u8("weaponcraft", statistics[12]));
    fields.push_back(u8("roguecraft", statistics[13]));
    return send(BP_CHANGED_STATS, {{"statistics", FieldType::Structure, 0, {}, std::move(fields)}});
}

bool Requests::suicide() { return send(UC_SUICIDE); }
bool Requests::appeal(const std::string& words) { return send(UC_APPEAL, {text("text", bytesOf(words, longestSpeech))}); }
bool Requests::rescue() { return send(UC_REQ_RESCUE); }
bool Requests::balance() { return send(UC_BALANCE); }
bool Requests::depositMoney(std::uint32_t amount) { return send(UC_DEPOSIT, {u32("amount", amount)}); }
bool Requests::withdrawMoney(std::uint32_t amount) { return send(UC_WITHDRAW, {u32("amount", amount)}); }
bool Requests::askTime() { return send(UC_REQ_TIME); }

bool Requests::askGuild() { return send(UC_REQ_GUILDINFO); }
bool Requests::askGuildList() { return send(UC_REQ_GUILD_LIST); }
bool Requests::guildCommand(wire::MessageId command, std::uint32_t id) { return send(command, {objectId("id", id)}); }
bool Requests::guildCommand(wire::MessageId command) { return send(command); }
bool Requests::setGuildRank(std::uint32_t member, std::uint8_t rank)
{
    return send(UC_SET_RANK, {objectId("id", member), u8("rank", rank)});
}

bool Requests::foundGuild(const std::string& name, const std::array<std::string, 10>& ranks, bool secret)
{
    std::vector<std::vector<Field>> titles;
    for (const std::string& rank : ranks)
        titles.push_back({text("title", bytesOf(rank, longestAddress))});
    return send(UC_GUILD_CREATE,
                {text("name", bytesOf(name, longestAddress)), elements("ranks", std::move(titles)), u8("secret", secret)});
}

bool Requests::rentHall(std::uint32_t hall, const std::string& password)
{
    return send(UC_GUILD_RENT, {objectId("id", hall), text("password", bytesOf(password, longestAddress))});
}
bool Requests::setGuildPassword(const std::string& password)
{
    return send(UC_GUILD_SET_PASSWORD, {text("password", bytesOf(password, longestAddress))});
}
bool Requests::askShield() { return send(UC_GUILD_SHIELD); }
bool Requests::askShields() { return send(UC_GUILD_SHIELDS); }
bool Requests::abandonHall() { return send(UC_ABANDON_GUILD_HALL); }
bool Requests::claimShield(std::uint8_t colour1, std::uint8_t colour2, std::uint8_t shape, bool really)
{
    return send(UC_CLAIM_SHIELD, {u8("colour1", colour1), u8("colour2", colour2), u8("shape", shape), u8("really", really)});
}

bool Requests::adminCommand(const std::string& command)
{
    return send(BP_REQ_ADMIN, {text("command", bytesOf(command, longestCommand))});
}
bool Requests::gameMaster(GameMasterCommand command, const std::string& argument)
{
    return send(BP_REQ_DM, {u8("command", static_cast<std::uint32_t>(command)), text("argument", bytesOf(argument, longestAddress))});
}

bool Requests::miniGame(std::uint32_t object, const std::string& state)
{
    return send(UC_MINIGAME_STATE, {objectId("id", object), text("state", state)});
}
bool Requests::resetMiniGame(std::uint32_t object) { return send(UC_MINIGAME_RESET_PLAYERS, {objectId("id", object)}); }

bool Requests::advertisementChosen(std::uint8_t number) { return send(BP_AD_SELECTED, {u8("which", number)}); }
bool Requests::askCreation() { return send(BP_SEND_CHARINFO); }
bool Requests::create(std::vector<Field> fields) { return send(BP_NEW_CHARINFO, std::move(fields)); }

} // namespace blak::session
