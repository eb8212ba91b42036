// SPDX-License-Identifier: GPL-3.0-or-later
// What the window tells: problems of documents, reports of its own, progress of long work.
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/number_text.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_window.h"
#include "ui/status_strip.h"
#include "ui/toast.h"

#include <QProgressBar>
#include <QTimer>
#include <QTreeView>

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
        all.push_back({report.problem, {}});
    for (DocumentView* document : area_->documents())
        for (const Problem& problem : document->problems())
            all.push_back({problem, document->title(), [this, document] { area_->setCurrent(document); }});
    problems_->setProblems(std::move(all));
    status_->setProblems(problems_->count(Severity::Error), problems_->count(Severity::Warning));
    docks_->dock(QStringLiteral("problems"))
        ->setWindowTitle(problems_->total() == 0 ? tr("Problems") : tr("Problems  %1").arg(problems_->total()));
    actions_->refresh();
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
    toasts_->show(severity, sentence, tr("Show"), [this] { showProblems(); });
}

void StudioWindow::withdraw(const QString& place)
{
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
