// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/log_message.h"

#include <utility>

namespace blak::dap {

std::vector<LogPiece> logPieces(std::string_view message)
{
    std::vector<LogPiece> pieces;
    std::string plain;
    for (std::size_t i = 0; i < message.size(); ++i) {
        if (message[i] == '\\' && i + 1 < message.size() && (message[i + 1] == '{' || message[i + 1] == '}')) {
            plain += message[++i];
            continue;
        }
        const std::size_t end = message[i] == '{' ? message.find('}', i) : std::string_view::npos;
        if (end == std::string_view::npos) {
            plain += message[i];
            continue;
        }
        if (!plain.empty())
            pieces.push_back({false, std::exchange(plain, {})});
        pieces.push_back({true, std::string(message.substr(i + 1, end - i - 1))});
        i = end;
    }
    if (!plain.empty())
        pieces.push_back({false, plain});
    return pieces;
}

} // namespace blak::dap
