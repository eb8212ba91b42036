// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/maintenance.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace blak::serve {
namespace {

constexpr std::size_t longestCommand = 64 * 1024;
constexpr std::size_t mostOutput = 64 * 1024 * 1024;
constexpr std::size_t mostSessions = 64;
constexpr int idleMilliseconds = 1000;

} // namespace

MaintenancePort::MaintenancePort(world::World& world)
    : world_(world), admin_(world, {static_cast<int>(world.config().number("Socket", "Port", 5959)),
                                    static_cast<int>(world.config().number("Socket", "MaintenancePort", 9998)),
                                    [this] { return sessions_.size(); },
                                    [this] { return asking_ == nullptr ? std::string() : asking_->address; }})
{
}

MaintenancePort::~MaintenancePort()
{
    for (const auto& session : sessions_)
        ::close(session->socket);
    if (listener_ >= 0)
        ::close(listener_);
}

Result<void> MaintenancePort::listen(int port)
{
    port_ = port;
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const std::string where = "maintenance port " + std::to_string(port);
    if (listener_ < 0)
        return Error{std::strerror(errno), where};
    const int on = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || ::listen(listener_, 64) != 0)
        return Error{std::strerror(errno), where};
    return {};
}

void MaintenancePort::accept()
{
    for (;;) {
        sockaddr_in peer{};
        socklen_t size = sizeof peer;
        const int socket = ::accept4(listener_, reinterpret_cast<sockaddr*>(&peer), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0)
            return;
        if (sessions_.size() >= mostSessions) {
            ::close(socket);
            continue;
        }
        const int on = 1;
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        char text[INET_ADDRSTRLEN]{};
        ::inet_ntop(AF_INET, &peer.sin_addr, text, sizeof text);
        auto session = std::make_unique<Session>();
        session->socket = socket;
        session->address = (world_.extended() ? "::ffff:" : "") + std::string(text);
        sessions_.push_back(std::move(session));
    }
}

void MaintenancePort::receive(Session& session)
{
    char buffer[16 * 1024];
    for (;;) {
        const ssize_t got = ::recv(session.socket, buffer, sizeof buffer, 0);
        if (got > 0) {
            session.input.append(buffer, static_cast<std::size_t>(got));
            execute(session);
            if (session.input.size() > longestCommand)
                session.closing = true;
            if (session.closing)
                return;
            continue;
        }
        if (got == 0 || (errno != EAGAIN && errno != EINTR))
            session.closing = true;
        return;
    }
}

/// Runs every complete command in the input.
void MaintenancePort::execute(Session& session)
{
    asking_ = &session;
    for (std::size_t end = session.input.find_first_of("\r\n"); end != std::string::npos && !session.closing;
         end = session.input.find_first_of("\r\n")) {
        const std::string command = session.input.substr(0, end);
        session.input.erase(0, end + 1);
        if (command.empty())
            continue;
        session.output += "> " + command + "\r\n";
        bool closes = false;
        session.output += admin_.run(command, closes);
        session.closing = closes || session.output.size() > mostOutput || admin_.terminating();
    }
    asking_ = nullptr;
}

void MaintenancePort::flush(Session& session)
{
    while (!session.output.empty()) {
        const ssize_t sent = ::send(session.socket, session.output.data(), session.output.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            if (sent < 0 && errno != EAGAIN && errno != EINTR) {
                session.output.clear();
                session.closing = true;
            }
            return;
        }
        session.output.erase(0, static_cast<std::size_t>(sent));
    }
}

void MaintenancePort::run(const std::atomic<bool>& stop)
{
    std::vector<pollfd> polled;
    while (!stop && !admin_.terminating()) {
        polled.assign(1, {listener_, POLLIN, 0});
        for (const auto& session : sessions_)
            polled.push_back({session->socket, static_cast<short>(POLLIN | (session->output.empty() ? 0 : POLLOUT)), 0});
        const int ready = ::poll(polled.data(), polled.size(), world_.untilDue(idleMilliseconds));
        if (ready > 0) {
            for (std::size_t i = 1; i < polled.size(); ++i) {
                Session& session = *sessions_[i - 1];
                if ((polled[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
                    receive(session);
                flush(session);
            }
            if ((polled[0].revents & POLLIN) != 0)
                accept();
        }
        world_.runDueTimers();
        std::erase_if(sessions_, [](const auto& session) {
            if (!session->closing)
                return false;
            ::close(session->socket);
            return true;
        });
    }
}

} // namespace blak::serve
