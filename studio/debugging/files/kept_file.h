// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace blak::debugfiles {

/// A breakpoint as it is kept. Texts are UTF-8.
struct KeptBreakpoint
{
    std::string at; ///< a file, or the list of those that are on no line: "message:", "write:"
    int line = 0;   ///< from 1; 0: on no line
    std::string text; ///< of the line, so that it is found again in a file that was changed; empty: nobody knows
    std::string above, below; ///< textPrint() of the lines around it: tells a line from another one that says the same
    std::string print;        ///< textPrint() of the text the line is in: as long as that is the same, the line is
    std::string name, condition, hits, log;
    bool once = false, off = false;
};

/// What of a debugger is kept for a project from one run of the studio to the next:
///
///     { "breakpoints": [
///         { "at": "kod/lamp.kod", "line": 14, "text": "iOil = iOil - 1;", "print": "9ae16a3b2f90404f", "condition": "iOil < 3", "hits": ">= 2", "log": "{iOil}" },
///         { "at": "message:", "name": "Lamp.Burn", "once": true, "off": true } ],
///       "watches": [ "iOil" ] }
struct Kept
{
    std::vector<KeptBreakpoint> breakpoints;
    std::vector<std::string> watches;
};

/// What makes no sense is left out: others may have written into the settings.
Kept parseKept(std::string_view text);
std::string keptText(const Kept& kept); ///< empty for nothing

/// What is kept of the text of a line: without blanks around it, and not more of it than tells it apart.
std::string keptLine(std::string_view line);
/// Fingerprint of a text, whatever its line ends are.
std::string textPrint(std::string_view text);

} // namespace blak::debugfiles
