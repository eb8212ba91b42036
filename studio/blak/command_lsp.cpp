// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/write_all.h"
#include "studio/lsp/language_server.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

namespace blak::cli {
namespace {

constexpr std::size_t chunk = 64 * 1024;
constexpr int quietMilliseconds = 150; ///< without a word of the editor, before texts are checked

int run(const Arguments&)
{
    std::signal(SIGPIPE, SIG_IGN);
    lsp::LanguageServer server(BLAK_VERSION);
    std::array<char, chunk> buffer;
    while (!server.finished() && server.fault().empty()) {
        pollfd waiting{STDIN_FILENO, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, server.hasWork() ? quietMilliseconds : -1);
        if (ready < 0 && errno != EINTR)
            break;
        if (ready > 0) {
            const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
            if (count > 0)
                server.fromEditor({buffer.data(), static_cast<std::size_t>(count)});
            else if (count == 0 || errno != EINTR)
                break; // the editor is gone
        } else if (ready == 0) {
            server.idle();
        }
        if (!writeAll(STDOUT_FILENO, server.takeForEditor()))
            break;
    }
    writeAll(STDOUT_FILENO, server.takeForEditor());
    if (!server.fault().empty())
        return complain(server.fault());
    return server.exitCode() == 0 ? success : failure;
}

constexpr std::array examples{
    Example{"blak lsp", "speak the Language Server Protocol on standard input and output, as editors expect it"},
};

} // namespace

const Command lspCommand{
    "lsp",
    "Blakod",
    "Serve an editor: completion, definitions, references, renaming",
    "",
    {},
    examples,
    0,
    0,
    run,
    "Speaks the Language Server Protocol. The editor starts it and names the folder of a world (workspaceFolders or rootUri); "
    "without one "
    "it is the folder of the first text. docs/editors.md says how editors are set up.",
};

} // namespace blak::cli
