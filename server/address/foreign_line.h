// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

/// A web page can make the browser of whoever looks at it send a text of its choice to any port, this machine's own too, behind
/// a line that it does not choose. Ports that take lines know such a line and hang up before they read the rest.
namespace blak::serve {

/// The first line of a request of HTTP, or one of its answers.
constexpr bool isHttpLine(std::string_view line)
{
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
        line.remove_suffix(1);
    const std::size_t last = line.rfind(' ');
    const std::string_view version = last == line.npos ? std::string_view() : line.substr(last + 1);
    return version.starts_with("HTTP/") || line.starts_with("HTTP/");
}

/// A first line of another protocol than one of plain commands: HTTP and its fields (`Name: value`), SSH, binary ones as TLS.
constexpr bool isForeignLine(std::string_view line)
{
    const auto isControl = [](char c) { return (c >= '\0' && c < ' ' && c != '\t' && c != '\x1B') || c == '\x7F'; };
    const std::string_view word = line.substr(0, std::min(line.find(' '), line.size()));
    return isHttpLine(line) || line.starts_with("SSH-") || (word.size() > 1 && word.ends_with(':')) ||
           std::ranges::any_of(line, isControl);
}

} // namespace blak::serve
