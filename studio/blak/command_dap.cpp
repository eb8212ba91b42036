// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/debug_server.h"
#include "studio/blak/write_all.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace blak::cli {
namespace {

constexpr std::size_t chunk = 64 * 1024;
constexpr int startingMilliseconds = 20; ///< from one look at a server that starts to the next
constexpr int idleMilliseconds = 1000;

int run(const Arguments&)
{
    std::signal(SIGPIPE, SIG_IGN);
    DebugServer server;
    dap::Adapter adapter(server);
    server.adapter = &adapter;
    std::array<char, chunk> buffer;
    while (!adapter.finished()) {
        std::vector<pollfd> waiting{{STDIN_FILENO, POLLIN, 0}};
        server.addTo(waiting);
        if (::poll(waiting.data(), waiting.size(), server.starts() ? startingMilliseconds : idleMilliseconds) < 0 && errno != EINTR)
            break;
        if (waiting.front().revents != 0) {
            const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
            if (count > 0)
                adapter.fromEditor({buffer.data(), static_cast<std::size_t>(count)});
            else if (count == 0 || errno != EINTR)
                break; // the editor is gone
        }
        server.serve(waiting);
        server.tick();
        server.write();
        if (!writeAll(STDOUT_FILENO, adapter.takeForEditor()))
            break;
    }
    writeAll(STDOUT_FILENO, adapter.takeForEditor());
    if (!adapter.fault().empty())
        return complain(adapter.fault());
    return success;
}

constexpr std::array examples{
    Example{"blak dap", "speak the Debug Adapter Protocol on standard input and output, as editors expect it"},
};

} // namespace

const Command dapCommand{
    "dap",
    "Server",
    "Debug a world from an editor",
    "",
    {},
    examples,
    0,
    0,
    run,
    "Speaks the Debug Adapter Protocol. The editor starts it and says what to debug:\n\nlaunch with \"project\" (a folder with "
    "Blakod, or of a server), \"arguments\" for blak serve, \"stopOnEntry\": compiles what changed, starts the world on free "
    "ports and ends it with the session.\n\nattach with \"folder\" of a running server, or \"host\", \"port\" and \"token\" of "
    "its control.json, and \"project\" with the sources: the world runs on when the session ends.",
};

} // namespace blak::cli
