// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/error_kinds.h"

#include "server/vm/error_words.h"

#include <algorithm>
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

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

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

std::string reasonFirst(std::string_view error)
{
    std::string where;
    std::string reason = vm::errorInWords(error);
    const std::size_t open = error.find(" ("), close = error.find(")] ");
    if (error.starts_with('[') && open < close && close != error.npos) {
        if (const std::string_view line = error.substr(open + 2, close - open - 2); line != "0")
            where = std::string(error.substr(1, open - 1)) + " line " + std::string(line);
        error.remove_prefix(close + 3);
    }
    constexpr std::string_view object = "OBJECT ", type = " CLASS ";
    const std::size_t name = error.starts_with(object) ? error.find(type, object.size()) : error.npos;
    const std::size_t end = name == error.npos ? error.npos : error.find(' ', name + type.size());
    if (end != error.npos && isNumber(error.substr(object.size(), name - object.size()))) {
        where = std::string(error.substr(0, end)) + (where.empty() ? "" : ", ") + where;
        if (const std::string_view same = error.substr(0, end + 1); reason.starts_with(same))
            reason.erase(0, same.size());
    }
    return reason + (where.empty() ? "" : " (" + where + ")");
}

} // namespace blak::dap
