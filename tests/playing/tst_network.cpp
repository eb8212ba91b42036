// SPDX-License-Identifier: GPL-3.0-or-later
// The line between client and server, made as bad as is wanted: against an echo of streams and datagrams.
#include "studio/play/session/network_proxy.h"

#include <QElapsedTimer>
#include <QNetworkDatagram>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUdpSocket>

#include <algorithm>

using namespace blak::play;

class TestNetwork : public QObject
{
    Q_OBJECT

    static constexpr int patience = 20'000;

    /// Says what it hears.
    struct Echo
    {
        Echo()
        {
            QVERIFY(streams.listen(QHostAddress::LocalHost, 0));
            QVERIFY(datagrams.bind(QHostAddress::LocalHost, streams.serverPort()));
            QObject::connect(&streams, &QTcpServer::newConnection, &streams, [this] {
                QTcpSocket* socket = streams.nextPendingConnection();
                QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] { socket->write(socket->readAll()); });
                last = socket;
            });
            QObject::connect(&datagrams, &QUdpSocket::readyRead, &datagrams, [this] {
                while (datagrams.hasPendingDatagrams()) {
                    const QNetworkDatagram one = datagrams.receiveDatagram();
                    datagrams.writeDatagram(one.data(), one.senderAddress(), static_cast<quint16>(one.senderPort()));
                }
            });
        }
        QTcpServer streams;
        QUdpSocket datagrams;
        QTcpSocket* last = nullptr;
    };

    static void open(NetworkProxy& proxy, Echo& echo, QTcpSocket& client)
    {
        const auto port = proxy.start(QHostAddress::LocalHost, QStringLiteral("127.0.0.1"), echo.streams.serverPort());
        QVERIFY2(port, port ? "" : port.error().text().c_str());
        client.connectToHost(QHostAddress::LocalHost, port.value());
        QTRY_COMPARE(client.state(), QAbstractSocket::ConnectedState);
    }

    /// Milliseconds until all came back, the same as it went.
    static qint64 thereAndBack(QTcpSocket& client, const QByteArray& bytes)
    {
        QElapsedTimer clock;
        clock.start();
        client.write(bytes);
        QByteArray back;
        if (!QTest::qWaitFor([&] { return (back += client.readAll()).size() >= bytes.size(); }, patience))
            return -1;
        return back == bytes ? clock.elapsed() : -2;
    }

