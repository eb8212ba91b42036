// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/kod_world.h"

#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "kodide/compiler/folder_scan.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/parse_ahead.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_order.h"
#include "studio/widgets/background_pool.h"

#include <QCoreApplication>
#include <QHash>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>

namespace blak::ui {
namespace {

namespace fs = std::filesystem;

constexpr int refreshAfter = 1500; ///< ms; several files are often saved one after the other
constexpr int mostLevels = 32;

bool hasIncludeFiles(const fs::path& folder)
{
    std::error_code code;
    const auto include = findInFolder(folder, "include");
    if (!include)
        return false;
    for (fs::directory_iterator it(*include, code), end; !code && it != end; it.increment(code))
        if (lowerCase(it->path().extension().string()) == ".khd")
            return true;
    return false;
}

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
    fs::path tree = root;
    fs::path folder = file.parent_path();
    for (int level = 0; level < mostLevels; ++level) {
        if (findInFolder(folder, "kodbase.txt") || hasIncludeFiles(folder))
            tree = folder;
        if (folder == root || folder == folder.parent_path())
            break;
        folder = folder.parent_path();
    }
    return tree;
}

std::shared_ptr<KodWorld> KodWorld::of(const QString& tree, const kod::Dialect& dialect)
{
    static QHash<QString, std::weak_ptr<KodWorld>> worlds;
    std::weak_ptr<KodWorld>& known =
        worlds[tree + QLatin1Char('\n') + QString::fromUtf8(dialect.name.data(), static_cast<qsizetype>(dialect.name.size()))];
    if (auto world = known.lock())
        return world;
    const std::shared_ptr<KodWorld> world(new KodWorld(tree, dialect));
    world->self_ = world;
    known = world;
    world->read();
    return world;
}

KodWorld::KodWorld(QString tree, const kod::Dialect& dialect) : tree_(std::move(tree)), dialect_(dialect) {}

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

} // namespace blak::ui
