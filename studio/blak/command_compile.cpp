// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/kod_findings.h"
#include "studio/blak/terminal.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

namespace blak::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::string summary(const kod::TreeResult& result, Clock::duration time)
{
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    std::string text = std::to_string(result.compiled) + " of " + std::to_string(result.files) + " files compiled (" +
                       std::string(result.dialect->name) + ", " + std::to_string(result.lines) + " lines, " +
                       std::to_string(milliseconds) + " ms)";
    if (result.failed != 0)
        text += ", " + std::to_string(result.failed) + " failed";
    if (result.externals != 0)
        text += ", " + std::to_string(result.externals) + " names unresolved (blak check --kodbase)";
    if (result.stopped)
        text += "; stopped after too many errors";
    return text + "\n";
}

kod::TreeResult compileOnce(const std::filesystem::path& root, kod::TreeOptions& options)
{
    ProgressBar bar("Compiling");
    options.progress = [&bar](std::size_t done, std::size_t all) { bar.show(done, all); };
    return kod::compileTree(root, options);
}

/// Until it is interrupted: looks for changes, compiles, says what came of it.
[[noreturn]] void watch(const std::filesystem::path& root, kod::TreeOptions& options)
{
    constexpr auto pause = std::chrono::milliseconds(300);
    for (;;) {
        std::this_thread::sleep_for(pause);
        const auto start = Clock::now();
        const kod::TreeResult result = compileOnce(root, options);
        if (result.compiled == 0)
            continue;
        printFindings(result);
        print(summary(result, Clock::now() - start));
        if (!result.good()) // do not repeat the same errors: wait until a file changes
            std::this_thread::sleep_for(pause * 10);
    }
}

int run(const Arguments& arguments)
{
    const std::filesystem::path root = std::filesystem::path(arguments.words[0]).lexically_normal();
    std::error_code code;
    if (!std::filesystem::is_directory(root, code))
        return complain(arguments.words[0] + ": expected the folder of a tree");
    auto options = treeOptions(compileCommand, arguments);
    if (!options)
        return badUsage;
    options->all = arguments.has("--all");
    options->verify = arguments.has("--verify");
    options->debugLines = !arguments.has("--no-lines");
    options->sidecars = !arguments.has("--no-sidecars");
    if (const auto folder = arguments.value("--output"))
        options->output = *folder;

    const auto start = Clock::now();
    const kod::TreeResult result = compileOnce(root, *options);
    if (arguments.has("--json")) {
        printJson(findingsJson(result));
    } else {
        printFindings(result);
        print(summary(result, Clock::now() - start));
    }
    if (arguments.has("--watch")) {
        options->all = false;
        watch(root, *options);
    }
    return result.good() ? success : failure;
}

constexpr std::array options{
    Option{"--dialect", "NAME", "classic, classic97 or open105; found out from the sources otherwise"},
    Option{"--include", "FOLDER", "search include files there first; TREE/include always is"},
    Option{"--base", "FILE", "knowledge base, TREE/kodbase.txt otherwise"},
    Option{"--output", "FOLDER", "also copy objects to FOLDER/loadkod and resources to FOLDER/rsc"},
    Option{"--all", "", "compile everything, ids from scratch"},
    Option{"--verify", "", "compare contents, not only time, size and inode"},
    Option{"--no-lines", "", "leave out the tables of line numbers"},
    Option{"--no-sidecars", "", "write no .kdb files for the debugger"},
    Option{"--errors", "N", "stop after so many errors, 100 otherwise"},
    Option{"--json", "", "print the findings as JSON"},
    Option{"--watch", "", "go on: compile again whenever something changes"},
};
constexpr std::array examples{
    Example{"blak compile kod", "compile what changed since the last time"},
    Example{"blak compile --all --output run/server kod", "everything, ready for a server"},
    Example{"blak compile --watch world/kod", "keep the objects current while you edit"},
};

} // namespace

const Command compileCommand{
    "compile",
    "Blakod",
    "Compile a tree of Blakod",
    "TREE",
    options,
    examples,
    1,
    1,
    run,
    "Takes the files in the order of the makefiles, or of the class hierarchy where there are none. Only "
    "what changed is compiled again, and what derives from a class whose properties or class variables "
    "changed. Objects, resources and kodbase.txt are those of the old compilers, byte for byte."};

} // namespace blak::cli
