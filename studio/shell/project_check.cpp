// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/project_check.h"

#include "bgfeditor/bgfcore/sprite_checks.h"
#include "client/render/asset_store.h"
#include "formats/space/loaded_room.h"
#include "kodide/compiler/kod_tree.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_compile.h"
#include "roomedit/roomcore/checks/room_checks.h"
#include "studio/project/read_failure.h"
#include "ui/background_pool.h"
#include "ui/sentence.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <set>

namespace blak::ui::shell {
namespace {

constexpr int againAfter = 1500; ///< ms; several files are often saved one after the other
constexpr std::size_t mostErrors = 2000;

/// Trees of Blakod below the root: the same as the editor sees from each of their files.
std::set<std::filesystem::path> treesOf(const project::Project& project)
{
    std::set<std::filesystem::path> trees, folders;
    for (const project::FoundFile& file : project.files()) {
        const std::filesystem::path path = project.absolute(file);
        if (file.kind == project::FileKind::Kod && folders.insert(path.parent_path()).second)
            trees.insert(kod::kodTreeOf(path, project.root(), {.dialect = &kod::classicDialect()}).root); // the same in each dialect
    }
    return trees;
}

/// Numbers of the textures that the project's folders hold, ascending.
std::vector<int> texturesOf(const project::Project& project)
{
    std::vector<std::filesystem::path> folders;
    for (const std::filesystem::path& folder : project.spriteFolders())
        folders.push_back(project.root() / folder);
    return render::AssetStore(std::move(folders), project.colours()).textureNumbers();
}

Diagnostic fromFinding(const kod::Finding& finding)
{
    Diagnostic one = finding; // without what only the compiler knows
    one.message = asSentence(QString::fromStdString(kod::shownText(finding.message))).toStdString();
    return one;
}

Diagnostic unreadable(const std::filesystem::path& file, const Error& error)
{
    Diagnostic one;
    one.severity = Severity::Error;
    one.file = file.string();
    one.message = project::readFailure(error, file, file.filename().string());
    one.code = QObject::tr("unreadable").toStdString();
    return one;
}

/// Bytes of a file with unsaved work in its place.
std::span<const std::byte> bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }

void checkSources(const project::Project& project, const std::shared_ptr<const FileSource>& files,
                  const std::atomic<bool>& cancelled, ProjectFindings& all)
{
    for (const std::filesystem::path& tree : treesOf(project)) {
        if (cancelled)
            return;
        kod::TreeOptions options;
        options.checkOnly = true;
        options.lints = true;
        options.errorLimit = mostErrors;
        options.files = files;
        const kod::TreeResult result = kod::compileTree(tree, options);
        all.sources += result.files;
        for (const kod::Finding& finding : result.findings)
            all.problems.push_back(fromFinding(finding));
    }
}

void take(std::vector<Diagnostic> found, const std::filesystem::path& file, ProjectFindings& all)
{
    for (Diagnostic& one : found) {
        one.file = file.string();
        one.fixes.clear(); // of documents that are open
        all.problems.push_back(std::move(one));
    }
}

void checkRoom(const std::filesystem::path& path, const FileSource& files, const std::vector<int>& textures, ProjectFindings& all)
{
    const auto text = files.readText(path);
    const auto room = text ? roo::read(bytesOf(text.value()), path.filename().string()) : Result<roo::Room>(text.error());
    if (!room) {
        all.problems.push_back(unreadable(path, room.error()));
        return;
    }
    const auto loaded = space::LoadedRoom::load(room.value(), path.filename().string(), space::WallLinedefs::None);
    const roomcore::RoomCheckInput input{room.value(), path.string(), loaded ? std::string() : loaded.error().what, &textures};
    take(roomcore::checkRoom(input), path, all);
}

void checkSprite(const std::filesystem::path& path, const FileSource& files, ProjectFindings& all)
{
    const auto text = files.readText(path);
    const auto document = text ? bgfcore::SpriteDocument::make(path, text.value())
                               : Result<std::shared_ptr<bgfcore::SpriteDocument>>(text.error());
    if (!document) {
        all.problems.push_back(unreadable(path, document.error()));
        return;
    }
    take(bgfcore::checkSprite(*document.value()), path, all);
}

} // namespace

QString placeToGo(const Diagnostic& finding)
{
    if (finding.range.line > 0)
        return QString::number(finding.range.line);
    if (!finding.parts.empty() && (finding.parts.front().kind == "linedef" || finding.parts.front().kind == "sector")) {
        const PartPlace& part = finding.parts.front();
        return (part.kind == "linedef" ? QStringLiteral("line %1") : QStringLiteral("sector %1")).arg(part.id);
    }
    return QString::fromStdString(finding.place).toLower();
}

