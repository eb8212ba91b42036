// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/dialect.h"

#include "kodide/compiler/characters.h"

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
        return &classicDialect();
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
