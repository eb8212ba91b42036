// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/swarm.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace blak::bots {
namespace {

constexpr std::int64_t second = 1'000'000;
constexpr int longestWait = 20; ///< milliseconds between ticks

std::int64_t microseconds()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A connected socket, -1 when that fails.
int connectTo(const std::string& host, int port, bool blocking)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0)
        return -1;
    const int type = SOCK_STREAM | SOCK_CLOEXEC | (blocking ? 0 : SOCK_NONBLOCK);
    int socket = ::socket(found->ai_family, type, 0);
    if (socket >= 0 && ::connect(socket, found->ai_addr, found->ai_addrlen) != 0 && errno != EINPROGRESS) {
        ::close(socket);
        socket = -1;
    }
    ::freeaddrinfo(found);
    const int on = 1;
    if (socket >= 0)
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

struct Seat
{
    std::unique_ptr<Bot> bot;
    std::string account;
    ScriptRun run;
    int socket = -1;
    std::size_t written = 0;
    std::int64_t connectAt = 0;
};

class Swarm
{
public:
    Swarm(const SwarmOptions& options, Knowledge& knowledge) : options_(options), knowledge_(knowledge) {}
    ~Swarm()
    {
        for (Seat& seat : seats_)
            close(seat);
    }

    Result<void> makeAccounts()
    {
        if (options_.maintenancePort == 0)
            return {};
        const int socket = connectTo(options_.host, options_.maintenancePort, true);
        if (socket < 0)
            return Error{std::strerror(errno), "maintenance port " + std::to_string(options_.maintenancePort)};
        const bool extended = wire::isOpen(options_.bots.dialect);
        for (std::size_t i = 0; i < options_.count; ++i) {
            const std::string command = "create automated \"" + accountOf(i) + "\" " + options_.bots.password + (extended ? " bot@example.invalid" : "") + "\r";
            if (::send(socket, command.data(), command.size(), MSG_NOSIGNAL) < 0)
                break;
            // One at a time: the answer to each has a line end, that about one which is there already but one.
            char buffer[4096];
            std::string answer;
            while (std::ranges::count(answer, '\n') < 2 && answer.find("already exists") == answer.npos) {
                pollfd ready{socket, POLLIN, 0};
                const ssize_t got = ::poll(&ready, 1, 1000) > 0 ? ::recv(socket, buffer, sizeof buffer, 0) : 0;
                if (got <= 0)
                    break;
                answer.append(buffer, static_cast<std::size_t>(got));
            }
        }
        ::close(socket);
        return {};
    }

    Result<SwarmReport> run()
    {
        const std::int64_t start = microseconds();
        const auto end = start + static_cast<std::int64_t>(options_.seconds * static_cast<double>(second));
        seats_.resize(options_.count);
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            seats_[i].account = accountOf(i);
            seats_[i].connectAt = start + static_cast<std::int64_t>(static_cast<double>(i * second) / options_.connectsPerSecond);
        }
        for (std::int64_t now = start; now < end; now = microseconds())
            turn(now);
        SwarmReport report;
        report.tally = tally_;
        report.seconds = static_cast<double>(microseconds() - start) / static_cast<double>(second);
        report.playingAtEnd = static_cast<std::size_t>(
            std::ranges::count_if(seats_, [](const Seat& seat) { return seat.bot != nullptr && seat.bot->playing(); }));
        if (tally_.bytesIn == 0)
            return Error{"nobody got a connection", options_.host + ":" + std::to_string(options_.port)};
        return report;
    }

private:
    std::string accountOf(std::size_t seat) const { return options_.accounts + std::to_string(options_.first + seat); }

    void close(Seat& seat)
    {
        if (seat.socket >= 0)
            ::close(seat.socket);
        seat.socket = -1;
        seat.bot.reset();
        seat.written = 0;
    }

    void connect(Seat& seat, std::int64_t now)
    {
        seat.socket = connectTo(options_.host, options_.port, false);
        if (seat.socket < 0) {
            ++tally_.lost;
            seat.connectAt = now + second;
            return;
        }
        seat.bot = std::make_unique<Bot>(options_.bots, knowledge_, tally_, seat.run, seat.account, ++seeds_);
        seat.bot->connected(now);
    }

    void turn(std::int64_t now)
    {
        polled_.clear();
        for (Seat& seat : seats_) {
            if (seat.socket < 0 && now >= seat.connectAt)
                connect(seat, now);
            if (seat.bot != nullptr && now >= seat.bot->nextTick())
                seat.bot->tick(now);
            if (seat.bot != nullptr)
                flush(seat, now);
            const bool writes = seat.bot != nullptr && seat.written < seat.bot->output.size();
            polled_.push_back({seat.socket, static_cast<short>(POLLIN | (writes ? POLLOUT : 0)), 0});
        }
        if (::poll(polled_.data(), polled_.size(), longestWait) <= 0)
            return;
        const std::int64_t after = microseconds();
        for (std::size_t i = 0; i < seats_.size(); ++i)
            if (polled_[i].fd >= 0 && polled_[i].revents != 0)
                receive(seats_[i], after);
    }

    void receive(Seat& seat, std::int64_t now)
    {
        std::byte buffer[64 * 1024];
        const ssize_t got = ::recv(seat.socket, buffer, sizeof buffer, 0);
        if (got > 0) {
            seat.bot->received(std::span(buffer, static_cast<std::size_t>(got)), now);
            return flush(seat, now);
        }
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        ++tally_.lost;
        close(seat);
        seat.connectAt = now + second;
    }

    void flush(Seat& seat, std::int64_t now)
    {
        std::vector<std::byte>& output = seat.bot->output;
        while (seat.written < output.size()) {
            const ssize_t sent = ::send(seat.socket, output.data() + seat.written, output.size() - seat.written, MSG_NOSIGNAL);
            if (sent <= 0)
                break; // not yet connected, full, or gone: reading will say so
            seat.written += static_cast<std::size_t>(sent);
        }
        if (seat.written == output.size()) {
            output.clear();
            seat.written = 0;
        }
        if (!seat.bot->done())
            return;
        close(seat);
        seat.connectAt = options_.bots.script == Script::LoginStorm ? now : now + second;
    }

    const SwarmOptions& options_;
    Knowledge& knowledge_;
    Tally tally_;
    std::vector<Seat> seats_;
    std::vector<pollfd> polled_;
    unsigned seeds_ = 0;
};

} // namespace

Percentiles percentilesOf(std::vector<std::uint32_t> times)
{
    Percentiles out;
    out.count = times.size();
    if (times.empty())
        return out;
    std::ranges::sort(times);
    const auto at = [&](double part) {
        const auto index = static_cast<std::size_t>(part * static_cast<double>(times.size() - 1));
        return static_cast<double>(times[index]) / 1000;
    };
    out.p50 = at(0.5);
    out.p90 = at(0.9);
    out.p99 = at(0.99);
    out.most = at(1);
    return out;
}

Result<SwarmReport> runSwarm(const SwarmOptions& options, Knowledge& knowledge)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    Swarm swarm(options, knowledge);
    if (auto made = swarm.makeAccounts(); !made)
        return made.error();
    return swarm.run();
}

} // namespace blak::bots
