// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/world.h"
#include "studio/blak/source_places.h"
#include "studio/play/prepare/prepare.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace blak::cli {

/// What world tests run in, or a profile is taken of.
struct TestWorldWish
{
    std::filesystem::path project;
    std::filesystem::path tests; ///< folder of test classes; empty = PROJECT/tests, which need not exist
    std::string dialect;         ///< "" = as the tree tells
    std::uint32_t seed = 1;      ///< of chance
};

/// A project compiled with its tests and booted, always in the same state: from a save, with a clock of its own that stands still
/// unless it is told to go on, and chance from a seed. Nothing of the project is written to.
class TestWorld
{
public:
    /// Errors of the compiler are shown and make it fail.
    static Result<std::unique_ptr<TestWorld>> boot(const TestWorldWish& wish);

    world::World& world() { return *world_; }
    SourcePlaces& places() { return places_; }
    void skip(std::int64_t milliseconds) { time_->milliseconds += milliseconds; }
    /// Gives the booted world away: a server may boot it from the same save, with the same clock and chance.
    struct Served
    {
        std::filesystem::path folder;
        world::Clock::Sources clock;
        std::vector<std::pair<std::filesystem::path, std::filesystem::path>> sources; ///< copies and what they are copies of
        std::string dialect; ///< name of the compiler's
    };
    Served giveAway();
    /// Whether an object file is of a test, not of the world.
    bool isOfTests(const std::string& object) const;

private:
    /// That of the world, shared with its clock.
    struct Time
    {
        std::int64_t milliseconds = 0;
    };

    Result<void> addTests(const std::filesystem::path& folder);
    Result<void> bootOnce(std::uint32_t seed);
    world::Clock::Sources clock() const;

    std::unique_ptr<play::PreparedWorld> prepared_;
    std::filesystem::path tests_;
    std::unique_ptr<Time> time_ = std::make_unique<Time>();
    std::unique_ptr<world::World> world_;
    SourcePlaces places_;
    std::set<std::string> testStems_; ///< in lower case
};

} // namespace blak::cli
