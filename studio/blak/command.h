// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The frame of the `blak` command line: what a command is. Help, man page, completion and dispatch derive from it.
namespace blak::cli {

// Exit codes of every command.
constexpr int success = 0, failure = 1, badUsage = 2;

struct Option
{
    std::string_view name;  ///< "--json" or "-o"
    std::string_view value; ///< what stands behind it, "FILE"; empty for a switch
    std::string_view help;
};

struct Example
{
    std::string_view line;
    std::string_view help;
};

/// What stands behind the name of a command, sorted by the command's own table of options.
class Arguments
{
public:
    std::vector<std::string> words; ///< what is no option, in order

    bool has(std::string_view option) const;
    /// The last value given; nothing when the option is absent.
    std::optional<std::string> value(std::string_view option) const;

    void add(std::string_view option, std::string value) { given_.emplace_back(option, std::move(value)); }

private:
    std::vector<std::pair<std::string, std::string>> given_;
};

struct Command
{
    std::string_view name;  ///< "verify", "room info"
    std::string_view group; ///< heading in the overview
    std::string_view summary;
    std::string_view usage; ///< what stands behind the name: "PATH..."
    std::span<const Option> options;
    std::span<const Example> examples;
    std::size_t leastWords = 0, mostWords = 0;
    int (*run)(const Arguments&) = nullptr;
    std::string_view details = {}; ///< more for the help page; paragraphs separated by an empty line

    /// A program of old times that this command stands in for when `blak` is called by its name through a link. Such a command
    /// takes its words as they are (Arguments::words holds all of them), since the old tools had rules of their own.
    std::string_view linkName = {};
    bool takesRawWords = false;
};

constexpr std::size_t anyNumber = static_cast<std::size_t>(-1);

/// Writes "blak NAME: TEXT" to standard error and returns `badUsage`: for what only the command itself can find wrong.
int complainAboutUsage(const Command& command, std::string_view text);

/// Writes "blak: TEXT" to standard error and returns `failure`.
int complain(std::string_view text);

} // namespace blak::cli
