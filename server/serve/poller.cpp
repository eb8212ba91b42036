// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/poller.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <string>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace blak::serve {
namespace {

constexpr std::size_t mostPerTurn = 256;

std::uint32_t eventsOf(std::uint32_t interest)
{
    // Who is not read would not show that the other side is gone.
    return ((interest & Outside::reading) != 0 ? std::uint32_t{EPOLLIN} : std::uint32_t{EPOLLRDHUP}) |
           ((interest & Outside::writing) != 0 ? std::uint32_t{EPOLLOUT} : 0u);
}

/// A socket bound to the address; IPv6 sockets take IPv4 too.
Result<Handle> bound(const std::string& address, int port, int type)
{
    addrinfo hints{};
    hints.ai_socktype = type;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV;
    const std::string where = (address.empty() ? std::string("every address") : address) + ", port " + std::to_string(port);
    int fault = EADDRNOTAVAIL;
    for (const char* host : {address.empty() ? "::" : address.c_str(), address.empty() ? "0.0.0.0" : address.c_str()}) {
        addrinfo* found = nullptr;
        if (::getaddrinfo(host, std::to_string(port).c_str(), &hints, &found) != 0)
            continue;
        Handle socket(::socket(found->ai_family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        const int on = 1;
        const int off = 0;
        if (socket) {
            if (type == SOCK_STREAM)
                ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
            if (found->ai_family == AF_INET6)
                ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
            if (::bind(socket.get(), found->ai_addr, found->ai_addrlen) == 0) {
                ::freeaddrinfo(found);
                return socket;
            }
        }
        fault = errno;
        ::freeaddrinfo(found);
        if (fault == EADDRINUSE)
            break;
    }
    return Error{std::strerror(fault), where};
}

} // namespace

Handle& Handle::operator=(Handle&& other) noexcept
{
    if (this != &other) {
        reset();
        fd_ = other.release();
    }
    return *this;
}

int Handle::release() { return std::exchange(fd_, -1); }

void Handle::reset()
{
    if (fd_ >= 0)
        ::close(fd_);
    fd_ = -1;
}

Result<void> Poller::open()
{
    epoll_ = Handle(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll_)
        return Error{std::strerror(errno), "epoll"};
    return {};
}

void Poller::add(int handle, std::uint32_t interest)
{
    epoll_event event{eventsOf(interest), {.fd = handle}};
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, handle, &event);
}

void Poller::change(int handle, std::uint32_t interest)
{
    epoll_event event{eventsOf(interest), {.fd = handle}};
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, handle, &event);
}

void Poller::remove(int handle) { ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, handle, nullptr); }

std::span<const Ready> Poller::wait(int milliseconds)
{
    std::array<epoll_event, mostPerTurn> events;
    const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), milliseconds);
    ready_.clear();
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events[static_cast<std::size_t>(i)];
        ready_.push_back({event.data.fd, (event.events & EPOLLIN) != 0, (event.events & EPOLLOUT) != 0,
                          (event.events & (EPOLLERR | EPOLLHUP | EPOLLRDHUP)) != 0});
    }
    return ready_;
}

Result<Handle> listenOn(const std::string& address, int port)
{
    auto socket = bound(address, port, SOCK_STREAM);
    if (socket && ::listen(socket.value().get(), SOMAXCONN) != 0)
        return Error{std::strerror(errno), "port " + std::to_string(port)};
    return socket;
}

Result<Handle> receiveOn(const std::string& address, int port) { return bound(address, port, SOCK_DGRAM); }

int portOf(int handle)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                               : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

} // namespace blak::serve
