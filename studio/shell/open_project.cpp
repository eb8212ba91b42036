// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/open_project.h"

#include "client/render/asset_store.h"
#include "studio/shell/memory.h"

namespace blak::ui::shell {

OpenProject::OpenProject(std::shared_ptr<const project::Project> project, std::shared_ptr<document::Workspace> workspace)
    : project_(std::move(project)), workspace_(std::move(workspace))
{
}

QString OpenProject::root() const { return QString::fromStdString(project_->root().string()); }

QString OpenProject::name() const { return QString::fromStdString(project_->name()); }

QString OpenProject::sky() const { return QString::fromStdString(project_->sky()); }

QString OpenProject::dialectName() const
{
    const std::string_view name = blak::dialectName(project_->dialect().dialect);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

std::shared_ptr<render::AssetStore> OpenProject::assets() const
{
    std::call_once(assetsMade_, [this] {
        std::vector<std::filesystem::path> folders;
        for (const std::filesystem::path& folder : project_->spriteFolders())
            folders.push_back(project_->root() / folder); // an absolute one stays as it is
        assets_ = std::make_shared<render::AssetStore>(std::move(folders), project_->colours(),
                                                       static_cast<std::size_t>(pictureCacheMegabytes()) << 20);
    });
    return assets_;
}

} // namespace blak::ui::shell
