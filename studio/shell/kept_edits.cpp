// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/kept_edits.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace blak::ui::shell {
namespace {

constexpr auto ending = ".kept";

std::vector<std::byte> toBytes(const QByteArray& data)
{
    const auto* first = reinterpret_cast<const std::byte*>(data.constData());
    return {first, first + data.size()};
}

QString hashOf(const QString& path)
{
    return QString::fromLatin1(QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex().left(24));
}

QString nameOf(const QString& path, int copy)
{
    return hashOf(path) + QLatin1Char('-') + QString::number(copy) + QLatin1String(ending);
}

QString lockOf(const QString& journal) { return journal + QStringLiteral(".lock"); }

/// The origin of a journal: path of the document, a line end, fingerprint of its file.
std::string originOf(const QString& path, const QByteArray& base) { return path.toStdString() + '\n' + base.toStdString(); }

std::optional<KeptEdits::Kept> load(const QString& journal)
{
    const auto recovered = document::recover(journal.toStdString());
    if (!recovered || recovered.value().steps.empty())
        return std::nullopt;
    const document::Recovered& found = recovered.value();
    const std::size_t line = found.origin.rfind('\n');
    if (line == std::string::npos)
        return std::nullopt;
    KeptEdits::Kept kept;
    kept.journal = journal;
    kept.path = QString::fromStdString(found.origin.substr(0, line));
    kept.base = QByteArray::fromStdString(found.origin.substr(line + 1));
    kept.state = QByteArray(reinterpret_cast<const char*>(found.bytes.data()), static_cast<qsizetype>(found.bytes.size()));
    kept.isCut = found.isCut;
    kept.shared = SharedStep::fromRecord(found.steps.back());
    return kept;
}

} // namespace

QByteArray fileFingerprint(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha1);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result().toHex();
}

QVector<KeptEdits::Kept> KeptEdits::all() const
{
    QVector<Kept> list;
    const QDir folder(folder_);
    for (const QFileInfo& info :
         folder.entryInfoList({QStringLiteral("*") + QLatin1String(ending)}, QDir::Files, QDir::Time | QDir::Reversed)) {
        QLockFile lock(lockOf(info.absoluteFilePath()));
        if (!lock.tryLock(0))
            continue;
        if (const auto kept = load(info.absoluteFilePath()))
            list.push_back(*kept);
    }
    return list;
}

std::optional<KeptEdits::Kept> KeptEdits::find(const QString& path) const
{
    // By their numbers there are gaps: who puts edits back writes a new journal before the old one goes.
    std::optional<Kept> newest;
    const QDir folder(folder_);
    for (const QFileInfo& info : folder.entryInfoList({hashOf(path) + QStringLiteral("-*") + QLatin1String(ending)}, QDir::Files,
                                                      QDir::Time | QDir::Reversed)) {
        QLockFile lock(lockOf(info.absoluteFilePath()));
        if (!lock.tryLock(0))
            continue;
        if (auto kept = load(info.absoluteFilePath()); kept && kept->path == path)
            newest = std::move(kept);
    }
    return newest;
}

Result<void> KeptEdits::keep(const QString& path, const QByteArray& base, const QByteArray& state, const std::optional<SharedStep>& shared)
{
    const std::string record = shared ? shared->toRecord() : std::string("Edit");
    if (const auto known = open_.find(path); known != open_.end())
        return known->second.log.record(record, toBytes(state));
    if (!QDir().mkpath(folder_))
        return Error{"the folder cannot be made", folder_.toStdString()};
    QString journal;
    for (int copy = 0; journal.isEmpty() || QFile::exists(journal); ++copy)
        journal = folder_ + QLatin1Char('/') + nameOf(path, copy);
    auto lock = std::make_unique<QLockFile>(lockOf(journal));
    lock->setStaleLockTime(0);
    if (!lock->tryLock(0))
        return Error{"another program writes it", journal.toStdString()};
    auto log = document::RecoveryLog::start(journal.toStdString(), originOf(path, base), {});
    if (!log)
        return log.error();
    if (auto done = log.value().record(record, toBytes(state)); !done)
        return done;
    open_.emplace(path, Open{journal, std::move(log).value(), std::move(lock)});
    return {};
}

void KeptEdits::discard(const QString& path)
{
    const auto known = open_.find(path);
    if (known == open_.end())
        return;
    known->second.log.discard();
    open_.erase(known);
}

QString KeptEdits::release(const QString& path)
{
    const auto known = open_.find(path);
    if (known == open_.end())
        return {};
    const QString journal = known->second.journal;
    open_.erase(known);
    return journal;
}

} // namespace blak::ui::shell
