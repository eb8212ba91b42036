// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/kod_text.h"

#include <algorithm>

namespace blak::treeplan {
namespace {

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

bool isWordLetter(char letter)
{
    const char small = lower(letter);
    return (small >= 'a' && small <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
}

bool isBlank(char letter) { return letter == ' ' || letter == '\t'; }

} // namespace

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool isSameWord(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::string blankComments(std::string_view source, KodComments comments)
{
    enum class In { Code, String, Line, Block } in = In::Code;
    std::string code(source);
    for (std::size_t i = 0; i < source.size(); ++i) {
        const char letter = source[i], next = i + 1 < source.size() ? source[i + 1] : '\0';
        const bool isBreak = letter == '\n' || letter == '\r';
        switch (in) {
        case In::Code:
            if (letter == '"')
                in = In::String;
            else if (comments == KodComments::Percent ? letter == '%' : letter == '/' && next == '/')
                in = In::Line;
            else if (comments == KodComments::Slashes && letter == '/' && next == '*')
                in = In::Block;
            else
                continue;
            break;
        case In::String:
            if (letter == '\\' && !isBreak && next != '\n' && next != '\r') {
                code[i++] = ' ';
                break;
            }
            if (letter == '"' || isBreak) // a string goes on in a new one
                in = In::Code;
            break;
        case In::Line:
            if (isBreak)
                in = In::Code;
            break;
        case In::Block:
            if (letter == '*' && next == '/') {
                code[i++] = ' ';
                in = In::Code;
            }
            break;
        }
        if (!isBreak)
            code[std::min(i, code.size() - 1)] = ' ';
    }
    return code;
}

std::optional<std::size_t> findWord(std::string_view code, std::string_view word, std::size_t from)
{
    if (word.empty())
        return std::nullopt;
    for (std::size_t at = from; at + word.size() <= code.size(); ++at) {
        if (lower(code[at]) != lower(word[0]) || !isSameWord(code.substr(at, word.size()), word))
            continue;
        const bool begins = at == 0 || !isWordLetter(code[at - 1]);
        const bool ends = at + word.size() == code.size() || !isWordLetter(code[at + word.size()]);
        if (begins && ends)
            return at;
    }
    return std::nullopt;
}

std::optional<MessageBlock> findMessage(std::string_view code, std::string_view name)
{
    for (auto at = findWord(code, name); at; at = findWord(code, name, *at + 1)) {
        const std::string_view before = code.substr(lineBegin(code, *at), *at - lineBegin(code, *at));
        if (!std::ranges::all_of(before, isBlank))
            continue; // it is sent there
        const std::size_t bracket = code.find('(', *at), closed = code.find(')', *at), brace = code.find('{', *at);
        if (bracket == std::string_view::npos || closed == std::string_view::npos || brace == std::string_view::npos || closed > brace)
            continue;
        int depth = 0;
        for (std::size_t i = brace; i < code.size(); ++i) {
            depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
            if (depth == 0)
                return MessageBlock{*at, brace + 1, i};
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> findClassEnd(std::string_view code)
{
    std::optional<std::size_t> last;
    for (auto at = findWord(code, "end"); at; at = findWord(code, "end", *at + 1))
        last = at;
    return last;
}

std::size_t lineBegin(std::string_view text, std::size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        --at;
    return at;
}

std::size_t lineEnd(std::string_view text, std::size_t at)
{
    const std::size_t end = std::min(text.find('\n', at), text.size());
    return end > at && end <= text.size() && end > 0 && text[end - 1] == '\r' ? end - 1 : end;
}

std::size_t nextLine(std::string_view text, std::size_t at)
{
    const std::size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end + 1;
}

std::string_view indentAt(std::string_view text, std::size_t at)
{
    const std::size_t begin = lineBegin(text, at);
    std::size_t end = begin;
    while (end < text.size() && isBlank(text[end]))
        ++end;
    return text.substr(begin, end - begin);
}

std::string_view lineBreakOf(std::string_view text)
{
    const std::size_t end = text.find('\n');
    return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

} // namespace blak::treeplan
