// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/protocol_table.h"
#include "server/sessions/bans.h"
#include "server/sessions/blocks.h"
#include "server/sessions/client_log.h"
#include "server/sessions/client_message.h"
#include "server/sessions/fairness.h"
#include "server/sessions/password_queue.h"
#include "server/sessions/session.h"
#include "server/sessions/settings.h"
#include "server/sessions/strangers.h"
#include "server/world/admin.h"
#include "server/world/world.h"

#include "server/sessions/package.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>

namespace blak::serve {

struct SessionCounters
{
    std::uint64_t accepted = 0, refused = 0, gaveWay = 0, logins = 0, failedLogins = 0;
    std::uint64_t messagesIn = 0, messagesOut = 0, bytesIn = 0, bytesOut = 0;
    std::uint64_t dropped = 0, forged = 0, slowReaders = 0;
};

/// All connections of a server: the login and game protocol, administrators' text sessions, limits and timeouts. Free of
/// sockets and clocks: bytes and the time (milliseconds of a steady clock) come from outside, answers collect in
/// Session::output.
class Sessions final : public world::Players
{
public:
    Sessions(world::World& world, world::Admin& admin);
    ~Sessions() override;

    /// Reads the settings, bans and messages of our own anew.
    void configure();
    /// Nobody is banned before. A file that makes no sense is an error and changes nothing.
    Result<void> loadBans();
    const Settings& settings() const { return settings_; }

    // --- connections; `now` is the time of the turn ---
    /// A connection to the game port, nullptr when the address may not connect; the caller closes it then.
    Session* openGame(const Address& address, std::int64_t now);
    /// A connection to the maintenance port.
    Session* openMaintenance(const Address& address, std::int64_t now);
    /// The terminal the server was started from: an owner's, without a limit.
    Session& openConsole(std::int64_t now);
    void tellConsole(std::string_view line);
    void received(Session& session, std::span<const std::byte> bytes, std::int64_t now);
    /// A datagram of open105's side channel.
    void receivedDatagram(const Address& address, std::span<const std::byte> datagram, std::int64_t now);
    /// The connection is gone: the character leaves the game. The session ends with the next reap().
    void lost(Session& session);
    /// Messages that had to wait (fairness.h). Once a turn.
    void serveWaiting(std::int64_t now);
    bool hasWaiting() const { return fairness_.hasWaiting(); }
    bool hasMoreNow() const { return fairness_.hasMoreNow(); } ///< serveWaiting() would find something to do at once
    /// A debugger kept a handler standing for so long: that is nobody's work.
    void noteStop(std::int64_t milliseconds) { stopped_ += milliseconds; }
    /// Timeouts.
    void tick(std::int64_t now);
    /// A line about somebody who has no session here, as far as the rule for such lines allows.
    void sayOfOthers(ClientLine kind, std::string_view text);
    /// Sessions with something to write since the last call.
    std::vector<Session*> takeDirty();
    /// Forgets a closing session; `Session&` is void afterwards.
    void forget(Session& session);

    /// While paused nobody is heard and nobody times out; what players send waits.
    void setPaused(bool paused);

    const std::map<std::int64_t, std::unique_ptr<Session>>& all() const { return sessions_; }
    const SessionCounters& counters() const { return counters_; }
    std::uint64_t linesLeftOut() const { return clientLog_.leftOut(); } ///< of the logs, since the start
    std::size_t playing() const;
    Blocks& blocks() { return blocks_; }
    const Bans& bannedOnes() const { return bans_; }
    /// What the maintenance port takes instead of a name and a password; empty = nothing.
    void setMaintenanceToken(std::string token) { maintenanceToken_ = std::move(token); }
    /// An administrator with a password as people write it, from an address: throttled, and never of a banned account. `then`
    /// runs once, now or in answerPasswords(). `session` waits for it; -1 = none of these sessions does.
    using AdministratorCame = std::function<void(Session* session, const std::optional<world::World::Login>& login)>;
    void logInAdministrator(std::int64_t session, const Address& address, const std::string& name, const std::string& password,
                            std::int64_t now, const AdministratorCame& then);
    const Session* asking() const { return asking_; } ///< whose command runs now
    /// Is told what happens to sessions: logins, hang-ups.
    using Listener = std::function<void(const Session& session, std::string_view what)>;
    void setListener(Listener listener) { listener_ = std::move(listener); }
    void setLock(std::function<std::optional<std::string>()> lock) { lock_ = std::move(lock); }

