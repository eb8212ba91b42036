// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace blak::debugfiles {

/// A way to debug a project. Texts are UTF-8.
struct Launch
{
    std::string name;
    bool attaches = false;
    std::vector<std::string> arguments; ///< for blak serve
    std::string recording;
    std::string folder, host; ///< of a server
    int port = 0;
    bool stopOnEntry = false, keepPast = true;
};

/// Ways to debug a project, as `debug.json` at its top keeps them:
///
///     { "configurations": [
///         { "name": "Quick", "request": "launch", "arguments": ["--port", "5959"], "stopOnEntry": true, "timeTravel": false },
///         { "name": "Test server", "request": "attach", "folder": "/srv/world/run" },
///         { "name": "By port", "request": "attach", "host": "127.0.0.1", "port": 40123 },
///         { "name": "The crash", "request": "launch", "recording": "crash.blakrec" } ] }
///
/// Tokens are not kept: whoever gets the project would get them. Error: which configuration says what wrong.
Result<std::vector<Launch>> parseLaunches(std::string_view text, const std::string& where);
std::string launchesText(const std::vector<Launch>& all);

} // namespace blak::debugfiles
