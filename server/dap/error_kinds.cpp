// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/error_kinds.h"

#include <array>

namespace blak::dap {
namespace {

constexpr auto sends = std::to_array<std::string_view>({"can't send", "can't find a handler", "can't propagate"});
constexpr auto lists = std::to_array<std::string_view>({"non-list", "of a list", "list node"});
constexpr auto arithmetic =
    std::to_array<std::string_view>({"2 vars", "div or mod", "can't negate", "can't not", "can't bit-not", "can't step"});
constexpr auto limits = std::to_array<std::string_view>({"too many instructions", "bytes of memory", "aborted", "too many list nodes"});
constexpr auto kinds = std::to_array<ErrorKind>({{"errors", "Any error of Blakod", {}},
                                                 {"sends", "Messages that nobody handles", sends},
                                                 {"lists", "Values that are no lists", lists},
                                                 {"arithmetic", "Values that cannot be reckoned with", arithmetic},
                                                 {"limits", "Endless loops and other limits", limits}});

} // namespace

std::span<const ErrorKind> errorKinds() { return kinds; }

ErrorCondition errorCondition(std::string_view text)
{
    ErrorCondition out;
    const bool namesClass = text.find('&') != text.npos; // words alone may hold commas
    while (!text.empty()) {
        const std::size_t comma = namesClass ? text.find(',') : text.npos;
        std::string_view part = text.substr(0, comma);
        text = comma == text.npos ? std::string_view() : text.substr(comma + 1);
        while (part.starts_with(' '))
            part.remove_prefix(1);
        while (part.ends_with(' '))
            part.remove_suffix(1);
        if (part.size() > 1 && part.starts_with('&'))
            out.classes.emplace_back(part.substr(1));
        else if (!part.empty() && part != "&")
            out.words.emplace_back(part);
    }
    return out;
}

} // namespace blak::dap
