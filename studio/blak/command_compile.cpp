// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/kod_findings.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <thread>
#include <utility>

namespace blak::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::string summary(const kod::TreeResult& result, Clock::duration time)
{
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    std::string text = std::to_string(result.compiled - result.failed) + " of " + counted(result.files, "file") + " compiled (" +
                       std::string(result.dialect->name) + ", " + counted(result.lines, "line") + ", " +
                       std::to_string(milliseconds) + " ms)";
    if (result.failed != 0)
        text += ", " + std::to_string(result.failed) + " failed";
    if (result.externals != 0)
        text += ", " + counted(result.externals, "name") + " unresolved (blak check --kodbase)";
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

/// What came of a compilation, as a person or a program wants it. Not kept back: somebody may be waiting at a pipe.
void show(const kod::TreeResult& result, Clock::duration time, bool json)
{
    if (json) {
        printJson(findingsJson(result));
    } else {
        printFindings(result);
        print(summary(result, time));
    }
    std::fflush(stdout);
}

volatile std::sig_atomic_t interrupted = 0;

void onInterrupt(int /*signal*/) { interrupted = 1; }

/// The signals that ask to stop end the waiting, not the writing of a file.
void stopOnSignals()
{
    struct sigaction action = {};
    action.sa_handler = onInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND); // a second one ends the program at once
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
}

bool isSource(const std::filesystem::path& file)
{
    constexpr std::array made{".bof", ".rsc", ".kdb", ".blak-build"};
    const std::string name = file.filename().string();
    return std::ranges::none_of(made, [&](std::string_view end) { return name.ends_with(end); }) &&
           file.filename() != "kodbase.txt" && !name.ends_with('~');
}

/// Changes whenever a source, an include file or a makefile below the folder does.
std::size_t stateOf(const std::filesystem::path& root)
{
    std::size_t state = 0;
    std::error_code code;
    for (std::filesystem::recursive_directory_iterator it(root, code), end; !code && it != end; it.increment(code)) {
        std::error_code gone; // between listing and asking
        if (!isSource(it->path()) || !it->is_regular_file(gone))
            continue;
        const auto time = it->last_write_time(gone).time_since_epoch().count();
        const std::string line = it->path().string() + ' ' + std::to_string(it->file_size(gone)) + ' ' + std::to_string(time);
        state += std::hash<std::string>{}(line); // a sum: folders are listed in any order
    }
    return state;
}

/// Until it is interrupted: looks for changes, compiles, says what came of it. After a failure the sources must change first,
/// for the faults would be the same.
bool watch(const std::filesystem::path& root, kod::TreeOptions& options, bool good, std::size_t seen, bool json)
{
    constexpr auto pause = std::chrono::milliseconds(300);
    std::string shown; ///< findings of the last time: a file that is none of the sources may have changed
    while (!interrupted) {
        std::this_thread::sleep_for(pause);
        const std::size_t state = stateOf(root);
        if (interrupted || (!good && state == seen))
            continue;
        seen = state;
        const auto start = Clock::now();
        const kod::TreeResult result = compileOnce(root, options);
        const bool wasGood = std::exchange(good, result.good());
        std::string found = findingsJson(result).dump(-1, ' ', false, Json::error_handler_t::replace);
        const bool news = result.compiled > result.failed || found != shown;
        shown = std::move(found);
        if (news && (result.compiled != 0 || good != wasGood))
            show(result, Clock::now() - start, json);
    }
    return good;
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

    const bool json = arguments.has("--json");
    const bool goOn = arguments.has("--watch");
    if (goOn)
        stopOnSignals();
    const std::size_t seen = goOn ? stateOf(root) : 0; // before the files are read: no change is missed
    const auto start = Clock::now();
    const kod::TreeResult result = compileOnce(root, *options);
    show(result, Clock::now() - start, json);
    bool good = result.good();
    if (goOn) {
        options->all = false;
        good = watch(root, *options, good, seen, json);
    }
    return good ? success : failure;
}

constexpr std::array options{
    Option{"--dialect", "NAME", "classic, classic97, open105 or open29; found out from the sources otherwise"},
    Option{"--include", "FOLDER", "search include files there first; TREE/include always is"},
    Option{"--base", "FILE", "knowledge base, TREE/kodbase.txt otherwise"},
    Option{"--output", "FOLDER", "also copy objects to FOLDER/loadkod and resources to FOLDER/rsc"},
    Option{"--all", "", "compile everything, ids from scratch"},
    Option{"--verify", "", "compare contents, not only time, size and inode"},
    Option{"--no-lines", "", "leave out the tables of line numbers"},
    Option{"--no-sidecars", "", "write no .kdb files for the debugger"},
    Option{"--errors", "N", "stop after so many errors, 100 otherwise"},
    Option{"--json", "", "print the findings as JSON"},
    Option{"--watch", "", "go on until interrupted: compile again whenever something changes"},
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
