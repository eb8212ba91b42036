// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/saving.h"

#include "studio/shell/document_area.h"
#include "studio/shell/document_notice.h"
#include "studio/shell/edits_comparison.h"
#include "studio/shell/open_project.h"
#include "studio/shell/opening.h"
#include "studio/shell/project_check.h"
#include "studio/shell/save_sentence.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/window_facts.h"
#include "ui/number_text.h"
#include "ui/toast.h"

#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int journalAfter = 700; ///< ms without an edit
constexpr int lookAfter = 150;    ///< ms after a file changed; writers often change it more than once

constexpr auto elsewhereTopic = "kept:elsewhere"; ///< of the toast that names edits of another project

QString keptFolder() { return QFileInfo(settingsFile()).absolutePath() + QStringLiteral("/kept"); }

/// Of the file as the document has it. Journals of earlier versions have another kind, 40 digits long.
QByteArray fingerprintOf(const DocumentView& view)
{
    return view.document() ? QByteArray::fromStdString(view.document()->fingerprint()) : fileFingerprint(view.path());
}

bool isOfSameFile(const QByteArray& base, const QByteArray& now, const QString& path)
{
    constexpr qsizetype oldLength = 40;
    return base == now || (base.size() == oldLength && base == fileFingerprint(path));
}

/// Whoever took the right to write it wanted it to stay. A folder that can be written lets one replace it all the same.
bool isProtected(const QString& path)
{
    const QFileInfo file(path);
    constexpr auto anyWrite = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther; // the administrator may always
    return file.exists() && (!file.isWritable() || (file.permissions() & anyWrite) == 0) && QFileInfo(file.absolutePath()).isWritable();
}

/// It is open, or comes as soon as the project is looked through.
bool opens(StudioWindow& window, const QString& path)
{
    return window.documents().find(path) != nullptr || std::ranges::any_of(window.opening().waiting(), [&path](const WantedFile& one) { return one.path == path; });
}

} // namespace

Saving::Saving(StudioWindow& window)
    : QObject(&window), window_(window), kept_(keptFolder()), closed_(window), vanished_(window, kept_), files_(new QFileSystemWatcher(this)),
      comparison_(new EditsComparison(window, {[this](DocumentView* document) { overwrite(document); }, [this](DocumentView* document) { reload(document); }})), journalTimer_(new QTimer(this)), fileTimer_(new QTimer(this))
{
    journalTimer_->setSingleShot(true);
    journalTimer_->setInterval(journalAfter);
    fileTimer_->setSingleShot(true);
    fileTimer_->setInterval(lookAfter);
    connect(journalTimer_, &QTimer::timeout, this, &Saving::keepDue);
    connect(fileTimer_, &QTimer::timeout, this, &Saving::checkFiles);
    connect(files_, &QFileSystemWatcher::fileChanged, this, [this] { fileTimer_->start(); });
    connect(files_, &QFileSystemWatcher::directoryChanged, this, [this] { fileTimer_->start(); });
    for (const KeptEdits::Kept& one : kept_.all())
        closed_.add(one.path, one.journal, nullptr);
    workspace_ = window_.workspace().notices().connect([this](const document::WorkspaceNotice& notice) { takeUnseen(notice); });
}

/// Documents that a replacement or a rename changed and no tab shows have a journal like all others.
void Saving::takeUnseen(const document::WorkspaceNotice& notice)
{
    using Kind = document::WorkspaceNotice::Kind;
    if (notice.document && notice.kind == Kind::Edited)
        closed_.follow(*notice.document, [this](const document::Document& closed) {
            return keepUnseen(closed) ? kept_.release(QString::fromStdString(closed.path().string())) : QString();
        });
    if (!notice.document || notice.document->views() != 0 || (notice.kind != Kind::Edited && notice.kind != Kind::Saved))
        return;
    const QString path = QString::fromStdString(notice.document->path().string());
    if (notice.document->hasEdits()) {
        unseenDue_.insert(path);
        journalTimer_->start();
    } else {
        unseenDue_.remove(path);
        kept_.discard(path);
    }
}

bool Saving::keepUnseen(const document::Document& document)
{
    const QString path = QString::fromStdString(document.path().string());
    unseenDue_.remove(path);
    Result<void> done;
    if (const auto state = document.unsavedState(); !state)
        done = state.error();
    else
        done = kept_.keep(path, QByteArray::fromStdString(document.fingerprint()),
                          QByteArray(reinterpret_cast<const char*>(state.value().data()),
                                     static_cast<qsizetype>(state.value().size())),
                          sharedStepOf(&document));
    if (!done)
        window_.report(Severity::Error,
                       tr("Edits of %1 cannot be kept: %2. Save them first.")
                           .arg(QString::fromStdString(document.title()), QString::fromStdString(done.error().what)),
                       path);
    return static_cast<bool>(done);
}

