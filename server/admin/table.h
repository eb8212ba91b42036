// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

#include <span>
#include <string>

namespace blak::world {

struct Command
{
    using Run = void (*)(const AdminCall& call);

    std::string_view group; ///< "" = top level
    std::string_view name;
    /// I integer, O the number of an object, S word, C name of a class, M name of a message, R rest of the line, r the same or nothing, *
    /// pairs. Help texts show letters of the old servers only: oldLetters().
    std::string_view parameters;
    Access classic;
    Access open105;
    Role least; ///< who may
    std::string_view help;
    Run run;
    std::string_view opens; ///< the group of sub-commands that this word opens
    Run json = nullptr;     ///< the answer to the command with --json
};

/// What a parameter is, as the manual has it: "NUMBER", "CLASS", "[NAME TAG VALUE]...".
std::string_view parameterWord(char letter);
/// Parameters with the letters that the old servers know: I, S, R, r, *.
std::string oldLetters(std::string_view parameters);

std::span<const Command> commandsOfOldServers();
std::span<const Command> ownCommands(); ///< that the old servers do not have

} // namespace blak::world
