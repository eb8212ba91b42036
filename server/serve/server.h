// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/control/control.h"
#include "server/serve/poller.h"
#include "server/sessions/sessions.h"
#include "server/world/snapshots.h"
#include "server/world/system_timers.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace blak::serve {

struct ServeOptions
{
    std::filesystem::path folder = ".";
    std::optional<int> port;            ///< instead of [Socket] Port; 0 = any free one
    std::optional<int> maintenancePort; ///< instead of [Socket] MaintenancePort
    std::optional<int> controlPort;     ///< instead of [Control] Port
    bool quiet = false;                 ///< says nothing on standard output
};

/// The server: a world, its connections, the loop that serves both. One thread owns all of it.
class Server
{
public:
    explicit Server(ServeOptions options);
    ~Server();

    /// Boots the world and listens.
    Result<void> start();
    /// Serves until a signal or an administrator ends it. The exit status.
    int run();

    int port() const { return gameListener_ ? portOf(gameListener_.get()) : 0; }
    int controlPort() const { return controlListener_ ? portOf(controlListener_.get()) : 0; }
    int maintenancePort() const { return maintenanceListener_ ? portOf(maintenanceListener_.get()) : 0; }

private:
    Result<void> listen();
    Result<void> catchSignals();
    void readFiles(); ///< motd.txt, packages.txt, the resource hash
    void turn(int most);
    void serve(const Ready& ready);
    void accept(Handle& listener, bool maintenance);
    void receive(Session& session);
    void receiveDatagrams();
    void handleSignals();
    void flush(Session& session);
    void drop(Session& session);
    void dropStale();
    void runSystemTimers();
    void configure();
    void snapshotWhenDue();
    void stop();

    // control_socket.cpp
    Result<void> listenForTools();
    void acceptTool();
    void serveTool(ControlClient& client, const Ready& ready);
    void flushTool(ControlClient& client);
    void dropTool(ControlClient& client);

    ServeOptions options_;
    world::World world_;
    std::optional<world::Admin> admin_;
    std::unique_ptr<Sessions> sessions_;
    std::unique_ptr<Control> control_;
    world::SystemTimers timers_;
    world::Snapshots snapshots_{world_};
    std::int64_t snapshotDue_ = 0; ///< milliseconds
    Poller poller_;
    Handle signals_;
    Handle gameListener_;
    Handle maintenanceListener_;
    Handle controlListener_;
    Handle datagrams_;
    std::vector<Session*> byHandle_;
    std::map<int, ControlClient*> tools_; ///< by handle
    std::int64_t lastTick_ = 0;
    bool stopping_ = false;
    bool signalled_ = false;
    bool listenersPaused_ = false; ///< no descriptors left
};

} // namespace blak::serve
