// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells: problems of documents, reports of its own, progress of long work.
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/number_text.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/world_check.h"
#include "studio/shell/world_report.h"
#include "ui/place_path.h"
#include "ui/status_strip.h"
#include "ui/toast.h"

#include <QFileInfo>
#include <QProgressBar>
#include <QSet>
#include <QTime>
#include <QTimer>
#include <QTreeView>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int progressAfter = 200;      ///< ms until the thin bar shows
constexpr int progressTextAfter = 2000; ///< ms until the status bar says it in words
constexpr int maxReports = 200;

} // namespace

void StudioWindow::refreshProblems()
{
    QVector<ListedProblem> all;
    for (const Report& report : std::as_const(reports_))
        all.push_back({report.problem, {}, {}, ListedProblem::Of::Studio});
    QSet<QString> open;
    for (DocumentView* document : area_->documents()) {
        open.insert(document->path());
        const auto of = document == area_->current() && !welcomeShown_ ? ListedProblem::Of::Current : ListedProblem::Of::Open;
        for (const Problem& problem : document->problems())
            all.push_back({problem, document->title(), [this, document] { area_->setCurrent(document); }, of});
    }
    for (const FileProblem& found : worldCheck_->findings().problems) {
        if (open.contains(found.file))
            continue; // the document itself knows better
        const QString target = placePath(found.file, found.place);
        all.push_back(
            {found.problem, QFileInfo(found.file).fileName(), [this, target] { this->open(target); }, ListedProblem::Of::World});
    }
    problems_->setProblems(std::move(all));
    status_->setProblems(problems_->count(Severity::Error), problems_->count(Severity::Warning));
    docks_->dock(QStringLiteral("problems"))
        ->setWindowTitle(problems_->total() == 0 ? tr("Problems") : tr("Problems  %1").arg(problems_->total()));
    actions_->refresh();
}

void StudioWindow::connectProblems()
{
    connect(problemsTimer_, &QTimer::timeout, this, &StudioWindow::refreshProblems);
    connect(worldCheck_, &WorldCheck::changed, this, &StudioWindow::worldChecked);
    connect(problems_, &ProblemsPanel::scopeChanged, this, [this](ProblemScope scope) {
        worldCheck_->setWanted(scope == ProblemScope::World);
        refreshProblems();
    });
}

void StudioWindow::checkWorld()
{
    showProblems();
    problems_->setScope(ProblemScope::World);
    if (!worldCheck_->isRunning())
        worldCheck_->start();
}

void StudioWindow::worldChecked()
{
    const WorldFindings& found = worldCheck_->findings();
    if (worldCheck_->isRunning()) {
        problems_->setWorldState(tr("checking"));
    } else if (worldCheck_->isKnown()) {
        problems_->setWorldState(tr("checked at %1").arg(QTime::currentTime().toString(QStringLiteral("HH:mm"))));
        tellWorldCheck(found, index_.root(), *output_);
    } else {
        problems_->setWorldState({});
    }
    problemsTimer_->start();
}

void StudioWindow::showOutput()
{
    if (perspective() == Perspective::Welcome)
        setPerspective(Perspective::Room);
    Dock* dock = docks_->dock(QStringLiteral("output"));
    dock->show();
    dock->raise();
    output_->setFocus(Qt::ShortcutFocusReason);
}

void StudioWindow::report(Severity severity, const QString& sentence, const QString& place)
{
    Report one;
    one.problem.severity = severity;
    one.problem.sentence = sentence;
    one.problem.place = place;
    one.problem.rule = tr("studio");
    one.place = place;
    reports_.removeIf([&](const Report& other) { return other.place == place && other.problem.sentence == sentence; });
    if (reports_.size() >= maxReports)
        reports_.removeFirst();
    reports_.push_back(one);
    problemsTimer_->start();
    toasts_->show(
        severity, sentence, tr("Show"), [this] { showProblems(); }, place);
}

void StudioWindow::withdraw(const QString& place)
{
    toasts_->withdraw(place);
    if (reports_.removeIf([&](const Report& report) { return report.place == place; }) > 0)
        problemsTimer_->start();
}

void StudioWindow::showProblems()
{
    if (perspective() == Perspective::Welcome)
        setPerspective(Perspective::Room);
    Dock* dock = docks_->dock(QStringLiteral("problems"));
    dock->show();
    dock->raise();
    refreshProblems();
    problems_->list()->setFocus();
}

void StudioWindow::showProgress(int files)
{
    if (!progressSince_.isValid())
        progressSince_.start();
    const qint64 elapsed = progressSince_.elapsed();
    progressBar_->setVisible(elapsed > progressAfter);
    progressBar_->raise();
    if (elapsed > progressTextAfter)
        status_->setProgress(tr("Indexing, %1 files so far").arg(groupedNumber(files)));
}

void StudioWindow::endProgress()
{
    progressSince_.invalidate();
    status_->setProgress({});
    showLoading();
}

} // namespace blak::ui::shell
