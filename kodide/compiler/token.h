// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace blak::kod {

// One list: token kinds and how messages call them. Keywords and operators of a dialect name rows of it.
#define KOD_TOKENS(X)                                                                                                            \
    X(End, "the end of the file")                                                                                                \
    X(EndOfLine, "the end of the line")                                                                                          \
    X(Identifier, "a name")                                                                                                      \
    X(FileName, "a file name")                                                                                                   \
    X(Number, "a number")                                                                                                        \
    X(String, "a string")                                                                                                        \
    X(Invalid, "an invalid character")                                                                                           \
    X(Plus, "`+`")                                                                                                               \
    X(Minus, "`-`")                                                                                                              \
    X(Star, "`*`")                                                                                                               \
    X(Slash, "`/`")                                                                                                              \
    X(Percent, "`%`")                                                                                                            \
    X(Comma, "`,`")                                                                                                              \
    X(Colon, "`:`")                                                                                                              \
    X(Semicolon, "`;`")                                                                                                          \
    X(Hash, "`#`")                                                                                                               \
    X(Ampersand, "`&`")                                                                                                          \
    X(At, "`@`")                                                                                                                 \
    X(OpenParen, "`(`")                                                                                                          \
    X(CloseParen, "`)`")                                                                                                         \
    X(OpenBrace, "`{`")                                                                                                          \
    X(CloseBrace, "`}`")                                                                                                         \
    X(OpenBracket, "`[`")                                                                                                        \
    X(CloseBracket, "`]`")                                                                                                       \
    X(Equal, "`=`")                                                                                                              \
    X(Dollar, "`$`")                                                                                                             \
    X(Bar, "`|`")                                                                                                                \
    X(Tilde, "`~`")                                                                                                              \
    X(NotEqual, "`<>`")                                                                                                          \
    X(Less, "`<`")                                                                                                               \
    X(Greater, "`>`")                                                                                                            \
    X(LessEqual, "`<=`")                                                                                                         \
    X(GreaterEqual, "`>=`")                                                                                                      \
    X(PlusPlus, "`++`")                                                                                                          \
    X(MinusMinus, "`--`")                                                                                                        \
    X(PlusEqual, "`+=`")                                                                                                         \
    X(MinusEqual, "`-=`")                                                                                                        \
    X(StarEqual, "`*=`")                                                                                                         \
    X(SlashEqual, "`/=`")                                                                                                        \
    X(PercentEqual, "`%=`")                                                                                                      \
    X(AmpersandEqual, "`&=`")                                                                                                    \
    X(BarEqual, "`|=`")                                                                                                          \
    X(And, "`and`")                                                                                                              \
    X(Break, "`break`")                                                                                                          \
    X(Case, "`case`")                                                                                                            \
    X(Classvars, "`classvars`")                                                                                                  \
    X(Constants, "`constants`")                                                                                                  \
    X(Continue, "`continue`")                                                                                                    \
    X(Default, "`default`")                                                                                                      \
    X(Do, "`do`")                                                                                                                \
    X(Else, "`else`")                                                                                                            \
    X(EndClass, "`end`")                                                                                                         \
    X(First, "`First`")                                                                                                          \
    X(For, "`for`")                                                                                                              \
    X(Foreach, "`foreach`")                                                                                                      \
    X(GetClass, "`GetClass`")                                                                                                    \
    X(If, "`if`")                                                                                                                \
    X(In, "`in`")                                                                                                                \
    X(Include, "`include`")                                                                                                      \
    X(Is, "`is`")                                                                                                                \
    X(IsClass, "`IsClass`")                                                                                                      \
    X(Local, "`local`")                                                                                                          \
    X(Messages, "`messages`")                                                                                                    \
    X(Mod, "`mod`")                                                                                                              \
    X(Not, "`not`")                                                                                                              \
    X(Or, "`or`")                                                                                                                \
    X(Propagate, "`propagate`")                                                                                                  \
    X(Properties, "`properties`")                                                                                                \
    X(Resources, "`resources`")                                                                                                  \
    X(Rest, "`Rest`")                                                                                                            \
    X(Return, "`return`")                                                                                                        \
    X(Switch, "`switch`")                                                                                                        \
    X(While, "`while`")

enum class TokenKind : std::uint8_t {
#define X(name, text) name,
    KOD_TOKENS(X)
#undef X
};

/// For messages: "`while`", "a name".
std::string_view tokenText(TokenKind kind);

/// Place of a token in its unit's list; also how the syntax tree refers to names.
using TokenIndex = std::uint32_t;
constexpr TokenIndex noToken = 0xffffffff;

struct Token
{
    TokenKind kind = TokenKind::End;
    std::uint8_t depth = 0;   ///< include depth, 0 = the file itself
    std::uint16_t source = 0; ///< index into the unit's sources
    std::uint32_t begin = 0;  ///< byte offset
    std::uint32_t length = 0; ///< bytes; a string counts from its opening to its last closing quote
    std::uint32_t line = 0;   ///< where the scanner stands after the token; the line number of the old compilers
    std::uint32_t value = 0;  ///< Identifier: name in the unit; Number: its 32 bits; String, FileName: index of its text
};

} // namespace blak::kod
