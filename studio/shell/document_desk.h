// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "studio/shell/perspectives.h"

#include <QHash>
#include <QObject>
#include <QVector>

#include <cstddef>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class MemoryKeeper;
class StudioWindow;

/// Documents as they come into the window and leave it: listens to them, gives their panels docks, knows in which order they were
/// shown, keeps what is to be kept of those that are closed, and has their memory given back.
class DocumentDesk : public QObject
{
    Q_OBJECT

public:
    explicit DocumentDesk(StudioWindow& window);

    /// Listens to a new document and gives its panels docks.
    void take(DocumentView* document);
    /// Listens no longer; its panels and tools go home.
    void leave(DocumentView* document);
    /// Keeps its edits and closes it; nothing where they cannot be kept.
    void close(DocumentView* document);
    /// The page that waited for a file gives way to its document.
    void replace(const DocumentView* page, DocumentView* document);

    /// It is in front now.
    void shown(DocumentView* document);
    /// What is shown in a perspective that is chosen: the current document if it takes that, else the one shown last that it takes,
    /// wherever that was; null: none.
    DocumentView* documentFor(Perspective wanted) const;

    /// What was only needed to open something may go back to the system.
    void settle();

private:
    void report(const DocumentView& document, Severity severity, const QString& sentence);
    void withdrawReports(const DocumentView& document);

    StudioWindow& window_;
    MemoryKeeper* memory_;
    QVector<DocumentView*> shown_; ///< the one shown last is last
    QHash<const DocumentView*, std::size_t> reported_; ///< steps in effect when a document said last what became of something
};

} // namespace blak::ui::shell
