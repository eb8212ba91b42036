// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/billing/portal.h"
#include "server/control/control.h"
#include "server/mail/smtp_peer.h"
#include "server/mail/smtp_sender.h"
#include "server/record/peer.h"
#include "server/record/recorder.h"
#include "server/record/replayer.h"
#include "server/serve/pulse.h"
#include "server/serve/sockets.h"
#include "server/sessions/sessions.h"
#include "server/sessions/throttle.h"
#include "server/telemetry/stats.h"
#include "server/telemetry/webhooks.h"
#include "server/travel/rerun.h"
#include "server/world/snapshots.h"
#include "server/world/system_timers.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

namespace blak::serve {

struct ServeOptions
{
    std::filesystem::path folder = ".";
    std::optional<int> port;            ///< instead of [Socket] Port; 0 = any free one
    std::optional<int> maintenancePort; ///< instead of [Socket] MaintenancePort
    std::optional<int> controlPort;     ///< instead of [Control] Port
    bool acceptLosses = false;          ///< starts although something of the save has no place in the program
    bool quiet = false;                 ///< says nothing on standard output
    std::filesystem::path record;       ///< a new file that gets everything that comes from outside
    std::filesystem::path replay;       ///< such a file; `folder` must be empty and gets its world
    bool lookBack = false;              ///< afterwards the replay waits for a debugger, which can go back in it
    /// What a replay gets passes through what this makes of it, for those who measure.
    std::function<std::unique_ptr<Outside>(Outside& replayed)> replayThrough;
    std::string dialect;                ///< instead of [Blakston] Dialect
    std::optional<world::Clock::Sources> clock; ///< instead of the real one, with `seed` of chance
    std::uint32_t seed = 0;
};

/// The server: a world, its connections, the loop that serves both. One thread owns all of it.
class Server
{
public:
    explicit Server(ServeOptions options);
    ~Server();

    /// Boots the world and listens.
    Result<void> start();
    /// Everything of start() but the ports; writes nothing and runs no Blakod. What would keep a server from starting is the
    /// error, what it would log goes to the world's listeners.
    Result<void> rehearse();
    world::World& world() { return world_; }
    Control& control() { return *control_; } ///< once it has started
    std::size_t packages() const { return sessions_ ? sessions_->login().files().packages.size() : 0; }
    /// Serves until a signal or an administrator ends it. The exit status.
    int run();

    int port() const { return game_.port; }
    int controlPort() const { return controlListener_.port; }
    int maintenancePort() const { return maintenance_.port; }

private:
    Result<void> load(bool rehearsal);
    ListenWish secureWish();
    Result<void> listen();
    void readFiles(); ///< motd.txt, packages.txt, the resource hash
    void turn(int most);
    void serveAll(std::span<const Ready> ready);
    void serve(const Ready& ready);
    void handleSignals();
    void runSystemTimers();
    void configure();
    Result<void> beginSnapshot();
    void noteSnapshot();
    void endSnapshot();
    void snapshotWhenDue();
    bool mayEnd();
    Result<void> saveAtSignal();
    void hangUpAll();

    // connections.cpp
    void accept(const Listening& listener, bool maintenance);
    void attach(Session& session, int handle);
    void openConsole();
    void receive(Session& session);
    void receiveDatagrams();
    void flush(Session& session);
    void flushSessions();
    bool mayHold(const Session& session, std::int64_t now) const;
    void drop(Session& session);
    void dropStale();
    void pauseListeners(bool pause);

    // control_socket.cpp
    void makeControl(const std::string& token);
    Result<void> listenForTools();
    Result<void> writeFacts(const std::string& token);
    Result<void> listenBehindReplay();
    void acceptTool();
    void serveTool(ControlClient& client, const Ready& ready);
    void flushTool(ControlClient& client);
    bool serveToolsAlone();
    void serveDebuggersOnce();
    void writePlayers();
    void dropTool(ControlClient& client);