bool isOfWholeTree(const Diagnostic& finding)
{
    using kod::Code;
    return std::ranges::any_of(std::array{Code::NobodySends, Code::NobodyHandles, Code::NoSuchParameter, Code::UnusedResource, Code::UnresolvedExternals},
                               [&](Code code) { return finding.code == kod::diagnosticInfo(code).code; });
}

ProjectFindings checkProject(const project::Project& project, std::shared_ptr<const FileSource> files, const std::atomic<bool>& cancelled)
{
    QElapsedTimer clock;
    clock.start();
    ProjectFindings all;
    checkSources(project, files, cancelled, all);
    const FileSource& now = files ? *files : diskFiles();
    const std::vector<int> textures = texturesOf(project);
    for (const project::FoundFile& file : project.files()) {
        if (cancelled)
            break;
        if (file.kind == project::FileKind::Room) {
            ++all.rooms;
            checkRoom(project.absolute(file), now, textures, all);
        } else if (file.kind == project::FileKind::Sprite) {
            ++all.sprites;
            checkSprite(project.absolute(file), now, all);
        }
    }
    std::ranges::stable_sort(all.problems, {}, &Diagnostic::severity);
    all.isCut = all.problems.size() > ProjectCheck::mostProblems;
    if (all.isCut)
        all.problems.resize(ProjectCheck::mostProblems);
    all.milliseconds = clock.elapsed();
    return all;
}

struct ProjectCheck::Run
{
    std::mutex mutex;
    std::condition_variable changed;
    ProjectCheck* owner = nullptr; ///< null once nobody waits any more
    std::atomic<bool> cancelled = false;
    bool done = false;
    ProjectFindings findings;
};

ProjectCheck::ProjectCheck(std::shared_ptr<document::Workspace> workspace, QObject* parent)
    : QObject(parent), workspace_(std::move(workspace))
{
    edits_ = workspace_->notices().connect([this](const document::WorkspaceNotice& notice) {
        const bool isShown = notice.document && notice.document->views() > 0; // its own findings stand for it
        if (notice.kind == document::WorkspaceNotice::Kind::Edited && !isShown)
            fileChanged();
    });
    again_.setSingleShot(true);
    again_.setInterval(againAfter);
    connect(&again_, &QTimer::timeout, this, &ProjectCheck::start);
}

ProjectCheck::~ProjectCheck() { giveUp(); }

/// A run that is under way ends soon and tells nobody.
void ProjectCheck::giveUp()
{
    if (!run_)
        return;
    const std::lock_guard lock(run_->mutex);
    run_->owner = nullptr;
    run_->cancelled = true;
    run_.reset();
}

void ProjectCheck::setProject(std::shared_ptr<const project::Project> project)
{
    project_ = std::move(project);
    giveUp();
    again_.stop();
    running_ = known_ = stale_ = false;
    findings_ = {};
    emit changed();
    if (wanted_ && project_)
        start();
}

void ProjectCheck::setWanted(bool wanted)
{
    wanted_ = wanted;
    if (wanted_ && project_ && !running_ && (!known_ || stale_))
        start();
}

void ProjectCheck::fileChanged()
{
    stale_ = true;
    if (wanted_ && project_)
        again_.start();
}

void ProjectCheck::start()
{
    if (!project_)
        return;
    if (running_) {
        again_.start();
        return;
    }
    running_ = true;
    stale_ = false;
    run_ = std::make_shared<Run>();
    run_->owner = this;
    backgroundPool().start([run = run_, project = project_, files = workspace_->files()] {
        ProjectFindings findings = checkProject(*project, files, run->cancelled);
        const std::lock_guard lock(run->mutex);
        run->findings = std::move(findings);
        run->done = true;
        run->changed.notify_all();
        if (run->owner != nullptr)
            QMetaObject::invokeMethod(
                run->owner, [owner = run->owner, run] { owner->take(run); }, Qt::QueuedConnection);
    });
    emit changed();
}

void ProjectCheck::take(const std::shared_ptr<Run>& run)
{
    if (run_ != run)
        return;
    run_.reset();
    running_ = false;
    known_ = true;
    findings_ = std::move(run->findings);
    emit changed();
}

void ProjectCheck::finish()
{
    const std::shared_ptr<Run> run = run_;
    if (!run)
        return;
    {
        std::unique_lock lock(run->mutex);
        run->changed.wait(lock, [&] { return run->done; });
    }
    take(run);
}

} // namespace blak::ui::shell
