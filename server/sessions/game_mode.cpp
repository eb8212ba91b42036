// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/game_mode.h"

#include "server/sessions/fields.h"
#include "server/sessions/large_message.h"
#include "server/world/passwords.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::int64_t millisecondsPerSecond = 1000;
constexpr std::size_t longestCommand = 498;

// Commands of BP_REQ_DM.
constexpr std::uint32_t goRoom = 1;
constexpr std::uint32_t goPlayer = 2;
constexpr std::uint32_t getPlayer = 3;

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

void GameMode::take(Session& session, const wire::Message& message)
{
    const wire::MessageId id = message.row->id;
    if (id == wire::MessageId::BP_PING)
        return ping(session);
    if (id == wire::MessageId::BP_REQ_QUIT)
        return quit(session);
    if (id == wire::MessageId::BP_SEND_CHARACTERS)
        return sendCharacters(session);
    if (id == wire::MessageId::BP_USE_CHARACTER)
        return useCharacter(session, numberOf(message, "id"));
    if (id == wire::MessageId::BP_CHANGE_PASSWORD)
        return passwords_.change(session, message);
    if (id == wire::MessageId::BP_REQ_ADMIN)
        return text_.takeInGame(session, textOf(message, "command").substr(0, longestCommand));
    if (id == wire::MessageId::BP_REQ_DM)
        return gameMasterCommand(session, numberOf(message, "command"), textOf(message, "argument"));
    if (id == wire::MessageId::BP_AD_SELECTED || id == wire::MessageId::BP_RESYNC || id == wire::MessageId::BP_UDP_PING ||
        id == wire::MessageId::BP_ROUNDTRIP2)
        return;
    if (session.object < 0 && message.row->family != wire::Family::System)
        return; // there is no character yet
    if (id == wire::MessageId::BP_NEW_CHARINFO && !isOwn(session, numberOf(message, "id"))) {
        ++all_.counters().dropped;
        return all_.complain(session, "wants to make a character that is not its own");
    }
    if (auto delivered = all_.toBlakod().deliver(message, session.id, session.object); !delivered) {
        ++all_.counters().dropped;
        all_.complain(session, delivered.error().text());
    }
}

void GameMode::ping(Session& session)
{
    const auto redbook = world_.vm().resourceByName(all_.settings().redbook);
    std::vector<wire::Field> fields;
    if (all_.settings().protocol != wire::Dialect::Classic97)
        fields = {u8("token", session.link.echoByte()), resourceId("redbook", redbook.value_or(0))};
    all_.send(session, wire::MessageId::BP_ECHO_PING, std::move(fields));
}

/// While a character is chosen the reference says BP_QUIT twice.
void GameMode::quit(Session& session)
{
    const bool picking = session.object < 0;
    all_.leaveGame(session);
    if (picking)
        if (const wire::MessageRow* row =
                wire::findMessage(all_.settings().protocol, wire::Direction::ToClient, wire::MessageId::BP_QUIT)) {
            const std::byte payload[]{std::byte{row->number}};
            sendPacket(session, payload);
        }
    all_.send(session, wire::MessageId::BP_QUIT);
    all_.enter(session, State::Login);
    login_.sendMenu(session);
}

void GameMode::sendCharacters(Session& session)
{
    vm::Vm& machine = world_.vm();
    const vm::ReservedIds& ids = machine.dialect().ids;
    std::vector<std::vector<wire::Field>> characters;
    const std::vector<world::User> users = world_.accounts().users; // Blakod may change the list
    for (auto it = users.rbegin(); it != users.rend(); ++it) {      // newest first
        if (it->account != session.account)
            continue;
        const auto name = machine.send(it->object, ids.getUserName, {});
        const auto text = name && name->tag == bof::Tag::Resource ? machine.resourceText(name->data) : std::nullopt;
        const auto first = machine.send(it->object, ids.isFirstTime, {});
        if (!name)
            continue;
        characters.push_back(
            {objectId("id", it->object), serve::text("name", text.value_or("")), u8("new", first && first->data != 0 ? 1 : 0)});
    }
    std::vector<std::vector<wire::Field>> advertisements;
    for (const int i : {0, 1})
        advertisements.push_back({text("file", all_.settings().adFile[i]), text("url", all_.settings().adUrl[i])});
    all_.send(session, wire::MessageId::BP_CHARACTERS,
              {elements("characters", std::move(characters)),
               text("message_of_the_day", messageOfTheDay.empty() ? all_.settings().message : messageOfTheDay),
               elements("advertisements", std::move(advertisements))});
}

bool GameMode::isOwn(const Session& session, std::int64_t object) const
{
    constexpr std::int64_t idMask = 0x0FFFFFFF;
    return std::ranges::any_of(world_.accounts().users, [&](const world::User& user) {
        return user.object == (object & idMask) && user.account == session.account;
    });
}

