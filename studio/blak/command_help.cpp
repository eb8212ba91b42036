// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/dispatch.h"
#include "studio/blak/terminal.h"

#include <array>
#include <set>

namespace blak::cli {
namespace {

std::string callOf(const Command& command)
{
    std::string call = "blak " + std::string(command.name);
    if (!command.options.empty())
        call += " [OPTION]...";
    return command.usage.empty() ? call : call + " " + std::string(command.usage);
}

std::string optionText(const Option& option)
{
    return option.value.empty() ? std::string(option.name) : std::string(option.name) + " " + std::string(option.value);
}

void printOverview()
{
    std::string text = "blak: the command line of Blakston Studio\n\nUsage: blak COMMAND [OPTION]... [ARGUMENT]...\n";
    std::string_view group;
    for (const Command* command : allCommands()) {
        if (command->group != group)
            text += "\n" + std::string(group = command->group) + "\n";
        const std::string name(command->name);
        text += "  " + name + std::string(name.size() < 16 ? 16 - name.size() : 1, ' ') + std::string(command->summary) + "\n";
    }
    print(text + "\nblak help COMMAND tells more about one of them, with examples.\n");
}

void printHelpOf(const Command& command)
{
    std::string text = std::string(command.summary) + "\n\nUsage: " + callOf(command) + "\n";
    if (!command.linkName.empty())
        text +=
            "       " + std::string(command.linkName) + " ... (a link to blak) takes the switches of the old tool of that name\n";
    if (!command.details.empty())
        text += "\n" + std::string(command.details) + "\n";
    if (!command.options.empty()) {
        TextTable table({});
        for (const Option& option : command.options)
            table.add({"  " + optionText(option), std::string(option.help)});
        text += "\nOptions" + table.text(2);
    }
    if (!command.examples.empty())
        text += "\nExamples\n";
    for (const Example& example : command.examples)
        text += "  " + std::string(example.line) + "\n      " + std::string(example.help) + "\n";
    print(text);
}

// ---- man page -----------------------------------------------------------------------------------------------------------------

std::string roff(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else if (c == '\n')
            escaped += escaped.ends_with('\n') ? ".PP\n" : "\n";
        else
            escaped += ((c == '.' || c == '\'') && (escaped.empty() || escaped.ends_with('\n')) ? "\\&" : "") + std::string(1, c);
    }
    return escaped;
}

void printManPage()
{
    std::string text = ".TH BLAK 1 \"\" \"blak " BLAK_VERSION "\" \"Blakston Studio\"\n"
                       ".SH NAME\nblak \\- the command line of Blakston Studio\n"
                       ".SH SYNOPSIS\n.B blak\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n.SH COMMANDS\n";
    for (const Command* command : allCommands()) {
        text += ".SS " + roff(command->name) + "\n" + roff(command->summary) + ".\n.PP\n.B " + roff(callOf(*command)) + "\n";
        if (!command->details.empty())
            text += ".PP\n" + roff(command->details) + "\n";
        for (const Option& option : command->options)
            text += ".TP\n.B " + roff(optionText(option)) + "\n" + roff(option.help) + "\n";
        for (const Example& example : command->examples)
            text += ".TP\nExample: \\fB" + roff(example.line) + "\\fR\n" + roff(example.help) + "\n";
    }
    print(text + ".SH EXIT STATUS\n0 when all went well, 1 when something failed, 2 when the call made no sense.\n");
}

// ---- completion ---------------------------------------------------------------------------------------------------------------

/// Cases by the words typed so far; the last word is completed from the answer, or from file names when it is empty.
void printCompletion()
{
    std::set<std::string> firstWords;
    std::string cases;
    for (const Command* command : allCommands()) {
        const std::string name(command->name);
        firstWords.insert(name.substr(0, name.find(' ')));
        std::string options;
        for (const Option& option : command->options)
            options += (options.empty() ? "" : " ") + std::string(option.name);
        cases += "        \"" + name + "\"*) answers=\"" + options + "\" ;;\n";
    }
    std::string seconds;
    for (const std::string& word : firstWords) {
        std::string answers;
        for (const Command* command : allCommands()) {
            if (command->name.starts_with(word + " "))
                answers += (answers.empty() ? "" : " ") + std::string(command->name.substr(word.size() + 1));
        }
        if (!answers.empty())
            seconds += "        \"" + word + "\") answers=\"" + answers + "\" ;;\n";
    }
    std::string first;
    for (const std::string& word : firstWords)
        first += (first.empty() ? "" : " ") + word;
    print("# bash completion of blak; put it into /etc/bash_completion.d or ~/.bash_completion\n"
          "_blak() {\n"
          "    local word=\"${COMP_WORDS[COMP_CWORD]}\" answers=\"\"\n"
          "    local before=\"${COMP_WORDS[*]:1:COMP_CWORD-1}\"\n"
          "    case \"$before\" in\n"
          "        \"\") answers=\"" +
          first + "\" ;;\n" + seconds + cases +
          "    esac\n"
          "    if [[ -n \"$answers\" && ( \"$word\" == -* || $COMP_CWORD -le 2 ) ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$answers\" -- \"$word\"))\n"
          "    fi\n"
          "    [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "}\n"
          "complete -o filenames -F _blak blak\n");
}

int run(const Arguments& arguments)
{
    if (arguments.has("--man")) {
        printManPage();
        return success;
    }
    if (arguments.has("--completion")) {
        printCompletion();
        return success;
    }
    if (arguments.words.empty()) {
        printOverview();
        return success;
    }
    std::string name = arguments.words[0];
    if (arguments.words.size() > 1)
        name += " " + arguments.words[1];
    if (const Command* command = findCommand(name)) {
        printHelpOf(*command);
        return success;
    }
    bool any = false;
    for (const Command* command : allCommands()) {
        if (!command->name.starts_with(name + " "))
            continue;
        print(any ? "\n" : "");
        printHelpOf(*command);
        any = true;
    }
    return any ? success : complainAboutUsage(helpCommand, "unknown command \"" + name + "\"");
}

constexpr std::array options{
    Option{"--man", "", "print a man page of all commands (roff)"},
    Option{"--completion", "", "print a completion script for bash"},
};
constexpr std::array examples{
    Example{"blak help room info", "options and examples of one command"},
    Example{"blak help --man | man -l -", "read everything as a man page"},
    Example{"source <(blak help --completion)", "complete commands with the Tab key in this shell"},
};

} // namespace

const Command helpCommand{"help", "Help", "Explain the commands", "[COMMAND]", options, examples, 0, 2, run};

} // namespace blak::cli