    // peers.cpp
    using MakePeer = std::function<std::shared_ptr<Peer>(const Address& from, std::int64_t now)>;
    struct Door
    {
        MakePeer make; ///< nothing = it may not connect
        std::size_t most = 0, open = 0;
    };
    struct PeerLink
    {
        std::shared_ptr<Peer> peer;
        int listener = -1;  ///< -1 = this side began it
        std::string host{}; ///< and where to, for messages
        std::uint32_t interest = Outside::reading;
        bool connecting = false;
        std::int64_t since = 0; ///< milliseconds
        std::int64_t closingSince = 0;
    };
    Result<int> openDoor(const ListenWish& wish, std::size_t most, MakePeer make); ///< the port
    void acceptPeer(int listener, Door& door);
    Result<void> connectPeer(const std::string& host, int port, std::shared_ptr<Peer> peer);
    void servePeer(int handle, const Ready& ready);
    void flushPeer(int handle);
    void flushPeers();
    void tickPeers(std::int64_t now);
    void dropPeer(int handle);

    // telemetry.cpp
    Result<void> startTelemetry();
    void alertSlowMessages(std::int64_t now);

    // accounts_by_mail.cpp, billing.cpp
    Result<void> startMail();
    Result<std::string> carryOut(bool creates, const AccountLetter& letter, std::string_view sender);
    void answerByMail(std::string_view sender, const std::string& said);
    void startBilling();
    void connectPortal();
    void reconnectPortal();
    void tickBilling();

    // recording.cpp
    Result<void> openOutside();
    Result<void> beginRecording();
    Result<void> beginReplay();
    std::vector<RecordedPlace> recordedPlaces();
    bool pathsStayInside();
    void configureWorld();
    int replayed() const;
    int lookBack();
    bool standAtEnd(const std::optional<Error>& fault, bool inError);

    // saved_past.cpp
    Result<void> writePast(const std::filesystem::path& file, const SavedPast& past);
    Result<void> findPast();
    Result<void> startPast();
    int runPast();

    ServeOptions options_;
    Sockets sockets_;
    std::ifstream replayFile_;
    std::unique_ptr<Recorder> recorder_;
    std::unique_ptr<Replayer> replayer_;
    std::unique_ptr<Outside> through_; ///< options_.replayThrough
    std::optional<SavedPast> past_; ///< that is replayed
    std::unique_ptr<Rerun> rerun_;
    Outside* outside_ = &sockets_; ///< one of those four

    PasswordWorker passwordWorker_;
    world::World world_;
    std::optional<world::Admin> admin_;
    std::unique_ptr<Sessions> sessions_;
    std::unique_ptr<Control> control_;
    Pulse pulse_; ///< while somebody debugs; asks control_
    world::SystemTimers timers_;
    world::Snapshots snapshots_{world_};
    bool snapshotUnderWay_ = false;
    std::int64_t snapshotDue_ = 0; ///< milliseconds
    Listening game_, secureGame_, maintenance_, controlListener_, datagrams_;
    std::map<int, Door> doors_;            ///< by the handle of the listener
    std::map<int, PeerLink> peers_;        ///< by handle
    std::map<std::string, int> doorPorts_; ///< for control.json
    std::unique_ptr<Webhooks> webhooks_;
    std::unique_ptr<StatSink> stats_;
    std::int64_t slowMessages_ = 0, slowAlertAt_ = 0;
    MailRules mail_;
    std::string mailSecret_, mailServer_;
    Throttle mailGuesses_{10, 10'000};               ///< of the secret
    std::vector<std::weak_ptr<SmtpSender>> answers_; ///< that are on their way
    int mailServerPort_ = 0;
    std::shared_ptr<Portal> portal_;
    std::vector<std::string> loggedOut_; ///< accounts the portal has not heard of yet
    std::int64_t portalDue_ = 0;         ///< milliseconds: the next look at the connection
    std::vector<Session*> byHandle_;
    static constexpr int heldMilliseconds = 30; ///< a frame of a client
    struct Pace
    {
        std::int64_t flushedAt = 0; ///< milliseconds
        bool held = false;          ///< its output waits for more
        bool asked = false;         ///< has sent something since; an answer does not wait
    };
    std::vector<Pace> paces_;             ///< by handle
    std::vector<std::int64_t> held_;      ///< sessions
    std::map<int, ControlClient*> tools_; ///< by handle
    std::int64_t lastTick_ = 0;
    std::int64_t filesNotedAt_ = 0;
    std::int64_t logsTendedAt_ = 0;
    bool stopping_ = false;
    bool signalled_ = false;
    std::int64_t endAgainAt_ = 0;  ///< milliseconds: the next try to save and end; 0 = none
    bool ended_ = false;           ///< a replay has no more events
    bool listenersPaused_ = false; ///< no descriptors left
};

} // namespace blak::serve