private slots:
    void aPerfectLinePassesAllOn()
    {
        Echo echo;
        NetworkProxy proxy;
        QTcpSocket client;
        open(proxy, echo, client);
        QByteArray much(3'000'000, 'x');
        for (qsizetype i = 0; i < much.size(); ++i)
            much[i] = static_cast<char>(i * 7);
        QVERIFY(thereAndBack(client, much) >= 0);
        QCOMPARE(proxy.counters().bytesToServer, quint64(much.size()));
        QCOMPARE(proxy.counters().bytesToClient, quint64(much.size()));
        QCOMPARE(proxy.connections(), 1);
        client.disconnectFromHost();
        QTRY_COMPARE(proxy.connections(), 0);
    }

    void latencyCountsInBothDirections()
    {
        Echo echo;
        NetworkProxy proxy;
        QTcpSocket client;
        open(proxy, echo, client);
        QVERIFY(thereAndBack(client, "warm") >= 0);
        proxy.setQuality({100, 0, 0, 0});
        const qint64 time = thereAndBack(client, "hello");
        QVERIFY2(time >= 200, qPrintable(QString::number(time)));
        proxy.setQuality({100, 100, 0, 0});
        for (int i = 0; i < 3; ++i)
            QVERIFY(thereAndBack(client, QByteArray(3 * NetworkProxy::segmentBytes, static_cast<char>('a' + i))) >= 200); // in order
        proxy.setQuality({});
        qint64 quickest = patience; // of several: another program may hold up one of them
        for (int i = 0; i < 20 && quickest >= 100; ++i) {
            const qint64 again = thereAndBack(client, "again");
            QVERIFY(again >= 0);
            quickest = std::min(quickest, again);
        }
        QVERIFY2(quickest < 100, qPrintable(QString::number(quickest)));
    }

    void aModemTakesItsTime()
    {
        Echo echo;
        NetworkProxy proxy;
        QTcpSocket client;
        open(proxy, echo, client);
        proxy.setQuality({0, 0, 0, 9600});
        // 600 bytes are half a second at 9 600 bit/s, there and back a second; several packets share the line.
        const qint64 time = thereAndBack(client, QByteArray(600, 'm'));
        QVERIFY2(time >= 950, qPrintable(QString::number(time)));
    }

    void lossHoldsUpStreamsAndLosesNothing()
    {
        Echo echo;
        NetworkProxy proxy;
        proxy.setSeed(7);
        QTcpSocket client;
        open(proxy, echo, client);
        proxy.setQuality({1, 0, 0.5, 0});
        QByteArray bytes(20 * NetworkProxy::segmentBytes, ' ');
        for (qsizetype i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<char>(i * 13);
        const qint64 time = thereAndBack(client, bytes);
        QVERIFY2(time >= NetworkProxy::retransmissionMilliseconds, qPrintable(QString::number(time)));
        QVERIFY(proxy.counters().resent > 0);
    }

    void lostDatagramsAreGone()
    {
        Echo echo;
        NetworkProxy proxy;
        proxy.setSeed(3);
        const auto port = proxy.start(QHostAddress::LocalHost, QStringLiteral("127.0.0.1"), echo.streams.serverPort());
        QVERIFY(port);
        QUdpSocket client;
        QVERIFY(client.bind(QHostAddress::LocalHost, 0));
        const auto send = [&](int count) {
            for (int i = 0; i < count; ++i)
                client.writeDatagram(QByteArray::number(i), QHostAddress::LocalHost, port.value());
        };
        int heard = 0;
        connect(&client, &QUdpSocket::readyRead, this, [&] {
            while (client.hasPendingDatagrams()) {
                client.receiveDatagram();
                ++heard;
            }
        });
        send(20);
        QTRY_COMPARE(heard, 20);
        heard = 0;
        proxy.setQuality({0, 0, 0.5, 0});
        send(40);
        QTRY_COMPARE_WITH_TIMEOUT(heard + static_cast<int>(proxy.counters().datagramsLost), 40, patience);
        QVERIFY2(heard > 0 && heard < 30, qPrintable(QString::number(heard)));
        QVERIFY(proxy.counters().datagramsLost > 5);
    }

    void whatWasSaidBeforeTheEndStillArrives()
    {
        Echo echo;
        NetworkProxy proxy;
        QTcpSocket client;
        open(proxy, echo, client);
        QVERIFY(thereAndBack(client, "hello") >= 0);
        proxy.setQuality({150, 0, 0, 0});
        QSignalSpy gone(&client, &QTcpSocket::disconnected);
        echo.last->write("farewell");
        echo.last->disconnectFromHost();
        QTRY_VERIFY(!gone.isEmpty());
        QCOMPARE(client.readAll(), QByteArray("farewell"));
    }

    void aServerThatIsNotThereEndsTheClient()
    {
        quint16 nobody = 0;
        {
            QTcpServer other;
            QVERIFY(other.listen(QHostAddress::LocalHost, 0));
            nobody = other.serverPort();
        }
        NetworkProxy proxy;
        const auto port = proxy.start(QHostAddress::LocalHost, QStringLiteral("127.0.0.1"), nobody);
        QVERIFY(port);
        QTcpSocket client;
        QSignalSpy gone(&client, &QTcpSocket::disconnected);
        client.connectToHost(QHostAddress::LocalHost, port.value());
        QTRY_VERIFY(!gone.isEmpty());
        QTRY_COMPARE(proxy.connections(), 0);
    }

    void moreThanAllowedAreTurnedAway()
    {
        Echo echo;
        NetworkProxy proxy;
        QTcpSocket first, second;
        open(proxy, echo, first);
        proxy.setMostConnections(1);
        QVERIFY(thereAndBack(first, "one") >= 0);
        QSignalSpy gone(&second, &QTcpSocket::disconnected);
        second.connectToHost(QHostAddress::LocalHost, proxy.port());
        QTRY_VERIFY(!gone.isEmpty());
        QVERIFY(thereAndBack(first, "still here") >= 0);
    }

    void senselessQualitiesAreBounded()
    {
        NetworkProxy proxy;
        proxy.setQuality({-5, 999'999, 3, 1});
        QCOMPARE(proxy.quality().latency, 0);
        QCOMPARE(proxy.quality().jitter, 10'000);
        QVERIFY(proxy.quality().loss < 1);
        QCOMPARE(proxy.quality().bitsPerSecond, 300);
        for (const NamedLine& line : namedLines()) {
            proxy.setQuality(line.quality);
            QCOMPARE(proxy.quality(), line.quality);
        }
    }
};

QTEST_MAIN(TestNetwork)
#include "tst_network.moc"
