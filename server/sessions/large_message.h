// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/dialect.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace blak::serve {

/// Clients take messages of at most 40 000 bytes (wire::largestServerPayload): what stands in a room with two hundred players is
/// longer. A longer list is sent as far as it fits, and each of the others by the message that adds one: BP_ROOM_CONTENTS and
/// BP_CREATE, BP_PLAYERS and BP_PLAYER_ADD, and so on. The old servers send it whole, and their clients lose the connection.
///
/// `payload` begins with the unmasked type byte; `first` is the object that has to stand in the list itself (the player: clients
/// look for themselves there). Empty when the message is no such list, or makes no sense.
std::vector<std::vector<std::byte>> splitLargeMessage(wire::Dialect dialect, std::span<const std::byte> payload,
                                                      std::int64_t first);

} // namespace blak::serve
