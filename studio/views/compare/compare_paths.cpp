// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_paths.h"

#include <QDateTime>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace blak::ui::views {
namespace {

const QLatin1String scheme("compare:");
const QLatin1String mergeScheme("merge:");
constexpr QChar parting(0x1F); // unit separator: no file name that anybody types has one

/// The part `fromEnd` of a path before its file name.
QString withFolder(const QStringList& parts, qsizetype fromEnd)
{
    const QString folder = parts.value(parts.size() - 1 - fromEnd);
    if (folder.isEmpty())
        return parts.last();
    return folder + (fromEnd == 1 ? QStringLiteral("/") : QStringLiteral("/\u2026/")) + parts.last();
}

} // namespace

QString comparePath(const QString& left, const QString& right) { return scheme + left + parting + right; }

QString comparePathByAge(const QString& one, const QString& other, bool oneIsEdited)
{
    const bool isOlder = !oneIsEdited && QFileInfo(one).lastModified() < QFileInfo(other).lastModified();
    return isOlder ? comparePath(one, other) : comparePath(other, one);
}

std::optional<std::pair<QString, QString>> comparedFiles(const QString& path)
{
    const qsizetype at = path.indexOf(parting);
    if (!path.startsWith(scheme) || at < 0)
        return std::nullopt;
    return std::pair(path.mid(scheme.size(), at - scheme.size()), path.mid(at + 1));
}

QString mergePath(const QStringList& four) { return mergeScheme + four.join(parting); }

std::optional<QStringList> mergedFiles(const QString& path)
{
    if (!path.startsWith(mergeScheme))
        return std::nullopt;
    const QStringList four = path.mid(mergeScheme.size()).split(parting);
    return four.size() == 4 ? std::optional(four) : std::nullopt;
}

std::pair<QString, QString> shownNames(const QString& left, const QString& right)
{
    const QStringList leftParts = left.split(QLatin1Char('/')), rightParts = right.split(QLatin1Char('/'));
    if (left == right || leftParts.last() != rightParts.last())
        return {leftParts.last(), rightParts.last()};
    qsizetype fromEnd = 1;
    while (fromEnd < std::max(leftParts.size(), rightParts.size()) &&
           leftParts.value(leftParts.size() - 1 - fromEnd) == rightParts.value(rightParts.size() - 1 - fromEnd))
        ++fromEnd;
    return {withFolder(leftParts, fromEnd), withFolder(rightParts, fromEnd)};
}

} // namespace blak::ui::views
