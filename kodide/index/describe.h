// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/index_tree.h"

#include <string>
#include <string_view>

namespace blak::kod {

/// A stretch of source in one line, as it can be shown: blanks of all kinds become one, no more than `most` letters of it.
std::string oneLine(std::string_view text, std::size_t most = 120);

/// What the author says above the place, behind it on its line, or at the beginning of a body; without comment signs.
std::string commentAt(const FileNames& names, std::uint32_t begin, const Dialect& dialect);

/// `what = $`
std::string parameterText(const FileNames& names, const VariableEntry& parameter, const NameTable& table);
/// `(what = $, amount = 3)`
std::string parametersText(const FileNames& names, const HandlerEntry& handler, const NameTable& table);

} // namespace blak::kod
