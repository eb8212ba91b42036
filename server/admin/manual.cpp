// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/table.h"

#include <nlohmann/json.hpp>

namespace blak::world {
namespace {

std::string parametersText(std::string_view letters)
{
    std::string out;
    for (const char letter : letters)
        out.append(out.empty() ? "" : " ").append(parameterWord(letter));
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

/// "send object".
std::string nameOf(const Command& command)
{
    return std::string(command.group) + (command.group.empty() ? "" : " ") + std::string(command.name);
}

std::string rows(std::span<const Command> table)
{
    std::string out = "| command | parameters | classic | open105 | role | what |\n|---|---|---|---|---|---|\n";
    for (const Command& command : table) {
        if (!command.opens.empty())
            continue;
        out += "| `" + nameOf(command) + "` | " + parametersText(command.parameters) + " | " + std::string(placeText(command.classic)) +
               " | " + std::string(placeText(command.open105)) + " | " + std::string(roleName(command.least)) + " | " +
               std::string(command.help) + (command.json != nullptr ? "; also `--json`" : "") + " |\n";
    }
    return out;
}

} // namespace

std::string_view parameterWord(char letter)
{
    switch (letter) {
    case 'I': return "NUMBER";
    case 'O': return "OBJECT";
    case 'S': return "WORD";
    case 'C': return "CLASS";
    case 'M': return "MESSAGE";
    case 'R': return "TEXT";
    case 'r': return "[TEXT]";
    default: return "[NAME TAG VALUE]...";
    }
}

std::string oldLetters(std::string_view parameters)
{
    std::string out(parameters);
    for (char& letter : out)
        letter = letter == 'O' ? 'I' : letter == 'C' || letter == 'M' ? 'S' : letter;
    return out;
}

nlohmann::json Admin::commands(Role role) const
{
    nlohmann::json out = nlohmann::json::array();
    for (const auto table : {commandsOfOldServers(), ownCommands()})
        for (const Command& command : table) {
            const bool isThere = (world_.extended() ? command.open105 : command.classic) != Access::Absent;
            if (!isThere || !command.opens.empty() || role < command.least)
                continue;
            nlohmann::json parameters = nlohmann::json::array();
            for (const char letter : command.parameters)
                parameters.push_back(parameterWord(letter));
            nlohmann::json row{{"words", nameOf(command)}, {"parameters", std::move(parameters)}, {"help", command.help}};
            if (table.data() == ownCommands().data())
                row["own"] = true;
            out.push_back(std::move(row));
        }
    return out;
}

std::string Admin::manual()
{
    return "# Commands of administrators\n\n"
           "Written by the test `server/admin` from the server's own table; `BLAK_WRITE_DOCS=1` writes it anew.\n\n"
           "Words may be shortened as long as only one command begins that way (`sh obj 5`). A word with blanks stands in "
           "double\n"
           "quotes. *game* = administrators in the game and the control channel, *port* = the maintenance port too. The role is "
           "the\n"
           "least that may give the command: observer, operator, owner (see [server.md](server.md)).\n\n"
           "OBJECT is the number of an object; CLASS and MESSAGE are words too: names of the world's Blakod. Help texts of the "
           "server have\n"
           "the letters of the old ones: I for all numbers, S for all words.\n\n"
           "## Those of the old servers\n\n" +
           rows(commandsOfOldServers()) + "\n## Those of this server\n\n`help own` lists them.\n\n" + rows(ownCommands());
}

} // namespace blak::world
