// SPDX-License-Identifier: GPL-3.0-or-later
// The server without a window: boots the run directory given on the command line (default: the current one) and serves its
// maintenance port until SIGTERM or SIGINT.
#include "server/serve/maintenance.h"

#include <atomic>
#include <csignal>
#include <cstdio>

namespace {

std::atomic<bool> stopping = false;

extern "C" void stopOnSignal(int) { stopping = true; }

} // namespace

int main(int argc, char** argv)
{
    struct sigaction action
    {
    };
    action.sa_handler = stopOnSignal;
    ::sigaction(SIGTERM, &action, nullptr);
    ::sigaction(SIGINT, &action, nullptr);

    blak::world::World world(argc > 1 ? argv[1] : ".");
    if (const auto booted = world.boot(); !booted) {
        std::fprintf(stderr, "blakserv: %s\n", booted.error().text().c_str());
        return 1;
    }
    blak::serve::MaintenancePort port(world);
    if (const auto listening = port.listen(static_cast<int>(world.config().number("Socket", "MaintenancePort", 9998)));
        !listening) {
        std::fprintf(stderr, "blakserv: %s\n", listening.error().text().c_str());
        return 1;
    }
    port.run(stopping);
    return 0;
}
