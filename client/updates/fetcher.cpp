// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/updates/fetcher.h"

#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QThread>

#include <curl/curl.h>

#include <atomic>
#include <cstdio>

namespace blak::client {

/// What the thread and its owner share.
struct Fetcher::Ftp
{
    std::atomic<bool> cancelled = false;
    std::atomic<qint64> received = 0;
    qint64 most = 0;
    std::FILE* out = nullptr;

    static std::size_t write(char* bytes, std::size_t size, std::size_t count, void* self)
    {
        auto* ftp = static_cast<Ftp*>(self);
        const std::size_t length = size * count;
        if (ftp->cancelled || ftp->received + static_cast<qint64>(length) > ftp->most)
            return 0;
        ftp->received += static_cast<qint64>(length);
        return std::fwrite(bytes, 1, length, ftp->out);
    }

    static int pulse(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) { return static_cast<Ftp*>(self)->cancelled ? 1 : 0; }

    /// "" or what went wrong.
    QString run(const QByteArray& url, int patience)
    {
        CURL* curl = curl_easy_init();
        if (curl == nullptr)
            return QStringLiteral("There is no FTP here.");
        curl_easy_setopt(curl, CURLOPT_URL, url.constData());
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "ftp");
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(patience));
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(std::max(1, patience / 1000)));
        curl_easy_setopt(curl, CURLOPT_FTP_SKIP_PASV_IP, 1L); // a server names no other machine to be spoken to
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Ftp::write);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
        curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Ftp::pulse);
        curl_easy_setopt(curl, CURLOPT_XFERINFODATA, this);
        const CURLcode code = curl_easy_perform(curl);
        curl_easy_cleanup(curl);
        if (code == CURLE_WRITE_ERROR && received <= most)
            return cancelled ? QStringLiteral("cancelled") : QStringLiteral("It is larger than the server said, or the disk is full.");
        return code == CURLE_OK ? QString() : QString::fromLatin1(curl_easy_strerror(code)) + QLatin1Char('.');
    }
};

Fetcher::Fetcher(QObject* parent) : QObject(parent), manager_(new QNetworkAccessManager(this))
{
    static const CURLcode once = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)once;
    manager_->setAutoDeleteReplies(false);
}

Fetcher::~Fetcher() { cancel(); }

void Fetcher::fetch(const QUrl& from, const QString& into, qint64 most)
{
    cancel();
    most_ = most;
    if (from.scheme() == QLatin1String("ftp"))
        return fetchByFtp(from, into);
    file_ = std::make_unique<QFile>(into);
    if (from.scheme() != QLatin1String("http") && from.scheme() != QLatin1String("https"))
        return finish(QStringLiteral("%1: only http, https and ftp are fetched.").arg(from.toDisplayString()));
    if (!file_->open(QIODevice::WriteOnly | QIODevice::Truncate))
        return finish(QStringLiteral("%1: %2.").arg(into, file_->errorString()));
    fetchByHttp(from);
}

void Fetcher::fetchByHttp(const QUrl& from)
{
    QNetworkRequest request(from);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::NoLessSafeRedirectPolicy);
    request.setMaximumRedirectsAllowed(5);
    request.setTransferTimeout(patience_);
    request.setRawHeader("Accept-Encoding", "identity"); // lengths and hashes are those of the file itself
    reply_ = manager_->get(request);
    connect(reply_, &QNetworkReply::readyRead, this, &Fetcher::take);
    connect(reply_, &QNetworkReply::downloadProgress, this, &Fetcher::progress);
    connect(reply_, &QNetworkReply::finished, this, [this] {
        take();
        if (reply_ == nullptr)
            return;
        if (reply_->error() != QNetworkReply::NoError)
            return finish(QStringLiteral("%1: %2.").arg(reply_->url().toDisplayString(), reply_->errorString()));
        const QVariant length = reply_->header(QNetworkRequest::ContentLengthHeader);
        if (length.isValid() && length.toLongLong() != file_->size())
            return finish(QStringLiteral("%1: expected %2 bytes, found %3.")
                              .arg(reply_->url().toDisplayString()).arg(length.toLongLong()).arg(file_->size()));
        finish({});
    });
}

void Fetcher::take()
{
    if (reply_ == nullptr || !file_)
        return;
    const QByteArray bytes = reply_->readAll();
    if (file_->pos() + bytes.size() > most_)
        return finish(QStringLiteral("%1: expected at most %2 bytes, found more.").arg(reply_->url().toDisplayString()).arg(most_));
    if (file_->write(bytes) != bytes.size())
        finish(QStringLiteral("%1: %2.").arg(file_->fileName(), file_->errorString()));
}

void Fetcher::fetchByFtp(const QUrl& from, const QString& into)
{
    ftp_ = std::make_shared<Ftp>();
    ftp_->most = most_;
    ftp_->out = std::fopen(into.toLocal8Bit().constData(), "wb");
    if (ftp_->out == nullptr) {
        ftp_.reset();
        emit done(QStringLiteral("%1: cannot be written.").arg(into));
        return;
    }
    const auto why = std::make_shared<QString>();
    thread_ = QThread::create([ftp = ftp_, url = from.toEncoded(), patience = patience_, why] {
        *why = ftp->run(url, patience);
        if (std::fclose(ftp->out) != 0 && why->isEmpty())
            *why = QStringLiteral("The disk is full.");
    });
    connect(thread_, &QThread::finished, this, [this, ftp = ftp_, why, from] {
        if (ftp_ != ftp)
            return;
        emit progress(ftp->received, -1);
        finish(why->isEmpty() ? QString() : QStringLiteral("%1: %2").arg(from.toDisplayString(), *why));
    });
    thread_->start();
}

void Fetcher::finish(const QString& why)
{
    if (reply_ != nullptr) {
        reply_->disconnect(this);
        reply_->abort();
        reply_->deleteLater();
        reply_ = nullptr;
    }
    if (file_) {
        file_->close();
        if (!why.isEmpty())
            file_->remove();
        file_.reset();
    }
    if (thread_ != nullptr) {
        thread_->wait();
        thread_->deleteLater();
        thread_ = nullptr;
    }
    ftp_.reset();
    emit done(why);
}

void Fetcher::cancel()
{
    const bool was = signalsBlocked();
    blockSignals(true);
    if (ftp_)
        ftp_->cancelled = true;
    if (isBusy())
        finish(QStringLiteral("cancelled"));
    blockSignals(was);
}

} // namespace blak::client
