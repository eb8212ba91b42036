// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

#include <span>

namespace blak::world {

struct Command
{
    using Run = void (*)(const AdminCall& call);

    std::string_view group; ///< "" = top level
    std::string_view name;
    std::string_view parameters; ///< I integer, S word, R rest of the line, r the same or nothing, * pairs
    Access classic;
    Access open105;
    Role least; ///< who may
    std::string_view help;
    Run run;
    std::string_view opens; ///< the group of sub-commands that this word opens
    Run json = nullptr;     ///< the answer to the command with --json
};

std::span<const Command> commandsOfOldServers();
std::span<const Command> ownCommands(); ///< that the old servers do not have

} // namespace blak::world
