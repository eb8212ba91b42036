// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/table.h"

namespace blak::world {
namespace {

std::string parametersText(std::string_view letters)
{
    std::string out;
    for (const char letter : letters) {
        out += out.empty() ? "" : " ";
        switch (letter) {
        case 'I': out += "NUMBER"; break;
        case 'S': out += "WORD"; break;
        case 'R': out += "TEXT"; break;
        case 'r': out += "[TEXT]"; break;
        default: out += "[NAME TAG VALUE]..."; break;
        }
    }
    return out;
}

std::string_view placeText(Access access)
{
    switch (access) {
    case Access::Absent: return "-";
    case Access::Admin: return "game";
    case Access::Maintenance: return "game, port";
    }
    return {};
}

std::string rows(std::span<const Command> table)
{
    std::string out = "| command | parameters | classic | open105 | role | what |\n|---|---|---|---|---|---|\n";
    for (const Command& command : table) {
        if (!command.opens.empty())
            continue;
        const std::string name = std::string(command.group) + (command.group.empty() ? "" : " ") + std::string(command.name);
        out += "| `" + name + "` | " + parametersText(command.parameters) + " | " + std::string(placeText(command.classic)) +
               " | " + std::string(placeText(command.open105)) + " | " + std::string(roleName(command.least)) + " | " +
               std::string(command.help) + (command.json != nullptr ? "; also `--json`" : "") + " |\n";
    }
    return out;
}

} // namespace

std::string Admin::manual()
{
    return "# Commands of administrators\n\n"
           "Written by the test `server/admin` from the server's own table; `BLAK_WRITE_DOCS=1` writes it anew.\n\n"
           "Words may be shortened as long as only one command begins that way (`sh obj 5`). A word with blanks stands in "
           "double\n"
           "quotes. *game* = administrators in the game and the control channel, *port* = the maintenance port too. The role is "
           "the\n"
           "least that may give the command: observer, operator, owner (see [server.md](server.md)).\n\n"
           "## Those of the old servers\n\n" +
           rows(commandsOfOldServers()) + "\n## Those of this server\n\n`help own` lists them.\n\n" + rows(ownCommands());
}

} // namespace blak::world
