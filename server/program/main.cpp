// SPDX-License-Identifier: GPL-3.0-or-later
// The server as a program of its own: `blakserv [FOLDER]` is `blak serve [FOLDER]`.
#include "server/serve/server.h"

#include <cstdio>

int main(int argc, char** argv)
{
    blak::serve::ServeOptions options;
    if (argc > 1)
        options.folder = argv[1];
    blak::serve::Server server(std::move(options));
    if (const auto started = server.start(); !started) {
        std::fprintf(stderr, "blakserv: %s\n", started.error().text().c_str());
        return 1;
    }
    return server.run();
}
