// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/recovery.h"
#include "studio/shell/shared_step.h"

#include <QByteArray>
#include <QLockFile>
#include <QString>
#include <QVector>

#include <map>
#include <memory>
#include <optional>

namespace blak::ui::shell {

/// Unsaved edits on disk, one journal (formats/document/recovery.h) for each document, so that neither a crash nor a closed tab
/// loses them. A journal that a running studio writes is locked and left alone by others.
class KeptEdits
{
public:
    /// The folder is made when it is first needed.
    explicit KeptEdits(const QString& folder) : folder_(folder) {}

    struct Kept
    {
        QString journal;
        QString path;       ///< of the document
        QByteArray base;    ///< fingerprint of the file that was edited
        QByteArray state;   ///< DocumentView::unsavedState()
        bool isCut = false; ///< later edits were lost in a crash
        std::optional<SharedStep> shared = {}; ///< among the edits
    };

    /// Everything that no running studio holds, oldest first; damaged journals are left out.
    QVector<Kept> all() const;
    std::optional<Kept> find(const QString& path) const;

    /// Adds the document's state to its journal, which begins with the first call. `shared`: what of its edits is of other files, too.
    Result<void> keep(const QString& path, const QByteArray& base, const QByteArray& state, const std::optional<SharedStep>& shared = {});
    /// The edits were saved or given up. What other studios kept of the same file stays.
    void discard(const QString& path);
    /// The document is closed and its edits stay: in the journal of that name, until somebody puts them back or removes it.
    QString release(const QString& path);
    bool isKept(const QString& path) const { return open_.contains(path); }

private:
    struct Open
    {
        QString journal;
        document::RecoveryLog log;
        std::unique_ptr<QLockFile> lock;
    };

    QString folder_;
    std::map<QString, Open> open_; ///< by path
};

/// Of the bytes of a file now; empty when it cannot be read.
QByteArray fileFingerprint(const QString& path);

} // namespace blak::ui::shell
