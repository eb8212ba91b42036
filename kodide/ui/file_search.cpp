// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/file_search.h"

#include "kodide/ui/code_editor.h"
#include "ui/background_pool.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace blak::ui::code {
namespace {

constexpr qint64 mostBytes = 32 * 1024 * 1024;
constexpr qsizetype lookedAt = 4096; ///< bytes without 00 make a text
constexpr qsizetype longLine = 400;  ///< characters of a line that are shown
constexpr qsizetype shownBefore = 60;
constexpr int pollEvery = 40; ///< ms

/// Byte offsets of places given in UTF-16 units, in ascending order.
class ByteCounter
{
public:
    explicit ByteCounter(const QString& text, qsizetype bytes) : text_(text), isAscii_(text.size() == bytes) {}

    qsizetype at(qsizetype unit)
    {
        if (isAscii_)
            return unit;
        for (; unit_ < unit; ++unit_) {
            const char16_t c = text_[unit_].unicode();
            bytes_ += c < 0x80 ? 1 : c < 0x800 || QChar::isSurrogate(c) ? 2 : 3; // a pair of surrogates is four
        }
        return bytes_;
    }

private:
    const QString& text_;
    bool isAscii_;
    qsizetype unit_ = 0;
    qsizetype bytes_ = 0;
};

bool isLineEnd(QChar c) { return c == u'\n' || c == u'\r'; }

} // namespace

std::optional<TextBytes> readTextFor(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > mostBytes)
        return std::nullopt;
    const QByteArray bytes = file.readAll();
    if (bytes.left(lookedAt).contains('\0'))
        return std::nullopt;
    return decodeText(bytes, languageOf(path) == TextLanguage::Blakod);
}

QHash<QString, QByteArray> unsavedTexts(const document::Workspace& workspace)
{
    QHash<QString, QByteArray> texts;
    for (const auto& one : workspace.modified())
        if (const auto* text = dynamic_cast<const document::TextDocument*>(one.get()))
            texts.insert(QString::fromStdString(fileKey(text->path())), QByteArray::fromStdString(text->text()));
    return texts;
}

QByteArray textFingerprint(const QByteArray& utf8) { return QCryptographicHash::hash(utf8, QCryptographicHash::Sha1); }

QVector<FileHit> findInText(const QByteArray& utf8, const TextSearch& search, qsizetype most)
{
    QVector<FileHit> hits;
    const QString text = QString::fromUtf8(utf8);
    const QVector<TextMatch> matches = search.findAll(text, most);
    if (matches.isEmpty())
        return hits;
    hits.reserve(matches.size());
    ByteCounter bytes(text, utf8.size());
    int line = 0;
    qsizetype counted = 0;
    qsizetype lineStart = 0;
    for (const TextMatch& match : matches) {
        for (; counted < match.begin; ++counted) {
            if (text[counted] == u'\n' ||
                (text[counted] == u'\r' && (counted + 1 == text.size() || text[counted + 1] != u'\n'))) {
                ++line;
                lineStart = counted + 1;
            }
        }
        qsizetype lineEnd = match.begin;
        while (lineEnd < text.size() && !isLineEnd(text[lineEnd]) && lineEnd - match.begin < longLine)
            ++lineEnd;
        qsizetype from = lineStart;
        while (from < match.begin && (text[from] == u' ' || text[from] == u'\t'))
            ++from;
        from = std::max(from, match.begin - shownBefore);
        FileHit hit;
        hit.begin = bytes.at(match.begin);
        hit.end = bytes.at(match.end);
        hit.line = line;
        hit.lineText = text.mid(from, lineEnd - from).replace(u'\t', u' ');
        hit.column = static_cast<int>(match.begin - from);
        hit.length = static_cast<int>(std::min(match.end, lineEnd) - match.begin);
        hits.push_back(std::move(hit));
    }
    return hits;
}

struct FileSearch::Job
{
    QStringList files;
    TextSearch search;
    QHash<QString, QByteArray> open; ///< by fileKey()
    QSet<QString> names;             ///< of those
    std::atomic<qsizetype> next = 0;
    std::atomic<qsizetype> done = 0;
    std::atomic<qsizetype> hits = 0;
    std::atomic<bool> stop = false;
    std::mutex mutex;
    QVector<FileHits> ready; ///< guarded

    void run()
    {
        const TextSearch own = search.separate();
        for (;;) {
            const qsizetype at = next++;
            if (stop || at >= files.size())
                return;
            look(files.at(at), own); // not [], which detaches a shared list, in two threads at once
            ++done;
        }
    }

    /// Few texts are open and many are searched, so that only files of such a name are looked at twice.
    QHash<QString, QByteArray>::const_iterator unsaved(const QString& path) const
    {
        return names.contains(QFileInfo(path).fileName()) ? open.constFind(QString::fromStdString(fileKey(path.toStdString())))
                                                          : open.constEnd();
    }

    void look(const QString& path, const TextSearch& own)
    {
        QByteArray utf8;
        if (const auto known = unsaved(path); known != open.constEnd())
            utf8 = *known;
        else if (auto text = readTextFor(path))
            utf8 = std::move(text->utf8);
        const qsizetype left = mostHits - hits;
        if (utf8.isEmpty() || left <= 0)
            return;
        FileHits found{path, {}, findInText(utf8, own, left)};
        if (found.hits.isEmpty())
            return;
        hits += found.hits.size();
        found.fingerprint = textFingerprint(utf8);
        found.bytes = utf8.size();
        const std::scoped_lock lock(mutex);
        ready.push_back(std::move(found));
    }
};

FileSearch::FileSearch(QObject* parent) : QObject(parent)
{
    timer_.setInterval(pollEvery);
    connect(&timer_, &QTimer::timeout, this, &FileSearch::poll);
}

FileSearch::~FileSearch()
{
    if (job_)
        job_->stop = true;
}

void FileSearch::start(QStringList files, const TextSearch& search, QHash<QString, QByteArray> open)
{
    if (job_)
        job_->stop = true;
    job_ = std::make_shared<Job>();
    job_->files = std::move(files);
    job_->search = search;
    job_->open = std::move(open);
    for (auto one = job_->open.constBegin(); one != job_->open.constEnd(); ++one)
        job_->names.insert(QFileInfo(one.key()).fileName());
    QThreadPool* pool = &backgroundPool();
    for (int i = 0; i < std::max(1, pool->maxThreadCount()); ++i)
        pool->start([job = job_] { job->run(); });
    timer_.start();
}

void FileSearch::cancel()
{
    if (!job_)
        return;
    job_->stop = true;
    job_.reset();
    timer_.stop();
    emit finished(false);
}

qsizetype FileSearch::filesDone() const { return job_ ? job_->done.load() : 0; }
qsizetype FileSearch::filesTotal() const { return job_ ? job_->files.size() : 0; }

void FileSearch::poll()
{
    const std::shared_ptr<Job> job = job_;
    if (!job)
        return;
    const bool over = job->done >= job->files.size(); // looked at first: nothing comes after it
    QVector<FileHits> batch;
    {
        const std::scoped_lock lock(job->mutex);
        batch = std::exchange(job->ready, {});
    }
    if (!batch.isEmpty())
        emit found(batch);
    if (job != job_)
        return; // a listener began another one
    emit progress(job->done, job->files.size());
    if (!over || job != job_)
        return;
    const bool complete = job->hits < mostHits;
    job_.reset();
    timer_.stop();
    emit finished(complete);
}

} // namespace blak::ui::code
