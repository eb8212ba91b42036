// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/sockets.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
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
    streams_.clear();
    for (std::size_t handle = 0; handle < kinds_.size(); ++handle)
        if (kinds_[handle] != Kind::Closed)
            ::close(static_cast<int>(handle));
}

Result<void> Sockets::open()
{
    ::signal(SIGPIPE, SIG_IGN); // TLS and pipes know no MSG_NOSIGNAL
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

std::string Sockets::renewCertificates()
{
    std::string faults;
    for (auto& [handle, secure] : secure_) {
        auto loaded = TlsContext::load(secure.wish.certificate, secure.wish.key);
        if (loaded)
            secure.context = std::move(loaded).value();
        else
            faults = loaded.error().text();
    }
    return faults;
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

TlsStream* Sockets::streamOf(int handle)
{
    if (streams_.empty())
        return nullptr;
    const auto it = streams_.find(handle);
    return it == streams_.end() ? nullptr : it->second.get();
}

Result<Listening> Sockets::listen(const ListenWish& wish)
{
    std::shared_ptr<TlsContext> context;
    if (wish.secure()) {
        auto loaded = TlsContext::load(wish.certificate, wish.key);
        if (!loaded)
            return loaded.error();
        context = std::move(loaded).value();
    }
    auto socket = wish.datagrams ? receiveOn(wish.address, wish.port) : listenOn(wish.address, wish.port);
    if (!socket)
        return socket.error();
    const int handle = socket.value().release();
    keep(handle, Kind::Socket, reading);
    if (context)
        secure_[handle] = {wish, std::move(context)};
    return Listening{handle, portOf(handle)};
}

Accepted Sockets::accept(int listener)
{
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    Handle socket(::accept4(listener, reinterpret_cast<sockaddr*>(&peer), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket)
        return {-1, errno == EMFILE || errno == ENFILE, {}};
    if (socket.get() > highestHandle)
        return {-1, true, {}};
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const int handle = socket.get();
    if (const auto secure = secure_.find(listener); secure != secure_.end()) {
        auto stream = TlsStream::accept(secure->second.context, handle);
        if (!stream)
            return {-1, true, {}};
        stream->interest = reading;
        streams_[handle] = std::move(stream);
    }
    keep(socket.release(), Kind::Socket, reading);
    return {handle, false, addressOf(peer)};
}

/// A name is looked up once, the first time; that can take a while, so the first time should be at the start.
Result<int> Sockets::connect(const std::string& host, int port)
{
    const std::string where = host + ", port " + std::to_string(port);
    auto known = resolved_.find(host);
    if (known == resolved_.end()) {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (const int fault = ::getaddrinfo(host.c_str(), nullptr, &hints, &found); fault != 0)
            return Error{::gai_strerror(fault), where};
        const auto bytes = std::as_bytes(std::span(reinterpret_cast<const char*>(found->ai_addr), found->ai_addrlen));
        known = resolved_.emplace(host, std::vector<std::byte>(bytes.begin(), bytes.end())).first;
        ::freeaddrinfo(found);
    }
    sockaddr_storage address{};
    std::memcpy(&address, known->second.data(), std::min(known->second.size(), sizeof address));
    if (address.ss_family == AF_INET6)
        reinterpret_cast<sockaddr_in6&>(address).sin6_port = htons(static_cast<std::uint16_t>(port));
    else
        reinterpret_cast<sockaddr_in&>(address).sin_port = htons(static_cast<std::uint16_t>(port));
    Handle socket(::socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket)
        return Error{std::strerror(errno), where};
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(known->second.size())) != 0 &&
        errno != EINPROGRESS)
        return Error{std::strerror(errno), where};
    const int handle = socket.release();
    keep(handle, Kind::Socket, reading | writing);
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
    if (TlsStream* stream = streamOf(handle)) {
        const Transfer got = stream->read(bytes);
        poller_.change(handle, stream->watched(stream->interest));
        return got;
    }
    if (kinds_[static_cast<std::size_t>(handle)] == Kind::Terminal)
        return outcome(::read(handle, bytes.data(), bytes.size()), true);
    return outcome(::recv(handle, bytes.data(), bytes.size(), 0), true);
}

Transfer Sockets::write(int handle, std::span<const std::byte> bytes)
{
    if (TlsStream* stream = streamOf(handle)) {
        const Transfer sent = stream->write(bytes);
        poller_.change(handle, stream->watched(stream->interest));
        return sent;
    }
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

void Sockets::watch(int handle, std::uint32_t interest)
{
    if (TlsStream* stream = streamOf(handle)) {
        stream->interest = interest;
        interest = stream->watched(interest);
    }
    poller_.change(handle, interest);
}

void Sockets::close(int handle)
{
    const auto index = static_cast<std::size_t>(handle);
    if (handle < 0 || index >= kinds_.size() || kinds_[index] == Kind::Closed)
        return;
    if (TlsStream* stream = streamOf(handle)) {
        stream->farewell();
        streams_.erase(handle);
    }
    secure_.erase(handle);
    if (kinds_[index] != Kind::Pipe)
        poller_.remove(handle);
    kinds_[index] = Kind::Closed;
    ::close(handle);
}

std::optional<std::span<const Ready>> Sockets::wait(int milliseconds)
{
    ready_.clear();
    for (Ready one : poller_.wait(milliseconds)) {
        if (one.handle == signals_.get())
            one.handle = signalHandle;
        const TlsStream* stream = streamOf(one.handle);
        ready_.push_back(stream == nullptr ? one : stream->meaning(one, stream->interest));
    }
    return std::span<const Ready>(ready_);
}

std::string Sockets::fact(Fact, const std::function<std::string()>& answer) { return answer(); }

} // namespace blak::serve
