// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::cli {

/// The name that a mistyped word was most likely meant to be: letters left out, added, changed or swapped with their neighbour, at
/// most one in three. Nothing when no name is so close; the first of equally close ones.
std::optional<std::string> closestName(std::string_view typed, const std::vector<std::string>& names);

} // namespace blak::cli
