// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine asks of its host.
#include "server/world/world.h"

#include <algorithm>

namespace blak::world {
namespace {

/// A line for each handler, innermost first: "    User::Broken user.bof (70) OBJECT 5".
std::string stackText(std::span<const vm::HandlerView> callers)
{
    std::string out;
    for (const vm::HandlerView& one : callers.first(std::min(callers.size(), World::mostCallers)))
        out += "    " +
               withoutControls(one.type + "::" + one.handler + " " + one.file + " (" + std::to_string(one.line) + ") OBJECT " +
                               std::to_string(one.object)) +
               "\r\n";
    return callers.size() > World::mostCallers ? out + "    ...\r\n" : out;
}

} // namespace

void World::logError(std::string_view text) { logs_.write(LogKind::Error, text); }

void World::logLine(std::string_view text) { logs_.write(LogKind::Log, text); }

void World::auditLine(std::string_view text) { logs_.write(LogKind::Admin, text); }

void World::debugLine(std::string_view text)
{
    if (!muted_)
        logs_.write(LogKind::Debug, text);
}

void World::errorLine(std::string_view text)
{
    if (muted_)
        return;
    logs_.write(LogKind::Error, text);
    if (config().yes("Channel", "ErrorStack", false))
        logs_.add(LogKind::Error, stackText(vm_->callers(mostCallers + 1)));
}

void World::godLine(std::string_view text)
{
    if (!muted_)
        logs_.write(LogKind::God, text);
}

std::uint32_t World::random() { return static_cast<std::uint32_t>(random_()) >> 5; }

std::optional<std::int64_t> World::accountOfObject(std::int64_t object)
{
    const auto it = std::ranges::find(accounts_.users, object, &User::object);
    if (it == accounts_.users.end())
        return std::nullopt;
    return it->account;
}

void World::replaceUser(std::int64_t oldObject, std::int64_t newObject)
{
    const auto it = std::ranges::find(accounts_.users, oldObject, &User::object);
    if (it != accounts_.users.end())
        it->object = newObject;
}

void World::sendPacket(std::int64_t session, std::span<const std::byte> bytes)
{
    if (players_ == nullptr || !players_->sendPacket(session, bytes))
        errorLine("[Server] there is no session " + std::to_string(session));
}

void World::resourceChanged(std::int64_t resource, std::string_view text)
{
    if (players_ != nullptr)
        players_->resourceChanged(resource, text);
}

std::optional<std::int64_t> World::inactiveSeconds(std::int64_t session)
{
    return players_ == nullptr ? std::nullopt : players_->inactiveSeconds(session);
}

std::optional<std::vector<std::uint8_t>> World::sessionAddress(std::int64_t session)
{
    return players_ == nullptr ? std::nullopt : players_->address(session);
}

} // namespace blak::world
