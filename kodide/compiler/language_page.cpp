// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/language_page.h"

#include "kodide/compiler/dialect.h"

#include <algorithm>
#include <map>

namespace blak::kod {
namespace {

std::string keywordList(const Dialect& dialect)
{
    std::string list;
    for (const Keyword& keyword : dialect.keywords)
        list += (list.empty() ? "`" : " `") + std::string(keyword.text) + "`";
    return list;
}

std::string operatorRows(const Dialect& dialect)
{
    std::string rows;
    for (unsigned level = 1; level <= dialect.topLevel; ++level) {
        rows += "| " + std::to_string(level) + " |";
        for (const BinaryOperator& row : dialect.binaryOperators)
            if (row.level == level) {
                std::string text(tokenText(row.token));
                if (const std::size_t bar = text.find('|'); bar != std::string::npos)
                    text.insert(bar, "\\"); // a bar would end the cell
                rows += " " + text;
            }
        rows += " |\n";
    }
    return rows + "| " + std::to_string(dialect.topLevel + 1u) + " | `-` `not` `~` before an operand" +
           (dialect.increments ? ", `++` `--`" : "") + " |\n";
}

std::string callOf(const BuiltinFunction& function)
{
    return "`" + std::string(function.name) + "(" + std::string(function.parameters) + ")`";
}

std::string missingIn97()
{
    std::string list;
    for (const BuiltinFunction& function : classicDialect().functions)
        if (!findFunction(*findDialect("classic97"), function.name))
            list += (list.empty() ? "`" : ", `") + std::string(function.name) + "`";
    return list;
}

} // namespace

std::string languageTables()
{
    std::string page;
    for (const Dialect* dialect : dialects()) {
        page += "### Words and operators of " + std::string(dialect->name) + "\n\nReserved words: " + keywordList(*dialect) +
                "\n\n| level | operators, the tightest last |\n|---|---|\n" + operatorRows(*dialect) + "\n";
    }
    page += "### Built-in functions\n\nNot in classic97: " + missingIn97() +
            ".\n\n| function | classic | open105 | what it does |\n|---|---|---|---|\n";
    std::map<std::string, std::pair<const BuiltinFunction*, const BuiltinFunction*>> all;
    for (const BuiltinFunction& function : classicDialect().functions)
        all[std::string(function.name)].first = &function;
    for (const BuiltinFunction& function : open105Dialect().functions)
        all[std::string(function.name)].second = &function;
    for (const auto& [name, both] : all) {
        const BuiltinFunction& shown = both.second ? *both.second : *both.first;
        const auto number = [](const BuiltinFunction* function) {
            return function ? std::to_string(function->number) : std::string("-");
        };
        const bool instruction = !both.second && std::ranges::any_of(open105Dialect().keywords, [&](const Keyword& keyword) {
            return keyword.text.size() == name.size() &&
                   std::ranges::equal(keyword.text, name, {}, {}, [](char c) { return c < 'a' ? char(c + 32) : c; });
        });
        page += "| " + callOf(shown) + " | " + number(both.first) + " | " + (instruction ? "word" : number(both.second)) + " | " +
                std::string(shown.description) + " |\n";
    }
    return page;
}

} // namespace blak::kod
