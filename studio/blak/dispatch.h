// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/blak/command.h"

namespace blak::cli {

/// Runs the command that the words name; the first word is the name the program was called by. Returns the exit code.
int dispatch(const std::vector<std::string>& words);

/// The command of that name ("room info"), or nothing.
const Command* findCommand(std::string_view name);

} // namespace blak::cli
