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
        row.upperHex = false;
        row.asciiStrings = false;
        row.uninitializedRefused = false;
        row.loopVariableLate = true;
        row.functions = functions;
        return row;
    }();
    return dialect;
}

/// Functions and names that open105 added after the fork 2.9 had left.
constexpr std::array laterOpenFunctions{std::string_view("SetTrace"), std::string_view("EmptyStatTable")};
constexpr std::string_view laterOpenName = "initializeserver";

const Dialect& open29()
{
    static const std::vector<BuiltinFunction> functions = [] {
        std::vector<BuiltinFunction> kept;
        for (const BuiltinFunction& function : open105Dialect().functions)
            if (std::ranges::find(laterOpenFunctions, function.name) == laterOpenFunctions.end())
                kept.push_back(function);
        return kept;
    }();
    static const std::vector<ReservedName> reserved = [] {
        std::vector<ReservedName> kept;
        for (const ReservedName& name : open105Dialect().reserved)
            if (name.name != laterOpenName)
                kept.push_back(name);
        return kept;
    }();
    static const Dialect dialect = [] {
        Dialect row = open105Dialect();
        row.name = "open29";
        row.title = "open29: the language of the OpenMeridian fork 2.9";
        row.inheritedTwiceRefused = false;
        row.selfProperty = true;
        row.failedClasses = Linger::All;
        row.functions = functions;
        row.reserved = reserved;
        return row;
    }();
    return dialect;
}

const std::array<const Dialect*, 4>& allDialects()
{
    static const std::array all{&classicDialect(), &classic97(), &open105Dialect(), &open29()};
    return all;
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
    for (const Dialect* dialect : allDialects())
        if (dialect->name == name)
            return dialect;
    return nullptr;
}

std::optional<std::size_t> messagePlace(const BuiltinFunction& function)
{
    std::size_t place = 0;
    for (std::string_view rest = function.parameters; !rest.empty(); ++place) {
        const std::size_t comma = rest.find(", ");
        if (rest.substr(0, comma) == "message")
            return place;
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
    }
    return std::nullopt;
}

const BuiltinFunction* findFunction(const Dialect& dialect, std::string_view name)
{
    for (const BuiltinFunction& function : dialect.functions)
        if (equalIgnoringCase(function.name, name))
            return &function;
    return nullptr;
}

} // namespace blak::kod
