// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/problem_feed.h"

#include "studio/shell/check_report.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_check.h"
#include "studio/shell/studio_window.h"
#include "ui/number_text.h"
#include "ui/place_path.h"
#include "ui/status_strip.h"
#include "ui/toast.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QPointer>
#include <QTime>
#include <QTreeView>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int maxReports = 200;

/// The rule of everything that the studio itself says.
const char* const ownRule = QT_TRANSLATE_NOOP("StudioWindow", "studio");

} // namespace

ProblemFeed::ProblemFeed(StudioWindow& window) : QObject(&window), window_(window)
{
    timer_.setSingleShot(true);
    timer_.setInterval(0);
    connect(&timer_, &QTimer::timeout, this, &ProblemFeed::refresh);
    connect(&window_.projectCheck(), &ProjectCheck::changed, this, &ProblemFeed::projectChecked);
    connect(&window_.problems(), &ProblemsPanel::scopeChanged, this, [this](ProblemScope scope) {
        window_.projectCheck().setWanted(scope == ProblemScope::Project);
        isOrderAsked_ = true;
        refresh();
    });
    connect(&window_.problems(), &ProblemsPanel::countsChanged, this, [this] {
        if (Dock* dock = window_.docks().dock(QStringLiteral("problems")))
            dock->setWindowTitle(window_.problems().title());
    });
    connect(&window_.problems(), &ProblemsPanel::went, this, [this] {
        if (const DocumentView* document = front())
            front_ = document->path();
    });
}

void ProblemFeed::follow(const DocumentView& document)
{
    told_.remove(&document);
    connect(&document, &DocumentView::problemsChanged, this, [this, &document] {
        if (!document.isBeingChecked())
            told_.insert(&document);
        refreshSoon();
    });
}

DocumentView* ProblemFeed::front() const { return window_.isWelcomeShown() ? nullptr : window_.documents().current(); }

/// A document that was opened a moment ago may not have looked at itself yet.
bool ProblemFeed::knowsItsProblems(const DocumentView& document) const { return told_.contains(&document) || !document.problems().empty(); }

/// Whether the list begins anew, with the document in front.
bool ProblemFeed::takeOrder()
{
    const DocumentView* document = front();
    const QString path = document == nullptr ? QString() : document->path();
    const bool isByList = path == front_ || path == goingTo_;
    front_ = path;
    if (isByList && !isOrderAsked_)
        return false;
    isOrderAsked_ = false;
    goingTo_.clear();
    order_ = {path, {}};
    return true;
}

void ProblemFeed::listReports(QVector<ListedProblem>& all) const
{
    const QString root = window_.index().root();
    for (const Diagnostic& report : std::as_const(reports_)) {
        Diagnostic shown = report;
        const QString path = QString::fromStdString(report.place);
        const bool isFile = QFileInfo(path).isAbsolute();
        if (isFile && !root.isEmpty() && path.startsWith(QString(root + u'/'))) // the whole path would be cut
            shown.place = path.mid(root.size() + 1).toStdString();
        all.push_back({shown, isFile ? QFileInfo(path).fileName() : QString()});
    }
}

void ProblemFeed::listDocument(DocumentView& document, int rank, QVector<ListedProblem>& all)
{
    const bool isCurrent = &document == front();
    // Play lists what the compiler says of sources: those that are open know it themselves, and better.
    const auto isToldElsewhere = [&](const Diagnostic& problem) {
        const QString file = QDir(window_.index().root()).absoluteFilePath(QString::fromStdString(problem.file));
        return !problem.file.empty() && file != document.path() && window_.documents().find(file) != nullptr;
    };
    for (const Diagnostic& problem : document.problems()) {
        if (isToldElsewhere(problem))
            continue;
        ListedProblem one{problem, document.title()};
        one.go = [this, view = QPointer<DocumentView>(&document), problem] {
            DocumentView* shown = view.data();
            if (shown == nullptr)
                return;
            goingTo_ = shown->path();
            window_.documents().setCurrent(shown);
            shown->showProblem(problem);
        };
        one.fixes = document.fixesOf(problem);
        one.of = isCurrent ? ListedProblem::Of::Current : ListedProblem::Of::Open;
        one.path = document.path();
        one.isInFront = isCurrent;
        one.part = one.path == order_.first                    ? ListedProblem::Part::First
                   : order_.openedByList.contains(one.path) ? ListedProblem::Part::Project
                                                            : ListedProblem::Part::Open;
        one.rank = rank;
        all.push_back(std::move(one));
    }
}