/// Those that were closed with edits know it, too.
std::optional<SharedStep> Saving::sharedStepOf(const document::Document* document) const
{
    if (document == nullptr)
        return std::nullopt;
    auto all = window_.workspace().documents();
    for (const ClosedEdits::Entry& one : closed_.edits().entries())
        if (std::ranges::find(all, one.document) == all.end())
            all.push_back(one.document);
    return SharedStep::among(*document, all);
}

/// The watcher watches what a name stood for when it was told; a file that was replaced is another one. That a file goes, or
/// comes back, its folder tells.
void Saving::watchFile(const QString& path)
{
    files_->removePath(path);
    files_->addPath(path);
    files_->addPath(QFileInfo(path).absolutePath());
}

void Saving::watch(DocumentView* document)
{
    watched_.insert(document, {fingerprintOf(*document), false, false});
    watchFile(document->path());
    connect(document, &DocumentView::modifiedChanged, this, [this, document] { edited(document); });
    const bool isAsClosed = closed_.takeBroughtBack(*document);
    window_.toasts().withdraw(ClosedFiles::keptTopic(document->path())); // what was said of it while it was closed
    putBack(document);
    closed_.forget(document->path());
    if (isAsClosed) {
        tellPutBack(document, false);
        lookAt(document); // its file may be another by now
    }
}

void Saving::putBack(DocumentView* document)
{
    const auto kept = kept_.find(document->path());
    if (!kept)
        return;
    // They are here already: another window had the document, or the file was written from them.
    if (const auto now = document->unsavedState(); now && now.value() == kept->state) {
        if (!document->isModified() || keepNow(document))
            QFile::remove(kept->journal);
        return;
    }
    const QString title = document->title();
    if (const auto done = document->restoreUnsaved(kept->state); !done) {
        window_.report(Severity::Warning,
                       tr("Kept edits of %1 cannot be put back: %2.").arg(title, QString::fromStdString(done.error().what)),
                       kept->journal);
        return;
    }
    Watched& watched = watched_[document];
    watched.shared = kept->shared;
    const bool moved = !isOfSameFile(kept->base, watched.fingerprint, document->path());
    if (keepNow(document)) // the new journal first, then the old one goes
        QFile::remove(kept->journal);
    tellPutBack(document, kept->isCut);
    if (kept->shared)
        watchShared(document, *kept->shared);
    if (moved)
        showConflict(document);
    offerOthers(document);
}

void Saving::tellPutBack(DocumentView* document, bool isCut)
{
    const QString title = document->title();
    window_.toasts().withdraw(QLatin1String(elsewhereTopic));
    window_.toasts().show(isCut ? Severity::Warning : Severity::Info,
                          isCut ? tr("Put back kept edits of %1; the last one was lost.").arg(title) : tr("Put back kept edits of %1.").arg(title),
                          tr("Discard"), [this, document = QPointer<DocumentView>(document)] {
                              if (document)
                                  discard(*document);
                          }, ClosedFiles::keptTopic(document->path()));
}

/// The edits that came back go again: back to the file, by their steps where they lead there.
void Saving::discard(DocumentView& document)
{
    const auto& shared = document.document();
    const auto saved = shared && diskOf(&document) == document::DiskState::Same ? shared->history().savedPosition() : std::nullopt;
    if (saved && *saved < shared->history().position()) {
        const std::size_t before = shared->history().position();
        shared->history().moveTo(*saved);
        const QString topic = ClosedFiles::keptTopic(document.path());
        window_.toasts().withdraw(topic);
        window_.toasts().show(Severity::Info, tr("Discarded the kept edits of %1.").arg(document.title()), tr("Undo"), [history = std::weak_ptr(shared), before] {
            if (const auto there = history.lock(); there && there->history().size() >= before)
                there->history().moveTo(before);
        }, topic);
        return;
    }
    reload(&document);
    const QString topic = ClosedFiles::keptTopic(document.path());
    window_.toasts().withdraw(topic);
    if (!document.canUndo())
        return;
    window_.toasts().show(Severity::Info, tr("Discarded the kept edits of %1.").arg(document.title()), tr("Undo"), [guarded = QPointer<DocumentView>(&document)] {
        if (DocumentView* const there = guarded.data())
            there->undo();
    }, topic);
}

