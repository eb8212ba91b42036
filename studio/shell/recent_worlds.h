// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QVector>

namespace blak::ui::shell {

/// A world folder or a lone file that was opened.
struct RecentItem
{
    QString path;
    QString name;
    QString dialect; ///< worlds only
    int files = 0;   ///< worlds only
    QDateTime when;
    QString icon = {}; ///< files only: of its kind, where there is no picture
};

/// Most recent first, in the settings. What is no longer there is left out.
QVector<RecentItem> recentWorlds();
QVector<RecentItem> recentFiles();
void rememberWorld(const RecentItem& item);
void rememberFile(const RecentItem& item);
void forgetRecent();

/// "14:02" today, "yesterday", a weekday within a week, then "12 Nov".
QString whenText(const QDateTime& when, const QDateTime& now);

/// A small picture of a document, taken when it was last seen; null when there is none.
QImage thumbnailOf(const QString& path);
void saveThumbnail(const QString& path, const QImage& picture);

/// The sample world beside the program: ../world, ../share/blakston-studio/world; empty when this build has none.
QString sampleWorld();

} // namespace blak::ui::shell
