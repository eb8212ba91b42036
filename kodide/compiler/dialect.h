// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/token.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// A dialect is data: everything in which the languages differ is a row or a field here (../shared/reference/kod.md,
/// sections 1, 2.2 and 9). The compiler asks the table, never "which dialect".
namespace blak::kod {

// Operators of the language; the numbers in the object file belong to the instruction writers.
#define KOD_OPERATORS(X)                                                                                                         \
    X(None, "")                                                                                                                  \
    X(Not, "not")                                                                                                                \
    X(Negate, "-")                                                                                                               \
    X(Move, "")                                                                                                                  \
    X(BitNot, "~")                                                                                                               \
    X(PostIncrement, "++")                                                                                                       \
    X(PostDecrement, "--")                                                                                                       \
    X(PreIncrement, "++")                                                                                                        \
    X(PreDecrement, "--")                                                                                                        \
    X(First, "First")                                                                                                            \
    X(Rest, "Rest")                                                                                                              \
    X(GetClass, "GetClass")                                                                                                      \
    X(Add, "+")                                                                                                                  \
    X(Subtract, "-")                                                                                                             \
    X(Multiply, "*")                                                                                                             \
    X(Divide, "/")                                                                                                               \
    X(Modulo, "mod")                                                                                                             \
    X(And, "and")                                                                                                                \
    X(Or, "or")                                                                                                                  \
    X(Equal, "=")                                                                                                                \
    X(NotEqual, "<>")                                                                                                            \
    X(Less, "<")                                                                                                                 \
    X(Greater, ">")                                                                                                              \
    X(LessEqual, "<=")                                                                                                           \
    X(GreaterEqual, ">=")                                                                                                        \
    X(BitAnd, "&")                                                                                                               \
    X(BitOr, "|")                                                                                                                \
    X(IsClass, "IsClass")                                                                                                        \
    X(IsClassConstant, "IsClass")

enum class Operator : std::uint8_t {
#define X(name, text) name,
    KOD_OPERATORS(X)
#undef X
};
std::string_view operatorText(Operator op);

struct Keyword
{
    std::string_view text; ///< lower case
    TokenKind kind;
};

/// Higher levels bind tighter; every level groups to the left.
struct BinaryOperator
{
    TokenKind token;
    Operator op;
    std::uint8_t level;
};

struct AssignmentOperator
{
    TokenKind token;
    Operator op;
};

/// What may follow the counted arguments of a built-in function.
enum class MoreArguments : std::uint8_t { None, Any, Settings };

// What a value is, as far as the compiler knows: name, words for messages.
#define KOD_VALUE_KINDS(X)                                                                                                       \
    X(Any, "anything")                                                                                                           \
    X(Nil, "`$`")                                                                                                                \
    X(Integer, "a number")                                                                                                       \
    X(Object, "an object")                                                                                                       \
    X(List, "a list with elements")                                                                                              \
    X(Resource, "a resource")                                                                                                    \
    X(Timer, "a timer")                                                                                                          \
    X(String, "a string")                                                                                                        \
    X(TempString, "the temporary string")                                                                                        \
    X(DebugString, "a text in code")                                                                                             \
    X(Class, "a class")                                                                                                          \
    X(Message, "a message")

enum class ValueKind : std::uint8_t {
#define X(name, words) name,
    KOD_VALUE_KINDS(X)
#undef X
};
std::string_view kindName(ValueKind kind);

struct BuiltinFunction
{
    std::string_view name;
    std::uint8_t number; ///< in the CALL instruction
    std::uint8_t arguments;
    MoreArguments more;
    bool resultRequired;          ///< a statement that drops the result deserves a warning
    ValueKind result;             ///< of a call that did not fail
    std::string_view parameters;  ///< for people: "object, message, #parameter = value ..."
    std::string_view description; ///< one sentence
};

enum class SymbolKind : std::uint8_t { Class, Message, Parameter, Resource, Function, Self };

struct ReservedName
{
    std::uint8_t id;
    SymbolKind kind;
    std::string_view name;
};

enum class Linger : std::uint8_t { None, BeforeError, All };

struct Dialect
{
    std::string_view name;
    std::string_view title;
    std::uint32_t objectVersion;
    std::uint32_t resourceVersion;

    std::string_view lineComment;
    bool blockComments;
    bool regionMarkers;
    bool hexEscapes;   ///< "\x41"
    bool upperHex;     ///< `0X1F` is a number, as `0x1f` is everywhere
    bool asciiStrings; ///< bytes above 127 are refused

    std::span<const Keyword> keywords;
    std::span<const BinaryOperator> binaryOperators;
    std::span<const AssignmentOperator> assignmentOperators; ///< `+=` and the like
    std::uint8_t topLevel;                                   ///< the tightest level of binaryOperators
    TokenKind listLoop;                                      ///< keyword of `for x in list`
    bool cFor;                                               ///< `for (a = 1; a < 3; a++)`
    bool elseIf;
    bool increments;
    bool localLiterals;     ///< `*local`
    bool resourceLanguages; ///< `name = de "text"`, include among resources

    std::span<const BuiltinFunction> functions;
    std::span<const ReservedName> reserved;

    std::uint8_t overrideTag;   ///< tag of a class variable that a property replaced
    std::uint32_t hashBuckets;  ///< of the table whose order the knowledge base shows
    bool constantsWithMembers;  ///< constants are looked up together with properties, before globals
    bool mixedConstantsRefused; ///< `1 + $` is an error, not code
    bool inheritedTwiceRefused; ///< overriding the same inherited property twice is noticed
    bool repeatsNoticed;        ///< parameters of a header and settings of a call are compared with each other
    bool loopVariableLate;      ///< that of a list loop is looked up behind its body
    bool selfProperty;          ///< a property may be called `self` and hides the object
    bool uninitializedRefused;  ///< a local must be assigned before it is read, in text order
    bool resourceRedefinable;   ///< by a class of another run
    bool syntaxErrorEndsRun;
    Linger failedClasses;     ///< which classes of a failed file go into the next object file of the run
    bool kodbasePerFile;      ///< written after every good file, not once
    bool subclassWarning;     ///< "recompile these subclasses"
    bool nullJumps;           ///< instructions that test for `$`
    bool directoryMode;       ///< bc -r; then each file of constants is read once

    unsigned maxSlot;       ///< highest slot of a handler, parameters and temporaries included
    unsigned warnSlot;      ///< a warning above this one, 0 = never
    unsigned maxParameters; ///< 0 = no limit
    unsigned maxArguments;  ///< positional ones of a call, 0 = no limit
};

const Dialect& classicDialect();
const Dialect& open105Dialect();

/// The languages that differ enough to be described each: for documentation.
std::span<const Dialect* const> dialects();


/// By name: "classic", "classic97" (the same language; other words at run time), "open105" or "open29" (nearly the same language;
/// the fork 2.9). Null when unknown.
const Dialect* findDialect(std::string_view name);

/// The argument of the function that names a message to be sent, from 0.
std::optional<std::size_t> messagePlace(const BuiltinFunction& function);

/// Built-in function by name without regard to case; null when there is none.
const BuiltinFunction* findFunction(const Dialect& dialect, std::string_view name);

} // namespace blak::kod
