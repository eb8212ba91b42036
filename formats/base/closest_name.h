// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak {

/// The name that a mistyped word was most likely meant to be: letters left out, added, changed or swapped with their neighbour, at
/// most one in three. Nothing when no name is so close; the first of equally close ones.
std::optional<std::string> closestName(std::string_view typed, const std::vector<std::string>& names);

/// Some of the names, without regard to case: those so close, then those that hold the whole word or begin like it, each from the likeliest on.
std::vector<std::string> closestNames(std::string_view typed, const std::vector<std::string>& names, std::size_t most);

} // namespace blak
