// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace blak {

/// Whether a name has the form of a pattern: * any run of characters, ? exactly one; ASCII case is ignored. At most the product
/// of both lengths in time.
bool matchesWildcard(std::string_view pattern, std::string_view name);

inline bool hasWildcard(std::string_view word) { return word.find_first_of("*?") != std::string_view::npos; }

/// The regular files that a path with wildcards in its last part stands for, sorted: what old makefiles leave to the tools.
std::vector<std::string> filesMatching(const std::string& pattern);

} // namespace blak
