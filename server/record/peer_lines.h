// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace blak::serve {

/// Adds `bytes` to what has come of a line, and gives the lines that are whole now to `line`, without their ends; the rest stays in
/// `input`. Stops when a line makes `over` true.
template <typename Line>
void takeLines(std::string& input, std::string_view bytes, const bool& over, Line line)
{
    input.append(bytes);
    std::size_t start = 0;
    for (std::size_t end = input.find('\n'); end != std::string::npos && !over; end = input.find('\n', start)) {
        std::string_view text = std::string_view(input).substr(start, end - start);
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        line(text);
        start = end + 1;
    }
    input.erase(0, start);
}

} // namespace blak::serve
