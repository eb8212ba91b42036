// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/sockets.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::serve {
namespace {

Address addressOf(const sockaddr_storage& peer)
{
    Address address;
    if (peer.ss_family == AF_INET6) {
        const auto& six = reinterpret_cast<const sockaddr_in6&>(peer);
        std::memcpy(address.bytes.data(), &six.sin6_addr, address.bytes.size());
        return address;
    }
    const auto& four = reinterpret_cast<const sockaddr_in&>(peer);
    address.bytes[10] = address.bytes[11] = 0xFF;
    std::memcpy(address.bytes.data() + 12, &four.sin_addr, 4);
    return address;
}

Transfer outcome(ssize_t result, bool endIsEnd)
{
    if (result > 0)
        return {TransferState::Done, static_cast<std::size_t>(result)};
    if (result < 0 && (errno == EAGAIN || errno == EINTR))
        return {TransferState::Later, 0};
    return {result == 0 && !endIsEnd ? TransferState::Later : TransferState::Ended, 0};
}

} // namespace

Sockets::~Sockets()
{
    for (std::size_t handle = 0; handle < kinds_.size(); ++handle)
        if (kinds_[handle] != Kind::Closed && kinds_[handle] != Kind::GatewayListener)
            ::close(static_cast<int>(handle));
}

Result<void> Sockets::open()
{
    ::signal(SIGPIPE, SIG_IGN); // pipes know no MSG_NOSIGNAL
    ::signal(SIGXFSZ, SIG_IGN); // a file at its limit is a write that fails
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, highestHandle + 1);
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (auto opened = poller_.open(); !opened)
        return opened;
    sigset_t wanted;
    sigemptyset(&wanted);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&wanted, signal);
    if (::sigprocmask(SIG_BLOCK, &wanted, nullptr) != 0)
        return Error{std::strerror(errno), "signals"};
    signals_ = Handle(::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC));
    if (!signals_)
        return Error{std::strerror(errno), "signals"};
    poller_.add(signals_.get(), reading);
    return {};
}

std::string Sockets::takeSignal()
{
    signalfd_siginfo info{};
    if (::read(signals_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info))
        return {};
    return info.ssi_signo == SIGHUP ? "reload" : "stop";
}

std::string Sockets::renewCertificates() { return gateway_ ? gateway_->renewCertificates() : std::string(); }

std::string Sockets::connectFault(int handle)
{
    hearNews();
    const auto it = connecting_.find(handle);
    return it == connecting_.end() || it->second.fault.empty() ? "the connection broke" : it->second.fault;
}

std::int64_t Sockets::unixTime()
{
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::int64_t Sockets::milliseconds()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Sockets::random(std::span<std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
        if (got < 0 && errno != EINTR)
            std::abort(); // no secret may be guessable
        bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    }
}

void Sockets::keep(int handle, Kind kind, std::uint32_t interest)
{
    const auto index = static_cast<std::size_t>(handle);
    if (kinds_.size() <= index)
        kinds_.resize(index + 1, Kind::Closed);
    kinds_[index] = kind;
    if (kind != Kind::Pipe)
        poller_.add(handle, interest);
}

Result<Gateway*> Sockets::gateway()
{
    if (!gateway_) {
        auto begun = Gateway::begin();
        if (!begun)
            return begun.error();
        gateway_ = std::move(begun).value();
        poller_.add(gateway_->newsHandle(), reading);
    }
    return gateway_.get();
}

/// A connection that stands becomes writable; one that does not breaks by itself.
void Sockets::hearNews()
{
    while (auto news = gateway_ ? gateway_->takeNews() : std::nullopt)
        for (auto it = connecting_.begin(); it != connecting_.end(); ++it) {
            if (it->second.number != news->number)
                continue;
            it->second.fault = std::move(news->fault);
            if (it->second.fault.empty()) {
                poller_.change(it->first, reading | writing);
                connecting_.erase(it);
            }
            break;
        }
}

Result<Listening> Sockets::listen(const ListenWish& wish)
{
    auto socket = wish.datagrams ? receiveOn(wish.address, wish.port) : listenOn(wish.address, wish.port);
    if (!socket)
        return socket.error();
    if (wish.carried || wish.secure()) {
        const auto carrier = gateway();
        if (!carrier)
            return carrier.error();
        auto listening = carrier.value()->listen(std::move(socket).value(), wish);
        if (listening)
            keep(listening.value().handle, Kind::GatewayListener, reading);
        return listening;
    }
    const int handle = socket.value().release();
    keep(handle, Kind::Socket, reading);
    return Listening{handle, portOf(handle)};
}

