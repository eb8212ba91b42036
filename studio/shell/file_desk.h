// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/file_replace.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <QVector>

class QWidget;

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class StudioWindow;

/// Deletes and renames files of the open project, each with a way back. Who shows a file is told, not changed.
class FileDesk : public QObject
{
    Q_OBJECT

public:
    explicit FileDesk(StudioWindow& window);

    /// To the trash of the desktop; views of them close. Files with edits that nobody saved stay, and it is said.
    void remove(const QStringList& paths);
    void askForName(const QString& path);
    /// Within its folder. A document that is open, or has edits or steps, goes on as it is under the new name.
    void rename(const QString& path, const QString& name);
    /// Why a file cannot be called so; empty: it can.
    QString whyNot(const QString& path, const QString& name) const;

signals:
    /// Its document, where there is one, has the new path by now.
    void renamed(const QString& from, const QString& to);

private:
    struct Removed
    {
        QString path;
        QString inTrash;
        bool wasOpen = false;
    };

    bool hasEdits(const QString& path) const;
    QString whyStays(const QString& path) const;
    bool moveFile(const QString& from, const QString& to);
    QString usersOf(const QString& path) const;
    void offerMakefile(const QString& path, const QString& renamedTo);
    void changeMakefile(const QString& makefile, const QString& from, const QString& to);
    void openAgain(const QString& path, const QVariantMap& state, qsizetype tab, DocumentView* front);
    void putBack(const QVector<Removed>& all);

    StudioWindow& window_;
    code::ReplacedFiles makefiles_; ///< in which another name was put
    QPointer<QWidget> keys_; ///< had the keyboard when somebody was asked
};

} // namespace blak::ui::shell
