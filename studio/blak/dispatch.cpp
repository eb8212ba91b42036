// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/dispatch.h"

#include "formats/base/closest_name.h"
#include "studio/blak/commands.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace blak::cli {
namespace {

constexpr std::array table{
#define X(command) &command,
    BLAK_COMMANDS(X)
#undef X
};

using Words = std::span<const std::string>;

/// By its name; -o and --output are the same wherever a command has one of them.
const Option* findOption(const Command& command, std::string_view name)
{
    constexpr std::array<std::string_view, 2> outputs{"-o", "--output"};
    if (std::find(outputs.begin(), outputs.end(), name) != outputs.end()) {
        const auto writes = [&outputs](const Option& option) {
            return std::find(outputs.begin(), outputs.end(), option.name) != outputs.end();
        };
        const auto output = std::find_if(command.options.begin(), command.options.end(), writes);
        return output == command.options.end() ? nullptr : &*output;
    }
    const auto found = std::find_if(command.options.begin(), command.options.end(),
                                    [name](const Option& option) { return option.name == name; });
    return found == command.options.end() ? nullptr : &*found;
}

std::vector<std::string> optionNames(const Command& command)
{
    std::vector<std::string> names{"--help"};
    for (const Option& option : command.options)
        names.emplace_back(option.name);
    return names;
}

/// "; did you mean room?" where one of the names is close to what was typed.
std::string hintFor(const std::string& typed, const std::vector<std::string>& names)
{
    const auto close = closestName(typed, names);
    return close ? "; did you mean " + *close + "?" : std::string();
}

int runRaw(const Command& command, Words words)
{
    Arguments arguments;
    arguments.words.assign(words.begin(), words.end());
    return command.run(arguments);
}

int runHelpOf(const Command& command)
{
    Arguments help;
    help.words.emplace_back(command.name);
    return helpCommand.run(help);
}

int run(const Command& command, Words words)
{
    if (command.takesRawWords)
        return words.size() == 1 && words[0] == "--help" ? runHelpOf(command) : runRaw(command, words);
    Arguments arguments;
    bool optionsEnd = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (optionsEnd || word.size() < 2 || word[0] != '-') {
            arguments.words.push_back(word);
            continue;
        }
        if (word == "--") {
            optionsEnd = true;
            continue;
        }
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        if (name == "--help" || name == "-h")
            return runHelpOf(command);
        const Option* option = findOption(command, name);
        if (option == nullptr)
            return complainAboutUsage(command, "unknown option " + name + hintFor(name, optionNames(command)));
        if (option->value.empty() && equals != std::string::npos)
            return complainAboutUsage(command, name + " takes no value");
        if (option->value.empty() || equals != std::string::npos)
            arguments.add(option->name, option->value.empty() ? std::string() : word.substr(equals + 1));
        else if (i + 1 < words.size())
            arguments.add(option->name, words[++i]);
        else
            return complainAboutUsage(command, name + " needs " + std::string(option->value));
    }
    if (arguments.words.size() < command.leastWords)
        return complainAboutUsage(command, "expected " + std::string(command.usage));
    if (arguments.words.size() > command.mostWords)
        return complainAboutUsage(command, "unexpected \"" + arguments.words[command.mostWords] + "\"");
    return command.run(arguments);
}

/// The second words of the commands that begin with `group`.
std::vector<std::string> membersOf(const std::string& group)
{
    std::vector<std::string> members;
    for (const Command* command : table) {
        if (command->name.starts_with(group + " "))
            members.emplace_back(command->name.substr(group.size() + 1));
    }
    return members;
}

std::vector<std::string> firstWords()
{
    std::vector<std::string> words;
    for (const Command* command : table)
        words.emplace_back(command->name.substr(0, command->name.find(' ')));
    return words;
}

/// "blak room", "blak room inof", "blak romm": what is there instead.
int complainAboutName(Words words)
{
    const std::string& word = words[0];
    const std::vector<std::string> members = membersOf(word);
    if (members.empty()) {
        std::string hint = hintFor(word, firstWords());
        printError("blak: unknown command \"" + word + "\"" + (hint.empty() ? "; see blak help" : hint));
        return badUsage;
    }
    std::string choices;
    for (const std::string& member : members)
        choices += (choices.empty() ? "" : ", ") + member;
    const std::string hint = words.size() > 1 ? hintFor(words[1], members) : std::string();
    if (hint.empty())
        printError("blak: " + word + " needs one of " + choices + "; see blak help " + word);
    else
        printError("blak: " + word + " has no \"" + words[1] + "\"" + hint);
    return badUsage;
}

} // namespace

std::span<const Command* const> allCommands() { return table; }

const Command* findCommand(std::string_view name)
{
    const auto found = std::find_if(table.begin(), table.end(), [name](const Command* command) { return command->name == name; });
    return found == table.end() ? nullptr : *found;
}

int dispatch(const std::vector<std::string>& words)
{
    const std::string calledAs = words.empty() ? "blak" : std::filesystem::path(words[0]).stem().string();
    const Words rest = Words(words).subspan(std::min<std::size_t>(1, words.size()));
    for (const Command* command : table) {
        if (!command->linkName.empty() && command->linkName == calledAs)
            return command->takesRawWords ? runRaw(*command, rest) : run(*command, rest);
    }
    if (rest.empty() || rest[0] == "--help" || rest[0] == "-h")
        return run(helpCommand, {});
    if (rest[0] == "--version")
        return run(versionCommand, {});
    if (rest.size() >= 2) {
        if (const Command* command = findCommand(rest[0] + " " + rest[1]))
            return run(*command, rest.subspan(2));
    }
    if (const Command* command = findCommand(rest[0]))
        return run(*command, rest.subspan(1));
    if (rest.size() >= 2 && (rest[1] == "--help" || rest[1] == "-h") && !membersOf(rest[0]).empty())
        return run(helpCommand, rest.first(1)); // of a group
    return complainAboutName(rest);
}

bool Arguments::has(std::string_view option) const { return value(option).has_value(); }

std::optional<std::string> Arguments::value(std::string_view option) const
{
    const auto found = std::find_if(given_.rbegin(), given_.rend(), [option](const auto& pair) { return pair.first == option; });
    return found == given_.rend() ? std::nullopt : std::optional(found->second);
}

int complainAboutUsage(const Command& command, std::string_view text)
{
    const std::string name(command.name);
    printError("blak " + name + ": " + std::string(text) + "; see blak help " + name);
    return badUsage;
}

int complain(std::string_view text)
{
    printError("blak: " + std::string(text));
    return failure;
}

} // namespace blak::cli
