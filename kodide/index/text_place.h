// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/dialect.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Where in a text somebody is typing: found out from the text before the place alone, which need not follow the grammar.
namespace blak::kod {

enum class PlaceKind : std::uint8_t {
    Nothing,     ///< comment, string, number, a new name: nothing can be proposed
    ClassName,   ///< of a class header
    AfterClass,  ///< behind that name: `is`
    Superclass,
    EntryName,   ///< begin of a line between header and handlers
    EntryValue,  ///< behind the `=` of such a line
    HandlerName,
    ParameterName,
    ParameterValue,
    Statement,
    LoopVariable,
    Expression,
    Operator, ///< behind an operand
    Message,  ///< behind `@`
    Class,    ///< behind `&`
    Setting,  ///< behind `#`
    Variable, ///< behind the `*` of a local literal
};

/// A call whose closing parenthesis is not there yet, or a list.
struct OpenCall
{
    std::string_view function; ///< empty: parentheses or a list
    std::uint32_t begin = 0;   ///< of the parenthesis
    int argument = 0;
    bool loop = false;            ///< the parentheses of `for (...; ...; ...)`
    std::string_view receiver;    ///< first argument, when it is one name: `self`
    std::string_view ofClass;     ///< first argument, when it is `&Name`
    std::string_view message;     ///< `@Name` among the arguments
    std::string_view setting;     ///< of the argument at the place: `#name`
    std::vector<std::string_view> settings; ///< all that are there
};

struct TextVariable
{
    std::string_view name;
    bool isParameter = false;
};

struct TextMember
{
    std::string_view name;
    TokenKind block = TokenKind::Properties;
};

struct TextPlace
{
    PlaceKind kind = PlaceKind::Nothing;
    std::uint32_t begin = 0; ///< the word at the place, bytes
    std::uint32_t end = 0;
    TokenKind block = TokenKind::End; ///< Constants, Resources, Classvars, Properties or Messages; End: none
    std::string_view className;
    std::string_view superName;
    std::string_view handlerName;
    std::vector<TextVariable> variables;
    std::vector<TextMember> members; ///< of the class, those before the place
    std::vector<OpenCall> calls;     ///< innermost last
    bool inLocals = false;
    bool firstInBody = false; ///< `local` may stand here
};

/// A word of a text that is none of the language, with what tells what it could be.
struct TextWord
{
    std::uint32_t begin = 0;
    std::string_view text;
    char signBefore = 0;     ///< 0: none
    bool operandBefore = false; ///< in front of that sign, so that it joins two
    bool isCalled = false;   ///< `(` follows
};

/// All words outside of comments and strings.
std::vector<TextWord> textWords(std::string_view text, const Dialect& dialect);

TextPlace textPlace(std::string_view text, std::uint32_t offset, const Dialect& dialect);

} // namespace blak::kod
