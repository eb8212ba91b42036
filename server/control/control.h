// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/control/debugger.h"
#include "server/profile/profiler.h"
#include "server/sessions/sessions.h"
#include "server/travel/guide.h"
#include "server/travel/saved_past.h"
#include "server/admin/admin.h"
#include "server/world/system_timers.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>

namespace blak::serve {

/// A tool on the control channel: the studio, the debugger, a script.
struct ControlClient
{
    std::int64_t id = 0;
    bool authorised = false;
    world::Role role = world::Role::Observer;
    std::string name;             ///< of the administrator, for the audit log
    std::set<std::string> events; ///< what it wants to be told
    std::string input;
    std::string output;
    std::int64_t since = 0; ///< milliseconds
    bool closing = false;
    bool debugs = false;  ///< has attached as a debugger
    bool proving = false; ///< its password is being checked; what it asks waits
    bool gone = false;    ///< its connection is; it lives on while one of its requests is carried out
    int handle = -1;      ///< for the owner of the socket
    std::size_t written = 0;
};

/// The control channel (docs/server.md): lines of JSON over a loopback connection. The first request must bring the token.
///
/// Instead of the token it may bring the name and password of an administrator, who may then do what the role allows.
///
///     {"id": 1, "do": "hello", "token": "..."}    ->  {"id": 1, "ok": true, "result": {...}}
///     {"id": 2, "do": "admin", "command": "who"}  ->  {"id": 2, "ok": true, "result": {"text": "..."}}
///     {"event": "log", "channel": "error", "text": "..."}
///
/// Free of sockets and clocks, like Sessions.
class Control final : private Guide
{
public:
    Control(world::World& world, world::Admin& admin, Sessions& sessions, std::string token);
    ~Control() override;

    ControlClient* open(std::int64_t now); ///< nullptr = enough of them
    void received(ControlClient& client, std::string_view bytes, std::int64_t now);
    void forget(ControlClient& client);
    /// Counters for who wants them; hangs up who never said the token.
    void tick(std::int64_t now);
    std::vector<ControlClient*> takeDirty();
    bool empty() const { return clients_.empty(); }

    /// Tells who wants to know that a save is complete.
    void noteSave(std::int64_t time, bool snapshot);
    /// Numbers of the owner that go with the counters.
    std::map<std::string, std::int64_t> gauges;

    /// Counters in the text form of Prometheus.
    std::string metrics() const;

    /// What only the owner of the server can do.
    std::function<void()> stop = [] {};
    std::function<void()> configure = [] {}; ///< reads configuration, motd and packages anew
    std::function<Result<void>()> snapshot = [] { return Result<void>(); };
    /// Serves tools for a moment while a handler is stopped; false = the server ends. Without it no handler stops.
    void setServeTools(std::function<bool()> serve) { debugger_.serveTools = std::move(serve); }
    /// Serves debuggers alone, without waiting, in the middle of a handler that runs on.
    void setServePulse(std::function<void()> serve) { debugger_.servePulse = std::move(serve); }
    /// Asks for the latter. The only function that other threads may call.
    void pulse() { debugger_.pulse(); }
    /// A debugger has come, or the last one has gone.
    std::function<void(bool attached)> debugging = [](bool) {};
    /// The world stands still, or goes on: what players have been told is to be written now.
    std::function<void()> flushPlayers = [] {};
    /// For a world that does again what a recording has: the past is kept from now on, for whoever debugs later, by this clock of
    /// milliseconds. When the last one of them goes the server ends.
    Result<void> keepPast(std::function<std::int64_t()> clock);
    /// The world stands behind the end of the recording until a debugger lets it go on.
    /// `inError`: in the middle of a statement.
    void standAtEnd(const std::string& text, bool inError = false)
    {
        atEnd_ = true;
        debugger_.standStill("end", text, inError);
    }
    /// Writes a recording to a new file: the world's files, and a past.
    std::function<Result<void>(const std::filesystem::path& file, const SavedPast& past)> writePast;
    /// In a copy of the process: the owner is to take its own hooks out of the machine.
    std::function<void()> forgetOwner = [] {};
    void setToken(std::string token) { token_ = std::move(token); }
    /// What this server was started for, when it was for one test: runs it and tells how it went.
    std::function<nlohmann::json()> test;
    /// The classes are others now.
    void programChanged() { debugger_.programChanged(); }

    struct Action
    {
        std::string_view name;
        world::Role least; ///< who may
        std::string_view help;
        nlohmann::json (Control::*run)(ControlClient& client, const nlohmann::json& request);
    };
    static std::span<const Action> actions();

private:
    void readLines(ControlClient& client);
    void request(ControlClient& client, std::string_view line);
    void helloByName(ControlClient& client, const nlohmann::json& request, const nlohmann::json& id);
    void answerHello(ControlClient& client, const nlohmann::json& id, const std::optional<world::Credentials::Login>& login);
    nlohmann::json welcome(ControlClient& client, world::Role role, std::string name);
    void send(ControlClient& client, const nlohmann::json& message);
    void tell(std::string_view event, const nlohmann::json& message);
    nlohmann::json counters() const;
    std::int64_t objectOf(const nlohmann::json& request) const;
    std::int32_t classOf(const nlohmann::json& request) const;

