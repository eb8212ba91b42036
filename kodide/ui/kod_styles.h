// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/dialect.h"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace blak::ui::code {

// What a piece of Blakod is, for its colour: name, member of Theme::Syntax, words for people.
#define KOD_STYLES(X)                                                                                                            \
    X(Plain, property, "text")                                                                                                   \
    X(Comment, comment, "comment")                                                                                               \
    X(Keyword, keyword, "keyword")                                                                                               \
    X(Message, message, "message")                                                                                               \
    X(Class, className, "class")                                                                                                 \
    X(Parameter, parameter, "parameter")                                                                                         \
    X(String, string, "string")                                                                                                  \
    X(Number, number, "number")                                                                                                  \
    X(Constant, constant, "constant")                                                                                            \
    X(Property, property, "property")                                                                                            \
    X(BuiltIn, builtIn, "built-in function")                                                                                     \
    X(Operator, operatorSign, "operator")

enum class KodStyle : std::uint8_t {
#define X(name, member, words) name,
    KOD_STYLES(X)
#undef X
};
constexpr int kodStyleCount = static_cast<int>(KodStyle::Operator) + 1;

struct FoldLine
{
    int level = 0;       ///< from 0
    bool header = false; ///< the lines below can be folded away
};

struct StyledKod
{
    std::vector<KodStyle> styles; ///< one for each byte
    std::vector<FoldLine> lines;  ///< one for each line
};

/// Lower-case names; transparent, so that pieces of text find themselves.
using NameSet = std::set<std::string, std::less<>>;

/// Colours and folds as the compiler's own lexer sees the text. `constants` are the names known to stand for numbers.
StyledKod styleKod(std::string_view text, const kod::Dialect& dialect, const NameSet& constants);

} // namespace blak::ui::code
