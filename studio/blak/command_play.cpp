// SPDX-License-Identifier: GPL-3.0-or-later
// `blak play` is blakston-client with its switches: the client has windows, this program has none of Qt.
#include "studio/blak/commands.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

namespace blak::cli {
namespace {

constexpr std::array options{
    Option{"--server", "HOST:PORT", "where the world is; the port is 5959 where none is given"},
    Option{"--user", "NAME", "name of the account"},
    Option{"--password", "WORD", "its password"},
    Option{"--character", "NAME", "character to be played at once"},
    Option{"--world", "FOLDER", "folder with rooms, sprites and texts"},
    Option{"--protocol", "NAME", "1997, 2012, mainline (usual) or open105"},
    Option{"--project", "FOLDER", "with --script: prepare and serve this project as Play does, nothing of it written to, instead of --server"},
    Option{"--script", "FILE", "play this script and leave; 0 = all of it came true"},
    Option{"--junit", "FILE", "write what came of the script in JUnit's format"},
    Option{"--record", "FILE", "write every frame to a file"},
    Option{"--grab", "FILE", "write a picture of the window at the end"},
    Option{"--after", "SECONDS", "seconds until the picture where there is no script"},
    Option{"--size", "WxH", "size of the window"},
    Option{"--theme", "NAME", "dark or light"},
    Option{"--settings", "FILE", "keep settings in this file"},
};

constexpr std::array examples{
    Example{"blak play --server localhost --user ann --password secret --world run/server", "walk through a world"},
    Example{"blak play --server localhost:5959 --user ann --password secret --world run/server --script tour.play --junit tour.xml",
            "play a script, for tests"},
    Example{"blak play --project world --script bug-12.play --junit bug-12.xml", "play a recorded session again, as a regression test"},
};

/// Beside this program, else wherever programs are looked for.
std::string besideUs(const char* name)
{
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto beside = self.parent_path() / name;
    return !error && std::filesystem::exists(beside, error) ? beside.string() : name;
}

int become(const std::vector<std::string>& words)
{
    std::vector<char*> raw;
    for (const std::string& word : words)
        raw.push_back(const_cast<char*>(word.c_str()));
    raw.push_back(nullptr);
    ::execvp(raw.front(), raw.data());
    return complain(words.front() + ": " + std::strerror(errno));
}

/// The studio prepares the world and has a client.
int playProject(const Arguments& arguments)
{
    std::vector<std::string> words{besideUs("blakston-studio"), "--open", *arguments.value("--project")};
    if (!arguments.value("--script"))
        return complainAboutUsage(playCommand, "--project goes with --script");
    for (const Option& option : options) {
        if (option.name == "--project" || !arguments.value(option.name))
            continue;
        if (option.name != "--script" && option.name != "--junit" && option.name != "--grab")
            return complainAboutUsage(playCommand, std::string(option.name) + " does not go with --project");
        words.emplace_back(option.name == "--script" ? "--play-script" : option.name);
        words.push_back(*arguments.value(option.name));
    }
    return become(words);
}

int run(const Arguments& arguments)
{
    if (arguments.has("--project"))
        return playProject(arguments);
    std::vector<std::string> words{besideUs("blakston-client")};
    for (const Option& option : options)
        if (const auto value = arguments.value(option.name)) {
            words.emplace_back(option.name);
            words.push_back(*value);
        }
    return become(words);
}

} // namespace

const Command playCommand{
    .name = "play",
    .group = "Server",
    .summary = "Play in a world, by hand or by a script",
    .usage = "",
    .options = options,
    .examples = examples,
    .run = run,
    .details = "Starts blakston-client, which is to be installed beside this program. Without a screen it plays all the same, as a "
               "script and --grab want it.\n\nA script has one step on a line; docs/client.md lists them.",
};

} // namespace blak::cli
