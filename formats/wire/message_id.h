// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace blak::wire {

/// The messages by name, whatever number a dialect gives them: made of the one list, so that a name that is not in it does not
/// compile. `None` is a message that a world brings itself (protocol_table.h).
enum class MessageId : std::uint16_t {
    None,
#define MESSAGE(family, number, dialects, direction, name, layout) name,
#define VARIANT(family, number, dialects, direction, name, layout)
#include "formats/wire/messages.inc"
    Count
};

} // namespace blak::wire
