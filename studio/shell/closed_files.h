// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/closed_edits.h"

#include <QByteArray>
#include <QSet>
#include <QVector>

#include <functional>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class StudioWindow;

/// What the window does with files that were closed with edits: they are marked in the tree, come back as they were, are saved with all
/// others or given up.
class ClosedFiles
{
public:
    explicit ClosedFiles(StudioWindow& window) : window_(window) {}

    const ClosedEdits& edits() const { return *edits_; }
    void add(const QString& path, const QString& journal, std::shared_ptr<document::Document> document)
    {
        edits_->add(path, journal, std::move(document));
    }
    void forget(const QString& path) { edits_->forget(path); } ///< it is open
    void giveUp(const QString& path);                          ///< the edits that are kept: they were saved
    /// Gives them up as the user wants it: said, with one way back for all.
    void discard(const QStringList& paths);
    /// What one journal holds, whoever knows of it; `changed` is called now and when it comes back.
    void discardJournal(const QString& path, const QString& journal, const std::function<void()>& changed);
    /// Of the toasts that offer something for its kept edits.
    static QString keptTopic(const QString& path);
    /// For the window that goes on with the documents of this one.
    const std::shared_ptr<ClosedEdits>& handOver() const { return edits_; }
    void takeOver(std::shared_ptr<ClosedEdits> edits) { edits_ = std::move(edits); }

    /// Right before a view of the file is made: the document as it was closed is the one it will show.
    void bringBack(const QString& path);
    /// No view could be made of it.
    void sendBack(const QString& path);
    /// True when the view shows the document as it was closed; where it does not, it gets its edits out of the journal.
    bool takeBroughtBack(const DocumentView& view);

    /// A step of several files was taken back or made again in an open one: it is in those that are closed, too. `keep` puts their edits into a
    /// new journal and names it.
    void follow(const document::Document& stepped, const std::function<QString(const document::Document&)>& keep);

    /// How many of them have this step of several files as the newest that was taken back, or else (`back` false) as the newest that is in.
    int countIn(std::uint64_t group, bool back) const;

    /// Those of the project: others come back with theirs. Without one those that were closed by this studio.
    QStringList ofProject() const;
    /// All of the project. `mayWrite`: whether it may be written unasked. What may not, or is only in a journal, is opened, to be looked at:
    /// then false.
    bool save(const std::function<bool(const QString& path)>& mayWrite, const std::function<bool(document::Document&)>& save);

private:
    /// What was given up, to come back.
    struct Discarded
    {
        QString path, journal;
        QByteArray bytes; ///< of the journal
        std::shared_ptr<document::Document> document;
        bool wasKnown = true; ///< to `edits_`
    };
    Discarded take(const QString& path, const QString& journal);
    bool putBack(const Discarded& one);
    void offerBack(const QVector<Discarded>& all, const std::function<void()>& changed);

    StudioWindow& window_;
    std::shared_ptr<ClosedEdits> edits_ = std::make_shared<ClosedEdits>();
    QSet<QString> broughtBack_; ///< paths of documents that wait for their view
};

} // namespace blak::ui::shell
