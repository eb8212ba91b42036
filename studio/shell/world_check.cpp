// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/world_check.h"

#include "kodide/compiler/kod_tree.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_compile.h"
#include "ui/background_pool.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <condition_variable>
#include <mutex>
#include <set>

namespace blak::ui::shell {
namespace {

constexpr int againAfter = 1500; ///< ms; several files are often saved one after the other
constexpr std::size_t mostErrors = 2000;

/// Trees of Blakod below the root: the same as the editor sees from each of their files.
std::set<std::filesystem::path> treesOf(const project::Project& world)
{
    std::set<std::filesystem::path> trees, folders;
    for (const project::FoundFile& file : world.files()) {
        const std::filesystem::path path = world.absolute(file);
        if (file.kind == project::FileKind::Kod && folders.insert(path.parent_path()).second)
            trees.insert(kod::kodTreeOf(path, world.root(), {.dialect = &kod::classicDialect()}).root); // the same in each dialect
    }
    return trees;
}

Diagnostic fromFinding(const kod::Finding& finding)
{
    Diagnostic one = finding; // without what only the compiler knows
    one.message = kod::shownText(finding.message);
    if (one.range.line > 0)
        one.place = QObject::tr("Line %1").arg(one.range.line).toStdString();
    return one;
}

} // namespace

WorldFindings checkWorld(const project::Project& world)
{
    QElapsedTimer clock;
    clock.start();
    WorldFindings all;
    for (const std::filesystem::path& tree : treesOf(world)) {
        kod::TreeOptions options;
        options.checkOnly = true;
        options.lints = true;
        options.errorLimit = mostErrors;
        const kod::TreeResult result = kod::compileTree(tree, options);
        all.files += result.files;
        for (const kod::Finding& finding : result.findings) {
            if (all.problems.size() >= WorldCheck::mostProblems) {
                all.isCut = true;
                break;
            }
            all.problems.push_back(fromFinding(finding));
        }
    }
    all.milliseconds = clock.elapsed();
    return all;
}

struct WorldCheck::Run
{
    std::mutex mutex;
    std::condition_variable changed;
    WorldCheck* owner = nullptr; ///< null once nobody waits any more
    bool done = false;
    WorldFindings findings;
};

WorldCheck::WorldCheck(QObject* parent) : QObject(parent)
{
    again_.setSingleShot(true);
    again_.setInterval(againAfter);
    connect(&again_, &QTimer::timeout, this, &WorldCheck::start);
}

void WorldCheck::setWorld(std::shared_ptr<const project::Project> world)
{
    world_ = std::move(world);
    if (run_) {
        const std::lock_guard lock(run_->mutex);
        run_->owner = nullptr;
    }
    run_.reset();
    again_.stop();
    running_ = known_ = stale_ = false;
    findings_ = {};
    emit changed();
    if (wanted_ && world_)
        start();
}

void WorldCheck::setWanted(bool wanted)
{
    wanted_ = wanted;
    if (wanted_ && world_ && !running_ && (!known_ || stale_))
        start();
}

void WorldCheck::fileChanged()
{
    stale_ = true;
    if (wanted_ && world_)
        again_.start();
}

void WorldCheck::start()
{
    if (!world_)
        return;
    if (running_) {
        again_.start();
        return;
    }
    running_ = true;
    stale_ = false;
    run_ = std::make_shared<Run>();
    run_->owner = this;
    backgroundPool().start([run = run_, world = world_] {
        WorldFindings findings = checkWorld(*world);
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

void WorldCheck::take(const std::shared_ptr<Run>& run)
{
    if (run_ != run)
        return;
    run_.reset();
    running_ = false;
    known_ = true;
    findings_ = std::move(run->findings);
    emit changed();
}

void WorldCheck::finish()
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
