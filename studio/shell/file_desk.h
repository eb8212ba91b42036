// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    /// Within its folder. Views of it show the new file.
    void rename(const QString& path, const QString& name);
    /// Why a file cannot be called so; empty: it can.
    QString whyNot(const QString& path, const QString& name) const;

private:
    struct Removed
    {
        QString path;
        QString inTrash;
        bool wasOpen = false;
    };

    bool hasEdits(const QString& path) const;
    bool hasSteps(const QString& path) const;
    QString usersOf(const QString& path) const;
    void openAgain(const QString& path, const QVariantMap& state, qsizetype tab, DocumentView* front);
    void putBack(const QVector<Removed>& all);

    StudioWindow& window_;
    QPointer<QWidget> keys_; ///< had the keyboard when somebody was asked
};

} // namespace blak::ui::shell
