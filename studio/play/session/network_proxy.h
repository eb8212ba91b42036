// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QObject>

#include <deque>
#include <memory>
#include <random>
#include <span>
#include <vector>

class QTcpServer;
class QTcpSocket;
class QTimer;
class QUdpSocket;

namespace blak::play {

/// How bad a line is, in each direction alike.
struct LineQuality
{
    int latency = 0;       ///< milliseconds one way, 0 to 10 000
    int jitter = 0;        ///< milliseconds that come to it at most, evenly spread
    double loss = 0;       ///< share of packets, 0 to 0.9
    int bitsPerSecond = 0; ///< 0 = as fast as the machine; else at least 300

    bool isPerfect() const { return latency == 0 && jitter == 0 && loss <= 0 && bitsPerSecond == 0; }
    friend bool operator==(const LineQuality&, const LineQuality&) = default;
};

/// A line that people know by name.
struct NamedLine
{
    const char* id; ///< "modem"
    const char* name;
    LineQuality quality;
};
std::span<const NamedLine> namedLines(); ///< the perfect one first

/// Stands between clients and a server and makes the line between them as bad as is wanted, now and at any time. Streams lose nothing,
/// as TCP does: a lost packet arrives after it was sent again, and holds up what is behind it. Datagrams that are lost are gone.
/// Forwards streams and datagrams of the same port; nothing blocks.
class NetworkProxy : public QObject
{
    Q_OBJECT

public:
    static constexpr int segmentBytes = 1460;            ///< one packet of a stream
    static constexpr qint64 mostWaiting = 1 << 20;       ///< bytes on their way in one direction; then the sender waits
    static constexpr int retransmissionMilliseconds = 200; ///< at least, as TCP stacks wait

    explicit NetworkProxy(QObject* parent = nullptr);
    ~NetworkProxy() override;

    /// Listens on a free port of `address`. Fails when that cannot be had.
    Result<quint16> start(const QHostAddress& address, const QString& host, quint16 port);
    /// Ends all connections.
    void stop();
    bool isRunning() const { return listener_ != nullptr; }
    quint16 port() const;

    void setQuality(const LineQuality& quality);
    const LineQuality& quality() const { return quality_; }
    /// How many streams may be open at a time; further ones are closed at once.
    void setMostConnections(int most) { mostConnections_ = most; }
    int connections() const { return static_cast<int>(lines_.size()); }
    /// The same chance again, for tests.
    void setSeed(std::uint32_t seed) { random_.seed(seed); }

    struct Counters
    {
        quint64 bytesToServer = 0, bytesToClient = 0, resent = 0, datagramsLost = 0;
    };
    const Counters& counters() const { return counters_; }

signals:
    void connected(const QString& peer);
    void disconnected(const QString& peer);

private:
    struct Packet
    {
        QByteArray bytes;
        qint64 due = 0; ///< nanoseconds of clock_
    };
    /// One direction of a stream.
    struct Way
    {
        QTcpSocket *from = nullptr, *to = nullptr;
        std::deque<Packet> packets;
        qint64 waiting = 0, free = 0, last = 0; ///< bytes; when the line is free; when the last packet arrives
        bool ended = false;                     ///< `from` has closed
    };
    struct Line
    {
        Way out, in; ///< to the server, to the client
        QString peer;
    };
    /// Datagrams of one client, and the socket that speaks for it.
    struct Caller
    {
        QHostAddress address;
        quint16 port = 0;
        QUdpSocket* socket = nullptr;
        qint64 freeOut = 0, freeIn = 0;
    };

    void accept();
    void take(Way& way);
    void deliver();
    void planNext();
    void close(Line* line);
    void takeDatagrams();
    Caller* callerAt(const QHostAddress& address, quint16 port);
    qint64 dueAfter(qint64& free, qsizetype bytes);
    bool isLost();

    LineQuality quality_;
    QString host_;
    quint16 port_ = 0;
    QTcpServer* listener_ = nullptr;
    QUdpSocket* datagrams_ = nullptr;
    QTimer* timer_ = nullptr;
    QElapsedTimer clock_;
    std::vector<std::unique_ptr<Line>> lines_;
    std::vector<std::unique_ptr<Caller>> callers_;
    struct Datagram
    {
        Packet packet;
        Caller* caller = nullptr;
        bool toServer = false;
    };
    std::vector<Datagram> flying_;
    std::mt19937 random_{std::random_device{}()};
    int mostConnections_ = 64;
    Counters counters_;
};

} // namespace blak::play
