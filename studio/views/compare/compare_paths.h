// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace blak::ui::views {

/// A comparison is opened, kept in sessions and found again like a file, by a name made of both paths.
QString comparePath(const QString& left, const QString& right);
/// The older file at the left, by its time on the disk, so that what the newer one has more is added; where both are of one time, or `one`
/// has edits that are not saved, `one` at the right.
QString comparePathByAge(const QString& one, const QString& other, bool oneIsEdited = false);
/// Nothing for the path of a file.
std::optional<std::pair<QString, QString>> comparedFiles(const QString& path);
/// The same for a merge: base, ours, theirs, and where it is written.
QString mergePath(const QStringList& four);
std::optional<QStringList> mergedFiles(const QString& path);
/// The file names of both; of files that are called alike, with the nearest folder that differs: "old/\u2026/inn.roo".
std::pair<QString, QString> shownNames(const QString& left, const QString& right);

} // namespace blak::ui::views
