// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/dispatch.h"

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

const Option* findOption(const Command& command, std::string_view name)
{
    const auto found = std::find_if(command.options.begin(), command.options.end(),
                                    [name](const Option& option) { return option.name == name; });
    return found == command.options.end() ? nullptr : &*found;
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
            return complainAboutUsage(command, "unknown option " + name);
        if (option->value.empty() && equals != std::string::npos)
            return complainAboutUsage(command, name + " takes no value");
        if (option->value.empty() || equals != std::string::npos)
            arguments.add(name, option->value.empty() ? std::string() : word.substr(equals + 1));
        else if (i + 1 < words.size())
            arguments.add(name, words[++i]);
        else
            return complainAboutUsage(command, name + " needs " + std::string(option->value));
    }
    if (arguments.words.size() < command.leastWords)
        return complainAboutUsage(command, "expected " + std::string(command.usage));
    if (arguments.words.size() > command.mostWords)
        return complainAboutUsage(command, "unexpected \"" + arguments.words[command.mostWords] + "\"");
    return command.run(arguments);
}

/// "blak room": which commands begin with that word.
int complainAboutName(const std::string& word)
{
    std::string choices;
    for (const Command* command : table) {
        if (command->name.starts_with(word + " "))
            choices += (choices.empty() ? "" : ", ") + std::string(command->name.substr(word.size() + 1));
    }
    printError("blak: " + (choices.empty() ? "unknown command \"" + word + "\"; see blak help"
                                           : word + " needs one of " + choices + "; see blak help " + word));
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
            return runRaw(*command, rest);
    }
    if (rest.empty() || rest[0] == "--help" || rest[0] == "-h")
        return run(helpCommand, {});
    if (rest[0] == "--version") {
        print("blak " BLAK_VERSION "\n");
        return success;
    }
    if (rest.size() >= 2) {
        if (const Command* command = findCommand(rest[0] + " " + rest[1]))
            return run(*command, rest.subspan(2));
    }
    if (const Command* command = findCommand(rest[0]))
        return run(*command, rest.subspan(1));
    return complainAboutName(rest[0]);
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
