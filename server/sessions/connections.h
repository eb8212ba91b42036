// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/protocol_table.h"
#include "server/sessions/bans.h"
#include "server/sessions/blocks.h"
#include "server/sessions/client_log.h"
#include "server/sessions/client_message.h"
#include "server/sessions/fairness.h"
#include "server/sessions/session.h"
#include "server/sessions/settings.h"
#include "server/sessions/strangers.h"
#include "server/sessions/traffic.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace blak::serve {

/// All sessions, and what every mode of them (login, game, text) does with one: writes to it, ends it, speaks of it in the logs.
/// Knows no message of a client. The time (milliseconds of a steady clock) is that of the turn.
class Connections
{
public:
    explicit Connections(world::World& world);

    std::int64_t now() const { return now_; }
    void setNow(std::int64_t now) { now_ = now; }
    const Settings& settings() const { return settings_; }
    void readSettings();

    Blocks& blocks() { return blocks_; }
    Bans& bans() { return bans_; }
    const Bans& bans() const { return bans_; }
    Strangers& strangers() { return strangers_; }
    Fairness& fairness() { return fairness_; }
    const Fairness& fairness() const { return fairness_; }
    Traffic& traffic() { return traffic_; }
    SessionCounters& counters() { return traffic_.counters; }
    const SessionCounters& counters() const { return traffic_.counters; }
    ClientMessages& toBlakod() { return toBlakod_; }
    ClientLog& clientLog() { return clientLog_; }
    const ClientLog& clientLog() const { return clientLog_; }

    // --- which there are ---
    Session& add(const Address& address, State state);
    Session* find(std::int64_t id);
    Session* findAccount(std::int64_t account);
    const std::map<std::int64_t, std::unique_ptr<Session>>& all() const { return sessions_; }
    std::size_t playing() const;
    bool isAdministrator(const Session& session);
    /// `Session&` is void afterwards.
    void forget(Session& session);

    // --- what is written to them ---
    void send(Session& session, wire::MessageId id, std::vector<wire::Field> fields = {});
    void sendRaw(Session& session, std::string_view text);
    void touch(Session& session); ///< it has something to write
    /// Sessions with something to write since the last call.
    std::vector<Session*> takeDirty();

    // --- how they go on and end ---
    void enter(Session& session, State state);
    void leaveGame(Session& session);
    void close(Session& session);
    void hangUp(Session& session, std::string_view why);
    /// Is told of accounts whose session ends.
    void setLoggedOut(std::function<void(std::string_view account)> listener) { loggedOut_ = std::move(listener); }

    // --- what the logs say of them ---
    void say(Session& session, ClientLine kind, std::string_view text); ///< with who it is about
    void sayOfOthers(ClientLine kind, std::string_view text);
    void complain(Session& session, std::string_view text); ///< into the error log
    /// Is told what happens to sessions: logins, hang-ups.
    using Listener = std::function<void(const Session& session, std::string_view what)>;
    void setListener(Listener listener) { listener_ = std::move(listener); }

    // --- the protocol ---
    std::uint8_t epoch() const { return epoch_; }
    void nextEpoch(); ///< what clients have under way now names objects by their old numbers
    const wire::ProtocolTable* protocolTable() const { return protocol_.get(); }
    /// protocol.json in the run folder: messages of clients that the program does not know. How many there are.
    Result<std::size_t> reloadProtocol();

    // --- what messages cost ---
    std::int64_t workClock() const { return world_.clock().steadyMilliseconds() - stopped_; }
    /// A debugger kept a handler standing for so long: that is nobody's work, and nobody's silence.
    void noteStop(std::int64_t milliseconds);

private:
    static std::string nameOf(const Session& session); ///< for a log: number, address, account

    world::World& world_;
    Settings settings_;
    ClientMessages toBlakod_;
    Blocks blocks_;
    Bans bans_;
    ClientLog clientLog_;
    Strangers strangers_;
    Fairness fairness_;
    Traffic traffic_;
    std::map<std::int64_t, std::unique_ptr<Session>> sessions_;
    std::set<std::int64_t> freeNumbers_; ///< of sessions, below the highest in use
    std::vector<std::int64_t> dirty_;
    std::function<void(std::string_view account)> loggedOut_;
    Listener listener_;
    std::shared_ptr<const wire::ProtocolTable> protocol_; ///< messages of our own; nullptr = none
    std::int64_t now_ = 0;
    std::int64_t stopped_ = 0; ///< milliseconds, since the start
    std::uint8_t epoch_ = 1;
};

} // namespace blak::serve
