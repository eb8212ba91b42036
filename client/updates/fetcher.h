// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QUrl>

#include <memory>

class QFile;
class QNetworkAccessManager;
class QNetworkReply;
class QThread;

namespace blak::client {

/// Fetches one file at a time, without holding anything up: http and https by Qt Network, ftp by libcurl in a thread of its own.
class Fetcher : public QObject
{
    Q_OBJECT

public:
    explicit Fetcher(QObject* parent = nullptr);
    ~Fetcher() override;

    /// Ends with done(). More than `most` bytes are an error, as is half a minute without any.
    void fetch(const QUrl& from, const QString& into, qint64 most);
    /// done() does not come any more; what was fetched so far is deleted.
    void cancel();
    bool isBusy() const { return file_ != nullptr || ftp_ != nullptr; }

    /// Milliseconds without a byte after which a transfer counts as failed; for tests.
    void setPatience(int milliseconds) { patience_ = milliseconds; }

signals:
    void progress(qint64 received, qint64 total); ///< total -1 = nobody knows
    /// "" = the file is there whole.
    void done(const QString& why);

private:
    struct Ftp;

    void fetchByHttp(const QUrl& from);
    void fetchByFtp(const QUrl& from, const QString& into);
    void take();
    void finish(const QString& why);

    QNetworkAccessManager* manager_ = nullptr;
    QNetworkReply* reply_ = nullptr;
    std::unique_ptr<QFile> file_;
    std::shared_ptr<Ftp> ftp_;
    QThread* thread_ = nullptr;
    qint64 most_ = 0;
    int patience_ = 30'000;
};

} // namespace blak::client
