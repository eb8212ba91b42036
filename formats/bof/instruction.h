// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/bof/value.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// The instructions of all versions in one neutral form. The tables here are the only place that knows opcodes: decoder,
/// verifier, disassembler, compiler and virtual machine derive from them.
namespace blak::bof {

// Unary operators: name, text, number in packed code (versions 5 and 6; -1 = none), first version.
#define BOF_UNARY_OPERATORS(X)                                                                                                   \
    X(Not, "not", 0, 5)                                                                                                          \
    X(Negate, "-", 1, 5)                                                                                                         \
    X(Move, "", 2, 5)                                                                                                            \
    X(BitNot, "~", 3, 5)                                                                                                         \
    X(PostIncrement, "post++", 4, 6)                                                                                             \
    X(PostDecrement, "post--", 5, 6)                                                                                             \
    X(PreIncrement, "++", 6, 6)                                                                                                  \
    X(PreDecrement, "--", 7, 6)                                                                                                  \
    X(First, "first", -1, 11)                                                                                                    \
    X(Rest, "rest", -1, 11)                                                                                                      \
    X(GetClass, "getclass", -1, 11)

// Binary operators, same columns.
#define BOF_BINARY_OPERATORS(X)                                                                                                  \
    X(Add, "+", 0, 5)                                                                                                            \
    X(Subtract, "-", 1, 5)                                                                                                       \
    X(Multiply, "*", 2, 5)                                                                                                       \
    X(Divide, "/", 3, 5)                                                                                                         \
    X(Modulo, "mod", 4, 5)                                                                                                       \
    X(And, "and", 5, 5)                                                                                                          \
    X(Or, "or", 6, 5)                                                                                                            \
    X(Equal, "=", 7, 5)                                                                                                          \
    X(NotEqual, "<>", 8, 5)                                                                                                      \
    X(Less, "<", 9, 5)                                                                                                           \
    X(Greater, ">", 10, 5)                                                                                                       \
    X(LessEqual, "<=", 11, 5)                                                                                                    \
    X(GreaterEqual, ">=", 12, 5)                                                                                                 \
    X(BitAnd, "&", 13, 5)                                                                                                        \
    X(BitOr, "|", 14, 5)                                                                                                         \
    X(IsClass, "isclass", -1, 8)                                                                                                 \
    X(IsClassConstant, "isclass", -1, 8)

enum class Operator : std::uint8_t {
#define X(name, text, packed, version) name,
    BOF_UNARY_OPERATORS(X) BOF_BINARY_OPERATORS(X)
#undef X
};

std::string_view operatorText(Operator op);
bool isUnary(Operator op);

enum class Kind : std::uint8_t { Return, Propagate, Goto, GotoIf, Call, Unary, Binary };

/// When a conditional jump is taken: on the data bits alone (True, False) or on the whole word (Null, NotNull; version 9 on).
enum class Condition : std::uint8_t { True, False, Null, NotNull };

enum class Source : std::uint8_t { Local, Property, Constant, Classvar };
enum class Destination : std::uint8_t { Local, Property, None };

struct Operand
{
    Source source = Source::Constant;
    std::uint32_t word = 0; ///< slot or number, for Source::Constant a value word

    Value value() const { return Value::fromWord(word); }
    friend bool operator==(const Operand&, const Operand&) = default;
};

/// `#parameter = operand` of a call.
struct Setting
{
    std::int32_t parameter = 0;
    Operand operand;

    friend bool operator==(const Setting&, const Setting&) = default;
};

struct Instruction
{
    std::uint32_t offset = 0; ///< of its first byte, from the start of the code
    std::uint32_t end = 0;    ///< offset after its last byte
    Kind kind = Kind::Return;
    Operator op = Operator::Move;                ///< Unary, Binary
    Condition condition = Condition::True;       ///< GotoIf
    Destination destination = Destination::None; ///< Unary, Binary, Call
    std::uint32_t slot = 0;                      ///< of the destination
    Operand first;                               ///< Unary, Binary, GotoIf, Return
    Operand second;                              ///< Binary
    std::int64_t target = 0;                     ///< Goto, GotoIf: offset in the code; may lie outside of it until verified
    std::uint8_t function = 0;                   ///< Call
    std::vector<Operand> arguments;              ///< Call
    std::vector<Setting> settings;               ///< Call
};

// How the bytes after an opcode of version 7 on are laid out.
enum class Shape : std::uint8_t { Return, Goto, GotoIf, Call, CallSettings, Unary, Binary };

/// A row of the opcode table of versions 7 to 11.
struct Opcode
{
    Shape shape = Shape::Return;
    Operator op = Operator::Move;
    Condition condition = Condition::True;
    Destination destination = Destination::None; ///< None on ++ and --: the second byte says it
    Source source = Source::Local;               ///< GotoIf
    std::int32_t firstVersion = 7;
};

/// Commands of packed opcode bytes, in bits 7 to 5.
enum class PackedCommand : std::uint8_t { Unary, Binary, Goto, Call, Return };

/// Number of an operator in packed code; -1 = none.
int packedNumber(Operator op);

// Opcode bytes of version 11, for writers. Increments have one opcode for both destinations.
std::uint8_t operatorOpcode(Operator op, Destination to);
std::uint8_t jumpOpcode(Condition condition, Source source);
std::uint8_t callOpcode(bool settings, Destination to);
constexpr std::uint8_t gotoOpcode = 0x01;
constexpr std::uint8_t returnOpcode = 0x00;

/// The opcodes of one version (7 to 11), indexed by opcode byte.
std::span<const Opcode> opcodes(std::int32_t version);

/// Reads the instruction at `offset`. Reuses the vectors of `out`. Fails on unknown opcodes and on code that ends early; numbers
/// and targets are not checked here.
Result<void> decode(std::int32_t version, std::span<const std::byte> code, std::uint32_t offset, Instruction& out);

} // namespace blak::bof
