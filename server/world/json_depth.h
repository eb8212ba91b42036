// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace blak::world {

/// Whether brackets of a JSON text stand more than `deepest` in one another: looked at before it is parsed, for the parser keeps
/// a level of its stack for each, and whoever copies or destroys the result one of the program's stack.
constexpr bool isDeeper(std::string_view text, int deepest)
{
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\')
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{') && ++depth > deepest)
            return true;
        else if (!quoted && (c == ']' || c == '}'))
            --depth;
    }
    return false;
}

} // namespace blak::world