Accepted Sockets::accept(int listener)
{
    Accepted accepted;
    if (kinds_[static_cast<std::size_t>(listener)] == Kind::GatewayListener) {
        accepted = gateway_->accept(listener);
    } else {
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        accepted.handle = ::accept4(listener, reinterpret_cast<sockaddr*>(&peer), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (accepted.handle < 0)
            return {-1, errno == EMFILE || errno == ENFILE, {}};
        const int on = 1;
        ::setsockopt(accepted.handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        // A machine that is gone without a word is noticed even while nothing is read from it.
        const int idleSeconds = 60;
        const unsigned unheardMilliseconds = 60'000;
        ::setsockopt(accepted.handle, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
        ::setsockopt(accepted.handle, IPPROTO_TCP, TCP_KEEPIDLE, &idleSeconds, sizeof idleSeconds);
        ::setsockopt(accepted.handle, IPPROTO_TCP, TCP_USER_TIMEOUT, &unheardMilliseconds, sizeof unheardMilliseconds);
        accepted.address = addressOf(peer);
    }
    if (accepted.handle > highestHandle) {
        ::close(accepted.handle);
        return {-1, true, {}};
    }
    if (accepted.handle >= 0)
        keep(accepted.handle, Kind::Socket, reading);
    return accepted;
}

Result<int> Sockets::connect(const std::string& host, int port)
{
    const auto carrier = gateway();
    if (!carrier)
        return carrier.error();
    auto begun = carrier.value()->connect(host, port);
    if (!begun)
        return begun.error();
    const int handle = begun.value().handle.release();
    keep(handle, Kind::Socket, 0);
    connecting_[handle] = {begun.value().number, {}};
    return handle;
}

Result<int> Sockets::openPipe(const std::string& path)
{
    Handle pipe(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW));
    struct stat facts
    {
    };
    if (!pipe || ::fstat(pipe.get(), &facts) != 0)
        return Error{std::strerror(errno), path};
    if (!S_ISFIFO(facts.st_mode))
        return Error{"is no named pipe", path};
    const int handle = pipe.release();
    keep(handle, Kind::Pipe, 0);
    return handle;
}

Result<int> Sockets::openConsole()
{
    // Opened anew, so that the shell's own handle keeps waiting when it writes.
    Handle terminal(::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1
                        ? ::open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
                        : -1);
    if (!terminal)
        return Error{"was not started from a terminal", "console"};
    ::signal(SIGTTIN, SIG_IGN); // in the background it is no console, which a failing read tells
    ::signal(SIGTTOU, SIG_IGN);
    const int handle = terminal.release();
    keep(handle, Kind::Terminal, reading);
    return handle;
}

Transfer Sockets::read(int handle, std::span<std::byte> bytes)
{
    if (kinds_[static_cast<std::size_t>(handle)] == Kind::Terminal)
        return outcome(::read(handle, bytes.data(), bytes.size()), true);
    return outcome(::recv(handle, bytes.data(), bytes.size(), 0), true);
}

Transfer Sockets::write(int handle, std::span<const std::byte> bytes)
{
    if (kinds_[static_cast<std::size_t>(handle)] != Kind::Socket)
        return outcome(::write(handle, bytes.data(), bytes.size()), false);
    return outcome(::send(handle, bytes.data(), bytes.size(), MSG_NOSIGNAL), false);
}

Transfer Sockets::readDatagram(int handle, std::span<std::byte> bytes, Address& from)
{
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    const ssize_t got = ::recvfrom(handle, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&peer), &size);
    if (got < 0)
        return {};
    from = addressOf(peer);
    return {TransferState::Done, static_cast<std::size_t>(got)};
}

void Sockets::watch(int handle, std::uint32_t interest) { poller_.change(handle, interest); }

void Sockets::close(int handle)
{
    const auto index = static_cast<std::size_t>(handle);
    if (handle < 0 || index >= kinds_.size() || kinds_[index] == Kind::Closed)
        return;
    const Kind kind = std::exchange(kinds_[index], Kind::Closed);
    if (kind != Kind::Pipe)
        poller_.remove(handle);
    if (kind == Kind::GatewayListener)
        return gateway_->closeListener(handle);
    connecting_.erase(handle);
    ::close(handle);
}

std::optional<std::span<const Ready>> Sockets::wait(int milliseconds)
{
    ready_.clear();
    for (Ready one : poller_.wait(milliseconds)) {
        if (gateway_ && one.handle == gateway_->newsHandle()) {
            hearNews();
            continue;
        }
        if (one.handle == signals_.get())
            one.handle = signalHandle;
        ready_.push_back(one);
    }
    return std::span<const Ready>(ready_);
}

std::string Sockets::fact(Fact, const std::function<std::string()>& answer) { return answer(); }

} // namespace blak::serve