    /// Somebody besides the password who says whether an account may log in (gate.cpp). `ask` gets the session and the account's
    /// name and gives a verdict at once, or nothing: then answerLogin() brings it. `loggedOut` hears of accounts whose session
    /// ends. `unavailable` is what a client reads when nobody could be asked.
    enum class LoginVerdict : std::uint8_t { Allowed, Refused, Unavailable };
    struct LoginGate
    {
        std::function<std::optional<LoginVerdict>(std::int64_t session, std::string_view account)> ask;
        std::function<void(std::string_view account)> loggedOut;
        std::string unavailable;
    };
    void setLoginGate(LoginGate gate) { gate_ = std::move(gate); }
    void answerLogin(std::int64_t session, LoginVerdict verdict);

    /// Where slow hashes are checked and made, elsewhere than on this thread (password_checks.cpp). Without one that is done at
    /// once. Each job is answered once, by answerPasswords().
    void setPasswordWorker(std::function<void(PasswordJob job)> worker) { passwords_.setWorker(std::move(worker)); }
    bool awaitsPasswords() const { return !passwords_.empty(); }
    /// "NUMBER RESULT" pairs, separated by blanks: 1 right, 0 wrong, else the hash that was made.
    void answerPasswords(std::string_view answers, std::int64_t now);

    /// MD5 of the resource file that clients of open105 must have; empty = any.
    std::string resourceHash;
    /// What clients must fetch before they play.
    std::vector<Package> packages;
    /// Text of motd.txt, when there is one.
    std::string messageOfTheDay;

    // --- world::Players ---
    bool sendPacket(std::int64_t session, std::span<const std::byte> bytes) override;
    void resourceChanged(std::int64_t resource, std::string_view text) override;
    std::optional<std::int64_t> inactiveSeconds(std::int64_t session) override;
    std::optional<std::vector<std::uint8_t>> address(std::int64_t session) override;
    void collecting() override;
    void collected(std::span<const world::RenamedObject> users) override;
    void kickOffAll() override;
    void forgetValues() override;
    std::vector<world::PlayerLine> list() override;
    bool kickOffAccount(std::int64_t account) override;
    bool hangUpAccount(std::int64_t account) override;
    bool hangUpSession(std::int64_t session) override;
    void hangUpAll() override;
    bool blockAddress(std::string_view address) override;
    Result<void> ban(const world::Ban& ban) override;
    Result<void> unban(world::BanKind kind, std::string_view what) override;
    std::vector<world::Ban> bans() override { return bans_.list(world_.unixTime()); }
    std::vector<std::uint64_t> messageCounts(world::MessageTable table) override;
    world::PlayersMemory memory() override;
    std::uint64_t transmittedLastMinute() override { return bytesLastMinute_; }
    void tellAdministrators(std::string_view text) override;
    std::int64_t lastDatagram() override { return lastDatagram_; }
    Result<std::size_t> reloadProtocol() override;
    void optionsChanged() override;

private:
    void loadProtocol();
    Session& add(const Address& address, State state, std::int64_t now);
    Session* find(std::int64_t id);
    Session* findAccount(std::int64_t account);
    bool take(Session& session); ///< one frame; false when there is none
    void enter(Session& session, State state);
    void touch(Session& session);
    void send(Session& session, wire::MessageId id, std::vector<wire::Field> fields = {});
    void sendRaw(Session& session, std::string_view text);
    void close(Session& session);
    void hangUp(Session& session, std::string_view why);
    void leaveGame(Session& session);
    void say(Session& session, ClientLine kind, std::string_view text); ///< into the log, with who it is about
    static std::string nameOf(const Session& session);       ///< for a log: number, address, account
    void complain(Session& session, std::string_view text); ///< into the error log
    void broken(Session& session, const std::string& why);
    void forged(Session& session, const std::string& why);
    bool timedOut(const Session& session) const;
    void countTime(Session& session);
    Session* refused(const Address& address, std::string_view why);
    void makeRoom(const Address& address);
    void giveWay(std::optional<std::int64_t> session);
    void endStrangers();
    void tellLines();

    void count(const wire::MessageRow& row);
    void takeDatagram(Session& session, std::span<const std::byte> payload);

