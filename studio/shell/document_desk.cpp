// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/document_desk.h"

#include "studio/shell/code_desk.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/made_files.h"
#include "studio/shell/memory.h"
#include "studio/shell/open_project.h"
#include "studio/shell/opening.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/problem_feed.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/saving.h"
#include "studio/shell/session.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tool_strip.h"
#include "studio/shell/window_facts.h"
#include "ui/export_folder.h"
#include "ui/toast.h"

#include <QApplication>
#include <QCryptographicHash>
#include <QDesktopServices>
#include <QPointer>
#include <QUrl>

namespace blak::ui::shell {

namespace {

/// Folders of exports, kept for each project.
ExportFolders exportFoldersOf(const QPointer<StudioWindow>& window)
{
    const auto key = [window](const QString& kind) -> QString {
        QString folder;
        if (StudioWindow* there = window.data(); there != nullptr)
            if (const auto project = there->opening().project(); project != nullptr)
                folder = project->root();
        const QByteArray root = QCryptographicHash::hash(folder.toUtf8(), QCryptographicHash::Sha1);
        return QStringLiteral("exports/%1/%2").arg(QString::fromLatin1(root.toHex().left(16)), kind); // folders have signs that an ini file reads as groups
    };
    return {[key](const QString& kind) { return StudioSettings().value(key(kind)).toString(); },
            [key](const QString& kind, const QString& folder) { StudioSettings().setValue(key(kind), folder); }};
}

QString reportTopic(const DocumentView& document) { return QStringLiteral("reported by %1").arg(quintptr(&document)); }

} // namespace

DocumentDesk::DocumentDesk(StudioWindow& window) : QObject(&window), window_(window), memory_(new MemoryKeeper(this))
{
    keepExportFolders(exportFoldersOf(&window));
}

void DocumentDesk::take(DocumentView* document)
{
    window_.facts().follow(document);
    window_.feed().follow(*document);
    // What came of something one did, now; what is wrong with a document its own problems tell.
    connect(document, &DocumentView::reported, this, [this, document](Severity severity, const QString& sentence) { report(*document, severity, sentence); });
    connect(document, &DocumentView::modifiedChanged, this, [this, document] { withdrawReports(*document); });
    connect(document, &DocumentView::steppedInMany, this, [this, document](const QString& told, quint64 group, bool back) {
        // The view knows of the open ones only; those that were closed with edits went along.
        const int closed = window_.saving().closed().countIn(group, back);
        int open = 0;
        for (const auto& one : window_.workspace().documents())
            open += (back ? one->history().redoGroup() : one->history().undoGroup()) == group;
        const bool isToldHere = open + closed > 1 || window_.made().isMaking(group); // what takes a file away is told, if it is one alone
        if (!isToldHere || !document->document())
            return;
        const document::History& history = document->document()->history();
        const auto name = back ? history.redoName() : history.undoName();
        const QString sentence = closed == 0 ? told
                                             : (back ? tr("Took back in %1 files, %2 of them closed: %3.") : tr("Done again in %1 files, %2 of them closed: %3."))
                                                   .arg(open + closed).arg(closed).arg(QString::fromUtf8(name.data(), qsizetype(name.size())));
        const QString topic = QStringLiteral("step:%1").arg(group); // one of both is true at a time
        window_.toasts().withdraw(topic);
        window_.toasts().show(Severity::Info, sentence, back ? tr("Redo") : tr("Undo"), [this, group, back] {
            document::Workspace& workspace = window_.workspace();
            back ? workspace.redoGroup(group) : workspace.undoGroup(group);
        }, topic);
    });
    followWritten(*document, *this, [this](const QString& sentence, const QString& folder) {
        window_.toasts().show(Severity::Info, sentence, tr("Show"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    });
    connect(document, &DocumentView::openRequested, this, [this](const QString& path) {
        window_.code().leaveHere();
        window_.open(path);
    });
    connect(document, &DocumentView::said, &window_.output(), &OutputPanel::append);
    window_.docks().addDocument(document, window_.opening().kindOf(document));
    tellUsers(*document, window_.index());
    memory_->settle();
    window_.feed().refreshSoon();
}

void DocumentDesk::report(const DocumentView& document, Severity severity, const QString& sentence)
{
    const auto& shown = document.document();
    if (shown && severity != Severity::Error)
        reported_[&document] = shown->history().position();
    window_.toasts().show(severity, sentence, {}, {}, severity == Severity::Error ? QString() : reportTopic(document));
}

/// What was said of a step is no longer so once it was taken back.
void DocumentDesk::withdrawReports(const DocumentView& document)
{
    const auto at = reported_.constFind(&document);
    if (at == reported_.constEnd() || !document.document() || document.document()->history().position() >= *at)
        return;
    reported_.erase(at);
    window_.toasts().withdraw(reportTopic(document));
}

void DocumentDesk::shown(DocumentView* document)
{
    shown_.removeOne(document);
    shown_.append(document);
}

void DocumentDesk::leave(DocumentView* document)
{
    reported_.remove(document);
    for (const QObject* listener : {static_cast<const QObject*>(&window_), static_cast<const QObject*>(this),
                                    static_cast<const QObject*>(&window_.facts()), static_cast<const QObject*>(&window_.feed())})
        document->disconnect(listener);
    if (document == window_.documents().current())
        window_.tools().set({}, {}, nullptr, {}); // its widgets go home before it goes
    window_.docks().removeDocument(document);
    window_.opening().forget(document);
}

void DocumentDesk::close(DocumentView* document)
{
    if (document == nullptr || !window_.saving().release(document))
        return;
    const QWidget* focus = QApplication::focusWidget();
    const bool hadFocus = focus == nullptr || focus == document || document->isAncestorOf(focus);
    if (!window_.opening().isWaiting(document)) {
        rememberPicture(*document);
        rememberClosed(window_, *document);
    }
    shown_.removeOne(document);
    leave(document);
    if (const auto& shown = document->document(); shown && shown->hasEdits() && shown->views() == 1)
        window_.workspace().close(shown->path()); // its edits are in a journal now
    window_.documents().close(document);
    if (hadFocus && !window_.isWelcomeShown())
        window_.focusDocument(Qt::OtherFocusReason); // else whatever comes next in the window would have it
    const auto& project = window_.opening().project();
    memory_->documentClosed(window_.documents().documents().isEmpty(), project ? project->assets() : nullptr);
    window_.facts().refreshBrowser();
    window_.feed().refreshSoon();
}

void DocumentDesk::replace(const DocumentView* page, DocumentView* document)
{
    for (DocumentView*& one : shown_)
        if (one == page)
            one = document;
}

DocumentView* DocumentDesk::documentFor(Perspective wanted) const
{
    DocumentView* current = window_.documents().current();
    const auto takes = [&](DocumentView* one) {
        const QString kind = window_.opening().homeKindOf(one);
        return !kind.isEmpty() && window_.perspectives().takes(wanted, kind);
    };
    if (current != nullptr && takes(current))
        return current;
    const auto last = std::find_if(shown_.rbegin(), shown_.rend(), takes);
    if (last != shown_.rend())
        return *last;
    const auto open = window_.documents().documents(); // come back, and not looked at yet
    const auto any = std::ranges::find_if(open, takes);
    return any == open.end() ? nullptr : *any;
}

void DocumentDesk::settle() { memory_->settle(); }

} // namespace blak::ui::shell
