// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace blak {

/// "1 file", "3 files", "2 classes": the number and its word, of which nobody has to guess the end.
inline std::string counted(std::size_t count, std::string_view one)
{
    return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : one.ends_with('s') ? "es" : "s");
}

} // namespace blak
