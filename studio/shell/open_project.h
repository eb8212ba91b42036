// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/project.h"
#include "ui/project.h"

#include <mutex>

namespace blak::ui::shell {

/// What documents see of an open project, or of the surroundings of a lone file.
class OpenProject : public Project
{
public:
    /// `workspace`: where all documents of the window are; null: one of its own.
    explicit OpenProject(std::shared_ptr<const project::Project> project, std::shared_ptr<document::Workspace> workspace = nullptr);

    /// The same folder, looked through again. What was opened keeps what it has read. True: there are other pictures now.
    bool renew(std::shared_ptr<const project::Project> project);

    QString root() const override;
    QString name() const override;
    QString dialectName() const override;
    QString sky() const override;
    std::shared_ptr<render::AssetStore> assets() const override;
    std::function<RoomFacts()> roomFactsReader(const QString& roomFile) const override;
    std::shared_ptr<document::Workspace> workspace() const override { return workspace_ ? workspace_ : Project::workspace(); }

private:
    std::shared_ptr<const project::Project> known() const;

    mutable std::mutex mutex_; ///< workers ask, too
    std::shared_ptr<const project::Project> project_;
    std::shared_ptr<document::Workspace> workspace_;
    mutable std::once_flag assetsMade_;
    mutable std::shared_ptr<render::AssetStore> assets_;
};

} // namespace blak::ui::shell