/// A character of somebody else, or (open105) one that was never created, is an attempt to cheat there.
void GameMode::useCharacter(Session& session, std::int64_t object)
{
    vm::Vm& machine = world_.vm();
    const vm::ReservedIds& ids = machine.dialect().ids;
    const bool own = isOwn(session, object);
    const bool strict = machine.dialect().extended;
    bool usable = own && session.object < 0 && machine.classOfObject(object).has_value();
    if (usable && strict) {
        const auto first = machine.send(object, ids.isFirstTime, {});
        usable = first && first->data == 0;
    }
    if (!usable) {
        if (!strict || session.object >= 0)
            return;
        constexpr std::int64_t part = 5; // of the usual block
        all_.blocks().block({session.address}, all_.now() + all_.settings().blockTime * millisecondsPerSecond / part);
        return all_.hangUp(session, "chose a character that it cannot have");
    }
    session.object = object;
    session.creditedTo = all_.now();
    const vm::Parameter parameter{ids.sessionId, {bof::Tag::Session, session.id}};
    machine.send(object, ids.userLogon, std::span(&parameter, 1));
}

/// The rights that a game master's command needs, 0 = nobody has them.
std::int64_t GameMode::rightFor(std::uint32_t command, std::string_view argument) const
{
    switch (command) {
    case goRoom: return isNumber(argument) ? all_.settings().goRoomByNumber : all_.settings().goRoom;
    case goPlayer: return all_.settings().goPlayer;
    case getPlayer: return all_.settings().getPlayer;
    default: return 0;
    }
}

/// Who may is a matter of the account (protocol.md, group [Rights]). What is done is audited, what is refused is logged shortly.
void GameMode::gameMasterCommand(Session& session, std::uint32_t command, std::string_view argument)
{
    constexpr std::size_t longestArgument = 100; // names of players and rooms are shorter
    const world::Account* account = world_.accounts().find(session.account);
    if (account == nullptr || session.object < 0)
        return;
    const std::int64_t right = rightFor(command, argument);
    const bool may =
        account->type == world::AccountType::Admin ? right >= 1 : account->type == world::AccountType::Dm && right >= 2;
    if (!may) {
        all_.say(session, ClientLine::Complaint, "tried game master command " + std::to_string(command));
        return;
    }
    world_.auditLine("account " + std::to_string(account->id) + " (" + account->name + ") game master command " +
                     std::to_string(command) + " " + std::string(argument.substr(0, longestArgument)) +
                     (argument.size() > longestArgument ? "..." : ""));
    vm::Vm& machine = world_.vm();
    const vm::ReservedIds& ids = machine.dialect().ids;
    const auto tell = [&](std::int64_t object, std::string_view name, std::string_view parameterName, vm::Value value) {
        const auto message = machine.messageByName(name);
        const auto parameter = machine.parameterByName(parameterName);
        if (!message || !parameter)
            return;
        const vm::Parameter given{*parameter, value};
        machine.send(object, *message, std::span(&given, 1));
    };
    if (command == goRoom) {
        std::optional<std::int64_t> room;
        if (isNumber(argument) && argument.size() < 10)
            room = std::stoll(std::string(argument));
        else if (const auto it = world_.constants().find(lowerCase(argument)); it != world_.constants().end())
            room = it->second;
        if (room)
            tell(session.object, "TeleportTo", "rid", vm::Value::integer(*room));
        return;
    }
    machine.setTempString(argument);
    const vm::Parameter wanted{ids.string, {bof::Tag::TempString, 0}};
    const auto player = machine.send(machine.systemObject(), ids.findUserByString, std::span(&wanted, 1));
    if (!player || player->tag != bof::Tag::Object)
        return;
    if (command == goPlayer)
        tell(session.object, "AdminGotoObject", "what", *player);
    else
        tell(player->data, "AdminGotoObject", "what", vm::Value::object(session.object));
}

/// To a session that is not in the game nothing is sent, and nothing is said about it.
void GameMode::sendPacket(Session& session, std::span<const std::byte> bytes)
{
    if (session.state != State::Game || session.closing)
        return;
    if (bytes.size() > wire::largestServerPayload) {
        const auto parts = splitLargeMessage(all_.settings().protocol, bytes, session.object);
        for (const auto& part : parts)
            sendPacket(session, part);
        if (!parts.empty())
            return;
        world_.logError("session " + std::to_string(session.id) + ": a message of " + std::to_string(bytes.size()) +
                        " bytes is more than clients take");
        ++all_.counters().dropped;
        return;
    }
    const std::size_t before = session.output.size();
    if (auto sent = session.link.sendGame(bytes, session.output); !sent) {
        world_.logError("session " + std::to_string(session.id) + ": " + sent.error().text());
        return;
    }
    ++all_.counters().messagesOut;
    all_.counters().bytesOut += session.output.size() - before;
    all_.touch(session);
}

} // namespace blak::serve
