// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/datagrams.h"
#include "server/sessions/game_mode.h"

namespace blak::serve {

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
    const Settings& settings() const { return all_.settings(); }
    LoginMode& login() { return login_; }
    const LoginMode& login() const { return login_; }
    GameMode& game() { return game_; }
    TextMode& text() { return text_; }

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
    void receivedDatagram(const Address& address, std::span<const std::byte> datagram, std::int64_t now)
    {
        all_.setNow(now);
        datagrams_.take(address, datagram);
    }
    /// The connection is gone: the character leaves the game. The session ends with the next reap().
    void lost(Session& session);
    /// Messages that had to wait (fairness.h). Once a turn.
    void serveWaiting(std::int64_t now);
    bool hasWaiting() const { return all_.fairness().hasWaiting(); }
    bool hasMoreNow() const { return all_.fairness().hasMoreNow(); } ///< serveWaiting() would find something to do at once
    /// A debugger kept a handler standing for so long: that is nobody's work.
    void noteStop(std::int64_t milliseconds) { all_.noteStop(milliseconds); }
    /// Timeouts.
    void tick(std::int64_t now);
    /// A line about somebody who has no session here, as far as the rule for such lines allows.
    void sayOfOthers(ClientLine kind, std::string_view text) { all_.sayOfOthers(kind, text); }
    /// Sessions with something to write since the last call.
    std::vector<Session*> takeDirty() { return all_.takeDirty(); }
    /// Forgets a closing session; `Session&` is void afterwards.
    void forget(Session& session);

    /// While paused nobody is heard and nobody times out; what players send waits.
    void setPaused(bool paused);

    const std::map<std::int64_t, std::unique_ptr<Session>>& all() const { return all_.all(); }
    const SessionCounters& counters() const { return all_.counters(); }
    std::uint64_t linesLeftOut() const { return all_.clientLog().leftOut(); } ///< of the logs, since the start
    std::size_t playing() const { return all_.playing(); }
    Blocks& blocks() { return all_.blocks(); }
    const Bans& bannedOnes() const { return all_.bans(); }
    /// See PasswordChecks. `now` is the time of the turn.
    void logInAdministrator(std::int64_t session, const Address& address, const std::string& name, const std::string& password,
                            std::int64_t now, const PasswordChecks::AdministratorCame& then);
    /// Is told what happens to sessions: logins, hang-ups.
    void setListener(Connections::Listener listener) { all_.setListener(std::move(listener)); }

    /// Where slow hashes are checked and made, elsewhere than on this thread. Without one that is done at once. Each job is
    /// answered once, by answerPasswords().
    void setPasswordWorker(std::function<void(PasswordJob job)> worker) { passwords_.setWorker(std::move(worker)); }
    bool awaitsPasswords() const { return !passwords_.empty(); }
    void answerPasswords(std::string_view answers, std::int64_t now);

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
    std::vector<world::Ban> bans() override { return all_.bans().list(world_.unixTime()); }
    std::vector<std::uint64_t> messageCounts(world::MessageTable table) override { return all_.traffic().heard(table); }
    world::PlayersMemory memory() override;
    std::uint64_t transmittedLastMinute() override { return all_.traffic().bytesLastMinute(); }
    void tellAdministrators(std::string_view text) override { text_.tellAdministrators(text); }
    std::int64_t lastDatagram() override { return datagrams_.last(); }
    Result<std::size_t> reloadProtocol() override { return all_.reloadProtocol(); }
    void optionsChanged() override;

private:
    void loadProtocol();
    bool take(Session& session); ///< one frame; false when there is none
    void broken(Session& session, const std::string& why);
    void forged(Session& session, const std::string& why);
    bool timedOut(const Session& session) const;
    void countTime(Session& session);
    Session* refused(const Address& address, std::string_view why);
    void makeRoom(const Address& address);
    void giveWay(std::optional<std::int64_t> session);
    void endStrangers();
    void tellLines();

    // taking.cpp
    void process(Session& session);
    bool takeOne(Session& session); ///< take(), and what it costs

    world::World& world_;
    Connections all_;
    PasswordChecks passwords_;
    LoginMode login_;
    TextMode text_;
    GameMode game_;
    Datagrams datagrams_;
    bool paused_ = false;
};

} // namespace blak::serve
