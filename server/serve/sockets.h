// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/outside.h"
#include "server/serve/gateway.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace blak::serve {

/// The real outside: the system's clocks, its chance, its sockets. Plain connections of players are its own, by epoll, which
/// costs nothing for idle ones; all others come through the gateway.
class Sockets final : public Outside
{
public:
    ~Sockets() override;
    /// From here on SIGTERM, SIGINT and SIGHUP come through takeSignal().
    Result<void> open();
    std::string takeSignal(); ///< the answer of Fact::Signal
    /// Reads the certificates of all listeners anew; a bad one leaves the old one in use. The answer of Fact::Certificates.
    std::string renewCertificates();
    /// Why a connection that was begun has broken; the answer of Fact::ConnectFault.
    std::string connectFault(int handle);

    std::int64_t unixTime() override;
    std::int64_t milliseconds() override;
    void random(std::span<std::byte> bytes) override;
    Result<Listening> listen(const ListenWish& wish) override;
    Accepted accept(int listener) override;
    Result<int> connect(const std::string& host, int port) override;
    Result<int> openPipe(const std::string& path) override;
    Result<int> openConsole() override;
    Transfer read(int handle, std::span<std::byte> bytes) override;
    Transfer write(int handle, std::span<const std::byte> bytes) override;
    Transfer readDatagram(int handle, std::span<std::byte> bytes, Address& from) override;
    void watch(int handle, std::uint32_t interest) override;
    void close(int handle) override;
    std::optional<std::span<const Ready>> wait(int milliseconds) override;
    std::string fact(Fact fact, const std::function<std::string()>& answer) override;

private:
    enum class Kind : std::uint8_t { Closed, Socket, Pipe, Terminal, GatewayListener };

    struct Connecting
    {
        std::uint64_t number = 0; ///< in the gateway's news
        std::string fault;
    };

    void keep(int handle, Kind kind, std::uint32_t interest);
    Result<Gateway*> gateway(); ///< begins with its first use
    void hearNews();

    Poller poller_;
    Handle signals_;
    std::vector<Kind> kinds_; ///< by handle
    std::unique_ptr<Gateway> gateway_;
    std::unordered_map<int, Connecting> connecting_; ///< by handle
    std::vector<Ready> ready_;
};

} // namespace blak::serve
