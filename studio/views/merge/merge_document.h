// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/document.h"
#include "studio/views/diff/room_merge.h"

#include <memory>
#include <set>
#include <string>

namespace blak::ui::views {

/// The files of a merge. Where git asks, all four are there; `output` may be `ours`.
struct MergeFiles
{
    std::filesystem::path base, ours, theirs, output;
};

/// Two people's edits of a room becoming one: how each conflict is solved, each decision a step of undo. Saving writes the merged
/// room, with tree and grids, to `output`.
class MergeDocument final : public document::Document
{
public:
    /// A base without bytes is what git gives where both made the file.
    static Result<std::shared_ptr<MergeDocument>> open(const MergeFiles& files);

    const MergeFiles& files() const { return files_; }
    const std::shared_ptr<const roo::Room>& base() const { return base_; }
    const std::shared_ptr<const roo::Room>& ours() const { return ours_; }
    const std::shared_ptr<const roo::Room>& theirs() const { return theirs_; }

    /// With the decisions so far; the room is built, but for where that is impossible: `buildError`.
    struct Merged
    {
        std::shared_ptr<const roo::Room> room;
        std::vector<diff::Conflict> conflicts;
        std::string buildError;
        bool isOneOfBoth = false;
    };
    const Merged& merged() const;

    std::optional<diff::Take> decisionOf(const diff::Conflict& conflict) const;
    /// How many are without a decision.
    std::size_t undecided() const;
    void decide(const diff::Conflict& conflict, diff::Take take);
    /// All that are without a decision, as one step.
    void decideRest(diff::Take take);

    /// What the editor of rooms would keep: a merge that was not saved comes back as edits of the room.
    Result<document::Bytes> unsavedState() const override;
    Result<void> restoreUnsaved(std::span<const std::byte> state) override;

protected:
    Result<std::string> write() const override;
    Result<void> read(std::string bytes) override;

private:
    explicit MergeDocument(MergeFiles files);
    Result<void> load();
    std::set<std::pair<std::string, std::string>> decidedWith(const diff::Conflict& conflict) const;
    void change(std::string name, diff::Decisions next);

    /// What undo swaps.
    struct State
    {
        bool isMerged = false; ///< else the room is what stands in the file
        diff::Decisions decisions;
    };
    class StateSwap;

    MergeFiles files_;
    std::shared_ptr<const roo::Room> base_, ours_, theirs_;
    std::string before_; ///< what `output` held
    State state_;
    mutable Merged merged_;
    mutable std::uint64_t mergedRevision_ = ~std::uint64_t{0};
};

/// "ours", "theirs", "the room before".
std::string nameOf(diff::Take take);

} // namespace blak::ui::views
