// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/carried_plans.h"

#include "formats/base/file_io.h"
#include "formats/document/kept_version.h"

#include <algorithm>

namespace blak::treeplan {

CarriedPlans::CarriedPlans(document::Workspace& workspace, std::function<void(const Error&)> failed,
                           std::function<void(const std::filesystem::path&)> gone)
    : workspace_(workspace), failed_(std::move(failed)), gone_(std::move(gone)),
      told_(workspace.notices().connect([this](const document::WorkspaceNotice& notice) { follow(notice); }))
{
}

void CarriedPlans::remember(std::uint64_t group, std::shared_ptr<const FilePlan> plan)
{
    plans_[group] = {std::move(plan), {}, true};
}

void CarriedPlans::renamed(const std::filesystem::path& from, const std::filesystem::path& to)
{
    const std::string before = fileKey(from);
    for (auto& [group, carried] : plans_) {
        const auto isMeant = [&before](const PlannedFile& file) { return fileKey(file.path) == before; };
        if (std::ranges::none_of(carried.plan->files, isMeant))
            continue;
        auto plan = std::make_shared<FilePlan>(*carried.plan);
        std::ranges::find_if(plan->files, isMeant)->path = to;
        carried.plan = std::move(plan);
        if (carried.takenBack.erase(before) != 0)
            carried.takenBack.insert(fileKey(to));
    }
}

void CarriedPlans::follow(const document::WorkspaceNotice& notice)
{
    if (notice.kind != document::WorkspaceNotice::Kind::Edited || !notice.document || plans_.empty())
        return;
    const document::History& history = notice.document->history();
    const auto back = plans_.find(history.redoGroup());
    const auto again = plans_.find(history.undoGroup());
    // Only when the step itself came or went: another one beside it changes nothing here.
    if (back != plans_.end() && back->second.takenBack.insert(notice.path).second) {
        followText(*back->second.plan, notice, true);
        if (std::exchange(back->second.hasBytes, false))
            followBytes(*back->second.plan, true);
    }
    if (again != plans_.end() && again->second.takenBack.erase(notice.path) != 0) {
        followText(*again->second.plan, notice, false);
        if (!std::exchange(again->second.hasBytes, true))
            followBytes(*again->second.plan, false);
    }
}

void CarriedPlans::followText(const FilePlan& plan, const document::WorkspaceNotice& notice, bool back)
{
    document::Document& text = *notice.document;
    const bool isMade = std::ranges::any_of(plan.files, [&](const PlannedFile& file) {
        return file.isNew && file.isText() && fileKey(file.path) == notice.path;
    });
    if (!isMade && notice.wasModified && text.views() != 0)
        return; // somebody is at it, and saves it
    const document::KeptVersion kept(text.path());
    auto done = isMade && back ? text.removeFile() : text.save();
    if (done && back && !isMade)
        done = kept.putBack(); // what the plan had written is no version to keep
    if (!done)
        failed_(done.error());
}

void CarriedPlans::followBytes(const FilePlan& plan, bool back)
{
    for (const PlannedFile& file : plan.files) {
        if (file.isText())
            continue;
        Result<void> done;
        std::error_code code;
        if (back)
            done = takeAway(file);
        else if (!std::filesystem::exists(file.path, code))
            done = writeFileAtomically(file.path, file.after, Backup::None);
        if (!done)
            failed_(done.error());
    }
}

bool CarriedPlans::isChanged(const PlannedFile& file, const std::string& bytes) const
{
    const auto open = workspace_.find(file.path);
    return bytes != file.after || (open && open->hasEdits());
}

std::optional<std::filesystem::path> CarriedPlans::changedSince(std::uint64_t group) const
{
    const auto carried = plans_.find(group);
    if (carried == plans_.end())
        return std::nullopt;
    for (const PlannedFile& file : carried->second.plan->files) {
        const auto bytes = file.isText() ? Result<std::string>(Error{}) : readTextFile(file.path);
        if (bytes && isChanged(file, bytes.value()))
            return file.path;
    }
    return std::nullopt;
}

Result<void> CarriedPlans::takeAway(const PlannedFile& file)
{
    const auto bytes = readTextFile(file.path);
    if (!bytes)
        return bytes.error().code == ErrorCode::NotFound ? Result<void>() : bytes.error();
    if (isChanged(file, bytes.value()))
        return Error{"the file was changed since and stays", file.path.string(), ErrorCode::Conflict};
    if (auto done = setFileAside(file.path); !done)
        return done;
    gone_(file.path);
    return {};
}

} // namespace blak::treeplan
