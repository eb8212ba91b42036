// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/makefile_list.h"

#include "studio/treeplan/kod_text.h"

#include <algorithm>

namespace blak::treeplan {
namespace {

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

/// Comments of makefiles begin with #; offsets stay.
std::string withoutComments(std::string code)
{
    for (std::size_t at = code.find('#'); at != std::string::npos; at = code.find('#', at + 1))
        std::fill(code.begin() + static_cast<std::ptrdiff_t>(at), code.begin() + static_cast<std::ptrdiff_t>(lineEnd(code, at)), ' ');
    return code;
}

} // namespace

Result<std::string> withListEntry(const std::string& makefile, std::string_view list, std::string_view entry, std::string_view after)
{
    const auto with = [&](std::size_t at, const std::string& added) { return makefile.substr(0, at) + added + makefile.substr(at); };
    const std::string code = withoutComments(makefile);
    if (!after.empty())
        if (const auto at = findWord(code, after))
            return with(*at + after.size(), " " + std::string(entry));
    const auto head = findWord(code, list);
    if (!head)
        return Error{"there is no list " + std::string(list), {}};
    std::size_t begin = *head, end = lineEnd(code, *head), before = begin;
    while (end > 0 && code[end - 1] == '\\' && nextLine(code, end) < code.size()) {
        before = begin;
        begin = nextLine(code, end);
        end = lineEnd(code, begin);
    }
    if (begin != *head && isBlank(std::string_view(code).substr(begin, end - begin))) // behind a last backslash: as the words above it
        return with(begin, std::string(before == *head ? "\t" : indentAt(makefile, before)) + std::string(entry));
    while (end > 0 && (code[end - 1] == ' ' || code[end - 1] == '\t'))
        --end;
    return with(end, " " + std::string(entry));
}

std::vector<std::size_t> placesInMakefile(const std::string& makefile, std::string_view word)
{
    const std::string code = withoutComments(makefile);
    const auto isApart = [&code](std::size_t at) { return at >= code.size() || std::string_view(" \t\r\n=\\:").find(code[at]) != std::string_view::npos; };
    std::vector<std::size_t> places;
    for (auto at = findWord(code, word); at; at = findWord(code, word, *at + 1))
        if ((*at == 0 || isApart(*at - 1)) && isApart(*at + word.size()))
            places.push_back(*at);
    return places;
}

} // namespace blak::treeplan
