// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/dialects.h"
#include "server/serve/check.h"
#include "server/serve/server.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/kod_findings.h"
#include "studio/blak/lease.h"
#include "studio/blak/terminal.h"
#include "studio/play/run_folder.h"

#include <array>
#include <charconv>

namespace blak::cli {
namespace {

/// A port of the command line; nothing when it is none.
std::optional<int> portOf(const std::string& text)
{
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port < 0 || port > 0xFFFF)
        return std::nullopt;
    return port;
}

/// Compiles a project and fills its run folder. The dialect; nothing after complaining.
std::optional<std::string> prepare(const std::filesystem::path& project, std::string_view dialect)
{
    ProgressBar bar("Compiling");
    const auto prepared = play::prepareRunFolder(
        project, [&bar](std::size_t done, std::size_t all) { bar.show(done, all); }, dialect);
    if (!prepared) {
        complain(prepared.error().text());
        return std::nullopt;
    }
    const kod::TreeResult& compiled = prepared.value().compiled;
    printFindings(compiled);
    if (!compiled.good()) {
        complain(project.string() + ": expected Blakod without errors, found them in " + std::to_string(compiled.failed) +
                 " of " + counted(compiled.files, "file"));
        return std::nullopt;
    }
    print(project.string() + ": " + std::to_string(compiled.compiled) + " of " + counted(compiled.files, "file") +
          " compiled, " + counted(prepared.value().built, "room") + " built; the world runs in " +
          prepared.value().folder.string() + "\n");
    return prepared.value().dialect;
}

int run(const Arguments& arguments)
{
    serve::ServeOptions options;
    if (!arguments.words.empty())
        options.folder = arguments.words[0];
    const std::filesystem::path project = options.folder;
    const bool isProject = !arguments.has("--replay") && play::isProject(project);
    if (isProject)
        options.folder = play::runFolderOf(project);
    options.acceptLosses = arguments.has("--accept-losses");
    if (arguments.has("--check")) {
        const serve::FolderReport report = serve::checkFolder(options.folder);
        print(report.text());
        return report.faults == 0 ? success : failure;
    }
    for (const auto& [name, port] : {std::pair{"--port", &options.port},
                                     {"--maintenance-port", &options.maintenancePort},
                                     {"--control-port", &options.controlPort}})
        if (const auto given = arguments.value(name)) {
            *port = portOf(*given);
            if (!*port)
                return complainAboutUsage(serveCommand, std::string(name) + " needs a number from 0 to 65535");
        }
    options.dialect = arguments.value("--dialect").value_or("");
    if (!options.dialect.empty() && vm::findDialect(options.dialect) == nullptr)
        return complainAboutUsage(serveCommand, "--dialect needs one of " + dialectNames());
    options.record = arguments.value("--record").value_or("");
    options.replay = arguments.value("--replay").value_or("");
    if (!options.record.empty() && !options.replay.empty())
        return complainAboutUsage(serveCommand, "--record and --replay exclude each other");
    options.lookBack = arguments.has("--debug");
    if (options.lookBack && options.replay.empty())
        return complainAboutUsage(serveCommand, "--debug needs --replay");
    if (!options.replay.empty() && arguments.words.empty())
        return complainAboutUsage(serveCommand, "--replay needs an empty FOLDER for the world of the recording");
    if (isProject) {
        auto dialect = prepare(project, options.dialect);
        if (!dialect)
            return failure;
        options.dialect = std::move(*dialect);
    }
    std::optional<Lease> lease;
    if (arguments.has("--leased")) {
        auto taken = Lease::take(options.folder);
        if (!taken)
            return complain(taken.error().text());
        lease.emplace(std::move(taken).value());
    }
    serve::Server server(std::move(options));
    if (const auto started = server.start(); !started)
        return complain(started.error().text());
    return server.run();
}

constexpr std::array options{
    Option{"--check", "", "look through the folder, change nothing and report"},
    Option{"--dialect", "NAME", "classic, classic97, open105 or open29, instead of [Blakston] Dialect or what the files tell"},
    Option{"--accept-losses", "", "start although something of the saved game has no place in the classes"},
    Option{"--port", "N", "listen for players there instead of [Socket] Port; 0 takes a free one"},
    Option{"--maintenance-port", "N", "the same for administrators"},
    Option{"--control-port", "N", "the same for tools, instead of [Control] Port"},
    Option{"--leased", "", "end when standard input does, and remove FOLDER, which was made for playing (play.scratch)"},
    Option{"--record", "FILE", "write down everything that comes from outside, to run it again; the file must be new"},
    Option{"--replay", "FILE", "run a recording again, in FOLDER, which must be empty"},
    Option{"--debug", "", "with --replay: wait behind its end for a debugger, which can go back in it"},
};
constexpr std::array examples{
    Example{"blak serve run/server", "serve the world in that folder"},
    Example{"blak serve world", "compile what changed in that project and serve it from world/run/server"},
    Example{"blak serve --check run/server", "say what a server would find there"},
    Example{"blak serve --record today.blakrec run/server", "the same, and keep what is needed to run it again"},
    Example{"blak serve --replay today.blakrec /tmp/again", "run it again: the same logs and the same saved games"},
    Example{"blak serve --port 0 --maintenance-port 0 world", "on free ports, which control.json names"},
};

} // namespace

const Command serveCommand{
    "serve",
    "Server",
    "Run a world",
    "[FOLDER]",
    options,
    examples,
    0,
    1,
    run,
    "Works in a folder as the old server does: blakserv.cfg, memmap, rsc, rooms, savegame, channel, and the drop-box loadkod. "
    "What is missing has sensible defaults; only compiled classes have to be there, System among them.\n\nA folder with Blakod "
    "and "
    "neither classes nor a blakserv.cfg is a project: what is out of date is compiled, rooms are built, and FOLDER/run/server is "
    "served. Errors of the compiler stop it. [Blakston] Dialect of its blakserv.cfg counts when it is compiled, too; without it "
    "a project whose rooms are all of 2012 or before is of the dialect classic97.\n\nStarted "
    "from a terminal it takes administrators' commands there. SIGTERM saves "
    "and ends, SIGHUP reads the configuration anew.",
};

} // namespace blak::cli
