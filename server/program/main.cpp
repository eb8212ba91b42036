// SPDX-License-Identifier: GPL-3.0-or-later
// The server as a program of its own: `blakserv [--accept-losses] [FOLDER]` is `blak serve` with the same words.
#include "server/serve/server.h"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv)
{
    blak::serve::ServeOptions options;
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--accept-losses")
            options.acceptLosses = true;
        else
            options.folder = argv[i];
    }
    blak::serve::Server server(std::move(options));
    if (const auto started = server.start(); !started) {
        std::fprintf(stderr, "blakserv: %s\n", started.error().text().c_str());
        return 1;
    }
    return server.run();
}
