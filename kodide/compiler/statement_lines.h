// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/syntax.h"

#include <string>
#include <utility>
#include <vector>

namespace blak::kod {

/// Where the statements of a handler begin: where a world can stop in it. Lines from 1, of the file itself.
struct HandlerLines
{
    std::string owner; ///< the class
    std::string name;
    int first = 0;             ///< of the name
    int last = 0;              ///< of the closing brace
    bool isWhole = true;       ///< read without a fault; otherwise some of its statements may be missing
    std::vector<int> lines{};  ///< ascending, each once
    /// First and last line of each statement that goes over several: of one with blocks, up to the end of its condition.
    std::vector<std::pair<int, int>> stretches{};

    /// The next line from `line` on where a statement begins; 0 = there is none.
    int next(int line) const;
    /// Where a stop that is wanted on the line belongs: where the statement begins that goes on there, else the next one.
    int placeFor(int line) const;
};

/// Of all handlers of the file, in its order. The same lines as in the debug sidecar of the compiled class, without compiling it:
/// what is only a part of a statement (`else if`, the condition of a loop) has no line of its own there.
std::vector<HandlerLines> statementLines(const SyntaxUnit& unit);

} // namespace blak::kod
