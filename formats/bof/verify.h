// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/bof/bof.h"

#include <string_view>

namespace blak::bof {

/// Checks everything that running the code relies on: every instruction decodes; locals, properties, class variables and debug
/// strings exist; constants have a tag a compiler can write; jumps meet an instruction of the same handler; no path runs over the
/// end of the code; parameters ascend. Says class, message and code offset of the first fault. O(size of the file).
Result<void> verify(const File& file, std::string_view name);

} // namespace blak::bof
