// SPDX-License-Identifier: GPL-3.0-or-later
// Logs, clocks, and what else the machine asks of its host.
#include "server/world/world.h"

#include <algorithm>
#include <chrono>

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

void World::rotateChannels()
{
    const std::int64_t now = unixTime();
    configureChannels(now);
    for (Channel* channel : {&debug_, &error_, &log_, &god_, &admin_})
        channel->rotate(now);
}

void World::tendChannels()
{
    const std::int64_t now = unixTime();
    for (Channel* channel : {&debug_, &error_, &log_, &god_, &admin_})
        channel->retry(now);
}

void World::configureChannels(std::int64_t now)
{
    constexpr std::int64_t usualDays = 90;
    for (Channel* channel : {&debug_, &error_, &log_, &god_, &admin_})
        channel->keepDays(config_.number("Channel", "KeepDays", usualDays), now, cleaningTime());
}

void World::markLogs()
{
    for (Channel* channel : {&debug_, &error_, &log_})
        channel->mark();
}

void World::logError(std::string_view text) { write(LogKind::Error, text); }

void World::logLine(std::string_view text) { write(LogKind::Log, text); }

void World::auditLine(std::string_view text) { write(LogKind::Admin, text); }

void World::debugLine(std::string_view text) { write(LogKind::Debug, text); }

void World::errorLine(std::string_view text)
{
    write(LogKind::Error, text);
    if (config_.yes("Channel", "ErrorStack", false))
        error_.add(stackText(vm_->callers(mostCallers + 1)));
}

void World::godLine(std::string_view text) { write(LogKind::God, text); }

void World::setLogListener(const void* owner, LogListener listener)
{
    std::erase_if(logListeners_, [owner](const auto& entry) { return entry.first == owner; });
    if (listener)
        logListeners_.emplace_back(owner, std::move(listener));
}

/// Here, and here alone, lines enter the channels. They may hold what clients sent, whoever put them together, so one call makes
/// one line. The channel "debug" is Blakod's own and stays byte for byte what Blakod wrote, as the old servers have it: Debug()
/// with its line ends, dumps of the stack, traces. Only a file has it; the operator's terminal never shows it.
void World::write(LogKind kind, std::string_view text)
{
    const std::string line = kind == LogKind::Debug ? std::string(text) : withoutControls(text);
    Channel* const channels[] = {&debug_, &error_, &log_, &god_, &admin_};
    channels[static_cast<std::size_t>(kind)]->line(unixTime(), line);
    for (const auto& [owner, listener] : logListeners_)
        listener(kind, line);
}

std::int64_t World::unixTime()
{
    if (sources_.unixTime)
        return sources_.unixTime();
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::int64_t World::cleaningTime()
{
    constexpr std::int64_t tolerance = 24 * 60 * 60; // by which a clock may be put right
    const std::int64_t now = unixTime();
    return std::min(now, startedAt_ + (steadyMilliseconds() - startedSteady_) / 1000 + tolerance);
}

std::int64_t World::realMilliseconds()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::int64_t World::milliseconds()
{
    return clockBase_ + static_cast<std::int64_t>(static_cast<double>(steadyMilliseconds() - clockStart_) * timeScale_);
}

void World::setTimeScale(double scale)
{
    clockBase_ = milliseconds();
    clockStart_ = steadyMilliseconds();
    timeScale_ = std::max(scale, 0.0);
}

void World::skip(std::int64_t milliseconds) { clockBase_ += milliseconds; }

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
