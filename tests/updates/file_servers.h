// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QTcpServer>
#include <QTcpSocket>

namespace blak::test {

/// A web server for a few files. What it does wrong is up to the test.
class HttpFiles : public QObject
{
public:
    enum class Fault { None, CutShort, NoLength, Silent, Endless, Redirect };

    HttpFiles()
    {
        listener_.listen(QHostAddress::LocalHost);
        connect(&listener_, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = listener_.nextPendingConnection();
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { answer(socket); });
        });
    }

    QString base() const { return QStringLiteral("http://127.0.0.1:%1").arg(listener_.serverPort()); }
    quint16 port() const { return listener_.serverPort(); }

    QHash<QString, QByteArray> files; ///< by path
    QStringList asked;
    Fault fault = Fault::None;
    QString redirectTo;

private:
    void answer(QTcpSocket* socket)
    {
        const QByteArray request = socket->readAll();
        const QString path = QString::fromLatin1(request.mid(4, request.indexOf(' ', 4) - 4));
        asked << path;
        if (fault == Fault::Silent)
            return;
        if (fault == Fault::Redirect) {
            socket->write("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + redirectTo.toLatin1() + "\r\n\r\n");
            return;
        }
        if (!files.contains(path)) {
            socket->write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        const QByteArray body = files[path];
        if (fault == Fault::Endless) {
            socket->write("HTTP/1.1 200 OK\r\n\r\n");
            for (int i = 0; i < 2000; ++i)
                socket->write(QByteArray(1024, 'x'));
            return;
        }
        const bool cut = fault == Fault::CutShort;
        socket->write("HTTP/1.1 200 OK\r\n" +
                      (fault == Fault::NoLength ? QByteArray() : "Content-Length: " + QByteArray::number(body.size()) + "\r\n") +
                      "Connection: close\r\n\r\n" + (cut ? body.left(body.size() / 2) : body));
        socket->disconnectFromHost();
    }

    QTcpServer listener_;
};

/// An FTP server for a few files, in passive mode; as little of RFC 959 as a client needs to get one.
class FtpFiles : public QObject
{
public:
    FtpFiles()
    {
        listener_.listen(QHostAddress::LocalHost);
        data_.listen(QHostAddress::LocalHost);
        connect(&listener_, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = listener_.nextPendingConnection();
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                while (socket->canReadLine())
                    command(socket, QString::fromLatin1(socket->readLine()).trimmed());
            });
            socket->write("220 here\r\n");
        });
    }

    quint16 port() const { return listener_.serverPort(); }
    QHash<QString, QByteArray> files; ///< by their last name
    QStringList commands;

private:
    void command(QTcpSocket* socket, const QString& line)
    {
        commands << line;
        const QString word = line.section(QLatin1Char(' '), 0, 0).toUpper();
        const QString file = line.section(QLatin1Char(' '), 1).section(QLatin1Char('/'), -1);
        if (word == QLatin1String("USER"))
            socket->write("331 and\r\n");
        else if (word == QLatin1String("PASS"))
            socket->write("230 in\r\n");
        else if (word == QLatin1String("PWD"))
            socket->write("257 \"/\"\r\n");
        else if (word == QLatin1String("CWD") || word == QLatin1String("TYPE"))
            socket->write("200 so\r\n");
        else if (word == QLatin1String("EPSV"))
            socket->write(QStringLiteral("229 Extended Passive Mode (|||%1|)\r\n").arg(data_.serverPort()).toLatin1());
        else if (word == QLatin1String("SIZE"))
            socket->write(files.contains(file) ? QByteArray("213 ") + QByteArray::number(files[file].size()) + "\r\n" : QByteArray("550 none\r\n"));
        else if (word == QLatin1String("RETR"))
            retrieve(socket, file);
        else if (word == QLatin1String("QUIT"))
            socket->write("221 bye\r\n");
        else
            socket->write("500 what\r\n");
    }

    void retrieve(QTcpSocket* socket, const QString& file)
    {
        if (!files.contains(file)) {
            socket->write("550 none\r\n");
            return;
        }
        socket->write("150 comes\r\n");
        const auto send = [this, socket, file] {
            QTcpSocket* data = data_.nextPendingConnection();
            data->write(files[file]);
            connect(data, &QTcpSocket::disconnected, socket, [socket] { socket->write("226 done\r\n"); });
            data->disconnectFromHost();
        };
        if (data_.hasPendingConnections())
            send();
        else
            connect(&data_, &QTcpServer::newConnection, socket, send, Qt::SingleShotConnection);
    }

    QTcpServer listener_, data_;
};

} // namespace blak::test
