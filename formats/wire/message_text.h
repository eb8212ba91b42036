// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"
#include "formats/wire/resource_book.h"

#include <string>

namespace blak::wire {

/// A longer text is cut there.
inline constexpr std::size_t longestMessageText = 16'384;

/// The text of a field of type Message or Resource with its parameters filled in: bytes of Windows-1252, style codes still in it.
/// What a player wrote (%q) is never taken for a directive. A parameter that did not come is left out; of a resource that is not
/// known "[resource N]" stands there. `%s$2` takes its place from the parameter that is second, `$0` is not shown (open105).
std::string messageText(const Field& message, const ResourceBook& resources);

} // namespace blak::wire
