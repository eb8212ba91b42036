// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/admin.h"

#include "server/world/admin_commands.h"

#include <algorithm>

namespace blak::world {
namespace {

/// Lower-case prefix test.
bool startsWith(std::string_view name, std::string_view part)
{
    return lowerCase(name.substr(0, part.size())) == lowerCase(part);
}

/// The rows of a level (`group` empty = top level) whose name begins with `word`; an exact name wins.
std::vector<const Command*> matches(std::span<const Command> table, std::string_view group, std::string_view word, bool extended)
{
    std::vector<const Command*> found;
    for (const Command& command : table) {
        const bool here = command.group == group && (extended ? command.open105 : command.classic) != Access::Absent;
        if (!here || !startsWith(command.name, word))
            continue;
        if (command.name.size() == word.size())
            return {&command};
        found.push_back(&command);
    }
    return found;
}

std::string help(std::span<const Command> table, std::string_view group, bool extended)
{
    std::string out;
    for (const Command& command : table)
        if (command.group == group && (extended ? command.open105 : command.classic) != Access::Absent) {
            std::string parameters(command.parameters);
            if (parameters.ends_with('*'))
                parameters = padded(parameters.substr(0, parameters.size() - 1), 7) + "P";
            out += padded(command.name, 10) + " " + padded(parameters, 8) + " " + std::string(command.help) + "\r\n";
        }
    return out;
}

/// Splits what follows the command by its parameter letters. The error text, or nothing.
std::optional<std::string> parseParameters(std::string_view letters, std::string_view rest, Arguments& out)
{
    bool extra = false;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const char letter = letters[i];
        if (letter == '*') {
            out.rest = trimBlanks(rest);
            extra = true;
            break;
        }
        if (letter == 'R') {
            const std::string_view text = trimBlanks(rest);
            if (text.empty() && !out.restMayBeEmpty)
                return "Missing parameter " + std::to_string(i + 1) + ".";
            out.texts.emplace_back(text);
            rest = {};
            continue;
        }
        const std::string_view word = takeWord(rest);
        if (word.empty())
            return "Missing parameter " + std::to_string(i + 1) + ".";
        if (letter == 'I') {
            const auto number = parseInteger(word);
            if (!number)
                return "Parameter " + std::to_string(i + 1) + " should be an int, not '" + std::string(word) + "'.";
            out.numbers.push_back(*number);
        } else {
            out.texts.emplace_back(word);
        }
    }
    if (!extra && !trimBlanks(rest).empty())
        return "Too many parameters, command ignored.";
    return std::nullopt;
}

} // namespace

std::string withoutSecrets(std::string_view command)
{
    const std::string lower = lowerCase(command);
    std::string_view rest = lower;
    const std::string_view first = takeWord(rest);
    const std::string_view second = takeWord(rest);
    const bool account =
        !second.empty() && (std::string_view("account").starts_with(second) || std::string_view("automated").starts_with(second));
    const bool writes =
        !first.empty() && (std::string_view("create").starts_with(first) || std::string_view("set").starts_with(first) ||
                           std::string_view("recreate").starts_with(first));
    if (!account || !writes)
        return std::string(command);
    return std::string(command.substr(0, command.size() - rest.size())) + " ...";
}

Admin::Admin(World& world, ServerFacts facts) : world_(world), facts_(std::move(facts)) {}

std::string Admin::run(std::string_view text, bool& closes, Access from)
{
    const bool extended = world_.extended();
    const auto table = AdminCommands::table();
    std::string_view rest = trimBlanks(text);
    if (rest.empty())
        return {};
    if (lowerCase(rest) == "quit") {
        closes = true;
        return "Bye\r\n";
    }
    std::string_view group;
    for (;;) {
        std::string_view after = rest;
        const std::string_view word = takeWord(after);
        if (word.empty() || lowerCase(word) == "help")
            return extended && from == Access::Maintenance ? "Help is unavailable through maintenance mode.\r\n"
                                                           : help(table, group, extended);
        if (rest.starts_with('"') || rest.find('"') == rest.find_first_not_of(" \t"))
            return "Unknown command; try 'help'.\r\n";
        const auto found = matches(table, group, word, extended);
        if (found.empty())
            return "Unknown command; try 'help'.\r\n";
        if (found.size() > 1)
            return "Ambiguous command; try 'help'.\r\n";
        const Command& command = *found.front();
        rest = after;
        if (!command.opens.empty()) {
            group = command.opens;
            continue;
        }
        if (from == Access::Maintenance && (extended ? command.open105 : command.classic) == Access::Admin)
            return "You do not have access to this command.\r\n";
        if (command.run == nullptr)
            return "This command does nothing here.\r\n";
        Arguments arguments;
        arguments.restMayBeEmpty = command.group.empty();
        if (const auto fault = parseParameters(command.parameters, rest, arguments))
            return *fault + "\r\n";
        std::string out;
        AdminCommands commands{*this, world_, world_.vm(), arguments, out, closes};
        (commands.*command.run)();
        return out;
    }
}

} // namespace blak::world
