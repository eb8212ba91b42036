// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace blak::dap {

/// A part of the message of a breakpoint that logs: words, or an expression whose value is put there.
struct LogPiece
{
    bool isExpression;
    std::string text;
};

/// "text {expression} text" in pieces; \{ and \} are braces.
std::vector<LogPiece> logPieces(std::string_view message);

} // namespace blak::dap
