// SPDX-License-Identifier: GPL-3.0-or-later
// Lines on the control channel, after the token.
#include "server/control/control.h"
#include "tests/fuzz/server/small_world.h"

using namespace blak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static test::SmallWorld small;
    static serve::Control control(small.world, small.admin, small.sessions, "token");
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    // What writes files or ends the server is not for a loop of millions.
    for (const char* word : {"save", "reload", "stop", "snapshot", "admin", "\\u"})
        if (text.find(word) != text.npos)
            return 0;
    serve::ControlClient* client = control.open(0);
    if (client == nullptr)
        return 0;
    control.received(*client, "{\"do\":\"hello\",\"token\":\"token\"}\n", 0);
    control.received(*client, text, 1);
    control.received(*client, "\n{\"do\":\"resume\"}\n", 2);
    control.tick(3);
    control.takeDirty();
    control.forget(*client);
    return 0;
}
