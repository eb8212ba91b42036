// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/finding.h"
#include "kodide/compiler/symbols.h"

#include <string>
#include <string_view>
#include <vector>

/// The knowledge base, kodbase.txt: what earlier runs of the compiler know (../shared/reference/kod.md, section 2.3).
///
///     T maxid maxresources
///     C name id 0 | C name id superid supername      then what the class declares:
///     R name id      resources
///     V name number  class variables
///     Y name number  properties
///     M name id      handlers, each followed by
///     P name id      its parameters
///     c | m | p name id                               at the end: names used and defined nowhere
namespace blak::kod {

/// Adds what the text holds to an empty table. Stops at the first line it cannot understand; lines of an unknown kind are
/// reported and skipped. False when there was any fault.
bool readKodbase(std::string_view text, std::string_view file, SymbolTable& symbols, const Dialect& dialect,
                 std::vector<Finding>& findings);

std::string writeKodbase(const SymbolTable& symbols);

} // namespace blak::kod
