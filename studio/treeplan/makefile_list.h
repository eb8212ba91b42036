// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace blak::treeplan {

/// A makefile with one more word in a list (`BOFS = a.bof b.bof \`): behind the word `after` where that stands anywhere in it, else at the
/// end of the list. Line ends and indents are those of the lines around. Fails where there is no such list.
Result<std::string> withListEntry(const std::string& makefile, std::string_view list, std::string_view entry, std::string_view after);

/// Where a makefile has the word, without regard to case: bytes, ascending. Not in comments.
std::vector<std::size_t> placesInMakefile(const std::string& makefile, std::string_view word);

} // namespace blak::treeplan
