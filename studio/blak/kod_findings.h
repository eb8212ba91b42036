// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/tree_compile.h"
#include "studio/blak/command.h"
#include "studio/blak/json_output.h"

namespace blak::cli {

/// Options that `compile` and `check` share; complains and gives nothing when one makes no sense.
std::optional<kod::TreeOptions> treeOptions(const Command& command, const Arguments& arguments);

/// Every finding with its line and a caret, to standard error; in colour on a terminal.
void printFindings(const kod::TreeResult& result);

/// Counts and every finding with file, range (line and column from 1, bytes from 0), severity, code and message.
Json findingsJson(const kod::TreeResult& result);
/// The findings as a SARIF log, with the explanations of `blak explain`.
Json findingsSarif(const kod::TreeResult& result);

} // namespace blak::cli
