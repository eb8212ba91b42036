// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/gateway.h"

#include "server/serve/carried.h"
#include "server/serve/certificate.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QSocketNotifier>
#include <QSslSocket>
#include <QTcpServer>
#include <QTimer>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstring>
#include <future>
#include <sys/socket.h>

namespace blak::serve {
namespace {

constexpr std::size_t mostArrivals = 1024;  ///< that wait at one door
constexpr int exhaustedMilliseconds = 1000; ///< a listener rests so long when no descriptor is left
constexpr int lastBytesMilliseconds = 1000; ///< at the end

struct Pair
{
    Handle outer, inner;
};

Result<Pair> localPair()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return Error{std::strerror(errno), "local socket"};
    return Pair{Handle(ends[0]), Handle(ends[1])};
}

Address addressOf(const QHostAddress& from)
{
    Address address;
    const Q_IPV6ADDR six = from.toIPv6Address(); // IPv4 becomes ::FFFF:a.b.c.d
    std::memcpy(address.bytes.data(), &six, address.bytes.size());
    return address;
}

/// Qt wants an application object, and that takes over the locale of the system, with which numbers and letters in Blakod would
/// mean something else.
std::unique_ptr<QCoreApplication> makeApplication()
{
    if (QCoreApplication::instance() != nullptr)
        return nullptr;
    static int count = 1;
    static char name[] = "blakserv";
    static char* names[] = {name, nullptr};
    const std::string locale = std::setlocale(LC_ALL, nullptr);
    const auto silent = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {}); // "is not UTF-8"
    auto made = std::make_unique<QCoreApplication>(count, names);
    qInstallMessageHandler(silent);
    std::setlocale(LC_ALL, locale.c_str());
    return made;
}

} // namespace

/// The listeners and the connections. All of it is made, used and destroyed on the gateway's thread.
class Gateway::Inside
{
public:
    explicit Inside(BellQueue<News>& news) : news_(news) {}

    Result<void> listen(Handle socket, const ListenWish& wish, std::shared_ptr<Door> door);
    void closeListener(const Door& door);
    void arrived(Handle descriptor, const std::optional<QSslConfiguration>& secure, Door& door);
    void connect(const QString& host, int port, Handle outer, std::uint64_t number);
    std::string renewCertificates();
    void finish();

    QEventLoop loop;

private:
    class Listener;

    void carry(std::unique_ptr<QTcpSocket> peer, Handle outer);

    BellQueue<News>& news_;
    std::vector<std::unique_ptr<Listener>> listeners_;
    QObject connections_; ///< their parent
    std::size_t count_ = 0;
    bool finishing_ = false;
};

class Gateway::Inside::Listener final : public QTcpServer
{
public:
    Listener(Inside& inside, ListenWish wish, std::shared_ptr<Door> door)
        : wish_(std::move(wish)), door_(std::move(door)), inside_(inside)
    {
        setProxy(QNetworkProxy::NoProxy);
        connect(this, &QTcpServer::acceptError, this, // Qt stops accepting then
                [this] { QTimer::singleShot(exhaustedMilliseconds, this, [this] { resumeAccepting(); }); });
    }

    const Door& door() const { return *door_; }

    Result<void> readCertificate()
    {
        if (!wish_.secure())
            return {};
        auto read = serve::readCertificate(wish_.certificate, wish_.key);
        if (!read)
            return read.error();
        secure_ = std::move(read).value();
        return {};
    }

private:
    void incomingConnection(qintptr descriptor) override
    {
        inside_.arrived(Handle(static_cast<int>(descriptor)), secure_, *door_);
    }

    ListenWish wish_;
    std::optional<QSslConfiguration> secure_;
    std::shared_ptr<Door> door_;
    Inside& inside_;
};

Result<void> Gateway::Inside::listen(Handle socket, const ListenWish& wish, std::shared_ptr<Door> door)
{
    auto listener = std::make_unique<Listener>(*this, wish, std::move(door));
    if (auto read = listener->readCertificate(); !read)
        return read;
    if (!listener->setSocketDescriptor(socket.get()))
        return Error{listener->errorString().toStdString(), "port " + std::to_string(wish.port)};
    socket.release();
    listeners_.push_back(std::move(listener));
    return {};
}

void Gateway::Inside::closeListener(const Door& door)
{
    std::erase_if(listeners_, [&](const auto& listener) { return &listener->door() == &door; });
}

std::string Gateway::Inside::renewCertificates()
{
    std::string fault;
    for (const auto& listener : listeners_)
        if (auto read = listener->readCertificate(); !read)
            fault = read.error().text();
    return fault;
}

