// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <optional>
#include <string_view>

namespace blak::cli {

/// How versions are called on the command line: "12", "13f" (float), "13i" (integer). Nothing for a name that is none.
std::optional<roo::Format> roomVersion(std::string_view name);

} // namespace blak::cli
