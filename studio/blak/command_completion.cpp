// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts that let a shell complete the words of a call with the Tab key; made from the table of commands.
#include "studio/blak/commands.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>

namespace blak::cli {
namespace {

struct Word
{
    std::string text;
    std::string help;
};

/// What may follow "blak": commands of one word, and the first words of the others.
std::vector<Word> firstWords()
{
    std::vector<Word> words;
    for (const Command* command : allCommands()) {
        const std::size_t blank = command->name.find(' ');
        const std::string first(command->name.substr(0, blank));
        if (std::none_of(words.begin(), words.end(), [&first](const Word& word) { return word.text == first; }))
            words.push_back({first, std::string(blank == std::string_view::npos ? command->summary : command->group)});
    }
    return words;
}

/// The second words of the commands that begin with `first`.
std::vector<Word> secondWords(const std::string& first)
{
    std::vector<Word> words;
    for (const Command* command : allCommands()) {
        if (command->name.starts_with(first + " "))
            words.push_back({std::string(command->name.substr(first.size() + 1)), std::string(command->summary)});
    }
    return words;
}

/// The spellings of the options; a row of the table may name several, and an old tool's row may end in "=".
std::vector<Word> optionsOf(const Command& command)
{
    std::vector<Word> words;
    const auto add = [&words](std::string_view name, const Option& option) {
        words.push_back({std::string(name), std::string(option.help)});
    };
    for (const Option& option : command.options) {
        if (option.name == "-o" || option.name == "--output") {
            add("-o", option);
            add("--output", option);
            continue;
        }
        std::string_view rest = option.name;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            add(rest.substr(0, end), option);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return words;
}

std::string joined(const std::vector<Word>& words)
{
    std::string text;
    for (const Word& word : words)
        text += (text.empty() ? "" : " ") + word.text;
    return text;
}

// ---- bash ---------------------------------------------------------------------------------------------------------------------

/// Cases by the words typed so far; the last word is completed from the answer, or from file names when it is empty.
std::string bashScript()
{
    std::string cases;
    for (const Word& first : firstWords()) {
        if (const auto seconds = secondWords(first.text); !seconds.empty())
            cases += "        \"" + first.text + "\") answers=\"" + joined(seconds) + "\" ;;\n";
    }
    for (const Command* command : allCommands()) {
        const std::string more = command->name == "completion" ? "bash zsh fish" : joined(optionsOf(*command));
        cases += "        \"" + std::string(command->name) + "\"*) answers=\"" + more + "\" ;;\n";
    }
    return "# bash completion of blak; put it into /etc/bash_completion.d or ~/.bash_completion\n"
           "_blak() {\n"
           "    local word=\"${COMP_WORDS[COMP_CWORD]}\" answers=\"\"\n"
           "    local before=\"${COMP_WORDS[*]:1:COMP_CWORD-1}\"\n"
           "    case \"$before\" in\n"
           "        \"\") answers=\"" +
           joined(firstWords()) + "\" ;;\n" + cases +
           "    esac\n"
           "    if [[ -n \"$answers\" && ( \"$word\" == -* || $COMP_CWORD -le 2 ) ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$answers\" -- \"$word\"))\n"
           "    fi\n"
           "    [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
           "}\n"
           "complete -o filenames -F _blak blak\n";
}

// ---- zsh ----------------------------------------------------------------------------------------------------------------------

/// In single quotes, where only the quote itself means something.
std::string quoted(std::string_view text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// Words with their help, as _describe takes them: a colon parts the two.
std::string described(const std::vector<Word>& words)
{
    std::string text;
    for (const Word& word : words)
        text += " " + quoted(word.text + ":" + word.help);
    return text;
}

std::string zshScript()
{
    std::string groups, options;
    for (const Word& first : firstWords()) {
        if (const auto seconds = secondWords(first.text); !seconds.empty())
            groups += "        " + quoted(first.text) + ") words_here=(" + described(seconds) + ") ;;\n";
    }
    for (const Command* command : allCommands())
        options += "        " + quoted(command->name) + "*) options_here=(" + described(optionsOf(*command)) + ") ;;\n";
    return "#compdef blak\n"
           "# zsh completion of blak; put it into a folder of $fpath as _blak\n"
           "_blak() {\n"
           "    local before=\"${(j: :)words[2,CURRENT-1]}\"\n"
           "    local -a words_here options_here\n"
           "    case \"$before\" in\n"
           "        '') words_here=(" +
           described(firstWords()) + ") ;;\n" + groups +
           "        'completion') words_here=('bash' 'zsh' 'fish') ;;\n"
           "    esac\n"
           "    if (( ${#words_here} )); then\n"
           "        _describe 'command' words_here\n"
           "        return\n"
           "    fi\n"
           "    case \"$before\" in\n" +
           options +
           "    esac\n"
           "    if [[ \"$PREFIX\" == -* ]] && (( ${#options_here} )); then\n"
           "        _describe -o 'option' options_here\n"
           "    else\n"
           "        _files\n"
           "    fi\n"
           "}\n"
           "if [[ \"${funcstack[1]}\" == _blak ]]; then\n"
           "    _blak \"$@\"\n"
           "else\n"
           "    compdef _blak blak\n"
           "fi\n";
}

// ---- fish ---------------------------------------------------------------------------------------------------------------------

/// In single quotes as fish has them: a backslash stands before a quote and before itself.
std::string fishQuoted(std::string_view text)
{
    std::string result = "'";
    for (const char c : text)
        result += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
    return result + "'";
}

std::string fishLine(std::string_view condition, std::string_view rest, std::string_view help)
{
    return "complete -c blak -n " + fishQuoted(condition) + " " + std::string(rest) + " -d " + fishQuoted(help) + "\n";
}

/// "-s o", "-l json" or, for the long options of old tools, "-o name".
std::string fishOption(std::string name)
{
    if (name.ends_with('='))
        name.pop_back();
    if (name.starts_with("--"))
        return "-l " + name.substr(2);
    return (name.size() == 2 ? "-s " : "-o ") + name.substr(1);
}

std::string fishScript()
{
    std::string text = "# fish completion of blak; put it into ~/.config/fish/completions as blak.fish\n"
                       "function __blak_at\n"
                       "    set -l before (commandline -opc)[2..-1]\n"
                       "    test \"$before\" = \"$argv\"\n"
                       "end\n"
                       "function __blak_in\n"
                       "    set -l before (commandline -opc)[2..-1]\n"
                       "    string match -q -- \"$argv*\" \"$before\"\n"
                       "end\n";
    for (const Word& first : firstWords()) {
        text += fishLine("__blak_at", "-f -a " + first.text, first.help);
        for (const Word& second : secondWords(first.text))
            text += fishLine("__blak_at " + first.text, "-f -a " + second.text, second.help);
    }
    text += fishLine("__blak_at completion", "-f -a 'bash zsh fish'", "shell");
    for (const Command* command : allCommands()) {
        for (const Word& option : optionsOf(*command))
            text += fishLine("__blak_in " + std::string(command->name), fishOption(option.text), option.help);
    }
    return text;
}

int run(const Arguments& arguments)
{
    const std::string& shell = arguments.words[0];
    if (shell == "bash")
        print(bashScript());
    else if (shell == "zsh")
        print(zshScript());
    else if (shell == "fish")
        print(fishScript());
    else
        return complainAboutUsage(completionCommand, "unknown shell \"" + shell + "\"; known are bash, zsh and fish");
    return success;
}

constexpr std::array examples{
    Example{"source <(blak completion bash)", "complete commands with the Tab key in this shell"},
    Example{"blak completion zsh > ~/.zfunc/_blak", "in every zsh, where ~/.zfunc stands in fpath"},
    Example{"blak completion fish > ~/.config/fish/completions/blak.fish", "in every fish"},
};

} // namespace

const Command completionCommand{"completion", "Help", "Print a completion script of a shell", "bash|zsh|fish", {}, examples, 1, 1,
                                run};

} // namespace blak::cli
