// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/admin.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace blak::serve {

/// The maintenance port: plain TCP text on the loopback address. A carriage return or a line feed ends a command; the answer is
/// the echo `> command` and lines with CR LF.
class MaintenancePort
{
public:
    explicit MaintenancePort(world::World& world);
    ~MaintenancePort();
    MaintenancePort(const MaintenancePort&) = delete;
    MaintenancePort& operator=(const MaintenancePort&) = delete;

    /// Binds to 127.0.0.1. The reason when that fails.
    Result<void> listen(int port);

    /// Serves sockets and timers until `stop` becomes true or an administrator ends the server.
    void run(const std::atomic<bool>& stop);

private:
    struct Session
    {
        int socket = -1;
        std::string address;
        std::string input;
        std::string output;
        bool closing = false;
    };

    void accept();
    void receive(Session& session);
    void flush(Session& session);
    void execute(Session& session);

    world::World& world_;
    world::Admin admin_;
    int listener_ = -1;
    int port_ = 0;
    std::vector<std::unique_ptr<Session>> sessions_;
    const Session* asking_ = nullptr;
};

} // namespace blak::serve
