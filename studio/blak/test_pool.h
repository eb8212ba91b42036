// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/testing/test_run.h"

#include <functional>
#include <span>
#include <vector>

namespace blak::cli {

struct PoolOptions
{
    unsigned jobs = 1;         ///< processes at a time
    int milliseconds = 60'000; ///< that one test may take; then it has failed
    testing::TestRun::Options run;
    /// Runs in the copy, in the place of the test, which it has to call; what it gives is TestOutcome::more.
    std::function<nlohmann::json(const std::function<void()>& test)> around;
    std::function<void(const testing::TestOutcome& outcome)> finished; ///< in the order in which they end
};

/// Runs each test in a process of its own, a copy of this one with the booted world: what one does to it no other one sees, and
/// one that crashes or never ends fails alone. Outcomes in the order of the tests. This process must have one thread.
std::vector<testing::TestOutcome> runTests(world::World& world, std::span<const testing::TestCase> tests, const PoolOptions& options);

} // namespace blak::cli
