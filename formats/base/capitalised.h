// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace blak {

/// With a large first letter, where that is one of ASCII: how a sentence begins.
inline std::string capitalised(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

} // namespace blak
