// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace blak::serve {
namespace {

constexpr std::uint32_t longest = 64 * 1024 * 1024;

} // namespace

OwnHandle& OwnHandle::operator=(OwnHandle&& other) noexcept
{
    if (this != &other) {
        close();
        number_ = other.release();
    }
    return *this;
}

int OwnHandle::release() { return std::exchange(number_, -1); }

void OwnHandle::close()
{
    if (number_ >= 0)
        ::close(release());
}

bool Channel::send(std::string_view text)
{
    const auto size = static_cast<std::uint32_t>(text.size());
    std::string all(sizeof size, '\0');
    std::memcpy(all.data(), &size, sizeof size);
    all += text;
    for (std::string_view left = all; !left.empty();) {
        const auto sent = ::send(handle_.number(), left.data(), left.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        left.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

std::optional<std::string> Channel::receive(int patience)
{
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::milliseconds(patience);
    const auto fill = [&](char* to, std::size_t size) {
        while (size > 0) {
            pollfd wait{handle_.number(), POLLIN, 0};
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
            const int ready = ::poll(&wait, 1, patience < 0 ? -1 : static_cast<int>(std::max<std::int64_t>(left, 0)));
            if (ready < 0 && errno == EINTR)
                continue;
            if (ready <= 0)
                return false;
            const auto got = ::recv(handle_.number(), to, size, 0);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return false;
            to += got;
            size -= static_cast<std::size_t>(got);
        }
        return true;
    };
    std::uint32_t size = 0;
    if (!fill(reinterpret_cast<char*>(&size), sizeof size) || size > longest)
        return std::nullopt;
    std::string text(size, '\0');
    if (!fill(text.data(), size))
        return std::nullopt;
    return text;
}

std::pair<OwnHandle, OwnHandle> connectedPair()
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return std::pair<OwnHandle, OwnHandle>();
    return {OwnHandle(ends[0]), OwnHandle(ends[1])};
}

bool giveHandle(int to, int handle)
{
    char byte = 0;
    iovec part{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof handle);
    std::memcpy(CMSG_DATA(header), &handle, sizeof handle);
    return ::sendmsg(to, &message, MSG_NOSIGNAL) == 1;
}

std::optional<OwnHandle> takeHandle(int from)
{
    for (;;) {
        char byte = 0;
        iovec part{&byte, 1};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        const auto got = ::recvmsg(from, &message, MSG_CMSG_CLOEXEC);
        if (got < 0 && errno == EINTR)
            continue;
        const cmsghdr* header = got == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
        if (header == nullptr || header->cmsg_type != SCM_RIGHTS)
            return std::nullopt;
        int handle = -1;
        std::memcpy(&handle, CMSG_DATA(header), sizeof handle);
        return OwnHandle(handle);
    }
}

void becomeCopy(pid_t parent, std::initializer_list<int> kept)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // it has ended meanwhile
        ::_exit(0);
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2})
        ::signal(number, SIG_DFL);
    ::signal(SIGCHLD, SIG_IGN); // copies of copies are nobody's business
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // Whoever reads what the server prints waits for all who might.
    const int nothing = ::open("/dev/null", O_RDWR); // closed below
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number)
        ::dup2(nothing, number);
    std::vector<int> sorted(kept);
    std::ranges::sort(sorted);
    unsigned first = STDERR_FILENO + 1;
    for (const int one : sorted) {
        if (static_cast<unsigned>(one) > first)
            ::close_range(first, static_cast<unsigned>(one) - 1, 0);
        first = static_cast<unsigned>(one) + 1;
    }
    ::close_range(first, ~0u, 0);
}

} // namespace blak::serve
