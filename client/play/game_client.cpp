// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/game_client.h"

#include <QDateTime>
#include <QTcpSocket>
#include <QTimer>
#include <QUdpSocket>

namespace blak::client {
namespace {

constexpr int tickMilliseconds = 200;
constexpr int connectSeconds = 20;
constexpr qint64 mostWaiting = 4 << 20; ///< bytes a server may keep us from sending

} // namespace

bool parseAddress(const QString& text, QString& host, quint16& port, QString& why)
{
    const QString trimmed = text.trimmed();
    const qsizetype colon = trimmed.lastIndexOf(QLatin1Char(':'));
    const bool bracketed = trimmed.startsWith(QLatin1Char('['));
    const bool hasPort = colon > trimmed.lastIndexOf(QLatin1Char(']')) && (bracketed || trimmed.count(QLatin1Char(':')) == 1);
    host = hasPort ? trimmed.left(colon) : trimmed;
    if (bracketed)
        host = host.mid(1, host.size() - 2);
    port = 5959;
    bool right = true;
    if (hasPort) {
        const uint number = trimmed.mid(colon + 1).toUInt(&right);
        right = right && number > 0 && number <= 0xFFFF;
        port = static_cast<quint16>(right ? number : 0);
    }
    if (host.isEmpty())
        why = QStringLiteral("Write the name or the number of a server, as in localhost:5959.");
    else if (!right)
        why = QStringLiteral("\"%1\" is no port; ports are numbers from 1 to 65535.").arg(trimmed.mid(colon + 1));
    return !host.isEmpty() && right;
}

GameClient::Play::Play(const ConnectWish& wish, const WorldFiles& files, std::shared_ptr<render::AssetStore> assets)
    : session(wish.session, book), game(session), follower(game, std::move(assets), files.folders), motion(game, follower)
{
    follower.setSharesFiles(wish.sharesFiles);
    if (wish.texts)
        book = *wish.texts;
    else
        files.readResources(book);
}

GameClient::GameClient(QObject* parent) : QObject(parent), timer_(new QTimer(this))
{
    clock_.start();
    timer_->setInterval(tickMilliseconds);
    connect(timer_, &QTimer::timeout, this, &GameClient::tick);
}

GameClient::~GameClient()
{
    if (socket_ != nullptr)
        socket_->disconnect(this);
}

session::Game* GameClient::game() { return play_ ? &play_->game : nullptr; }
session::RoomFollower* GameClient::follower() { return play_ ? &play_->follower : nullptr; }
session::OwnMotion* GameClient::motion() { return play_ ? &play_->motion : nullptr; }
wire::ClientSession* GameClient::session() { return play_ ? &play_->session : nullptr; }
session::Requests GameClient::requests() { return session::Requests(play_->session); }

void GameClient::connectTo(const ConnectWish& wish)
{
    disconnectNow();
    wish_ = wish;
    readFiles(wish);
    play_ = std::make_unique<Play>(wish, files_, assets_);
    play_->game.keepCompanionsIn(companions_);
    play_->session.onSend = [this](const wire::Message& message) { emit spoke(message); };
    if (!wish.record.isEmpty()) {
        record_.setFileName(wish.record);
        if (!record_.open(QIODevice::WriteOnly | QIODevice::Truncate))
            return finish(QStringLiteral("The recording cannot be written: %1.").arg(record_.errorString()));
    }
    state_ = State::Connecting;
    socket_ = new QTcpSocket(this);
    socket_->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(socket_, &QTcpSocket::connected, this, [this] {
        state_ = State::Online;
        play_->session.connected(static_cast<std::int64_t>(now() * 1000));
        emit stateChanged();
    });
    connect(socket_, &QTcpSocket::readyRead, this, &GameClient::read);
    connect(socket_, &QTcpSocket::disconnected, this, [this] {
        read();
        const std::string why = play_ ? play_->session.why() : std::string();
        finish(why.empty() ? QStringLiteral("The server has closed the connection.") : QString::fromLatin1(why.c_str()));
    });
    connect(socket_, &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error != QAbstractSocket::RemoteHostClosedError)
            finish(QStringLiteral("%1:%2: %3.").arg(wish_.host).arg(wish_.port).arg(socket_->errorString()));
    });
    timer_->start();
    emit stateChanged();
    QTimer::singleShot(connectSeconds * 1000, socket_, [this] {
        if (state_ == State::Connecting)
            finish(QStringLiteral("%1:%2 does not answer.").arg(wish_.host).arg(wish_.port));
    });
    socket_->connectToHost(wish.host, wish.port);
}

void GameClient::readFiles(const ConnectWish& wish)
{
    if (!wish.files.folders.empty()) {
        files_ = wish.files;
        filesOf_.clear();
        assets_ = wish.assets ? wish.assets : files_.makeAssets();
    } else if (!assets_ || filesOf_ != wish.world || !wish.updates.empty()) {
        // What a server has brought goes before what was there.
        files_ = WorldFiles::below(wish.updates / "resource");
        const WorldFiles world = wish.world.empty() ? WorldFiles{} : WorldFiles::below(wish.world);
        if (wish.updates.empty())
            files_ = {};
        files_.folders.insert(files_.folders.end(), world.folders.begin(), world.folders.end());
        if (files_.palette.empty())
            files_.palette = world.palette;
        filesOf_ = wish.world;
        assets_ = files_.makeAssets();
    }
}