    nlohmann::json hello(ControlClient& client, const nlohmann::json& request);
    nlohmann::json help(ControlClient& client, const nlohmann::json& request);
    nlohmann::json admin(ControlClient& client, const nlohmann::json& request);
    nlohmann::json commands(ControlClient& client, const nlohmann::json& request);
    nlohmann::json status(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readMetrics(ControlClient& client, const nlohmann::json& request);
    nlohmann::json sessions(ControlClient& client, const nlohmann::json& request);
    nlohmann::json subscribe(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readObject(ControlClient& client, const nlohmann::json& request);
    nlohmann::json writeObject(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readList(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readTable(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readString(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readResource(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readClass(ControlClient& client, const nlohmann::json& request);
    nlohmann::json writeClass(ControlClient& client, const nlohmann::json& request);
    nlohmann::json classes(ControlClient& client, const nlohmann::json& request);
    nlohmann::json instances(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readInstances(ControlClient& client, const nlohmann::json& request);
    nlohmann::json readResources(ControlClient& client, const nlohmann::json& request);
    nlohmann::json sendMessage(ControlClient& client, const nlohmann::json& request);
    nlohmann::json create(ControlClient& client, const nlohmann::json& request);
    nlohmann::json save(ControlClient& client, const nlohmann::json& request);
    nlohmann::json makeSnapshot(ControlClient& client, const nlohmann::json& request);
    nlohmann::json saves(ControlClient& client, const nlohmann::json& request);
    nlohmann::json reloadFile(const std::string& what, const nlohmann::json& request);
    nlohmann::json accounts(ControlClient& client, const nlohmann::json& request);
    nlohmann::json timers(ControlClient& client, const nlohmann::json& request);
    nlohmann::json posts(ControlClient& client, const nlohmann::json& request);
    nlohmann::json references(ControlClient& client, const nlohmann::json& request);
    nlohmann::json owners(ControlClient& client, const nlohmann::json& request);
    nlohmann::json origin(ControlClient& client, const nlohmann::json& request);
    nlohmann::json runTest(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugAgo(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugSave(ControlClient& client, const nlohmann::json& request);
    nlohmann::json originJson(const vm::Origin& origin) const;
    nlohmann::json reload(ControlClient& client, const nlohmann::json& request);
    nlohmann::json pause(ControlClient& client, const nlohmann::json& request);
    nlohmann::json resume(ControlClient& client, const nlohmann::json& request);
    nlohmann::json step(ControlClient& client, const nlohmann::json& request);
    nlohmann::json timeScale(ControlClient& client, const nlohmann::json& request);
    nlohmann::json end(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugAttach(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugDetach(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugBreakpoints(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugContinue(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugPause(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugStack(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugPlaces(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugMessages(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugHandlers(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugWriters(ControlClient& client, const nlohmann::json& request);
    WriteRule writtenBy(const nlohmann::json& given) const;
    nlohmann::json debugWrites(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugErrors(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugEvaluate(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugGoto(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugRestart(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugSetLocal(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugVariables(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugRecord(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugBack(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugTravel(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugTimes(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugHash(ControlClient& client, const nlohmann::json& request);
    nlohmann::json profileStart(ControlClient& client, const nlohmann::json& request);
    nlohmann::json profileStop(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugSetElement(ControlClient& client, const nlohmann::json& request);
    nlohmann::json debugSetEntry(ControlClient& client, const nlohmann::json& request);
    void prepareDebugger();
    nlohmann::json debugValue(const vm::Evaluation& evaluation) const;
    void tellStop(const Stop& halt);
    void tellPlayers(bool stopped);
    void endDebugging();

    // travel_actions.cpp
    struct Past;
    bool showsPast() const;
    nlohmann::json travelForward(Debugger::Step step);
    nlohmann::json askPast(std::string_view name, const nlohmann::json& request);
    void noteRules(std::string_view name, const nlohmann::json& request);
    nlohmann::json rules() const;
    Past& past();
    void forgetPresent() override;
    void watch(const nlohmann::json& rules, std::function<void(const Stop& stop)> met,
               std::function<void(bool begins)> tries) override;
    void debugLine(std::string_view text) override { debugger_.debugLine(text); }
    nlohmann::json answerInPast(const nlohmann::json& request) override;
    void notePresent(const Stop& halt);
    void leavePresent();
    void tellLater();

    world::World& world_;
    world::Admin& admin_;
    Sessions& sessions_;
    std::string token_;
    std::map<std::int64_t, std::unique_ptr<ControlClient>> clients_;
    std::vector<std::unique_ptr<ControlClient>> gone_; ///< forgotten while requests were carried out
    int carryingOut_ = 0;                              ///< requests, one within the other
    Debugger debugger_;
    std::map<std::string, std::set<std::int32_t>> breakpoints_; ///< lines by file
    std::map<std::string, std::string> ruleRequests_;           ///< what stops handlers, as it was asked for
    std::unique_ptr<Past> past_;                                ///< while the past is recorded
    bool keepsPast_ = false;                                    ///< whoever debugs
    bool atEnd_ = false;                                        ///< of a recording
    std::string stopEvent_;                                     ///< of the last stop, for those that come later
    std::unique_ptr<profile::Profiler> profiler_;
    std::int64_t profiles_ = 0; ///< the client that wants to know
    std::set<std::int64_t> dirty_;
    std::int64_t nextId_ = 1;
    std::int64_t now_ = 0;
    std::int64_t toldCountersAt_ = 0;
};

} // namespace blak::serve
