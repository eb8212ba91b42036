// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "server/record/outside.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace blak::serve {

/// Owns a file descriptor.
class Handle
{
public:
    Handle() = default;
    explicit Handle(int fd) : fd_(fd) {}
    Handle(Handle&& other) noexcept : fd_(other.release()) {}
    Handle& operator=(Handle&& other) noexcept;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { reset(); }

    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    int release();
    void reset();

private:
    int fd_ = -1;
};

/// The readiness of sockets, by epoll: costs nothing for idle ones.
class Poller
{
public:
    Result<void> open();
    void add(int handle, std::uint32_t interest);
    void change(int handle, std::uint32_t interest);
    void remove(int handle);
    /// Waits at most so long.
    std::span<const Ready> wait(int milliseconds);

private:
    Handle epoll_;
    std::vector<Ready> ready_;
};

/// A listening TCP socket. `address` "" = every address of IPv6 and IPv4; port 0 = any free one.
Result<Handle> listenOn(const std::string& address, int port);
/// A bound UDP socket.
Result<Handle> receiveOn(const std::string& address, int port);
/// The port a socket is bound to.
int portOf(int handle);

} // namespace blak::serve
