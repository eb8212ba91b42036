// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"
#include "server/world/save_set.h"

#include <functional>
#include <memory>
#include <optional>

namespace blak::world {

class World;

/// The saves of a world: written, chosen at the boot, taken in the place of what there is.
class Saves
{
public:
    explicit Saves(World& world) : world_(world) {}

    /// Writes the file set and makes it current. The Unix time that names it.
    Result<std::int64_t> write();
    /// A save that writes may have been: whether it is the newest state of the world on the disk.
    void note(bool saved);
    /// No snapshot was begun after the newest save.
    bool savedLast() const { return savedLast_; }
    /// Saves without a word to Blakod, clients or logs, and without a collection. `current` = this save is loaded next.
    Result<std::int64_t> writeQuietly(bool current) const;
    std::optional<std::int64_t> last() const;

    /// A save that a forked copy of the process can write without allocating anything, and that changes nothing here.
    struct SnapshotWork
    {
        SnapshotFiles files;
        std::string accounts;
        std::unique_ptr<vm::SnapshotPlan> plan;
    };
    SnapshotWork planSnapshot();

    /// The save before the end has failed: warns everybody, and says whether the server ends all the same, which it does at the
    /// second time where [Auto] EndUnsaved says so.
    bool endsUnsaved();
    bool endedUnsaved() const { return endedUnsaved_; }

    /// The save that lastsave.txt names; when that one is damaged, the newest that is not. False when there is none at all. One
    /// that is whole and of which something would be lost ends the start: an older one would lose more.
    Result<bool> loadNewest(bool acceptLosses);
    /// The time of the save that the boot loaded; nothing for a new game.
    std::optional<std::int64_t> bootedFrom() const { return bootedFrom_; }
    /// In the place of the world; what of the set cannot be taken leaves the world as it was.
    Result<void> take(SaveSet set);

    /// Is told before an explicit save, which is newer than any snapshot under way.
    void setBefore(std::function<void()> listener) { before_ = std::move(listener); }
    /// Is told when one is complete, with its time.
    void setAfter(std::function<void(std::int64_t)> listener) { after_ = std::move(listener); }

private:
    std::vector<save::User> users() const;
    SaveBytes currentState() const;
    std::string shownFolder() const;

    World& world_;
    std::function<void()> before_;
    std::function<void(std::int64_t)> after_;
    std::optional<std::int64_t> bootedFrom_;
    bool savedLast_ = false;
    bool endedUnsaved_ = false;
    int failedEnds_ = 0; ///< saves before the end that failed, since the last save that did not
};

/// As messages name a save.
std::string nameOfSave(std::int64_t time);

} // namespace blak::world
