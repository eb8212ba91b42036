// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/world.h"

#include <chrono>
#include <optional>
#include <sys/types.h>

namespace blak::world {

/// Saves that nobody asked for: a forked child writes its own copy of the world as if that were collected, so that the world
/// itself stands still only for the fork, is not collected, and no client notices. The child calls nothing but async-signal-safe
/// functions on memory that was had before: other threads may have been anywhere when it was made.
class Snapshots
{
public:
    explicit Snapshots(World& world) : world_(world) {}
    ~Snapshots() { abandon(); }
    Snapshots(const Snapshots&) = delete;
    Snapshots& operator=(const Snapshots&) = delete;

    /// Gathers what the next begin() needs; not while Blakod runs.
    void prepare();
    /// Begins one. An error when the fork fails; nothing happens while one is under way.
    Result<void> begin();
    /// Looks whether the child has ended, without waiting. The result of the snapshot, once.
    std::optional<Result<void>> poll();
    /// Ends a snapshot under way: an explicit save is newer.
    void abandon();

    bool underWay() const { return child_ > 0; }
    std::int64_t lastPause() const { return pause_; } ///< microseconds the world stood still
    std::uint64_t made() const { return made_; }

private:
    World& world_;
    std::optional<Saves::SnapshotWork> work_;
    std::chrono::steady_clock::time_point start_;
    pid_t child_ = -1;
    std::int64_t pause_ = 0;
    std::uint64_t made_ = 0;
};

} // namespace blak::world