void ProblemFeed::listProject(QVector<ListedProblem>& all)
{
    QHash<QString, const DocumentView*> open;
    for (const DocumentView* document : window_.documents().documents())
        open.insert(document->path(), document);
    QHash<QString, int> ranks;
    for (const Diagnostic& found : window_.projectCheck().findings().problems) {
        const QString file = QString::fromStdString(found.file);
        const int rank = ranks.value(file, static_cast<int>(ranks.size()));
        ranks.insert(file, rank);
        // An open document itself knows better, except of what is elsewhere.
        if (const DocumentView* document = open.value(file); document != nullptr && knowsItsProblems(*document))
            if (!isOfWholeTree(found) || std::ranges::any_of(document->problems(), [&](const Diagnostic& own) {
                    return own.code == found.code && own.message == found.message && own.range.line == found.range.line;
                }))
                continue;
        ListedProblem one{found, QFileInfo(file).fileName()};
        one.go = [this, file, place = placeToGo(found)] {
            goingTo_ = file;
            if (window_.documents().find(file) == nullptr)
                order_.openedByList.insert(file);
            window_.open(placePath(file, place));
        };
        one.of = ListedProblem::Of::Project;
        one.path = file;
        one.isInFront = front() != nullptr && front()->path() == file;
        one.part = ListedProblem::Part::Project;
        one.rank = rank;
        all.push_back(std::move(one));
    }
    for (ListedProblem& one : all) // opened from the list: where its file stood
        if (one.part == ListedProblem::Part::Project)
            one.rank = ranks.value(one.path, one.rank);
}

/// Whether anything that a scope lists is being looked through.
bool ProblemFeed::isBeingChecked(ProblemScope scope) const
{
    const auto isNotDone = [](const DocumentView* document) { return document != nullptr && document->isBeingChecked(); };
    if (scope == ProblemScope::Document)
        return isNotDone(front());
    const ProjectCheck& project = window_.projectCheck();
    return std::ranges::any_of(window_.documents().documents(), isNotDone) ||
           (scope == ProblemScope::Project && project.isRunning() && !project.isKnown());
}

void ProblemFeed::refresh()
{
    const bool isAnew = takeOrder();
    QVector<ListedProblem> all;
    listReports(all);
    int rank = 0;
    for (DocumentView* document : window_.documents().documents())
        listDocument(*document, rank++, all);
    listProject(all);
    ProblemsPanel& panel = window_.problems();
    const auto documents = window_.documents().documents();
    panel.setLoading(!window_.opening().waiting().isEmpty() ||
                     std::ranges::any_of(documents, [this](const DocumentView* document) { return window_.opening().isWaiting(document); }));
    panel.setChecking(isBeingChecked(panel.scope()));
    panel.setProblems(std::move(all), isAnew);
    window_.status().setProblems(panel.count(Severity::Error), panel.count(Severity::Warning));
    window_.actions().refresh();
}

void ProblemFeed::checkProject()
{
    show();
    window_.problems().setScope(ProblemScope::Project);
    if (window_.projectCheck().isRunning())
        return;
    const QString project = QFileInfo(window_.index().root()).fileName();
    window_.output().append(tr("Compiler"), tr("Looking through Blakod, rooms and sprites of %1.").arg(project));
    window_.projectCheck().start();
}

void ProblemFeed::projectChecked()
{
    const ProjectCheck& check = window_.projectCheck();
    const ProjectFindings& found = check.findings();
    if (check.isRunning()) {
        window_.problems().setProjectState(tr("checking\u2026"));
    } else if (check.isKnown()) {
        const QString when = tr("checked at %1").arg(QTime::currentTime().toString(QStringLiteral("HH:mm")));
        window_.problems().setProjectState(
            !found.isCut ? when : when + tr("; the %1 that weigh most").arg(grouped(static_cast<qsizetype>(found.problems.size()))));
        tellProjectCheck(found, window_.index().root(), window_.output());
    } else {
        window_.problems().setProjectState({});
    }
    refreshSoon();
}

void ProblemFeed::report(Severity severity, const QString& sentence, const QString& place)
{
    if (severity == Severity::Info) { // no problem, so it does not stay among them
        window_.output().append(tr("Studio"), sentence);
        window_.toasts().show(
            severity, sentence, tr("Show"), [this] { window_.showOutput(); }, place);
        return;
    }
    Diagnostic one;
    one.severity = severity;
    one.message = sentence.toStdString();
    one.place = place.toStdString();
    one.code = tr(ownRule).toStdString();
    reports_.removeIf([&](const Diagnostic& other) { return other.place == one.place && other.message == one.message; });
    if (reports_.size() >= maxReports)
        reports_.removeFirst();
    reports_.push_back(one);
    refreshSoon();
    window_.toasts().show(
        severity, sentence, tr("Show"), [this] { show(); }, place);
}

void ProblemFeed::withdraw(const QString& place)
{
    window_.toasts().withdraw(place);
    if (reports_.removeIf([where = place.toStdString()](const Diagnostic& report) { return report.place == where; }) > 0)
        refreshSoon();
}

void ProblemFeed::clearReports()
{
    reports_.clear();
    refreshSoon();
}

void ProblemFeed::show()
{
    window_.showDock(QStringLiteral("problems"));
    refresh();
    window_.problems().list()->setFocus();
}

} // namespace blak::ui::shell
