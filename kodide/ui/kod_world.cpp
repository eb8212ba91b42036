// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/kod_world.h"

#include "formats/base/names.h"
#include "kodide/compiler/folder_scan.h"
#include "kodide/compiler/kod_tree.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/parse_ahead.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_order.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/kod_analysis.h"
#include "ui/background_pool.h"

#include <QCoreApplication>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <tuple>

namespace blak::ui::code {
namespace {

namespace fs = std::filesystem;

constexpr int refreshAfter = 1500; ///< ms; several files are often saved one after the other

void addFailed(const kod::SyntaxUnit& unit, std::unordered_set<std::string>& failed)
{
    for (const kod::ClassSyntax* one : unit.classes)
        failed.insert(lowerCase(unit.text(one->name)));
}

} // namespace

KodNames readKodNames(const fs::path& tree, const kod::Dialect& dialect)
{
    KodNames names;
    kod::FolderScan scan;
    const kod::TreeOrder order = kod::treeOrder(tree, scan, dialect);
    kod::IncludeStore includes({tree / "include"});
    kod::Session session(dialect);
    kod::UnitOptions options;
    options.recheckIncludes = dialect.kodbasePerFile;
    options.generate = false;
    for (const kod::TreeFile& file : order.files) {
        const kod::ParsedFile parsed = kod::parseFile(file.source, dialect, includes);
        if (!parsed.unit)
            continue;
        const bool isBelowFailed = std::ranges::any_of(parsed.unit->classes, [&](const kod::ClassSyntax* one) {
            return one->super != kod::noToken && names.failed.contains(lowerCase(parsed.unit->text(one->super)));
        });
        if (isBelowFailed || !session.compile(parsed.unit, options).good)
            addFailed(*parsed.unit, names.failed);
        if (dialect.kodbasePerFile)
            ++options.run;
    }
    names.kodbase = kod::writeKodbase(session.symbols());
    return names;
}

fs::path kodTreeOf(const fs::path& file, const fs::path& root)
{
    kod::KodTreeWishes wishes;
    wishes.dialect = &kod::classicDialect(); // the folders do not depend on it
    return kod::kodTreeOf(file, root, wishes).root;
}

std::shared_ptr<KodWorld> KodWorld::of(const QString& tree, const kod::Dialect& dialect,
                                       const std::shared_ptr<document::Workspace>& workspace)
{
    static std::map<std::tuple<QString, const kod::Dialect*, const document::Workspace*>, std::weak_ptr<KodWorld>> worlds;
    std::erase_if(worlds, [](const auto& entry) { return entry.second.expired(); });
    std::weak_ptr<KodWorld>& known = worlds[{tree, &dialect, workspace.get()}];
    if (auto world = known.lock())
        return world;
    const std::shared_ptr<KodWorld> world(new KodWorld(tree, dialect, workspace));
    world->self_ = world;
    known = world;
    world->read();
    return world;
}

KodWorld::KodWorld(QString tree, const kod::Dialect& dialect, const std::shared_ptr<document::Workspace>& workspace)
    : tree_(std::move(tree)), dialect_(dialect), workspace_(workspace)
{
    told_ = workspace->notices().connect([this](const document::WorkspaceNotice& notice) { take(notice); });
    for (const auto& document : workspace->modified())
        take({document::WorkspaceNotice::Kind::Edited, fileKey(document->path()), document});
}

/// What no view looks at is read here; the views of a source tell what they found themselves.
void KodWorld::take(const document::WorkspaceNotice& notice)
{
    using Kind = document::WorkspaceNotice::Kind;
    const auto text = std::dynamic_pointer_cast<document::TextDocument>(notice.document);
    if (!text || languageOf(QString::fromStdString(text->title())) != TextLanguage::Blakod)
        return;
    const std::string top = fileKey(tree_.toStdString());
    if (!notice.path.starts_with(top) || notice.path.substr(top.size(), 1) != "/")
        return;
    switch (notice.kind) {
    case Kind::Saved: refresh(); [[fallthrough]];
    case Kind::Edited:
    case Kind::Views:
        if (text->views() == 0 && unseen_.insert(text->path()).second)
            QMetaObject::invokeMethod(this, &KodWorld::readUnseen, Qt::QueuedConnection);
        break;
    case Kind::Closed: forget(QString::fromStdString(text->path().string())); break;
    case Kind::Opened:
    case Kind::Disk: break;
    }
}

void KodWorld::readUnseen()
{
    const auto workspace = workspace_.lock();
    for (const std::filesystem::path& path : std::exchange(unseen_, {})) {
        const auto text = workspace ? std::dynamic_pointer_cast<document::TextDocument>(workspace->find(path)) : nullptr;
        if (!text || text->views() != 0)
            continue;
        const KodAnalysis found = analyseKod(text->text(), path.string(), dialect_, nullptr, path.parent_path());
        setText(QString::fromStdString(path.string()), text->text(), found.outside, !text->isModified());
    }
}

void KodWorld::read()
{
    if (reading_) {
        again_ = true;
        return;
    }
    reading_ = true;
    for (auto& [path, open] : open_)
        open.known = open.isSaved;
    backgroundPool().start([self = self_, tree = tree_.toStdString(), dialect = &dialect_] {
        if (self.expired())
            return;
        auto names = std::make_shared<const KodNames>(readKodNames(tree, *dialect));
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, names] {
            const auto world = self.lock();
            if (!world)
                return;
            world->reading_ = false;
            world->names_ = names;
            emit world->changed({});
            if (std::exchange(world->again_, false))
                world->read();
        });
    });
}

void KodWorld::refresh() { QTimer::singleShot(refreshAfter, this, &KodWorld::read); }

KodSurroundings KodWorld::surroundings() const
{
    KodSurroundings all{names_, {}};
    for (const auto& [path, open] : open_)
        if (!open.known)
            all.overlays.push_back({path.toStdString(), open.text});
    return all;
}

void KodWorld::setText(const QString& path, const std::string& text, const QString& outside, bool isSaved)
{
    const auto [place, fresh] = open_.try_emplace(path);
    Open& open = place->second;
    const bool differs = fresh ? !isSaved : open.outside != outside;
    open.known = fresh ? isSaved : open.known && !differs;
    open.isSaved = isSaved;
    open.text = text;
    open.outside = outside;
    if (differs)
        emit changed(path);
}

void KodWorld::forget(const QString& path)
{
    const auto place = open_.find(path);
    if (place == open_.end())
        return;
    const bool counted = !place->second.known;
    open_.erase(place);
    if (counted)
        emit changed(path);
}

} // namespace blak::ui::code