/// In the session before, the step went from all of its files at once; who takes it back here is told that now it does not.
void Saving::watchShared(DocumentView* document, const SharedStep& step)
{
    const QString topic = QStringLiteral("shared:") + document->path();
    const auto* watch = new SharedStepWatch(*document, step);
    connect(watch, &SharedStepWatch::tookBack, this, [this, document, topic](const QString& sentence) {
        watched_[document].shared.reset(); // what is kept from now on is without it
        window_.toasts().show(Severity::Warning, sentence, tr("Redo"), [guarded = QPointer<DocumentView>(document)] {
            if (DocumentView* const there = guarded.data())
                there->redo();
        }, topic);
    });
    connect(watch, &SharedStepWatch::madeAgain, this, [this, document, topic, step] {
        watched_[document].shared = step;
        window_.toasts().withdraw(topic);
    });
}

/// Two studios had the file open, and each kept what it had: one is put back, the other waits for a word.
void Saving::offerOthers(DocumentView* document)
{
    if (!kept_.find(document->path()))
        return;
    const QString title = document->title();
    window_.report(Severity::Warning, tr("Other edits of %1, of another studio, are kept as well. They come back when the file is opened again.").arg(title),
                   document->path());
    window_.toasts().show(Severity::Warning, tr("Other edits of %1, of another studio, are kept as well. Undo brings back what is here now.").arg(title),
                          tr("Put those back"), [this, document = QPointer<DocumentView>(document)] {
                              if (document)
                                  putBack(document);
                          });
}

void Saving::edited(DocumentView* document)
{
    if (!document->isModified()) { // undone or saved
        watched_[document].journalDue = false;
        kept_.discard(document->path());
        return;
    }
    watched_[document].journalDue = true;
    journalTimer_->start();
}

void Saving::keepDue()
{
    for (const QString& path : std::exchange(unseenDue_, {}))
        if (const auto document = window_.workspace().find(path.toStdString()); document && document->hasEdits())
            keepUnseen(*document);
    for (auto it = watched_.begin(); it != watched_.end(); ++it) {
        if (!it->journalDue)
            continue;
        QString reason;
        const QString path = it.key()->path();
        if (keepNow(it.key(), &reason)) {
            if (unkept_ == path) {
                unkept_.clear();
                window_.withdraw(path);
            }
        } else if (unkept_.isEmpty()) { // one is enough
            unkept_ = path;
            window_.report(Severity::Warning, tr("Edits of %1 are not kept until you save: %2.").arg(it.key()->title(), reason), path);
        }
    }
}

bool Saving::keepNow(DocumentView* document, QString* reason)
{
    Watched& watched = watched_[document];
    watched.journalDue = false;
    const auto state = document->unsavedState();
    const auto shared = sharedStepOf(document->document().get());
    Result<void> done;
    if (!state)
        done = state.error();
    else if (state.value().isNull())
        done = Error{"this kind of document cannot be kept", {}};
    else
        done = kept_.keep(document->path(), watched.fingerprint, state.value(), shared ? shared : watched.shared);
    if (!done && reason != nullptr)
        *reason = QString::fromStdString(done.error().what);
    return static_cast<bool>(done);
}

bool Saving::release(DocumentView* document)
{
    if (!watched_.contains(document))
        return true;
    const QString path = document->path();
    const bool hasEdits = document->document() ? document->document()->hasEdits() : document->isModified();
    if (hasEdits) {
        QString reason;
        if (!keepNow(document, &reason)) {
            window_.report(Severity::Error,
                           tr("%1 stays open: its edits cannot be kept (%2). Save it first.").arg(document->title(), reason),
                           path);
            return false;
        }
        const QString journal = kept_.release(path);
        const auto& shared = document->document();
        const bool isLast = shared && shared->views() == 1 && window_.workspace().find(shared->path()) == shared;
        if (!journal.isEmpty())
            closed_.add(path, journal, isLast ? shared : nullptr);
        window_.toasts().withdraw(ClosedFiles::keptTopic(path));
        window_.toasts().show(Severity::Info, tr("Kept edits of %1.").arg(document->title()), tr("Discard"), [this, path, journal] {
            if (window_.documents().find(path) == nullptr && closed_.edits().journal(path) == journal)
                closed_.discard({path});
        }, ClosedFiles::keptTopic(path));
    } else {
        kept_.discard(path);
    }
    window_.withdraw(path);
    comparison_->close(path);
    document->disconnect(this);
    watched_.remove(document);
    savedAt_.remove(document);
    readAt_.remove(document);
    files_->removePath(path);
    return true;
}

