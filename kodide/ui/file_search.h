// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/workspace.h"
#include "kodide/ui/text_bytes.h"
#include "kodide/ui/text_search.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>

namespace blak::ui::code {

struct FileHit
{
    qsizetype begin = 0; ///< bytes of the text as UTF-8
    qsizetype end = 0;
    int line = 0;     ///< from 0
    QString lineText; ///< cut around the hit when the line is very long
    int column = 0;   ///< of the hit in lineText
    int length = 0;   ///< in lineText: up to the end of the line
};

struct FileHits
{
    QString path;
    QByteArray fingerprint; ///< of the text searched, so that a replacement knows whether it is still the same
    QVector<FileHit> hits;
    qsizetype bytes = 0; ///< of the text
};

/// What a file holds for a search: its text, or nothing when it is no text or cannot be read.
std::optional<TextBytes> readTextFor(const QString& path);
/// Texts that differ from their files, whether a tab shows them or not, by fileKey().
QHash<QString, QByteArray> unsavedTexts(const document::Workspace& workspace);
QByteArray textFingerprint(const QByteArray& utf8);
QVector<FileHit> findInText(const QByteArray& utf8, const TextSearch& search, qsizetype most);

/// Looks through many files in the background by all cores; results come in batches to the thread of the object.
class FileSearch : public QObject
{
    Q_OBJECT

public:
    explicit FileSearch(QObject* parent = nullptr);
    ~FileSearch() override;

    static constexpr qsizetype mostHits = 20'000;

    /// `open` as from unsavedTexts(). Stops an earlier search.
    void start(QStringList files, const TextSearch& search, QHash<QString, QByteArray> open);
    void cancel();
    bool isRunning() const { return job_ != nullptr; }

    qsizetype filesDone() const;
    qsizetype filesTotal() const;

signals:
    void found(const QVector<FileHits>& batch);
    void progress(qsizetype done, qsizetype total);
    void finished(bool complete); ///< false: cancelled, or more hits than are shown

private:
    struct Job;
    void poll();

    std::shared_ptr<Job> job_;
    QTimer timer_;
};

} // namespace blak::ui::code
