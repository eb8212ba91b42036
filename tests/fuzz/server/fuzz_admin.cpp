// SPDX-License-Identifier: GPL-3.0-or-later
// Text on the maintenance port. Commands that save, load, end the server or touch files are left out: they are slow, and their
// files have targets of their own.
#include "tests/fuzz/server/small_world.h"

using namespace blak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static test::SmallWorld small;
    static const bool prepared =
        small.world.config().set("Socket", "MaintenanceMask", "127.0.0.1;10.0.0.1") && (small.sessions.configure(), true);
    if (!prepared)
        std::abort();
    constexpr std::size_t longest = 4096;
    const std::string text(reinterpret_cast<const char*>(data), std::min(size, longest));
    const std::string lower = blak::lowerCase(text);
    for (const char* word : {"sa", "rel", "rea", "te", "sh", "ba", "unb", "admini"}) {
        for (std::size_t at = lower.find(word); at != lower.npos; at = lower.find(word, at + 1))
            if ((at == 0 || lower[at - 1] == '\n' || lower[at - 1] == '\r' || lower[at - 1] == ' ') &&
                !lower.substr(at).starts_with("show "))
                return 0;
    }
    serve::Address loopback;
    loopback.bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1};
    serve::Session* session = small.sessions.openMaintenance(loopback, 1000);
    if (session == nullptr)
        return 0;
    small.sessions.received(*session, std::as_bytes(std::span(text)), 1000);
    small.sessions.received(*session, std::as_bytes(std::span("\r", 1)), 1000);
    small.sessions.takeDirty();
    small.sessions.forget(*session);

    small.sessions.blocks().forgetAll(); // `hangup ip` was among the commands
    // From elsewhere: nobody gets to a command without a login.
    serve::Address elsewhere = loopback;
    elsewhere.bytes[12] = 10;
    serve::Session* stranger = small.sessions.openMaintenance(elsewhere, 1000);
    if (stranger == nullptr)
        std::abort();
    small.sessions.received(*stranger, std::as_bytes(std::span(text)), 1000);
    small.sessions.received(*stranger, std::as_bytes(std::span("\r", 1)), 1000);
    if (stranger->mayCommand)
        std::abort();
    small.sessions.takeDirty();
    small.sessions.forget(*stranger);
    return 0;
}