bool Saving::leave()
{
    for (auto it = watched_.begin(); it != watched_.end(); ++it) {
        QString reason;
        if (it.key()->isModified() && !keepNow(it.key(), &reason)) {
            window_.report(
                Severity::Error,
                tr("The studio stays open: edits of %1 cannot be kept (%2). Save it first.").arg(it.key()->title(), reason),
                it.key()->path());
            return false;
        }
    }
    for (const auto& unseen : window_.workspace().modified())
        if (unseen->views() == 0 && unseen->hasEdits() && !keepUnseen(*unseen))
            return false;
    return true;
}

bool Saving::save(DocumentView* document)
{
    if (document == nullptr || !document->isModified())
        return true;
    lookAt(document);
    if (watched_.value(document).conflict) {
        window_.documents().setCurrent(document);
        if (auto* notice = window_.documents().notice(document))
            notice->setFocus(Qt::OtherFocusReason);
        return false;
    }
    if (isProtected(document->path()) && !watched_.value(document).mayWrite) {
        showProtected(document);
        return false;
    }
    write(document);
    return !document->isModified();
}

void Saving::write(DocumentView* document)
{
    if (const auto done = document->save(); !done) {
        window_.report(Severity::Error, saveSentence(document->title(), done.error()), document->path());
        return;
    }
    window_.withdraw(document->path());
    savedAt_[document] = QTime::currentTime();
    readAt_.remove(document);
    if (!window_.index().holds(document->path()))
        window_.index().refresh();
    settle(document);
    window_.projectCheck().fileChanged();
}

/// The file and the document are the same now.
void Saving::settle(DocumentView* document)
{
    Watched& watched = watched_[document];
    watched.fingerprint = fingerprintOf(*document);
    watched.conflict = watched.isGone = false;
    watched.journalDue = document->isModified();
    if (!document->isModified()) {
        watched.shared.reset();
        kept_.discard(document->path());
        window_.toasts().withdraw(ClosedFiles::keptTopic(document->path()));
    }
    window_.documents().setNotice(document, nullptr);
    if (comparison_->close(document->path()))
        window_.documents().setCurrent(document);
    watchFile(document->path());
}

bool Saving::saveAll()
{
    bool all = true;
    for (DocumentView* document : window_.documents().documents())
        all = save(document) && all;
    for (const auto& unseen : window_.workspace().modified()) {
        if (unseen->views() == 0)
            all = saveUnseen(*unseen) && all;
    }
    window_.workspace().closeUnused();
    return all;
}

bool Saving::saveUnseen(document::Document& document)
{
    const QString path = QString::fromStdString(document.path().string());
    const auto done = document.save();
    if (done)
        window_.withdraw(path);
    else
        window_.report(Severity::Error, saveSentence(QString::fromStdString(document.title()), done.error()), path);
    return static_cast<bool>(done);
}

bool Saving::saveEverything()
{
    const bool open = saveAll();
    return closed_.save([](const QString& path) { return !isProtected(path); }, [this](document::Document& one) { return saveUnseen(one); }) && open;
}

bool Saving::hasUnsaved() const
{
    const auto documents = window_.documents().documents();
    return !window_.workspace().modified().empty() || !closed_.ofProject().isEmpty() ||
           std::any_of(documents.begin(), documents.end(), [](const DocumentView* one) { return one->isModified(); });
}

void Saving::openKept()
{
    const QString& root = window_.index().root();
    int elsewhere = 0;
    for (const KeptEdits::Kept& kept : kept_.all()) {
        if (!root.isEmpty() && !kept.path.startsWith(QString(root + u'/')))
            ++elsewhere; // of another project: they come back when their files are opened
        else if (!QFileInfo::exists(kept.path))
            vanished_.tell(kept.path);
        else if (root.isEmpty() && window_.documents().current() == nullptr)
            window_.open(kept.path);
        else if (!opens(window_, kept.path)) // behind what one left in front
            window_.opening().openAgain({kept.path, {}, false});
    }
    if (elsewhere > 0)
        window_.toasts().show(Severity::Info,
                              counted(elsewhere, tr("Edits of a file outside of this project wait to be saved."),
                                      tr("Edits of %1 files outside of this project wait to be saved.")),
                              tr("Show"), [this] { window_.showWelcome(); }, QLatin1String(elsewhereTopic));
}

