// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/dialect.h"

#include "formats/bof/functions.h"
#include "kodide/compiler/characters.h"

#include <algorithm>
#include <array>
#include <vector>

namespace blak::kod {
namespace {

constexpr std::array tokenTexts{
#define X(name, text) std::string_view(text),
    KOD_TOKENS(X)
#undef X
};

constexpr std::array operatorTexts{
#define X(name, text) std::string_view(text),
    KOD_OPERATORS(X)
#undef X
};

constexpr std::array kindNames{
#define X(name, words) std::string_view(words),
    KOD_VALUE_KINDS(X)
#undef X
};

/// Functions that came after the servers of 2012.
constexpr std::array laterFunctions{
    bof::Function::BuildString,
    bof::Function::IsPointInSector,
    bof::Function::MoveListElem,
    bof::Function::SendWebhook,
};

/// The classic table without what the mainline servers added since (../shared/reference/kod.md, sections 1.1, 2.5 and 5.2).
const Dialect& classic97()
{
    static const std::vector<BuiltinFunction> functions = [] {
        std::vector<BuiltinFunction> kept;
        for (const BuiltinFunction& function : classicDialect().functions)
            if (std::ranges::find(laterFunctions, bof::functionOf(function.number, false)) == laterFunctions.end())
                kept.push_back(function);
        return kept;
    }();
    static const Dialect dialect = [] {
        Dialect row = classicDialect();
        row.name = "classic97";
        row.title = "classic97: the language of 1997 and 2012";
        row.hexEscapes = false;
        row.asciiStrings = false;
        row.uninitializedRefused = false;
        row.functions = functions;
        return row;
    }();
    return dialect;
}

} // namespace

std::string_view kindName(ValueKind kind) { return kindNames[static_cast<std::size_t>(kind)]; }

std::string_view tokenText(TokenKind kind) { return tokenTexts[static_cast<std::size_t>(kind)]; }

std::string_view operatorText(Operator op) { return operatorTexts[static_cast<std::size_t>(op)]; }

std::span<const Dialect* const> dialects()
{
    static const std::array all{&classicDialect(), &open105Dialect()};
    return all;
}

const Dialect* findDialect(std::string_view name)
{
    if (name == "classic97")
        return &classic97();
    for (const Dialect* dialect : dialects())
        if (dialect->name == name)
            return dialect;
    return nullptr;
}

const BuiltinFunction* findFunction(const Dialect& dialect, std::string_view name)
{
    for (const BuiltinFunction& function : dialect.functions)
        if (equalIgnoringCase(function.name, name))
            return &function;
    return nullptr;
}

} // namespace blak::kod
