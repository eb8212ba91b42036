// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/open_project.h"

#include "client/render/asset_store.h"
#include "formats/base/names.h"
#include "studio/atlas/room_facts.h"
#include "studio/shell/memory.h"

#include <QFileInfo>

#include <map>

namespace blak::ui::shell {

OpenProject::OpenProject(std::shared_ptr<const project::Project> project, std::shared_ptr<document::Workspace> workspace)
    : project_(std::move(project)), workspace_(std::move(workspace))
{
}

std::shared_ptr<const project::Project> OpenProject::known() const
{
    const std::lock_guard lock(mutex_);
    return project_;
}

bool OpenProject::renew(std::shared_ptr<const project::Project> project)
{
    const auto pictures = [](const project::Project& one) {
        std::vector<std::filesystem::path> paths;
        for (const project::FoundFile& file : one.files())
            if (file.kind == project::FileKind::Sprite)
                paths.push_back(file.path);
        return paths;
    };
    const bool isShownOtherwise = pictures(*known()) != pictures(*project);
    {
        const std::lock_guard lock(mutex_);
        project_ = std::move(project);
    }
    if (isShownOtherwise)
        assets()->rescan();
    renewed().tell();
    return isShownOtherwise;
}

QString OpenProject::root() const { return QString::fromStdString(known()->root().string()); }

QString OpenProject::name() const { return QString::fromStdString(known()->name()); }

QString OpenProject::sky() const { return QString::fromStdString(known()->sky()); }

QString OpenProject::dialectName() const
{
    const std::string_view name = blak::dialectName(known()->dialect().dialect);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

std::function<RoomFacts()> OpenProject::roomFactsReader(const QString& roomFile) const
{
    if (!known()->isRecognised())
        return {};
    return [project = known(), files = workspace()->files(), name = QFileInfo(roomFile).fileName().toStdString()] {
        RoomFacts facts;
        const auto read = blak::atlas::readRoomFacts(*project, *files, name);
        if (!read)
            return facts; // a tree whose rooms are kept in a manner that is not known: nothing is said
        const auto at = [](const blak::atlas::KodPlace& place) {
            return RoomFacts::KodLine{QString::fromStdString(place.source.string()), place.line};
        };
        for (const auto& use : read.value().tags)
            facts.tags.append({use.tag, QString::fromStdString(use.message), at(use.place)});
        const auto called = [](const auto& exit) {
            return QString::fromLatin1(!exit.toName.empty() ? exit.toName : !exit.toFile.empty() ? exit.toFile : exit.to);
        };
        std::map<std::string, QString, std::less<>> rooms; // whole paths by small names
        for (const project::FoundFile& file : project->files())
            if (file.kind == project::FileKind::Room)
                rooms.try_emplace(lowerCase(file.path.filename().string()), QString::fromStdString(project->absolute(file).string()));
        const auto fileOf = [&rooms](const std::string& room) {
            const auto found = rooms.find(lowerCase(room));
            return found == rooms.end() ? QString() : found->second;
        };
        for (const auto& exit : read.value().exits)
            facts.exits.append({exit.row, exit.column, QString::fromStdString(exit.to), at(exit.place), called(exit), fileOf(exit.toFile)});
        for (const auto& exit : read.value().edges)
            facts.edges.append({static_cast<RoomFacts::Edge>(exit.edge), QString::fromStdString(exit.to), at(exit.place), called(exit), fileOf(exit.toFile)}); // both clockwise from north
        for (const auto& object : read.value().objects)
            facts.objects.append({QString::fromStdString(object.className), QString::fromStdString(object.picture.icon), object.row, object.column,
                                  object.angle, at(object.place), object.picture.isChosen});
        if (const auto& arrival = read.value().arrival)
            facts.arrival = RoomFacts::Arrival{arrival->row, arrival->column, arrival->angle};
        return facts;
    };
}

std::shared_ptr<render::AssetStore> OpenProject::assets() const
{
    std::call_once(assetsMade_, [this] {
        const auto project = known();
        std::vector<std::filesystem::path> folders;
        for (const std::filesystem::path& folder : project->spriteFolders())
            folders.push_back(project->root() / folder); // an absolute one stays as it is
        assets_ = std::make_shared<render::AssetStore>(std::move(folders), project->colours(),
                                                       static_cast<std::size_t>(pictureCacheMegabytes()) << 20);
    });
    return assets_;
}

} // namespace blak::ui::shell
