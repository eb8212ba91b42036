// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/world_project.h"

#include "client/render/asset_store.h"
#include "studio/shell/memory.h"

namespace blak::ui::shell {

WorldProject::WorldProject(std::shared_ptr<const project::Project> world, std::shared_ptr<document::Workspace> workspace)
    : world_(std::move(world)), workspace_(std::move(workspace))
{
}

QString WorldProject::root() const { return QString::fromStdString(world_->root().string()); }

QString WorldProject::name() const { return QString::fromStdString(world_->name()); }

QString WorldProject::sky() const { return QString::fromStdString(world_->sky()); }

QString WorldProject::dialectName() const
{
    const std::string_view name = blak::dialectName(world_->dialect().dialect);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

std::shared_ptr<render::AssetStore> WorldProject::assets() const
{
    std::call_once(assetsMade_, [this] {
        std::vector<std::filesystem::path> folders;
        for (const std::filesystem::path& folder : world_->spriteFolders())
            folders.push_back(world_->root() / folder); // an absolute one stays as it is
        assets_ = std::make_shared<render::AssetStore>(std::move(folders), world_->colours(),
                                                       static_cast<std::size_t>(pictureCacheMegabytes()) << 20);
    });
    return assets_;
}

} // namespace blak::ui::shell
