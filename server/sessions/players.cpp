// SPDX-License-Identifier: GPL-3.0-or-later
// What the world and its administrators ask of the connections.
#include "server/sessions/fields.h"
#include "server/sessions/large_message.h"
#include "server/sessions/sessions.h"
#include "server/world/user_name.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::int64_t millisecondsPerSecond = 1000;

} // namespace

/// To a session that is not in the game nothing is sent, and nothing is said about it.
bool Sessions::sendPacket(std::int64_t id, std::span<const std::byte> bytes)
{
    Session* session = find(id);
    if (session == nullptr)
        return false;
    if (session->state != State::Game || session->closing)
        return true;
    if (bytes.size() > wire::largestServerPayload) {
        const auto parts = splitLargeMessage(settings_.protocol, bytes, session->object);
        for (const auto& part : parts)
            sendPacket(id, part);
        if (!parts.empty())
            return true;
        world_.logError("session " + std::to_string(id) + ": a message of " + std::to_string(bytes.size()) +
                        " bytes is more than clients take");
        ++counters_.dropped;
        return true;
    }
    const std::size_t before = session->output.size();
    if (auto sent = session->link.sendGame(bytes, session->output); !sent) {
        world_.logError("session " + std::to_string(id) + ": " + sent.error().text());
        return true;
    }
    ++counters_.messagesOut;
    counters_.bytesOut += session->output.size() - before;
    touch(*session);
    return true;
}

void Sessions::resourceChanged(std::int64_t resource, std::string_view value)
{
    for (auto& [id, session] : sessions_)
        if (session->state == State::Game && !session->closing)
            send(*session, wire::MessageId::BP_CHANGE_RESOURCE, {resourceId("resource", resource), text("text", std::string(value))});
}

std::optional<std::int64_t> Sessions::inactiveSeconds(std::int64_t id)
{
    const Session* session = find(id);
    if (session == nullptr)
        return std::nullopt;
    return std::max<std::int64_t>((now_ - session->lastHeard) / millisecondsPerSecond, 0);
}

std::optional<std::vector<std::uint8_t>> Sessions::address(std::int64_t id)
{
    const Session* session = find(id);
    if (session == nullptr)
        return std::nullopt;
    return std::vector<std::uint8_t>(session->address.bytes.begin(), session->address.bytes.end());
}

void Sessions::collecting()
{
    for (auto& [id, session] : sessions_)
        if (session->state == State::Game && session->object < 0 && !session->closing)
            quit(*session);
}

/// A new epoch: what clients have under way now names objects by their old numbers.
void Sessions::collected(std::span<const world::RenamedObject> users)
{
    constexpr std::uint8_t lastEpoch = 255;
    epoch_ = epoch_ == lastEpoch ? 1 : static_cast<std::uint8_t>(epoch_ + 1);
    for (auto& [id, session] : sessions_) {
        session->link.setEpoch(epoch_);
        if (!session->inGame())
            continue;
        session->lastHeard = std::max(session->lastHeard, now_); // the pause is not the client's fault
        const auto it = std::ranges::find(users, session->object, &world::RenamedObject::was);
        session->object = it == users.end() ? -1 : it->now;
        if (session->object < 0)
            hangUp(*session, "its character is gone");
    }
    forgetValues();
}

void Sessions::forgetValues() { toBlakod_.forgetNodes(); }

void Sessions::kickOffAll()
{
    for (auto& [id, session] : sessions_)
        if (session->state == State::Game && !session->closing)
            quit(*session);
}

bool Sessions::kickOffAccount(std::int64_t account)
{
    Session* session = findAccount(account);
    if (session == nullptr || session->state != State::Game)
        return false;
    quit(*session);
    return true;
}

bool Sessions::hangUpAccount(std::int64_t account)
{
    Session* session = findAccount(account);
    if (session == nullptr)
        return false;
    blockAddress(session->address.text());
    hangUp(*session, "by an administrator");
    return true;
}

bool Sessions::hangUpSession(std::int64_t id)
{
    Session* session = find(id);
    if (session == nullptr)
        return false;
    hangUp(*session, "by an administrator");
    return true;
}

void Sessions::hangUpAll()
{
    for (auto& [id, session] : sessions_)
        if (session.get() != asking_)
            hangUp(*session, "by an administrator");
}

bool Sessions::blockAddress(std::string_view address)
{
    const auto range = parseAddressRange(address);
    if (range)
        blocks_.block(*range, now_ + settings_.blockTime * millisecondsPerSecond);
    return range.has_value();
}

Result<void> Sessions::ban(const world::Ban& ban)
{
    if (auto added = bans_.add(ban, world_.unixTime()); !added)
        return added;
    const std::int64_t now = world_.unixTime();
    for (auto& [id, session] : sessions_) {
        const bool banned = bans_.find(session->address, now) != nullptr ||
                            (session->account != 0 && bans_.find(session->accountName, now) != nullptr);
        if (banned && session.get() != asking_)
            hangUp(*session, "banned");
    }
    return {};
}

Result<void> Sessions::unban(world::BanKind kind, std::string_view what) { return bans_.remove(kind, what); }

std::vector<std::uint64_t> Sessions::messageCounts(world::MessageTable table)
{
    const auto& counts = heard_[static_cast<std::size_t>(table)];
    return {counts.begin(), counts.end()};
}

world::PlayersMemory Sessions::memory()
{
    world::PlayersMemory out{.motd = messageOfTheDay.size(), .blocks = blocks_.bytes()};
    for (const auto& [id, session] : sessions_) {
        out.sessions += sizeof(Session) + session->accountName.size() + session->administrator.size();
        out.buffers += session->output.capacity() + session->link.buffered() + session->text.size();
    }
    return out;
}

void Sessions::tellAdministrators(std::string_view text)
{
    for (auto& [id, session] : sessions_) {
        if (session.get() == asking_)
            continue; // has its answer
        if (session->state == State::Administrator || session->mayCommand)
            sendRaw(*session, std::string(text) + "\r\n");
        else if (session->state == State::Game && isAdministrator(*session))
            send(*session, wire::MessageId::BP_ADMIN, {serve::text("text", std::string(text) + "\n")});
    }
}

std::vector<world::PlayerLine> Sessions::list()
{
    std::vector<world::PlayerLine> out;
    const bool mapped = world_.extended();
    for (const auto& [id, session] : sessions_) {
        world::PlayerLine line{id,
                               session->account,
                               session->account == 0 ? "?" : session->accountName,
                               session->version,
                               session->address.text(mapped),
                               {},
                               session->inGame()};
        switch (session->state) {
        case State::Login: line.where = "Synched"; break;
        case State::Game: line.where = "Game - pick"; break;
        case State::Administrator: line.where = "Admin"; break;
        case State::Maintenance: line.where = session->console ? "Console" : "Maintenance"; break;
        case State::Deaf: line.where = "Resync"; break;
        }
        if (session->inGame()) {
            line.where =
                "Game - " + world::userNameOf(world_.vm(), session->object).text + " (" + std::to_string(session->object) + ")";
        }
        out.push_back(std::move(line));
    }
    return out;
}

} // namespace blak::serve
