// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/rebuild.h"
#include "roomedit/script/plain_script.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/number_option.h"
#include "studio/blak/room_input.h"
#include "studio/blak/terminal.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace blak::cli {
namespace {

constexpr int longestSeconds = 3600, mostMegabytes = 65536;
constexpr std::chrono::seconds grace{3};   ///< for an engine that is deep in one step of its own
constexpr rlim_t spareBytes = 768u << 20u; ///< what the engine sets aside and never touches

struct Job
{
    std::filesystem::path script, room;
    std::vector<std::string> arguments;
    std::optional<std::filesystem::path> output; ///< none: the room stays as it is
    bool isNew = false;
    int seconds = 10, megabytes = 512;
};

/// Address space of this program.
rlim_t ownBytes()
{
    std::ifstream file("/proc/self/statm");
    rlim_t pages = 0;
    file >> pages;
    return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

Result<roo::Room> roomOf(const Job& job)
{
    if (!job.isNew)
        return readRoom(job.room);
    if (std::filesystem::exists(job.room))
        return Error{"is there already, and --new makes one", job.room.string(), ErrorCode::Exists};
    roo::Room room;
    room.server = roo::emptyServerSection(room.format);
    return room;
}

Result<void> writeRoom(const Job& job, const roomcore::Map& map, const roo::Room& before)
{
    auto edited = roomcore::roomFromMap(map, before);
    if (!edited)
        return edited.error();
    auto built = roomcore::rebuild(std::move(edited.value().room), before);
    if (!built)
        return built.error();
    if (auto fits = roo::checkLimits(built.value().room); !fits)
        return fits;
    return writeFileAtomically(*job.output, roo::write(built.value().room));
}

int runJob(const Job& job)
{
    const auto source = readTextFile(job.script, 16u << 20u);
    if (!source)
        return complain(source.error().text());
    auto room = roomOf(job);
    if (!room)
        return complain(room.error().text());
    const auto before = std::make_shared<const roo::Room>(std::move(room).value());
    roomscript::PlainRequest request;
    request.source = source.value();
    request.name = job.script.string();
    request.map = roomcore::mapFromRoom(*before);
    request.defaults = roomcore::defaultsOf(request.map);
    request.file = before;
    request.arguments = job.arguments;
    request.milliseconds = job.seconds * 1000;
    request.megabytes = job.megabytes;
    request.printed = [](const std::string& line) { print(line + "\n"); };
    const auto outcome = roomscript::runPlainScript(std::move(request));
    if (!outcome.error.empty())
        return complain(job.script.string() + (outcome.errorLine > 0 ? ":" + std::to_string(outcome.errorLine) : "") + ": " +
                        outcome.error + "; the room stays as it was");
    if (!outcome.value.empty())
        print(outcome.value + "\n");
    if (!outcome.changed)
        return success;
    for (const std::string& sentence : outcome.newErrors)
        complain(job.room.string() + ": " + sentence);
    if (!job.output) {
        print(counted(static_cast<std::size_t>(outcome.operations), "operation") + "; --write or -o keeps what was done\n");
        return success;
    }
    if (auto written = writeRoom(job, outcome.map, *before); !written)
        return complain(written.error().text());
    print(job.output->string() + ": " + counted(static_cast<std::size_t>(outcome.operations), "operation") + "\n");
    return success;
}

/// In a process of its own, whose memory has a limit that holds for everything; the room is written by it, at the end or not at all.
int runConfined(const Job& job)
{
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0)
        return runJob(job);
    if (child == 0) {
        const rlim_t most = ownBytes() + (static_cast<rlim_t>(job.megabytes) << 20u) + spareBytes;
        const rlimit space{most, most}, noCore{0, 0};
        setrlimit(RLIMIT_AS, &space);
        setrlimit(RLIMIT_CORE, &noCore);
        const int code = runJob(job);
        std::fflush(nullptr);
        _exit(code);
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(job.seconds) + grace;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return complain(job.script.string() + ": stopped: it ran for more than " + std::to_string(job.seconds) +
                            " s; the room stays as it was");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    return complain(job.script.string() + ": stopped: it needed more than " + std::to_string(job.megabytes) +
                    " MB; the room stays as it was");
}

int run(const Arguments& arguments)
{
    Job job;
    job.script = arguments.words[0];
    job.room = arguments.words[1];
    job.arguments.assign(arguments.words.begin() + 2, arguments.words.end());
    job.isNew = arguments.has("--new");
    if (const auto output = arguments.value("-o"))
        job.output = *output;
    else if (arguments.has("--write") || job.isNew)
        job.output = job.room;
    const auto seconds = numberOption(roomScriptCommand, arguments, "--time", 1, longestSeconds, job.seconds);
    const auto megabytes = numberOption(roomScriptCommand, arguments, "--memory", 16, mostMegabytes, job.megabytes);
    if (!seconds || !megabytes)
        return badUsage;
    job.seconds = *seconds;
    job.megabytes = *megabytes;
    return runConfined(job);
}

constexpr std::array options{
    Option{"--write", "", "keep what the script did; the file before stays as ROOM~"},
    Option{"-o", "FILE", "write the room there instead"},
    Option{"--new", "", "begin with an empty room, which is written"},
    Option{"--time", "SECONDS", "stop it after that, 10 without it"},
    Option{"--memory", "MB", "stop it when it needs more, 512 without it"},
};
constexpr std::array examples{
    Example{"blak room script count.js inn.roo", "what the script prints; the room stays as it is"},
    Example{"blak room script --write steps.js inn.roo 8 16", "run with two arguments, and keep the result"},
    Example{"blak room script --new tower.js tower.roo", "a room made by a script"},
};

} // namespace

const Command roomScriptCommand{
    "room script",
    "Rooms",
    "Change a room by a script",
    "SCRIPT ROOM [ARGUMENT]...",
    options,
    examples,
    2,
    anyNumber,
    run,
    "JavaScript with the object `room`, which has the operations of the room editor (docs/room-scripts.md). Where\nthe script fails "
    "nothing is written."};

} // namespace blak::cli
