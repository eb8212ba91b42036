// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace blak::vm {

/// What one top-level message may do, together with what it posts, beyond the dialect's limits of instructions and depth. The
/// reference servers have none of these. Whoever goes over a limit gets an error and `$`, as at the instruction limit.
struct Limits
{
    std::size_t messageBytes = std::size_t{512} << 20; ///< memory that it makes the machine take
    std::int64_t stepsPerInstruction = 10;             ///< list nodes that built-ins may pass, for each instruction it may run
    std::int64_t shownErrors = 1000;                   ///< further ones are only counted
    std::int64_t errors = 100'000;                     ///< further ones end it
    std::size_t logBytes = std::size_t{64} << 20;      ///< of Debug() and GodLog(); the rest is dropped
    std::int64_t posts = 100'000;                      ///< posted messages that run at once; the rest wait
    std::size_t packetBytes = std::size_t{16} << 20;   ///< one packet that has not been sent
    std::size_t timers = 200'000;                      ///< that run at a time, of the whole world
    std::int64_t timersPerSecond = 20'000;             ///< firings of one handler that are reported, not refused
    std::size_t nativeStackLeft = 256 << 10;           ///< bytes of the process's own stack that built-ins leave free
};

} // namespace blak::vm
