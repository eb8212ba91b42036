// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/doomed_accounts.h"
#include "server/admin/game_lock.h"
#include "server/admin/notes.h"
#include "server/admin/tracer.h"
#include "server/world/system_timers.h"
#include "server/world/world.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace blak::world {

/// Who may give a command: nobody (the dialect lacks it), administrators in the game, also the maintenance port.
enum class Access : std::uint8_t { Absent, Admin, Maintenance };

/// Who gives a command.
struct Asker
{
    Access from = Access::Maintenance;
    Role role = Role::Owner;
    std::string name; ///< for the audit log
};

/// A name (of an option, a property) whose value is nothing for a log: passwords, secrets, tokens, keys.
bool tellsOfSecret(std::string_view name);

/// A command as logs may keep it: passwords are left out, and what follows the first word that means no command, since it may be
/// a command with a password mistyped. "..." stands for what is missing. `extended` = with the commands of open105.
std::string withoutSecrets(std::string_view command, bool extended = false);

/// What the server around the world tells administrators and does for them.
struct ServerFacts
{
    int port = 0;
    int maintenancePort = 0;
    SystemTimers* timers = nullptr;
    std::function<void()> readFiles = [] {}; ///< motd.txt, packages.txt
    std::function<std::string()> packages = [] { return std::string(); };
    std::function<bool()> reconnectPortal = [] { return false; }; ///< to the billing machine; false = there is none
};

/// The administrator's commands on one world: text in, text out, lines end with CR LF.
class Admin
{
public:
    Admin(World& world, ServerFacts facts);
    ~Admin();

    /// What a command answers; the audit log keeps who gave it. `closes` becomes true when the session ends with it (quit,
    /// terminate, reload game). Some commands are for administrators in the game only, most ask for a role.
    std::string run(std::string_view command, bool& closes, const Asker& asker);

    /// The commands that a role may give, for tools that help whoever types them: {words, parameters, help}, and `own` for those that the
    /// old servers do not have. A word that only opens others has no row.
    nlohmann::json commands(Role role) const;

    /// All commands as a page of the manual, in Markdown.
    static std::string manual();

    /// A note of a player for administrators (`mail` reads them).
    void addNote(std::string text);
    Notes& notes() { return notes_; }

    GameLock& lock() { return lock_; }
    DoomedAccounts& doomedAccounts() { return doomedAccounts_; }
    Tracer& tracer() { return tracer_; }
    bool terminating() const { return terminating_; }
    void terminate() { terminating_ = true; }
    const ServerFacts& facts() const { return facts_; }
    void setFacts(ServerFacts facts) { facts_ = std::move(facts); }
    /// [Debug] TimeCalls of open105, whose commands alone show the times.
    void timeCalls();

    /// A file of commands may name another one, but not without end.
    bool mayReadFile() const { return reading_ < mostFiles; }
    void enterFile() { ++reading_; }
    void leaveFile() { --reading_; }

private:
    std::string carryOut(std::string_view command, bool& closes, const Asker& asker);

    World& world_;
    ServerFacts facts_;
    Tracer tracer_;
    GameLock lock_;
    Notes notes_;
    DoomedAccounts doomedAccounts_;
    static constexpr int mostFiles = 4;
    int reading_ = 0; ///< files of commands within one another
    bool terminating_ = false;
};

} // namespace blak::world
