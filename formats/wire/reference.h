// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace blak::wire {

/// The protocol reference for readers (docs/protocol.md) in Markdown, made from the message table.
std::string protocolReference();

} // namespace blak::wire