    // taking.cpp
    void process(Session& session);
    bool takeOne(Session& session); ///< take(), and what it costs
    std::int64_t workClock() { return world_.clock().steadyMilliseconds() - stopped_; }

    // login.cpp
    void loginMessage(Session& session, const wire::Message& message);
    void logIn(Session& session, const wire::Message& message);
    bool isGuestName(std::string_view name) const;
    world::Account* freeGuest(Session& session);
    bool admit(Session& session, world::Account& account, const wire::Message& message);
    void loginFailed(Session& session, std::string_view name, bool counts);
    void passwordWasRight(Session& session, world::Account& account, const wire::Message& message);
    void finishLogin(Session& session, world::Account& account, const wire::Message& message);
    void askGate(Session& session, const world::Account& account, const wire::Message& message);
    bool clientIsCurrent(Session& session, const wire::Message& message);
    bool clientIsPatched(Session& session, const wire::Message& message);
    void sendPatch(Session& session, const Settings::Patch& patch);
    void sendClientFile(Session& session);
    void sendMenu(Session& session);
    void requestGame(Session& session, const wire::Message& message);
    bool offerPackages(Session& session, const wire::Message& message);
    void refuse(Session& session, std::string text, bool hangUp);

    // password_checks.cpp
    /// `session` is nullptr when the one that waited is gone.
    using Proven = std::function<void(Session* session, bool right)>;
    using PasswordSet = std::function<void(Session* session, const Result<void>& result)>;
    bool prove(std::int64_t session, Standing standing, const world::World::Proof& proof, const Proven& then);
    void checkPassword(Session& session, const wire::Message& message);
    void setPassword(std::int64_t session, std::int64_t account, const std::string& digest, const PasswordSet& then);
    void dropDigest(const world::Account& account, const std::string& digest);
    void changePassword(Session& session, const wire::Message& message);

    // game.cpp
    void gameMessage(Session& session, const wire::Message& message);
    void ping(Session& session);
    void quit(Session& session);
    void sendCharacters(Session& session);
    bool isOwn(const Session& session, std::int64_t object) const; ///< a character of its account
    void useCharacter(Session& session, std::int64_t object);
    void gameMasterCommand(Session& session, std::uint32_t command, std::string_view argument);
    std::int64_t rightFor(std::uint32_t command, std::string_view argument) const;

    // administrators.cpp
    void readText(Session& session, std::span<const std::byte> bytes);
    void runCommand(Session& session, std::string_view command);
    void introduce(Session& session, std::string_view line); ///< login or token, before the first command
    void welcome(Session& session, const std::optional<world::World::Login>& login);
    world::Asker askerInGame(const Session& session);
    void adminCommandInGame(Session& session, std::string_view command);
    bool isAdministrator(const Session& session);

    world::World& world_;
    world::Admin& admin_;
    Settings settings_;
    ClientMessages toBlakod_;
    Blocks blocks_;
    Bans bans_;
    std::string maintenanceToken_;
    std::array<std::array<std::uint64_t, 256>, 3> heard_{}; ///< by world::MessageTable
    ClientLog clientLog_;
    Strangers strangers_;
    std::set<std::int64_t> freeNumbers_; ///< of sessions, below the highest in use
    Fairness fairness_;
    std::uint64_t bytesLastMinute_ = 0;
    std::uint64_t bytesBeforeMinute_ = 0;
    std::int64_t minuteBegan_ = 0;
    std::map<std::int64_t, std::unique_ptr<Session>> sessions_;
    std::vector<std::int64_t> dirty_;
    SessionCounters counters_;
    std::function<std::optional<std::string>()> lock_;
    Listener listener_;
    LoginGate gate_;
    struct HeldLogin
    {
        std::int64_t account = 0;
        wire::Message message;
    };
    std::map<std::int64_t, HeldLogin> heldLogins_; ///< by session; wait for the gate
    PasswordQueue passwords_;
    std::shared_ptr<const wire::ProtocolTable> protocol_; ///< messages of our own; nullptr = none
    std::int64_t lastDatagram_ = 0;                       ///< Unix time
    const Session* asking_ = nullptr;
    std::int64_t now_ = 0;
    std::int64_t stopped_ = 0; ///< milliseconds, since the start
    std::uint8_t epoch_ = 1;
    bool paused_ = false;
};

} // namespace blak::serve
