// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Names of files, options and sections compare without case, as the old systems do. Only ASCII letters count: other bytes belong
/// to a code page that nobody wrote down.
namespace blak {

constexpr char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

inline std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = lowerCase(c);
    return lower;
}

constexpr bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (lowerCase(a[i]) != lowerCase(b[i]))
            return false;
    return true;
}

} // namespace blak
