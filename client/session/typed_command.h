// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/game.h"
#include "client/session/requests.h"

#include <string>
#include <string_view>

namespace blak::session {

/// One command that can be typed behind a slash, for help.
struct TypedCommand
{
    std::string_view names; ///< "yell y": the first is the one to be shown
    std::string_view usage; ///< what stands behind it
    std::string_view help;
};

std::span<const TypedCommand> typedCommands();

struct TypedResult
{
    std::string complaint{};   ///< why nothing was done; empty = it was
    std::string window{};      ///< a window to be shown: "mail", "guild", "who", "help", ...
    bool wantsToLeave = false; ///< back to the menu
    bool tooEarly = false;     ///< nothing was done, as the server has asked to wait: the line may be tried again when it goes on
};

/// Does what a line of text says: "/yell hello", "/tell ann hello", or plain speech. `target` is what the player has chosen, 0 =
/// nothing. UTF-8.
TypedResult runTyped(Game& game, std::string_view line, std::uint32_t target);

} // namespace blak::session
