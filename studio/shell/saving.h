// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/closed_files.h"
#include "studio/shell/kept_edits.h"
#include "studio/shell/vanished_files.h"
#include "ui/document_view.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTime>

#include <optional>

class QFileSystemWatcher;
class QTimer;

namespace blak::ui::shell {

class EditsComparison;
class StudioWindow;

/// Saves documents and sees that no edit is ever lost: unsaved edits go to a journal a moment after they are made, come back when
/// the document is opened again, and a file that another program changed is not overwritten unasked. Never shows a dialog.
class Saving : public QObject
{
    Q_OBJECT

public:
    explicit Saving(StudioWindow& window);

    /// From now on; puts kept edits of an earlier session back.
    void watch(DocumentView* document);
    /// Before a document closes: its edits are kept and a toast offers to drop them. False: they cannot be kept, so it must stay.
    bool release(DocumentView* document);
    /// Before the window closes. False: a document cannot be kept.
    bool leave();

    /// True when nothing unsaved is left.
    bool save(DocumentView* document);
    bool saveAll();
    /// Edits of closed files too. What only a journal holds is opened first, to be looked at: then false.
    bool saveEverything();
    bool hasUnsaved() const;
    /// When the document was saved last in this session; invalid: not yet.
    QTime savedAt(DocumentView* document) const { return savedAt_.value(document); }
    /// When its file, which another program had changed, was read again since; invalid: it was not.
    QTime readAt(DocumentView* document) const { return readAt_.value(document); }

    const KeptEdits& keptEdits() const { return kept_; }
    ClosedFiles& closed() { return closed_; }
    const ClosedFiles& closed() const { return closed_; }

    /// Opens the documents whose edits were kept when the studio was left.
    void openKept();

    /// A file is called otherwise, and its document with it: what is kept of it is kept by the new name.
    void renamed(const QString& from, const QString& to);

    /// Looks at the files of open documents now, as happens soon after one changes.
    void checkFiles();

    /// The file is gone, but edits of it are kept: offers to write it from them. False: there is nothing to write.
    bool offerFile(const QString& path) { return vanished_.offer(path); }

    /// Edits of an earlier session are kept for this path.
    bool keeps(const QString& path) const { return kept_.find(path).has_value(); }

    // What the bar over a document offers when another program changed its file.
    void overwrite(DocumentView* document);
    void reload(DocumentView* document);
    void compare(DocumentView* document);

private:
    struct Watched
    {
        QByteArray fingerprint; ///< of the file as it was read or written last
        bool journalDue = false;
        bool conflict = false;
        bool isGone = false; ///< and the user knows
        bool mayWrite = false; ///< though the file is write-protected: the user said so
        std::optional<SharedStep> shared = {}; ///< of an earlier session, among the edits that came back
    };

    void edited(DocumentView* document);
    void takeUnseen(const document::WorkspaceNotice& notice);
    bool keepUnseen(const document::Document& document);
    std::optional<SharedStep> sharedStepOf(const document::Document* document) const;
    bool keepNow(DocumentView* document, QString* reason = nullptr);
    void keepDue();
    void putBack(DocumentView* document);
    void tellPutBack(DocumentView* document, bool isCut);
    void discard(DocumentView& document);
    void watchShared(DocumentView* document, const SharedStep& step);
    bool saveUnseen(document::Document& document);
    void offerOthers(DocumentView* document);
    void lookAt(DocumentView* document);
    document::DiskState diskOf(DocumentView* document) const;
    void watchFile(const QString& path);
    void showGone(DocumentView* document);
    void showConflict(DocumentView* document);
    void showProtected(DocumentView* document);
    void write(DocumentView* document);
    void settle(DocumentView* document);
    void settleRead(DocumentView* document);

    StudioWindow& window_;
    KeptEdits kept_;
    ClosedFiles closed_;
    VanishedFiles vanished_;
    QHash<DocumentView*, QTime> savedAt_;
    QHash<DocumentView*, QTime> readAt_;
    QHash<DocumentView*, Watched> watched_;
    QSet<QString> unseenDue_; ///< documents without a view whose edits are to be kept
    document::Connection workspace_;
    QFileSystemWatcher* files_ = nullptr;
    EditsComparison* comparison_ = nullptr;
    QTimer* journalTimer_ = nullptr;
    QTimer* fileTimer_ = nullptr;
    QString unkept_; ///< a document whose edits cannot be kept, as was told; empty: none
};

} // namespace blak::ui::shell
