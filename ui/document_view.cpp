// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document_view.h"

#include "formats/document/alike_fixes.h"
#include "ui/number_text.h"

#include <QFileInfo>
#include <QPointer>

#include <algorithm>

namespace blak::ui {

DocumentView::~DocumentView()
{
    told_.end();
    reader_.end();
    hold_.end();
    if (workspace_)
        workspace_->closeUnused();
}

void DocumentView::setDocument(std::shared_ptr<document::Document> document, std::shared_ptr<document::Workspace> workspace)
{
    if (!document)
        return;
    workspace_ = std::move(workspace);
    if (workspace_ && !workspace_->find(document->path())) // else another one counts for others
        workspace_->add(document);
    told_ = document->notices().connect([this](const document::DocumentNotice& notice) { documentTold(notice); });
    hold_ = document::ViewHold(std::move(document));
}

void DocumentView::setShownFile(std::shared_ptr<document::Workspace> workspace, std::function<Result<void>()> read)
{
    const std::filesystem::path file = path().toStdString();
    auto shown = std::dynamic_pointer_cast<document::ShownFile>(workspace->find(file));
    if (!shown)
        shown = std::make_shared<document::ShownFile>(file);
    reader_ = shown->readers().connect([read = std::move(read)](Result<void>& result) {
        if (result)
            result = read();
    });
    setDocument(std::move(shown), std::move(workspace));
}

const std::vector<Diagnostic>& DocumentView::problems() const { return document() ? document()->problems() : ownProblems_; }

void DocumentView::setProblems(std::vector<Diagnostic> problems)
{
    if (document())
        return document()->setProblems(std::move(problems));
    ownProblems_ = std::move(problems);
    emit problemsChanged();
}

QVector<ProblemFix> DocumentView::fixesOf(const Diagnostic& problem) const
{
    QVector<ProblemFix> rows;
    if (!document() || !document()->canEdit())
        return rows;
    const auto& all = document()->problems();
    const auto is = [&](const Diagnostic& other) {
        return other.code == problem.code && other.message == problem.message && other.place == problem.place &&
               other.range == problem.range;
    };
    const auto index = static_cast<std::size_t>(std::ranges::find_if(all, is) - all.begin());
    if (index == all.size())
        return rows; // found before, and no longer
    for (std::size_t i = 0; i < problem.fixes.size(); ++i) {
        const auto alike =
            std::ranges::count_if(all, [&](const Diagnostic& other) { return document::areAlike(problem, i, other); });
        rows.push_back({QString::fromStdString(problem.fixes[i].title), static_cast<int>(alike),
                        [self = QPointer<DocumentView>(const_cast<DocumentView*>(this)), index, i,
                         revision = document()->revision()](bool isForAll) {
                            if (DocumentView* view = self.data())
                                view->applyFix(index, i, isForAll, revision);
                        }});
    }
    return rows;
}

/// Of a problem as it was found at that revision: places may be others now.
void DocumentView::applyFix(std::size_t problem, std::size_t fix, bool all, std::uint64_t revision)
{
    if (document()->revision() != revision) {
        emit reported(Severity::Info, tr("%1 has changed since; the problems are looked for again.").arg(title()));
        emit problemsChanged();
        return;
    }
    if (const auto done = document()->applyFix(problem, fix, all); !done)
        emit reported(Severity::Info, tr("Nothing was changed: %1.").arg(QString::fromStdString(done.error().what)));
}

void DocumentView::documentTold(const document::DocumentNotice& notice)
{
    using Kind = document::DocumentNotice::Kind;
    switch (notice.kind) {
    case Kind::Problems: emit problemsChanged(); return;
    case Kind::Views: return;
    case Kind::Moved:
        takePath(QString::fromStdString(document()->path().string()));
        emit titleChanged();
        emit statusChanged();
        return;
    case Kind::Edited:
    case Kind::Saved:
    case Kind::Reloaded:
    case Kind::Disk: break;
    }
    emit modifiedChanged();
    emit statusChanged();
}

QString DocumentView::savedText() const
{
    if (document() && document()->disk() == document::DiskState::Gone)
        return tr("File deleted");
    if (isModified())
        return tr("Not saved");
    return document() && !QFileInfo::exists(path()) ? tr("Not on the disk") : tr("Saved"); // a step that made the file was taken back
}

bool DocumentView::isModified() const { return document() && document()->isModified(); }

Result<void> DocumentView::save() { return document() ? document()->save() : Result<void>(); }

bool DocumentView::canUndo() const { return document() && document()->history().canUndo(); }
bool DocumentView::canRedo() const { return document() && document()->history().canRedo(); }

void DocumentView::undo()
{
    if (!document())
        return;
    if (workspace_ && workspace_->find(document()->path()) == document())
        tellOutcome(workspace_->undo(*document()), true);
    else
        document()->history().undo();
}

void DocumentView::redo()
{
    if (!document())
        return;
    if (workspace_ && workspace_->find(document()->path()) == document())
        tellOutcome(workspace_->redo(*document()), false);
    else
        document()->history().redo();
}

void DocumentView::tellOutcome(const document::StepOutcome& outcome, bool back)
{
    const QString name = QString::fromStdString(outcome.name);
    if (!outcome.left.empty())
        emit reported(Severity::Info, (back ? tr("Took back in %1: %2. %3 was changed since and stays as it is.")
                                            : tr("Done again in %1: %2. %3 was changed since and stays as it is."))
                      .arg(counted(static_cast<qlonglong>(outcome.done.size()), tr("1 file"), tr("%1 files")), name,
                           QString::fromStdString(outcome.left.front()->title())));
    else if (outcome.done.size() > 1 || (outcome.done.size() == 1 && outcome.group != 0)) // there may be others that are closed
        emit steppedInMany((back ? tr("Took back in %1: %2.") : tr("Done again in %1: %2."))
                               .arg(counted(static_cast<qlonglong>(outcome.done.size()), tr("1 file"), tr("%1 files")), name),
                           outcome.group, back);
}

Result<void> DocumentView::reload()
{
    return document() ? document()->reload() : Error{"it is shown as it was when it was opened", path().toStdString()};
}

Result<QByteArray> DocumentView::unsavedState() const
{
    if (!document() || !document()->canEdit())
        return QByteArray();
    const auto state = document()->unsavedState();
    if (!state)
        return state.error();
    if (state.value().empty())
        return QByteArray(""); // an emptied text, which is not nothing
    return QByteArray(reinterpret_cast<const char*>(state.value().data()), static_cast<qsizetype>(state.value().size()));
}

Result<void> DocumentView::restoreUnsaved(const QByteArray& state)
{
    if (!document() || !document()->canEdit())
        return Error{"this kind of document cannot be kept", path().toStdString()};
    return document()->restoreUnsaved(std::as_bytes(std::span(state.constData(), static_cast<std::size_t>(state.size()))));
}

} // namespace blak::ui
