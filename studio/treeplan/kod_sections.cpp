// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/kod_sections.h"

#include <algorithm>
#include <array>
#include <optional>

namespace blak::treeplan {
namespace {

constexpr std::array sections{"constants", "resources", "classvars", "properties", "messages"}; ///< by the number of KodSection

const char* nameOf(KodSection section) { return sections[static_cast<std::size_t>(section)]; }

bool isBlank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

bool beginsLine(std::string_view code, std::size_t at)
{
    return std::ranges::all_of(code.substr(lineBegin(code, at), at - lineBegin(code, at)), isBlank);
}

/// From behind the head of a class to its `end`.
struct ClassRange
{
    std::size_t begin = 0, end = 0;
};

std::optional<ClassRange> findClass(std::string_view code, std::string_view name)
{
    for (auto at = findWord(code, name); at; at = findWord(code, name, *at + 1)) {
        if (!beginsLine(code, *at))
            continue;
        const std::size_t line = lineEnd(code, *at);
        std::string_view rest = code.substr(*at + name.size(), line - *at - name.size());
        while (!rest.empty() && isBlank(rest.front()))
            rest.remove_prefix(1);
        if (!rest.empty() && findWord(rest, "is") != std::optional<std::size_t>(0))
            continue;
        for (auto end = findWord(code, "end", line); end; end = findWord(code, "end", *end + 1))
            if (beginsLine(code, *end))
                return ClassRange{nextLine(code, *at), *end};
    }
    return std::nullopt;
}

/// `name:` at the beginning of a line; from behind the colon to the next section or the end of the class.
std::optional<ClassRange> findSection(std::string_view code, const ClassRange& type, std::string_view name)
{
    std::optional<ClassRange> found;
    const auto headAt = [&](std::string_view section) -> std::optional<std::size_t> {
        for (auto at = findWord(code, section, type.begin); at && *at < type.end; at = findWord(code, section, *at + 1))
            if (const std::size_t colon = code.find_first_not_of(" \t", *at + section.size());
                beginsLine(code, *at) && colon != std::string_view::npos && code[colon] == ':')
                return at;
        return std::nullopt;
    };
    const auto own = headAt(name);
    if (!own)
        return std::nullopt;
    found = ClassRange{code.find(':', *own) + 1, type.end};
    for (const char* section : sections)
        if (const auto other = headAt(section); other && *other > *own)
            found->end = std::min(found->end, *other);
    return found;
}

/// The expression behind `name =` in a section; over several lines as long as brackets are open.
std::optional<ClassRange> findValue(std::string_view code, const ClassRange& section, std::string_view name)
{
    for (auto at = findWord(code, name, section.begin); at && *at < section.end; at = findWord(code, name, *at + 1)) {
        const std::size_t sign = code.find_first_not_of(" \t", *at + name.size());
        if (!beginsLine(code, *at) || sign == std::string_view::npos || code[sign] != '=')
            continue;
        std::size_t begin = code.find_first_not_of(" \t", sign + 1), end = begin;
        if (begin == std::string_view::npos || begin >= section.end)
            return std::nullopt;
        int depth = 0;
        for (; end < section.end && (depth > 0 || code[end] != '\n'); ++end)
            depth += code[end] == '[' || code[end] == '(' ? 1 : code[end] == ']' || code[end] == ')' ? -1 : 0;
        while (end > begin && (isBlank(code[end - 1]) || code[end - 1] == '\n' || code[end - 1] == ';'))
            --end;
        return ClassRange{begin, end};
    }
    return std::nullopt;
}

std::string asWrittenBefore(std::string_view before, const std::string& value)
{
    const bool isTruth = isSameWord(before, "TRUE") || isSameWord(before, "FALSE");
    if (isTruth && value == "1")
        return "TRUE";
    if (isTruth && value == "0")
        return "FALSE";
    return value;
}

/// A declaration behind the last one of a section, indented as that.
void addTo(std::string& source, std::string_view code, const ClassRange& section, const std::string& line)
{
    std::size_t last = section.end;
    while (last > section.begin && (isBlank(code[last - 1]) || code[last - 1] == '\n'))
        --last;
    const std::string lineBreak(lineBreakOf(source));
    const std::string indent(last > section.begin ? indentAt(source, last - 1) : std::string_view("   "));
    const std::size_t end = lineEnd(source, last > 0 ? last - 1 : 0); // behind a comment that stands there
    source.insert(end, (last > section.begin ? lineBreak : lineBreak + lineBreak) + (indent.empty() ? "   " : indent) + line);
}

/// A section of its own for one declaration, before the first of those that come later.
void addSection(std::string& source, std::string_view code, const ClassRange& type, const WantedDeclaration& one)
{
    std::size_t at = type.end;
    for (std::size_t later = static_cast<std::size_t>(one.section) + 1; later < sections.size(); ++later)
        if (const auto section = findSection(code, type, sections[later]))
            at = std::min(at, code.rfind(':', section->begin));
    const std::string lineBreak(lineBreakOf(source));
    source.insert(lineBegin(source, at), std::string(nameOf(one.section)) + ":" + lineBreak + lineBreak + "   " + one.name + " = " +
                                             one.value + lineBreak + lineBreak);
}

} // namespace

Result<std::string> withDeclarations(const std::string& source, std::string_view className, KodComments comments,
                                     const std::vector<WantedDeclaration>& wanted)
{
    std::string text = source;
    for (const WantedDeclaration& one : wanted) {
        const std::string code = blankComments(text, comments);
        const auto type = findClass(code, className);
        if (!type)
            return Error{"expected the class " + std::string(className) + ", and its end, found none", {}};
        const auto section = findSection(code, *type, nameOf(one.section));
        if (!section) {
            addSection(text, code, *type, one);
            continue;
        }
        if (const auto value = findValue(code, *section, one.name)) {
            // Of the source: strings are blank in the code.
            const std::string before = text.substr(value->begin, value->end - value->begin);
            text.replace(value->begin, value->end - value->begin, asWrittenBefore(before, one.value));
            continue;
        }
        if (const auto other = findWord(code.substr(0, section->end), one.name, section->begin); other && beginsLine(code, *other))
            return Error{"the declaration of " + one.name + " cannot be read", {}};
        addTo(text, code, *section, one.name + " = " + one.value);
    }
    return text;
}

std::string declaredValue(const std::string& source, std::string_view className, KodComments comments, KodSection section,
                          std::string_view name)
{
    const std::string code = blankComments(source, comments);
    const auto type = findClass(code, className);
    const auto range = type ? findSection(code, *type, nameOf(section)) : std::nullopt;
    const auto value = range ? findValue(code, *range, name) : std::nullopt;
    return value ? source.substr(value->begin, value->end - value->begin) : std::string();
}

bool hasClass(const std::string& source, std::string_view className, KodComments comments)
{
    return findClass(blankComments(source, comments), className).has_value();
}

} // namespace blak::treeplan
