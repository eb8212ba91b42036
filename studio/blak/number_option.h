// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/blak/command.h"

#include <optional>

namespace blak::cli {

/// The number of an option, `otherwise` where it was not given; nothing, after complaining, where it is none from `least` to `most`.
std::optional<int> numberOption(const Command& command, const Arguments& arguments, std::string_view option, int least, int most,
                                int otherwise);

} // namespace blak::cli
