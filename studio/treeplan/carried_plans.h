// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/treeplan/file_plan.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace blak::treeplan {

/// Plans that were carried out, whose steps may be taken back and done again: the disk follows, as it did when they were carried
/// out. Files that a plan made go (they stay as NAME~) and come back; texts that had nothing unsaved are saved. What was changed
/// since by whomever stays as it is.
class CarriedPlans
{
public:
    /// `failed` hears of each file that could not follow, `gone` of each that went and is no text: who shows it has nothing left.
    CarriedPlans(document::Workspace& workspace, std::function<void(const Error&)> failed,
                 std::function<void(const std::filesystem::path&)> gone);

    /// The group is carryOut()'s.
    void remember(std::uint64_t group, std::shared_ptr<const FilePlan> plan);
    /// A file of the plan, no text, that is another by now, on the disk or where it is open: it would not go. None where all would.
    std::optional<std::filesystem::path> changedSince(std::uint64_t group) const;
    /// A file is called otherwise: plans that made it or wrote it mean that one.
    void renamed(const std::filesystem::path& from, const std::filesystem::path& to);
    /// Steps of before are steps of undo like others from now on.
    void forgetAll() { plans_.clear(); }

private:
    struct Carried
    {
        std::shared_ptr<const FilePlan> plan;
        std::set<std::string> takenBack; ///< texts, by fileKey()
        bool hasBytes = true;            ///< files that are no texts are there
    };

    void follow(const document::WorkspaceNotice& notice);
    void followText(const FilePlan& plan, const document::WorkspaceNotice& notice, bool back);
    void followBytes(const FilePlan& plan, bool back);
    Result<void> takeAway(const PlannedFile& file);
    bool isChanged(const PlannedFile& file, const std::string& bytes) const;

    document::Workspace& workspace_;
    std::map<std::uint64_t, Carried> plans_;
    std::function<void(const Error&)> failed_;
    std::function<void(const std::filesystem::path&)> gone_;
    document::Connection told_;
};

} // namespace blak::treeplan
