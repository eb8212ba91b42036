// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/bof_source.h"

#include "formats/base/file_io.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr int mostFiles = 200'000;
constexpr int mostLevels = 32;
constexpr std::uint64_t mostKodbaseBytes = 64u * 1024 * 1024;

/// Folders that two paths share at their ends, the file itself left out.
int sharedFolders(const QString& a, const QString& b)
{
    const QStringList left = QFileInfo(a).path().split(u'/', Qt::SkipEmptyParts);
    const QStringList right = QFileInfo(b).path().split(u'/', Qt::SkipEmptyParts);
    int shared = 0;
    while (shared < left.size() && shared < right.size() &&
           left[left.size() - 1 - shared].compare(right[right.size() - 1 - shared], Qt::CaseInsensitive) == 0)
        ++shared;
    return shared;
}

} // namespace

QString findSource(const QString& objectFile, const bof::File& file, const QString& root)
{
    const QFileInfo object(objectFile);
    QString wanted = QString::fromStdString(file.sourceName).replace(u'\\', u'/');
    if (wanted.isEmpty())
        wanted = object.completeBaseName() + QStringLiteral(".kod");
    const QString name = QFileInfo(wanted).fileName();
    const QFileInfo beside(object.dir(), name);
    if (beside.isFile())
        return beside.canonicalFilePath();
    if (root.isEmpty())
        return {};
    QString best;
    int bestShared = -1;
    int seen = 0;
    QDirIterator walk(root, {QStringLiteral("*.kod")}, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext() && seen++ < mostFiles) {
        const QString path = walk.next();
        if (QFileInfo(path).fileName().compare(name, Qt::CaseInsensitive) != 0)
            continue;
        const int shared = std::max(sharedFolders(path, objectFile), sharedFolders(path, wanted));
        if (shared > bestShared) {
            best = path;
            bestShared = shared;
        }
    }
    return best.isEmpty() ? best : QFileInfo(best).canonicalFilePath();
}

std::optional<kodbase::Kodbase> findKodbase(const QString& objectFile, const QString& source, const QString& root)
{
    QStringList folders;
    for (const QString& start : {objectFile, source}) {
        QDir folder = QFileInfo(start).dir();
        for (int level = 0; !start.isEmpty() && level < mostLevels; ++level) {
            folders << folder.absolutePath();
            if (folder.absolutePath() == root || !folder.cdUp())
                break;
        }
    }
    folders << root + QStringLiteral("/kod");
    for (const QString& folder : std::as_const(folders)) {
        const QString path = folder + QStringLiteral("/kodbase.txt");
        if (!QFileInfo(path).isFile())
            continue;
        if (const auto text = readTextFile(path.toStdString(), mostKodbaseBytes))
            return kodbase::readTolerantly(text.value(), path.toStdString()).kodbase;
    }
    return std::nullopt;
}

} // namespace blak::ui::code
