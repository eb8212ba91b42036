// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/finding.h"
#include "kodide/compiler/symbols.h"

#include <string>
#include <string_view>
#include <vector>

/// The knowledge base, kodbase.txt: what earlier runs of the compiler know. Its lines: formats/kodbase.
namespace blak::kod {

/// Adds what the text holds to an empty table. Stops at the first line it cannot understand; lines of an unknown kind are
/// reported and skipped. False when there was any fault.
bool readKodbase(std::string_view text, std::string_view file, SymbolTable& symbols, const Dialect& dialect,
                 std::vector<Finding>& findings);

std::string writeKodbase(const SymbolTable& symbols);

} // namespace blak::kod
