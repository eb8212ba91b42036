// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/carried.h"

#include <QSslSocket>
#include <QTimer>
#include <array>
#include <utility>

namespace blak::serve {
namespace {

constexpr qint64 chunk = 16 * 1024;
constexpr qint64 mostWaiting = 64 * 1024;     ///< bytes in one direction
constexpr int lastBytesMilliseconds = 10'000; ///< a peer takes what is left within this

/// Bytes from one side to the other while that one takes them.
void pass(QIODevice& from, QIODevice& to, const std::function<qint64()>& waiting)
{
    std::array<char, chunk> buffer;
    while (from.bytesAvailable() > 0 && waiting() < mostWaiting) {
        const qint64 got = from.read(buffer.data(), chunk);
        if (got <= 0 || to.write(buffer.data(), got) != got)
            return;
    }
}

} // namespace

Carried::Carried(std::unique_ptr<QTcpSocket> peer, int inner, std::function<void(Carried&)> over)
    : peer_(std::move(peer)), over_(std::move(over))
{
    server_.setReadBufferSize(chunk);
    peer_->setReadBufferSize(chunk);
    connect(peer_.get(), &QIODevice::readyRead, this, &Carried::toServer);
    connect(&server_, &QIODevice::bytesWritten, this, &Carried::toServer);
    connect(&server_, &QIODevice::readyRead, this, &Carried::toPeer);
    connect(peer_.get(), &QIODevice::bytesWritten, this, &Carried::toPeer);
    if (auto* secure = qobject_cast<QSslSocket*>(peer_.get()))
        connect(secure, &QSslSocket::encryptedBytesWritten, this, &Carried::toPeer);
    connect(peer_.get(), &QAbstractSocket::disconnected, this, &Carried::peerGone);
    connect(peer_.get(), &QAbstractSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error != QAbstractSocket::RemoteHostClosedError)        // that one is followed by disconnected()
            QTimer::singleShot(0, this, [this] { abandonPeer(); }); // Qt is not done with it yet
    });
    connect(&server_, &QLocalSocket::disconnected, this, &Carried::serverGone);
    if (!server_.setSocketDescriptor(inner))
        QTimer::singleShot(0, this, &Carried::serverGone);
}

void Carried::toServer()
{
    if (!serverGone_)
        pass(*peer_, server_, [this] { return server_.bytesToWrite(); });
    finish();
}

void Carried::toPeer()
{
    const auto* secure = qobject_cast<QSslSocket*>(peer_.get());
    if (!peerGone_ && peer_->state() == QAbstractSocket::ConnectedState)
        pass(server_, *peer_, [&] { return peer_->bytesToWrite() + (secure == nullptr ? 0 : secure->encryptedBytesToWrite()); });
    finish();
}

void Carried::peerGone()
{
    if (std::exchange(peerGone_, true))
        return;
    toServer();
}

void Carried::serverGone()
{
    if (std::exchange(serverGone_, true))
        return;
    QTimer::singleShot(lastBytesMilliseconds, this, &Carried::abandonPeer);
    toPeer();
}

void Carried::abandonPeer()
{
    peer_->abort();
    peerGone();
}

/// Closes the other side of one that is gone as soon as it has got everything.
void Carried::finish()
{
    if (serverGone_ && !peerGone_ && server_.bytesAvailable() == 0) {
        if (peer_->state() == QAbstractSocket::ConnectedState)
            return peer_->disconnectFromHost();
        if (peer_->state() != QAbstractSocket::ClosingState)
            return abandonPeer(); // it never was connected
    }
    if (peerGone_ && !serverGone_ && peer_->bytesAvailable() == 0 && server_.state() == QLocalSocket::ConnectedState)
        return server_.disconnectFromServer();
    if (peerGone_ && serverGone_ && over_)
        std::exchange(over_, nullptr)(*this);
}

} // namespace blak::serve
