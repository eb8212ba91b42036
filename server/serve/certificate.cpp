// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/certificate.h"

#include "formats/base/file_io.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>

namespace blak::serve {
namespace {

constexpr std::uint64_t largestFile = 1024 * 1024;
constexpr int loopbackMilliseconds = 2000;

/// Hands the descriptors out as they come.
class Doorway final : public QTcpServer
{
public:
    qintptr taken = -1;

private:
    void incomingConnection(qintptr descriptor) override { taken = descriptor; }
};

Result<QByteArray> bytesOf(const std::string& path)
{
    const auto text = readTextFile(path, largestFile);
    if (!text)
        return text.error();
    return QByteArray::fromStdString(text.value());
}

QSslKey keyFrom(const QByteArray& bytes)
{
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Ec, QSsl::Rsa, QSsl::Dsa})
        if (QSslKey key(bytes, algorithm); !key.isNull())
            return key;
    return {};
}

/// Qt looks whether key and certificate belong together when a handshake begins, and not before: so one begins, on a connection
/// to ourselves. What is wrong, or nothing.
QString faultOf(const QSslConfiguration& configuration)
{
    Doorway doorway;
    QTcpSocket client;
    client.setProxy(QNetworkProxy::NoProxy);
    doorway.setProxy(QNetworkProxy::NoProxy);
    if (!doorway.listen(QHostAddress::LocalHost))
        return doorway.errorString();
    client.connectToHost(QHostAddress::LocalHost, doorway.serverPort());
    QSslSocket server;
    if (!client.waitForConnected(loopbackMilliseconds) || !doorway.waitForNewConnection(loopbackMilliseconds) ||
        !server.setSocketDescriptor(doorway.taken))
        return client.errorString();
    server.setSslConfiguration(configuration);
    server.startServerEncryption();
    return server.error() == QAbstractSocket::UnknownSocketError ? QString() : server.errorString();
}

} // namespace

Result<QSslConfiguration> readCertificate(const std::string& certificate, const std::string& key)
{
    const auto certificateBytes = bytesOf(certificate);
    if (!certificateBytes)
        return certificateBytes.error();
    const QList<QSslCertificate> chain = QSslCertificate::fromData(certificateBytes.value(), QSsl::Pem);
    if (chain.isEmpty())
        return Error{"expected a certificate in PEM form, found none", certificate};
    const auto keyBytes = bytesOf(key);
    if (!keyBytes)
        return keyBytes.error();
    const QSslKey parsed = keyFrom(keyBytes.value());
    if (parsed.isNull())
        return Error{"expected a private key in PEM form without a passphrase, found none", key};
    QSslConfiguration configuration;
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    configuration.setLocalCertificateChain(chain);
    configuration.setPrivateKey(parsed);
    for (const QSsl::SslOption off : {QSsl::SslOptionDisableCompression, QSsl::SslOptionDisableLegacyRenegotiation,
                                      QSsl::SslOptionDisableSessionTickets, QSsl::SslOptionDisableSessionSharing})
        configuration.setSslOption(off, true);
    if (const QString fault = faultOf(configuration); !fault.isEmpty())
        return Error{"cannot be used; does the key belong to the certificate? " + fault.toStdString(), certificate + ", " + key};
    return configuration;
}

} // namespace blak::serve
