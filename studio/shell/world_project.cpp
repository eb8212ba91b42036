// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/world_project.h"

#include "client/render/asset_store.h"
#include "studio/shell/memory.h"
#include "studio/worldmap/room_facts.h"

#include <QFileInfo>

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

std::function<RoomFacts()> WorldProject::roomFactsReader(const QString& roomFile) const
{
    if (!world_->isWorld())
        return {};
    return [world = world_, files = workspace()->files(), name = QFileInfo(roomFile).fileName().toStdString()] {
        RoomFacts facts;
        const auto read = blak::worldmap::readRoomFacts(*world, *files, name);
        if (!read)
            return facts; // a tree whose rooms are kept in a manner that is not known: nothing is said
        const auto at = [](const blak::worldmap::KodPlace& place) {
            return RoomFacts::KodLine{QString::fromStdString(place.source.string()), place.line};
        };
        for (const auto& use : read.value().tags)
            facts.tags.append({use.tag, QString::fromStdString(use.message), at(use.place)});
        for (const auto& exit : read.value().exits)
            facts.exits.append({exit.row, exit.column, QString::fromStdString(exit.to), at(exit.place)});
        for (const auto& object : read.value().objects)
            facts.objects.append({QString::fromStdString(object.className), QString::fromStdString(object.icon), object.row, object.column,
                                  object.angle, at(object.place)});
        return facts;
    };
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
