// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace blak::play {

/// What a server says of itself in control.json of its folder, once it listens (docs/server.md).
struct ServerFacts
{
    std::uint16_t control = 0, players = 0, maintenance = 0; ///< ports
    std::string token;
};

/// Fails when it is no JSON object, as of a file that is being written, or a port or the token is missing or makes no sense.
Result<ServerFacts> readServerFacts(std::string_view text, const std::string& where);

} // namespace blak::play
