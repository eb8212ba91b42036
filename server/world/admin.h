// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/system_timers.h"
#include "server/world/tracer.h"
#include "server/world/world.h"

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

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

    /// All commands as a page of the manual, in Markdown.
    static std::string manual();

    /// A note of a player for administrators (`mail` reads them); the oldest goes when there are too many.
    void addNote(std::string text);

    bool terminating() const { return terminating_; }
    /// What to tell people while the game is locked.
    std::optional<std::string> lockText() const { return locked_ ? std::optional(lock_) : std::nullopt; }
    void setFacts(ServerFacts facts) { facts_ = std::move(facts); }

private:
    friend struct AdminCommands;

    World& world_;
    ServerFacts facts_;
    std::string lock_;
    std::string carryOut(std::string_view command, bool& closes, const Asker& asker);
    void timeCalls();

    Tracer tracer_;
    std::deque<std::string> notes_;
    std::vector<std::int64_t> doomedAccounts_; ///< deleted with the next save
    int reading_ = 0;                          ///< files of commands within one another
    bool locked_ = false;
    bool terminating_ = false;
};

} // namespace blak::world
