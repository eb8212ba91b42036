// SPDX-License-Identifier: GPL-3.0-or-later
// What the world and its administrators ask of the connections.
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"
#include "server/world/user_name.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::int64_t millisecondsPerSecond = 1000;

} // namespace

bool Sessions::sendPacket(std::int64_t id, std::span<const std::byte> bytes)
{
    Session* session = all_.find(id);
    if (session != nullptr)
        game_.sendPacket(*session, bytes);
    return session != nullptr;
}

void Sessions::resourceChanged(std::int64_t resource, std::string_view value)
{
    for (auto& [id, session] : all_.all())
        if (session->state == State::Game && !session->closing)
            all_.send(*session, wire::MessageId::BP_CHANGE_RESOURCE,
                      {resourceId("resource", resource), serve::text("text", std::string(value))});
}

std::optional<std::int64_t> Sessions::inactiveSeconds(std::int64_t id)
{
    const Session* session = all_.find(id);
    if (session == nullptr)
        return std::nullopt;
    return std::max<std::int64_t>((all_.now() - session->lastHeard) / millisecondsPerSecond, 0);
}

std::optional<std::vector<std::uint8_t>> Sessions::address(std::int64_t id)
{
    const Session* session = all_.find(id);
    if (session == nullptr)
        return std::nullopt;
    return std::vector<std::uint8_t>(session->address.bytes.begin(), session->address.bytes.end());
}

void Sessions::collecting()
{
    for (auto& [id, session] : all_.all())
        if (session->state == State::Game && session->object < 0 && !session->closing)
            game_.quit(*session);
}

void Sessions::collected(std::span<const world::RenamedObject> users)
{
    all_.nextEpoch();
    for (auto& [id, session] : all_.all()) {
        if (!session->inGame())
            continue;
        session->lastHeard = std::max(session->lastHeard, all_.now()); // the pause is not the client's fault
        const auto it = std::ranges::find(users, session->object, &world::RenamedObject::was);
        session->object = it == users.end() ? -1 : it->now;
        if (session->object < 0)
            all_.hangUp(*session, "its character is gone");
    }
    forgetValues();
}

void Sessions::forgetValues() { all_.toBlakod().forgetNodes(); }

void Sessions::kickOffAll()
{
    for (auto& [id, session] : all_.all())
        if (session->state == State::Game && !session->closing)
            game_.quit(*session);
}

bool Sessions::kickOffAccount(std::int64_t account)
{
    Session* session = all_.findAccount(account);
    if (session == nullptr || session->state != State::Game)
        return false;
    game_.quit(*session);
    return true;
}

bool Sessions::hangUpAccount(std::int64_t account)
{
    Session* session = all_.findAccount(account);
    if (session == nullptr)
        return false;
    blockAddress(session->address.text());
    all_.hangUp(*session, "by an administrator");
    return true;
}

bool Sessions::hangUpSession(std::int64_t id)
{
    Session* session = all_.find(id);
    if (session == nullptr)
        return false;
    all_.hangUp(*session, "by an administrator");
    return true;
}

void Sessions::hangUpAll()
{
    for (auto& [id, session] : all_.all())
        if (session.get() != text_.asking())
            all_.hangUp(*session, "by an administrator");
}

bool Sessions::blockAddress(std::string_view address)
{
    const auto range = parseAddressRange(address);
    if (range)
        all_.blocks().block(*range, all_.now() + all_.settings().blockTime * millisecondsPerSecond);
    return range.has_value();
}

Result<void> Sessions::ban(const world::Ban& ban)
{
    if (auto added = all_.bans().add(ban, world_.unixTime()); !added)
        return added;
    const std::int64_t now = world_.unixTime();
    for (auto& [id, session] : all_.all()) {
        const bool banned = all_.bans().find(session->address, now) != nullptr ||
                            (session->account != 0 && all_.bans().find(session->accountName, now) != nullptr);
        if (banned && session.get() != text_.asking())
            all_.hangUp(*session, "banned");
    }
    return {};
}

Result<void> Sessions::unban(world::BanKind kind, std::string_view what) { return all_.bans().remove(kind, what); }

world::PlayersMemory Sessions::memory()
{
    world::PlayersMemory out{.motd = game_.messageOfTheDay.size(), .blocks = all_.blocks().bytes()};
    for (const auto& [id, session] : all_.all()) {
        out.sessions += sizeof(Session) + session->accountName.size() + session->administrator.size();
        out.buffers += session->output.capacity() + session->link.buffered() + session->text.size();
    }
    return out;
}

std::vector<world::PlayerLine> Sessions::list()
{
    std::vector<world::PlayerLine> out;
    const bool mapped = world_.extended();
    for (const auto& [id, session] : all_.all()) {
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
