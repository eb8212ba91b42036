// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/dispatch.h"
#include "studio/blak/terminal.h"

#include <array>

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
    const bool writes = option.name == "-o" || option.name == "--output";
    const std::string name(writes ? "-o, --output" : option.name);
    return option.value.empty() ? name : name + " " + std::string(option.value);
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
    print(text + "\nblak help COMMAND tells more about one of them, with examples. Where a FILE is read, - is standard input.\n");
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

int run(const Arguments& arguments)
{
    if (arguments.has("--man")) {
        printManPage();
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
};
constexpr std::array examples{
    Example{"blak help room info", "options and examples of one command"},
    Example{"blak help --man | man -l -", "read everything as a man page"},
};

} // namespace

const Command helpCommand{"help", "Help", "Explain the commands", "[COMMAND]", options, examples, 0, 2, run};

} // namespace blak::cli
