// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QVector>

namespace blak::ui::shell {

/// A project folder or a lone file that was opened.
struct RecentItem
{
    QString path;
    QString name;
    QString dialect; ///< projects only
    int files = 0;   ///< projects only
    QDateTime when;
    QString icon = {}; ///< files only: of its kind, where there is no picture
};

/// Most recent first, in the settings. What is no longer there is left out.
QVector<RecentItem> recentProjects();
QVector<RecentItem> recentFiles();
void rememberProject(const RecentItem& item);
void rememberFile(const RecentItem& item);
/// What people call it became known; of a file that is remembered.
void renameRecentFile(const QString& path, const QString& name);
void forgetRecent();

/// "14:02" today, "yesterday", a weekday within a week, then "12 Nov".
QString whenText(const QDateTime& when, const QDateTime& now);

/// A small picture of a document in the colours of the theme as it is now, taken when it was last seen so; null when there is none.
QImage thumbnailOf(const QString& path);
void saveThumbnail(const QString& path, const QImage& picture);

/// The sample project: what BLAK_SAMPLE names (packagers and tests), else beside the program: ../world,
/// ../share/blakston-studio/world; empty when this build has none.
QString sampleProject();

} // namespace blak::ui::shell
