// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/arena.h"
#include "kodide/compiler/dialect.h"
#include "kodide/compiler/finding.h"
#include "kodide/compiler/source.h"
#include "kodide/compiler/token.h"
#include "kodide/compiler/unit_names.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The syntax tree. Every node knows its first and last token, and through them bytes, lines and columns; `reduce` is the
/// furthest token the old LALR parsers had read when they completed the node, which decides the line numbers they give
/// (../shared/reference/kod.md, section 3.5). Names, types and folded values are filled in by the binder.
namespace blak::kod {

/// A name in the text, by its token.
using NameUse = TokenIndex;

enum class ExpressionKind : std::uint8_t {
    Number,         ///< 12
    Nil,            ///< $
    Text,           ///< "debug string"
    ClassLiteral,   ///< &Class
    MessageLiteral, ///< @Message
    LocalLiteral,   ///< *local
    Name,
    Call, ///< Function(a, #b = c), and [a, b]
    Unary,
    Binary,
};

/// Where the value of a leaf comes from; the numbers are those of both object formats.
enum class Source : std::uint8_t { Local = 0, Property = 1, Constant = 2, Classvar = 3 };

/// Tags of the constants a compiler can emit.
enum class Tag : std::uint8_t { Nil = 0, Integer = 1, Resource = 4, Class = 10, Message = 11, DebugString = 12 };

struct Call;

struct Expression
{
    ExpressionKind kind;
    Operator op = Operator::None;
    bool leaf = false;   ///< bound to a value that an instruction can use directly
    bool failed = false; ///< an error was reported for it
    bool part = false;   ///< of a larger expression
    Source source = Source::Constant;
    Tag tag = Tag::Nil;
    std::uint16_t height = 1;
    TokenIndex first = 0;
    TokenIndex last = 0;
    TokenIndex reduce = 0;
    std::int32_t value = 0; ///< number, index of the string, or the bound index or id
    NameUse name = noToken; ///< token of the name, or of the string of a Text
    union {
        Expression* left;
        Call* call;
    };
    Expression* right = nullptr;

    bool isConstant() const { return leaf && source == Source::Constant; }
    bool isNumber() const { return isConstant() && tag == Tag::Integer; }
    bool isNil() const { return isConstant() && tag == Tag::Nil; }
};

struct Argument
{
    Expression* value;
    NameUse setting = noToken;  ///< of `#name = value`
    std::int32_t parameter = 0; ///< its id, bound
};

struct Call
{
    NameUse function = noToken; ///< none for `[...]`
    std::span<Argument> arguments;
    const BuiltinFunction* builtin = nullptr; ///< bound
};

enum class StatementKind : std::uint8_t {
    Call,
    Assign,    ///< x = e; x += e;
    Increment, ///< x++; --x;
    If,
    While,
    ForIn,
    For, ///< for (...; ...; ...)
    DoWhile,
    Switch,
    Return,
    Propagate,
    Break,
    Continue,
    Include,
    Bad,
};

struct Statement;
using Block = std::span<Statement*>;

struct CaseLabel
{
    Expression* value; ///< null for default
    Block body;
    TokenIndex first;
    TokenIndex reduce;
    bool whole; ///< false only in a bad statement
};

struct Statement
{
    StatementKind kind;
    Operator op = Operator::None; ///< of Assign and Increment
    Source targetSource = Source::Local;
    bool elseIf = false; ///< the else part is a nested `if` written as `else if`
    TokenIndex first = 0;
    TokenIndex last = 0;
    TokenIndex reduce = 0;
    TokenIndex header = 0; ///< reduction that checks the header: loop variable, switch value, assignment without its `;`
    NameUse target = noToken;
    std::int32_t targetIndex = 0;
    Expression* expression = nullptr;
    Block body{};
    Block otherwise{};
    Block initial{};
    Block step{};
    std::span<CaseLabel> cases{};
    /// Of a bad statement: the expressions outside of its blocks that were complete before the fault. It keeps its target,
    /// statements and cases where they were read.
    std::span<Expression*> pieces{};
    bool loop = false; ///< of a bad statement: `break` may stand in it
};

/// `name = value` in a block of declarations; value is null where it may be left out.
struct Declaration
{
    NameUse name;
    Expression* value = nullptr;
    TokenIndex reduce = 0;
    bool missingNewline = false;
    bool incomplete = false; ///< its line goes on wrongly: only the value is looked at
    std::shared_ptr<const ConstantsFragment>* fragment = nullptr; ///< an include of constants instead
};

struct ResourceDeclaration
{
    NameUse name;
    NameUse language = noToken;
    TokenIndex text; ///< token of the string or file name
    TokenIndex reduce = 0;
    bool missingNewline = false;
};

struct Parameter
{
    NameUse name;
    Expression* value;
    TokenIndex reduce;
};

struct Handler
{
    NameUse name;
    std::span<Parameter> parameters;
    TokenIndex headerReduce = 0;
    TokenIndex comment = noToken; ///< token of the string before the body
    std::span<NameUse> locals;
    Block body;
    TokenIndex last = 0; ///< closing brace
    bool brokenHeader = false; ///< only the parameters before the fault are known
    bool broken = false;
};

struct ClassSyntax
{
    NameUse name;
    NameUse super = noToken;
    TokenIndex headerReduce = 0;
    std::span<Declaration> constants;
    std::span<ResourceDeclaration> resources;
    std::span<Declaration> classvars;
    std::span<Declaration> properties;
    std::span<Handler*> handlers;
    TokenIndex last = 0;
};

struct IncludeUse
{
    TokenIndex token;
    SourcePointer source; ///< null when it was not found
};

/// Everything read from one file and its includes.
struct SyntaxUnit
{
    const Dialect* dialect = nullptr;
    std::vector<SourcePointer> sources; ///< 0 is the file itself
    std::vector<Token> tokens;
    std::vector<std::string_view> texts; ///< decoded strings and file names
    UnitNames names;
    Arena arena;
    std::vector<ClassSyntax*> classes;
    std::vector<IncludeUse> includes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> comments; ///< begin, end in the file itself
    std::vector<std::unique_ptr<std::shared_ptr<const ConstantsFragment>>> fragments;
    std::vector<Finding> findings;
    bool syntaxErrors = false;
    mutable std::vector<std::optional<LineIndex>> lines; ///< of the sources, made when a place is asked for

    std::string_view text(TokenIndex token) const
    {
        const Token& t = tokens[token];
        return std::string_view(sources[t.source]->text).substr(t.begin, t.length);
    }
    SourceRange range(TokenIndex first, TokenIndex last) const;
    LineColumn lineColumn(std::uint32_t source, std::uint32_t offset) const;

    /// Line the old compilers report when they have read this token.
    std::uint32_t referenceLine(TokenIndex token) const;
};

/// A parsed include file that holds nothing but constants.
struct ConstantsFragment
{
    SyntaxUnit unit;
    std::vector<Declaration> constants;
};

/// Adds a finding about the tokens first..last, seen when the old parser had read `reduce`.
Finding& report(const SyntaxUnit& unit, std::vector<Finding>& findings, Code code, TokenIndex first, TokenIndex last,
                TokenIndex reduce, std::string message);

} // namespace blak::kod