void Saving::renamed(const QString& from, const QString& to)
{
    window_.withdraw(from);
    window_.toasts().withdraw(ClosedFiles::keptTopic(from)); // its offer is for the old name
    closed_.forget(from);
    if (unkept_ == from)
        unkept_ = to;
    DocumentView* view = window_.documents().find(to);
    if (view != nullptr && watched_.contains(view)) {
        files_->removePath(from);
        watchFile(to);
    }
    const bool wasDue = unseenDue_.remove(from);
    if (!wasDue && !kept_.isKept(from))
        return;
    // The new journal first, then the old one goes.
    const auto unseen = window_.workspace().find(to.toStdString());
    if (view != nullptr && watched_.contains(view) ? keepNow(view) : unseen && keepUnseen(*unseen))
        kept_.discard(from);
}

void Saving::checkFiles()
{
    for (DocumentView* document : window_.documents().documents())
        if (watched_.contains(document))
            lookAt(document);
}

document::DiskState Saving::diskOf(DocumentView* document) const
{
    if (document->document())
        return document->document()->checkDisk();
    const QByteArray now = fileFingerprint(document->path());
    return now.isEmpty()                                 ? document::DiskState::Gone
           : now == watched_.value(document).fingerprint ? document::DiskState::Same
                                                         : document::DiskState::Changed;
}

void Saving::lookAt(DocumentView* document)
{
    const document::DiskState disk = diskOf(document);
    if (disk == document::DiskState::Gone) {
        showGone(document);
        return;
    }
    watchFile(document->path());
    Watched& watched = watched_[document];
    if (std::exchange(watched.isGone, false)) // it is back
        window_.documents().setNotice(document, nullptr);
    if (disk == document::DiskState::Same)
        return;
    if (document->isModified()) {
        showConflict(document);
        return;
    }
    const QString title = document->title();
    const QString readAgain = tr("%1 was changed by another program and read again.").arg(title);
    if (const auto done = document->reload(); !done) {
        if (!document->document() && window_.opening().openAnew(document)) {
            window_.toasts().show(Severity::Info, readAgain);
            return;
        }
        window_.report(Severity::Warning,
                       tr("%1 was changed by another program and cannot be read again: %2.")
                           .arg(document->title(), QString::fromStdString(done.error().what)),
                       document->path());
        watched.fingerprint = fileFingerprint(document->path());
        return;
    }
    settleRead(document);
    window_.toasts().show(Severity::Info, readAgain);
}

void Saving::showGone(DocumentView* document)
{
    if (!std::exchange(watched_[document].isGone, true))
        vanished_.showBar(*document, [this, document] { write(document); });
}

void Saving::showConflict(DocumentView* document)
{
    Watched& watched = watched_[document];
    if (watched.conflict)
        return;
    watched.conflict = true;
    auto* notice = new DocumentNotice(tr("%1 was changed by another program while you edited it."), *document);
    notice->addChoice(tr("Compare"), [this, document] { compare(document); });
    notice->addChoice(tr("Overwrite"), [this, document] { overwrite(document); });
    notice->addChoice(tr("Reload"), [this, document] { reload(document); });
    window_.documents().setNotice(document, notice);
}

void Saving::showProtected(DocumentView* document)
{
    window_.documents().setCurrent(document);
    auto* notice = new DocumentNotice(tr("%1 is write-protected, so it was not saved."), *document);
    notice->addChoice(tr("Leave it"), [this, document] { window_.documents().setNotice(document, nullptr); });
    notice->addChoice(tr("Save anyway"), [this, document] {
        watched_[document].mayWrite = true;
        window_.documents().setNotice(document, nullptr);
        save(document);
    });
    window_.documents().setNotice(document, notice);
    notice->setFocus(Qt::OtherFocusReason);
}

void Saving::overwrite(DocumentView* document)
{
    watched_[document].conflict = false;
    watched_[document].fingerprint = fileFingerprint(document->path());
    if (document->document())
        document->document()->allowOverwriting();
    write(document);
    if (document->isModified())
        showConflict(document);
}

void Saving::reload(DocumentView* document)
{
    if (const auto done = document->reload(); !done) {
        window_.report(Severity::Error,
                       tr("Cannot read %1: %2.").arg(document->title(), QString::fromStdString(done.error().what)),
                       document->path());
        return;
    }
    settleRead(document);
}

/// It shows what another program wrote: when this studio saved it last is no longer of interest.
void Saving::settleRead(DocumentView* document)
{
    savedAt_.remove(document);
    readAt_[document] = QTime::currentTime();
    settle(document);
    window_.facts().refreshSoon();
}

void Saving::compare(DocumentView* document) { comparison_->show(document); }

} // namespace blak::ui::shell
