// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <span>
#include <string>

namespace blak::kod {

/// The command line of the old compilers, so that makefiles of existing trees work unchanged:
///
///     bc [--dialect=classic|open105] [-d] [-K kodbase] [-I folder]... [-O folder] [-A] [-B] [-C] [-L] [-r folder] file...
///
/// `arguments` without the program's name. Returns the exit status: 0, or 1 when an error was reported.
int runBc(std::span<const std::string> arguments, std::ostream& out);

} // namespace blak::kod
