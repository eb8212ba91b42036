// SPDX-License-Identifier: GPL-3.0-or-later
// Where a world's time and chance come from, and where its news go.
#include "server/world/world.h"

namespace blak::world {

void World::setSources(Clock::Sources clock, std::uint32_t seed)
{
    clock_.setSources(std::move(clock));
    random_.seed(seed);
}

void World::webhook(std::string_view text)
{
    if (webhookListener_)
        webhookListener_(text);
}

void World::recordStat(std::int64_t kind, std::span<const vm::Value> values)
{
    if (statListener_ && recordsStat(kind))
        statListener_(kind, values);
}

void World::recordStatOfKind(std::int64_t kind, bool on)
{
    if (on)
        unwantedStats_.erase(kind);
    else
        unwantedStats_.insert(kind);
}

} // namespace blak::world