void GameClient::takeUpdates()
{
    if (!play_)
        return;
    readFiles(wish_);
    play_->follower.setFiles(assets_, files_.folders);
    files_.readResources(play_->book);
    play_->session.requestGame();
    flush();
}

void GameClient::disconnectNow()
{
    if (state_ == State::Idle && socket_ == nullptr)
        return;
    finish({});
}

void GameClient::finish(const QString& why)
{
    timer_->stop();
    if (socket_ != nullptr) {
        socket_->disconnect(this);
        socket_->abort();
        socket_->deleteLater();
        socket_ = nullptr;
    }
    delete std::exchange(datagrams_, nullptr);
    if (record_.isOpen())
        record_.close();
    const bool was = state_ != State::Idle || !why.isEmpty();
    state_ = State::Idle;
    emit stateChanged();
    play_.reset();
    if (was)
        emit ended(why);
}

void GameClient::record(const char* direction, const QByteArray& bytes)
{
    if (!record_.isOpen() || bytes.isEmpty())
        return;
    // The first line tells the time of day, so that recordings of several clients can be laid beside each other.
    const QString day =
        record_.pos() > 0 ? QString() : QStringLiteral("\"unix_ms\":%1,").arg(QDateTime::currentMSecsSinceEpoch());
    record_.write(QStringLiteral("{%1\"t_ms\":%2,\"dir\":\"%3\",\"conn\":1,\"raw\":\"%4\"}\n")
                      .arg(day)
                      .arg(static_cast<qint64>(now()))
                      .arg(QLatin1String(direction), QString::fromLatin1(bytes.toHex()))
                      .toLatin1());
    constexpr double soon = 500;
    if (now() - recordedAt_ > soon) { // whoever is killed has recorded all but the last
        recordedAt_ = now();
        record_.flush();
    }
}

void GameClient::read()
{
    if (!play_ || socket_ == nullptr)
        return;
    const QByteArray bytes = socket_->readAll();
    record("s2c", bytes);
    wire::ClientSession& session = play_->session;
    session.received(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))),
                     static_cast<std::int64_t>(now() * 1000));
    while (const auto message = session.next()) {
        if (hooks().message(*message)) {
            play_->game.hear(*message, now());
            play_->follower.hear(*message, now());
            play_->motion.hear(*message, now());
            hooks().followed(*message);
        }
        emit heard(*message);
    }
    flush();
    tellChanges();
    if (play_ && session.stage() == wire::ClientSession::Stage::Ended)
        finish(QString::fromLatin1(session.why().c_str()));
}

void GameClient::tellChanges()
{
    emit soundsWanted();
    if (!play_)
        return;
    if (const std::uint32_t topics = play_->game.takeChanges(); topics != 0)
        emit changed(topics);
}

void GameClient::tick()
{
    if (!play_ || state_ != State::Online)
        return;
    play_->session.tick(static_cast<std::int64_t>(now() * 1000));
    flush();
}

void GameClient::flush()
{
    if (!play_ || socket_ == nullptr || state_ != State::Online)
        return;
    const auto bytes = play_->session.takeOutput();
    if (!bytes.empty()) {
        const QByteArray frame(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        record("c2s", frame);
        emit sent(frame);
        socket_->write(frame);
        if (socket_->bytesToWrite() > mostWaiting)
            return finish(QStringLiteral("The server does not take what is sent."));
    }
    const auto datagrams = play_->session.takeDatagrams();
    if (!datagrams.empty() && datagrams_ == nullptr)
        datagrams_ = new QUdpSocket(this);
    for (const auto& datagram : datagrams) {
        record("udp", QByteArray(reinterpret_cast<const char*>(datagram.data()), static_cast<qsizetype>(datagram.size())));
        datagrams_->writeDatagram(reinterpret_cast<const char*>(datagram.data()), static_cast<qint64>(datagram.size()),
                                  socket_->peerAddress(), wish_.port);
    }
}

Result<bool> GameClient::exchangeRoom(const std::string& name, std::span<const std::byte> bytes)
{
    return play_ ? play_->follower.exchangeRoom(name, bytes) : Result<bool>(false);
}

void GameClient::exchangeAssets(std::shared_ptr<render::AssetStore> assets)
{
    assets_ = std::move(assets);
    if (play_)
        play_->follower.setAssets(assets_);
}

void GameClient::readResources(const std::vector<std::filesystem::path>& changed)
{
    if (play_)
        for (const std::filesystem::path& file : changed)
            play_->book.readFile(file);
}

void GameClient::advance(const scene::WalkInput& input)
{
    if (!play_)
        return;
    play_->follower.advance(now());
    play_->motion.advance(input, now());
    flush();
    if (play_)
        tellChanges();
}

} // namespace blak::client
