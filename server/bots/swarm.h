// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "server/bots/bot.h"

#include <string>

namespace blak::bots {

struct SwarmOptions
{
    std::string host = "127.0.0.1";
    int port = 5959;
    int maintenancePort = 0; ///< accounts are made there first; 0 = they exist
    std::size_t count = 1;
    double seconds = 10;
    double connectsPerSecond = 50; ///< old servers lose connections that come faster
    std::string accounts = "bot";  ///< bot1, bot2, ...
    std::size_t first = 1;         ///< number of the first one
    BotSettings bots;
};

struct Percentiles
{
    std::size_t count = 0;
    double p50 = 0, p90 = 0, p99 = 0, most = 0; ///< milliseconds
};

Percentiles percentilesOf(std::vector<std::uint32_t> microseconds);

struct SwarmReport
{
    Tally tally;
    double seconds = 0;
    std::size_t playingAtEnd = 0;
};

/// Runs a swarm to its end. Fails when the host cannot be found or nobody gets a connection.
Result<SwarmReport> runSwarm(const SwarmOptions& options, Knowledge& knowledge);

} // namespace blak::bots
