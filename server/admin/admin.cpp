// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/admin.h"

#include "server/admin/table.h"

#include <algorithm>

namespace blak::world {
namespace {

/// Lower-case prefix test.
bool startsWith(std::string_view name, std::string_view part)
{
    return lowerCase(name.substr(0, part.size())) == lowerCase(part);
}

/// Takes `--json` away, wherever it stands.
bool takeJson(std::string& rest)
{
    constexpr std::string_view flag = "--json";
    const std::size_t at = rest.find(flag);
    const bool apart = at != std::string::npos && (at == 0 || rest[at - 1] == ' ') &&
                       (at + flag.size() == rest.size() || rest[at + flag.size()] == ' ');
    if (apart)
        rest.erase(at, flag.size());
    return apart;
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
            std::string parameters = oldLetters(command.parameters);
            if (parameters.ends_with('*'))
                parameters = padded(parameters.substr(0, parameters.size() - 1), 7) + "P";
            out +=
                padded(command.name, extended ? 12 : 10) + " " + padded(parameters, 8) + " " + std::string(command.help) + "\r\n";
        }
    return out;
}

std::string ownHelp()
{
    std::string out;
    for (const Command& command : ownCommands())
        if (command.opens.empty())
            out += padded(std::string(command.group) + (command.group.empty() ? "" : " ") + std::string(command.name), 28) + " " +
                   padded(oldLetters(command.parameters), 8) + " " + std::string(command.help) + "\r\n";
    return out;
}

bool isOfOldServers(const Command& command)
{
    const std::span<const Command> old = commandsOfOldServers();
    return std::ranges::any_of(old, [&](const Command& one) { return &one == &command; });
}

/// Old commands that look for a name, or make a text, of no letters when they are given none.
bool takesNothing(const Command& command)
{
    const std::string_view name = command.name;
    if (command.group == "show")
        return name == "name" || name == "user" || name == "account";
    return (command.group == "hangup" && (name == "user" || name == "account")) ||
           (command.group == "create" && name == "resource");
}

/// Splits what follows the command by its parameter letters. The error text, or nothing.
std::optional<std::string> parseParameters(std::string_view letters, std::string_view rest, bool isOld, Arguments& out)
{
    bool extra = false;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const char letter = letters[i];
        if (letter == '*') {
            out.rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
            extra = true;
            break;
        }
        if (letter == 'r') { // may be missing
            out.texts.emplace_back(trimBlanks(rest));
            rest = {};
            continue;
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
        if (letter == 'I' || letter == 'O') {
            const auto number = isOld ? leadingInteger(word, 10) : parseInteger(word);
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

/// The one command that a word means; nullptr = none, or several.
const Command* findCommand(std::string_view group, std::string_view word, bool extended)
{
    auto found = matches(commandsOfOldServers(), group, word, extended);
    if (found.empty()) // our own never make an abbreviation of the old ones ambiguous
        found = matches(ownCommands(), group, word, extended);
    return found.size() == 1 ? found.front() : nullptr;
}

/// Among its parameters is a password.
bool holdsPassword(const Command& command)
{
    if (command.group == "create" || command.group == "recreate")
        return command.name == "account" || command.name == "automated" || command.name == "administrator";
    return command.name == "password";
}

/// Takes words off `rest` up to a name whose value is no business of a log. False when there was one.
bool keepsNoSecret(const Command& command, std::string_view& rest)
{
    const bool option = command.group == "set config";
    if (!option && command.group != "set" && command.group != "send" && command.group != "create")
        return true;
    std::string_view after = rest;
    const std::string_view first = takeWord(after);
    for (int i = 0; !trimBlanks(after).empty(); ++i) {
        const std::string_view word = takeWord(after);
        if (tellsOfSecret(word) || (option && i == 0 && findOption(first, word) == nullptr)) {
            rest = after;
            return false;
        }
    }
    return true;
}

} // namespace

bool tellsOfSecret(std::string_view name)
{
    const std::string lower = lowerCase(name);
    constexpr std::string_view parts[]{"password", "passwd", "passphrase", "secret", "token", "credential"};
    return lower.ends_with("key") ||
           std::ranges::any_of(parts, [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

std::string withoutSecrets(std::string_view command, bool extended)
{
    std::string_view rest = command;
    const auto cut = [&] {
        const std::string_view shown = trimBlanks(command.substr(0, command.size() - rest.size()));
        return std::string(shown) + (trimBlanks(rest).empty() ? "" : " ...");
    };
    std::string_view group;
    for (;;) {
        const std::string_view word = takeWord(rest);
        if (group.empty() && (lowerCase(word) == "login" || lowerCase(word) == "token"))
            return cut();
        const Command* row = findCommand(group, word, extended);
        if (word.empty() || row == nullptr)
            return cut();
        if (row->opens.empty())
            return holdsPassword(*row) || !keepsNoSecret(*row, rest) ? cut() : std::string(command);
        group = row->opens;
    }
}

Admin::Admin(World& world, ServerFacts facts)
    : world_(world), facts_(std::move(facts)), tracer_(world.vm(), [&world](std::string_view line) { world.debugLine(line); })
{
    timeCalls();
}

void Admin::timeCalls() { world_.vm().setTimed(world_.extended() && world_.config().yes("Debug", "TimeCalls", false)); }

Admin::~Admin() { world_.vm().removeHook(tracer_); }

void Admin::addNote(std::string text) { notes_.add(timeText(world_.unixTime()), std::move(text)); }

std::string Admin::run(std::string_view command, bool& closes, const Asker& asker)
{
    if (trimBlanks(command).empty())
        return {};
    world_.auditLine(asker.name + " (" + std::string(roleName(asker.role)) + "): " + withoutSecrets(command, world_.extended()));
    return carryOut(command, closes, asker);
}

std::string Admin::carryOut(std::string_view text, bool& closes, const Asker& asker)
{
    const bool extended = world_.extended();
    const bool maintenance = asker.from == Access::Maintenance;
    std::string_view rest = trimBlanks(text);
    if (lowerCase(rest) == "quit") {
        closes = true;
        return "Bye\r\n";
    }
    std::string_view group;
    for (;;) {
        std::string_view after = rest;
        const std::string_view word = takeWord(after);
        if (word.empty() || word == "?" || lowerCase(word) == "help") {
            if (lowerCase(trimBlanks(after)) == "own")
                return ownHelp();
            return extended && maintenance ? "Help is unavailable through maintenance mode.\r\n"
                                           : help(commandsOfOldServers(), group, extended);
        }
        if (rest.starts_with('"') || rest.find('"') == rest.find_first_not_of(" \t"))
            return "Unknown command; try 'help'.\r\n";
        auto found = matches(commandsOfOldServers(), group, word, extended);
        if (found.empty()) // our own never make an abbreviation of the old ones ambiguous
            found = matches(ownCommands(), group, word, extended);
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
        const bool inGameOnly = (extended ? command.open105 : command.classic) == Access::Admin;
        if ((maintenance && inGameOnly) || asker.role < command.least)
            return "You do not have access to this command.\r\n";
        std::string parameters(rest.substr(0, rest.find_last_not_of("\r\n") + 1)); // blanks at the end may be a text's
        const bool json = command.json != nullptr && takeJson(parameters);
        Arguments arguments;
        arguments.restMayBeEmpty = command.group.empty() || takesNothing(command);
        if (const auto fault = parseParameters(command.parameters, parameters, isOfOldServers(command), arguments))
            return *fault + "\r\n";
        std::string out;
        (json ? command.json : command.run)({*this, world_, world_.vm(), asker, arguments, out, closes});
        return out;
    }
}

} // namespace blak::world
