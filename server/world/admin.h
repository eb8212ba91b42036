// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/world.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::world {

/// What the server around the world tells administrators and does for them.
struct ServerFacts
{
    int port = 0;
    int maintenancePort = 0;
    std::function<std::size_t()> sessions = [] { return std::size_t{0}; };
    std::function<std::string()> address = [] { return std::string(); }; ///< of the session that asks
};

/// The administrator's commands on one world: text in, text out, lines end with CR LF.
class Admin
{
public:
    Admin(World& world, ServerFacts facts);

    /// What a command answers. `closes` becomes true when the session ends with it (quit, terminate, reload game).
    std::string run(std::string_view command, bool& closes);

    bool terminating() const { return terminating_; }

private:
    friend struct AdminCommands;

    World& world_;
    ServerFacts facts_;
    std::string lock_;
    std::vector<std::int64_t> doomedAccounts_; ///< deleted with the next save
    bool locked_ = false;
    bool terminating_ = false;
};

} // namespace blak::world
