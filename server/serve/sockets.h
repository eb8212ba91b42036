// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/outside.h"
#include "server/serve/poller.h"
#include "server/serve/tls.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace blak::serve {

/// The real outside: the system's clocks, its chance, its sockets.
class Sockets final : public Outside
{
public:
    ~Sockets() override;
    /// From here on SIGTERM, SIGINT and SIGHUP come through takeSignal().
    Result<void> open();
    std::string takeSignal(); ///< the answer of Fact::Signal
    /// Reads the certificates of all listeners anew; a bad one leaves the old one in use. The answer of Fact::Certificates.
    std::string renewCertificates();

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
    enum class Kind : std::uint8_t { Closed, Socket, Pipe, Terminal };

    struct SecureListener
    {
        ListenWish wish;
        std::shared_ptr<TlsContext> context;
    };

    void keep(int handle, Kind kind, std::uint32_t interest);
    TlsStream* streamOf(int handle);

    Poller poller_;
    Handle signals_;
    std::vector<Kind> kinds_;                        ///< by handle
    std::unordered_map<int, SecureListener> secure_; ///< by listener
    std::unordered_map<int, std::unique_ptr<TlsStream>> streams_;
    std::map<std::string, std::vector<std::byte>> resolved_; ///< addresses of names that were looked up
    std::vector<Ready> ready_;
};

} // namespace blak::serve
