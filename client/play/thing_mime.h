// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::client {

/// What is dragged of a thing of the game: its object number, decimal.
inline constexpr const char* thingMime = "application/x-blakston-thing";

} // namespace blak::client