void Gateway::Inside::arrived(Handle descriptor, const std::optional<QSslConfiguration>& secure, Door& door)
{
    auto pair = localPair();
    if (!pair)
        return;
    std::unique_ptr<QTcpSocket> peer = secure ? std::make_unique<QSslSocket>() : std::make_unique<QTcpSocket>();
    auto* secured = qobject_cast<QSslSocket*>(peer.get());
    if (!peer->setSocketDescriptor(descriptor.get()))
        return;
    descriptor.release();
    peer->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    const Address from = addressOf(peer->peerAddress());
    if (!door.add({std::move(pair.value().inner), from}, mostArrivals))
        return;
    carry(std::move(peer), std::move(pair.value().outer));
    if (secured != nullptr) {
        secured->setSslConfiguration(*secure);
        secured->startServerEncryption();
    }
}

void Gateway::Inside::connect(const QString& host, int port, Handle outer, std::uint64_t number)
{
    auto peer = std::make_unique<QTcpSocket>();
    peer->setProxy(QNetworkProxy::NoProxy);
    QTcpSocket* socket = peer.get();
    const auto told = std::make_shared<bool>(false);
    const auto tell = [this, told, number](const std::string& fault) {
        if (!std::exchange(*told, true))
            news_.add({number, fault});
    };
    QObject::connect(socket, &QAbstractSocket::connected, &connections_, [tell] { tell(""); });
    QObject::connect(socket, &QAbstractSocket::errorOccurred, &connections_,
                     [tell, socket] { tell(socket->errorString().toStdString()); });
    carry(std::move(peer), std::move(outer));
    socket->connectToHost(host, static_cast<quint16>(port));
}

void Gateway::Inside::carry(std::unique_ptr<QTcpSocket> peer, Handle outer)
{
    ++count_;
    auto* carried = new Carried(std::move(peer), outer.release(), [this](Carried& one) {
        one.deleteLater();
        if (--count_ == 0 && finishing_)
            loop.quit();
    });
    carried->setParent(&connections_);
}

void Gateway::Inside::finish()
{
    finishing_ = true;
    listeners_.clear();
    QTimer::singleShot(count_ == 0 ? 0 : lastBytesMilliseconds, &loop, &QEventLoop::quit);
}

Result<std::unique_ptr<Gateway>> Gateway::begin()
{
    std::unique_ptr<Gateway> gateway(new Gateway);
    if (gateway->tasks_.bell() < 0 || gateway->news_.bell() < 0)
        return Error{"there are no descriptors left", "connections"};
    sigset_t all, before; // signals are the business of the world's thread
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    gateway->thread_ = std::thread([raw = gateway.get()] { raw->run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return gateway;
}

Gateway::Gateway() : application_(makeApplication()) {}

Gateway::~Gateway()
{
    if (!thread_.joinable())
        return;
    tasks_.add([this] { inside_->finish(); });
    thread_.join();
}

void Gateway::run()
{
    Inside inside(news_);
    inside_ = &inside;
    QSocketNotifier notifier(tasks_.bell(), QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, &inside.loop, [this] {
        while (const auto task = tasks_.take())
            (*task)();
    });
    inside.loop.exec();
    inside_ = nullptr;
}

void Gateway::carryOut(const std::function<void()>& task)
{
    std::promise<void> done;
    tasks_.add([&] {
        task();
        done.set_value();
    });
    done.get_future().wait();
}

Result<Listening> Gateway::listen(Handle socket, const ListenWish& wish)
{
    const int port = portOf(socket.get());
    auto door = std::make_shared<Door>();
    if (door->bell() < 0)
        return Error{std::strerror(errno), "port " + std::to_string(port)};
    Result<void> listening;
    carryOut([&] { listening = inside_->listen(std::move(socket), wish, door); });
    if (!listening)
        return listening.error();
    const int handle = door->bell();
    doors_[handle] = std::move(door);
    return Listening{handle, port};
}

Accepted Gateway::accept(int listener)
{
    auto arrival = doors_.at(listener)->take();
    if (!arrival)
        return {};
    return {arrival->handle.release(), false, arrival->address};
}

void Gateway::closeListener(int listener)
{
    carryOut([&] { inside_->closeListener(*doors_.at(listener)); });
    doors_.erase(listener);
}

Result<Gateway::Begun> Gateway::connect(const std::string& host, int port)
{
    auto pair = localPair();
    if (!pair)
        return pair.error();
    const std::uint64_t number = ++lastNumber_;
    const auto outer = std::make_shared<Handle>(std::move(pair.value().outer));
    tasks_.add([=, this] { inside_->connect(QString::fromStdString(host), port, std::move(*outer), number); });
    return Begun{std::move(pair.value().inner), number};
}

std::optional<Gateway::News> Gateway::takeNews() { return news_.take(); }

std::string Gateway::renewCertificates()
{
    std::string fault;
    carryOut([&] { fault = inside_->renewCertificates(); });
    return fault;
}

} // namespace blak::serve
