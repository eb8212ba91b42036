// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/session/network_proxy.h"

#include <QNetworkDatagram>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QUdpSocket>

#include <algorithm>
#include <array>

namespace blak::play {
namespace {

constexpr qint64 nanosecondsPerMillisecond = 1'000'000;
constexpr double mostLoss = 0.9;
constexpr int mostLatency = 10'000, slowestLine = 300;
constexpr std::size_t mostCallers = 64, mostFlying = 4096;
constexpr qint64 socketBuffer = 64 * 1024;

} // namespace

std::span<const NamedLine> namedLines()
{
    static constexpr std::array lines{
        NamedLine{"perfect", QT_TRANSLATE_NOOP("NetworkProxy", "Perfect line"), {}},
        NamedLine{"home", QT_TRANSLATE_NOOP("NetworkProxy", "Home: 20 ms, 8 Mbit/s"), {20, 5, 0, 8'000'000}},
        NamedLine{"far", QT_TRANSLATE_NOOP("NetworkProxy", "Other continent: 150 ms, 1 % lost"), {150, 20, 0.01, 4'000'000}},
        NamedLine{"mobile", QT_TRANSLATE_NOOP("NetworkProxy", "Mobile: 80 ms, jitter 120 ms, 3 % lost"), {80, 120, 0.03, 1'000'000}},
        NamedLine{"modem", QT_TRANSLATE_NOOP("NetworkProxy", "Modem: 120 ms, 9 600 bit/s"), {120, 20, 0, 9600}},
        NamedLine{"bad", QT_TRANSLATE_NOOP("NetworkProxy", "Nearly broken: 400 ms, 20 % lost"), {400, 200, 0.2, 256'000}},
    };
    return lines;
}

NetworkProxy::NetworkProxy(QObject* parent) : QObject(parent), timer_(new QTimer(this))
{
    clock_.start();
    timer_->setSingleShot(true);
    timer_->setTimerType(Qt::PreciseTimer);
    connect(timer_, &QTimer::timeout, this, &NetworkProxy::deliver);
}

NetworkProxy::~NetworkProxy() { stop(); }

quint16 NetworkProxy::port() const { return listener_ == nullptr ? 0 : listener_->serverPort(); }

Result<quint16> NetworkProxy::start(const QHostAddress& address, const QString& host, quint16 port)
{
    stop();
    host_ = host;
    port_ = port;
    counters_ = {};
    listener_ = new QTcpServer(this);
    connect(listener_, &QTcpServer::newConnection, this, &NetworkProxy::accept);
    if (!listener_->listen(address, 0)) {
        const std::string why = listener_->errorString().toStdString();
        stop();
        return Error{"expected a free port to listen on: " + why, address.toString().toStdString()};
    }
    // Where the port is taken for datagrams, clients do without them, as behind many routers.
    datagrams_ = new QUdpSocket(this);
    if (datagrams_->bind(address, listener_->serverPort()))
        connect(datagrams_, &QUdpSocket::readyRead, this, &NetworkProxy::takeDatagrams);
    return listener_->serverPort();
}

void NetworkProxy::stop()
{
    timer_->stop();
    while (!lines_.empty())
        close(lines_.back().get());
    flying_.clear();
    for (const auto& caller : callers_)
        delete caller->socket;
    callers_.clear();
    delete std::exchange(datagrams_, nullptr);
    if (listener_ != nullptr) {
        listener_->disconnect(this);
        listener_->close();
        listener_->deleteLater();
        listener_ = nullptr;
    }
}

void NetworkProxy::setQuality(const LineQuality& quality)
{
    quality_.latency = std::clamp(quality.latency, 0, mostLatency);
    quality_.jitter = std::clamp(quality.jitter, 0, mostLatency);
    quality_.loss = std::clamp(quality.loss, 0.0, mostLoss);
    quality_.bitsPerSecond = quality.bitsPerSecond <= 0 ? 0 : std::max(quality.bitsPerSecond, slowestLine);
}

bool NetworkProxy::isLost() { return quality_.loss > 0 && std::uniform_real_distribution<>(0, 1)(random_) < quality_.loss; }

/// When a packet that is put on the line now comes out of it. `free` is when the line has room for the next one.
qint64 NetworkProxy::dueAfter(qint64& free, qsizetype bytes)
{
    const qint64 now = clock_.nsecsElapsed();
    const qint64 begin = std::max(now, free);
    const qint64 length = quality_.bitsPerSecond == 0
                              ? 0
                              : static_cast<qint64>(static_cast<double>(bytes) * 8 / quality_.bitsPerSecond * 1000 * nanosecondsPerMillisecond);
    free = begin + length;
    const int extra = quality_.jitter == 0 ? 0 : std::uniform_int_distribution<>(0, quality_.jitter)(random_);
    return free + (quality_.latency + extra) * nanosecondsPerMillisecond;
}

void NetworkProxy::accept()
{
    while (QTcpSocket* client = listener_ == nullptr ? nullptr : listener_->nextPendingConnection()) {
        if (connections() >= mostConnections_) {
            client->abort();
            client->deleteLater();
            continue;
        }
        auto line = std::make_unique<Line>();
        Line* raw = line.get();
        auto* server = new QTcpSocket(this);
        client->setParent(this);
        raw->out.from = raw->in.to = client;
        raw->out.to = raw->in.from = server;
        raw->peer = client->peerAddress().toString();
        for (QTcpSocket* socket : {client, server}) {
            socket->setReadBufferSize(socketBuffer);
            socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        }
        lines_.push_back(std::move(line));
        for (Way* way : {&raw->out, &raw->in}) {
            connect(way->from, &QTcpSocket::readyRead, this, [this, way] { take(*way); });
            connect(way->from, &QTcpSocket::disconnected, this, [this, way] {
                take(*way);
                way->ended = true;
                timer_->start(0);
            });
            connect(way->to, &QTcpSocket::bytesWritten, this, [this, way] { take(*way); });
        }
        connect(server, &QTcpSocket::connected, this, [this, raw] { take(raw->out); });
        connect(server, &QTcpSocket::errorOccurred, this, [this, raw](QAbstractSocket::SocketError error) {
            if (error != QAbstractSocket::RemoteHostClosedError) {
                raw->in.ended = true;
                raw->out.ended = true;
                raw->out.from->disconnectFromHost();
                timer_->start(0);
            }
        });
        server->connectToHost(host_, port_);
        emit connected(raw->peer);
    }
}

void NetworkProxy::take(Way& way)
{
    if (way.to->state() != QAbstractSocket::ConnectedState)
        return; // kept by the socket until the server has answered
    while (way.from->bytesAvailable() > 0 && way.waiting + way.to->bytesToWrite() < mostWaiting) {
        const QByteArray bytes = way.from->read(segmentBytes);
        if (bytes.isEmpty())
            break;
        const bool toServer = std::ranges::any_of(lines_, [&](const auto& line) { return &line->out == &way; });
        (toServer ? counters_.bytesToServer : counters_.bytesToClient) += static_cast<quint64>(bytes.size());
        if (quality_.isPerfect() && way.packets.empty()) {
            way.to->write(bytes);
            continue;
        }
        qint64 due = dueAfter(way.free, bytes.size());
        for (int tries = 1; isLost() && tries < 6; ++tries) {
            ++counters_.resent;
            due += static_cast<qint64>(std::max(retransmissionMilliseconds, 2 * quality_.latency)) * tries * nanosecondsPerMillisecond;
        }
        way.last = std::max(way.last, due);
        way.waiting += bytes.size();
        way.packets.push_back({bytes, way.last});
    }
    planNext();
}

void NetworkProxy::deliver()
{
    const qint64 now = clock_.nsecsElapsed();
    for (const auto& line : lines_)
        for (Way* way : {&line->out, &line->in})
            while (!way->packets.empty() && way->packets.front().due <= now) {
                way->waiting -= way->packets.front().bytes.size();
                way->to->write(way->packets.front().bytes);
                way->packets.pop_front();
            }
    for (std::size_t i = 0; i < flying_.size();) {
        Datagram& one = flying_[i];
        if (one.packet.due > now) {
            ++i;
            continue;
        }
        if (one.toServer)
            one.caller->socket->write(one.packet.bytes);
        else if (datagrams_ != nullptr)
            datagrams_->writeDatagram(one.packet.bytes, one.caller->address, one.caller->port);
        flying_.erase(flying_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    // Who has closed is followed once all he said has arrived.
    std::vector<Line*> over;
    for (const auto& line : lines_) {
        take(line->out);
        take(line->in);
        const bool outDone = line->out.ended && line->out.packets.empty(), inDone = line->in.ended && line->in.packets.empty();
        if (outDone || inDone)
            over.push_back(line.get());
    }
    for (Line* line : over)
        close(line);
    planNext();
}

void NetworkProxy::planNext()
{
    qint64 next = -1;
    const auto consider = [&](qint64 due) { next = next < 0 ? due : std::min(next, due); };
    for (const auto& line : lines_)
        for (const Way* way : {&line->out, &line->in})
            if (!way->packets.empty())
                consider(way->packets.front().due);
            else if (way->ended)
                consider(0);
    for (const Datagram& one : flying_)
        consider(one.packet.due);
    if (next < 0)
        return timer_->stop();
    const qint64 rest = std::max<qint64>(next - clock_.nsecsElapsed(), 0);
    timer_->start(static_cast<int>((rest + nanosecondsPerMillisecond - 1) / nanosecondsPerMillisecond));
}

void NetworkProxy::close(Line* line)
{
    const auto it = std::ranges::find_if(lines_, [line](const auto& one) { return one.get() == line; });
    if (it == lines_.end())
        return;
    const auto kept = std::move(*it);
    lines_.erase(it);
    for (QTcpSocket* socket : {kept->out.from, kept->out.to}) {
        socket->disconnect(this);
        if (socket->state() == QAbstractSocket::ConnectedState) {
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            socket->disconnectFromHost(); // after what is written
        } else {
            socket->abort();
            socket->deleteLater();
        }
    }
    emit disconnected(kept->peer);
}

NetworkProxy::Caller* NetworkProxy::callerAt(const QHostAddress& address, quint16 port)
{
    for (const auto& caller : callers_)
        if (caller->port == port && caller->address == address)
            return caller.get();
    if (callers_.size() >= mostCallers)
        return nullptr;
    auto caller = std::make_unique<Caller>();
    Caller* raw = caller.get();
    raw->address = address;
    raw->port = port;
    raw->socket = new QUdpSocket(this);
    raw->socket->connectToHost(host_, port_);
    connect(raw->socket, &QUdpSocket::readyRead, this, [this, raw] {
        while (raw->socket->hasPendingDatagrams()) {
            const QByteArray bytes = raw->socket->receiveDatagram().data();
            if (isLost() || flying_.size() >= mostFlying) {
                ++counters_.datagramsLost;
                continue;
            }
            counters_.bytesToClient += static_cast<quint64>(bytes.size());
            flying_.push_back({{bytes, dueAfter(raw->freeIn, bytes.size())}, raw, false});
        }
        planNext();
    });
    callers_.push_back(std::move(caller));
    return raw;
}

void NetworkProxy::takeDatagrams()
{
    while (datagrams_ != nullptr && datagrams_->hasPendingDatagrams()) {
        const QNetworkDatagram datagram = datagrams_->receiveDatagram();
        Caller* caller = callerAt(datagram.senderAddress(), static_cast<quint16>(datagram.senderPort()));
        if (caller == nullptr || isLost() || flying_.size() >= mostFlying) {
            ++counters_.datagramsLost;
            continue;
        }
        counters_.bytesToServer += static_cast<quint64>(datagram.data().size());
        flying_.push_back({{datagram.data(), dueAfter(caller->freeOut, datagram.data().size())}, caller, true});
    }
    planNext();
}

} // namespace blak::play
