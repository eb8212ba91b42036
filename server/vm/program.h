// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/bof.h"
#include "formats/bof/functions.h"
#include "server/vm/traits.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

/// What the loader makes of .bof files: classes, handlers and the machine's own instructions.
namespace blak::vm {

// Internal operations. "Any" forms take their operands from wherever `kinds` says; the others name it:
// L local, P property, K constant. Fused forms compare, store and jump at once; the jump that they swallow stays behind them, for
// other jumps that meet it and for operands that are no integers.
#define VM_OPERATIONS(X)                                                                                                         \
    X(MoveLL)                                                                                                                    \
    X(MoveLK)                                                                                                                    \
    X(MoveLP)                                                                                                                    \
    X(MovePL)                                                                                                                    \
    X(MovePK)                                                                                                                    \
    X(MoveAny)                                                                                                                   \
    X(NotAny)                                                                                                                    \
    X(NegateAny) X(BitNotAny) X(PostIncrementAny) X(PostDecrementAny) X(PreIncrementAny) X(PreDecrementAny) X(AddLL) X(AddLK)    \
        X(AddAny) X(SubtractLL) X(SubtractLK) X(SubtractAny) X(MultiplyAny) X(DivideAny) X(ModuloAny) X(AndAny) X(OrAny)         \
            X(BitAndAny) X(BitOrAny) X(EqualAny) X(NotEqualAny) X(LessAny) X(GreaterAny) X(LessEqualAny) X(GreaterEqualAny)      \
                X(EqualJump) X(NotEqualJump) X(LessJump) X(GreaterJump) X(LessEqualJump) X(GreaterEqualJump) X(Goto) X(GotoTrue) \
                    X(GotoFalse) X(GotoTrueLocal) X(GotoFalseLocal) X(GotoNull) X(GotoNotNull)                                   \
                        X(LoadClassvar)                                  /* local dest <- class variable a */                    \
        X(First) X(Rest) X(GetClass) X(IsClass) X(FirstCall) X(RestCall) /* the classic built-ins 102 and 103 */                 \
        X(ConsCall) X(Call) X(CallDiscard) X(Send) X(Create) X(ReturnLocal) X(ReturnAny) X(Propagate)                            \
            X(Break) /* a breakpoint; Machine::operationAt knows what stands there */

enum class Operation : std::uint16_t {
#define X(name) name,
    VM_OPERATIONS(X)
#undef X
};

/// Whether a handler ends there, or passes its message on for good.
constexpr bool leaves(Operation operation)
{
    return operation == Operation::ReturnLocal || operation == Operation::ReturnAny || operation == Operation::Propagate;
}

/// Where an operand lies; index of a base pointer.
enum class Place : std::uint8_t { Local, Property, Constant, None };

/// One internal instruction, 16 bytes.
struct Instruction
{
    Operation operation = Operation::MoveAny;
    Place to = Place::None;
    Place from = Place::Constant;   ///< of a
    Place second = Place::Constant; ///< of b
    bool sense = false;             ///< fused jumps: jump when the result equals this
    std::uint16_t dest = 0;
    std::uint16_t a = 0;
    std::uint16_t b = 0;
    std::int32_t extra = 0; ///< jumps: distance in instructions; calls: index of the call site
};
static_assert(sizeof(Instruction) == 16);

template <class Traits>
class Machine;
template <class Traits>
struct ClassInfo;
template <class Traits>
struct Code;

struct OperandPlace
{
    Place place = Place::Constant;
    std::uint16_t index = 0;
};

/// The arguments of one built-in call.
template <class Traits>
struct Arguments
{
    using Word = typename Traits::Word;
    const Word* words = nullptr;
    unsigned count = 0;
    const std::int32_t* parameters = nullptr; ///< ids of the settings
    const Word* settings = nullptr;
    unsigned settingCount = 0;
    bool discarded = false;

    Word operator[](unsigned i) const { return i < count ? words[i] : Words<Traits>::nil; }
};

template <class Traits>
using Builtin = typename Traits::Word (*)(Machine<Traits>&, const Arguments<Traits>&);

/// One call in the code, with an inline cache for sends and creations.
template <class Traits>
struct CallSite
{
    static constexpr std::size_t cacheSize = 4;
    struct Cached
    {
        const ClassInfo<Traits>* owner = nullptr;
        const Code<Traits>* code = nullptr;
        const std::int16_t* plan = nullptr;
    };

    mutable Builtin<Traits> function = nullptr; ///< or, while calls are timed, the one that times it
    bof::Function builtin = bof::Function::None;
    mutable std::uint64_t calls = 0; ///< of the built-in, since the program was loaded
    std::int32_t message = -1;       ///< Send: the constant message, -1 = computed
    Place to = Place::None;
    mutable std::uint8_t nextCached = 0;
    std::uint16_t dest = 0;
    std::span<const OperandPlace> arguments; ///< these three: of the handler's operands and parameters
    std::span<const std::int32_t> parameters;
    std::span<const OperandPlace> settings;
    mutable Cached cache[cacheSize];
    /// For each callee met: the setting that fills each parameter, -1 = its default. Only sends and creations make one.
    using Plans = std::unordered_map<const Code<Traits>*, std::vector<std::int16_t>>;
    mutable std::unique_ptr<Plans> plans;
};

struct SourceFile
{
    std::string name; ///< as messages show it
    std::int32_t version = bof::oldestVersion;
    std::vector<std::string> strings;
    std::vector<bof::Line> lines; ///< of all handlers; the offsets are those of the file
};

/// Whether a handler can be entered.
enum class Entry : std::uint8_t {
    Ready,
    Undecoded,    ///< after decode()
    TooManySlots, ///< beyond the dialect's limit: the reference refuses to run it
};

/// A handler. It is verified when it is loaded and decoded when it is first entered: most are never sent to while a server runs,
/// and their instructions would take more time and memory than everything else of a program.
template <class Traits>
struct Code
{
    using Word = typename Traits::Word;

    const ClassInfo<Traits>* owner = nullptr;
    const SourceFile* file = nullptr;
    const Code* propagate = nullptr; ///< nearest handler of a superclass
    std::int32_t message = 0;
    std::uint16_t declaredSlots = 0; ///< parameters, locals and temporaries
    std::uint16_t parameterCount = 0;
    std::vector<std::int32_t> parameterIds;
    std::vector<Word> parameterDefaults;
    std::uint32_t place = 0;      ///< of the code in the file
    std::vector<std::byte> bytes; ///< as in the file; empty once decoded
    Entry entry = Entry::Undecoded;
    // From here to `sites`: once decoded.
    std::uint16_t slotCount = 0; ///< declared and hidden ones
    std::int32_t firstLine = 0;  ///< line of the first statement
    std::vector<Word> constants;
    std::vector<Instruction> instructions;
    std::vector<std::int32_t> lines;      ///< per instruction, as the dialect's messages give them
    std::vector<std::uint32_t> offsets;   ///< per instruction, in the file
    std::vector<std::int32_t> statement;  ///< per instruction: the line of the statement that begins there, -1 = none does
    std::vector<OperandPlace> operands;   ///< of all call sites
    std::vector<std::int32_t> parameters; ///< of the settings of all call sites
    std::vector<CallSite<Traits>> sites;
    std::int32_t commentString = -1;
    mutable std::uint64_t calls = 0; ///< since the program was loaded
};

template <class Traits>
struct ClassInfo
{
    using Word = typename Traits::Word;

    std::int32_t id = 0;
    std::string name; ///< from the kodbase; "" when unknown
    std::int32_t superId = 0;
    const ClassInfo* super = nullptr;
    std::uint32_t depth = 0;                 ///< 0 for a root class
    std::vector<const ClassInfo*> ancestors; ///< root first, this class last
    std::uint32_t propertyCount = 0;         ///< without self
    std::uint32_t classvarCount = 0;
    std::vector<Word> propertyDefaults; ///< [0] is a place for self
    std::vector<Word> classvars;
    std::vector<std::string> propertyNames; ///< by number; "" when unknown
    std::vector<std::string> classvarNames;
    const SourceFile* file = nullptr;
    std::string fileName;
    std::vector<std::unique_ptr<Code<Traits>>> handlers;                    ///< ascending message id
    mutable std::unordered_map<std::int32_t, const Code<Traits>*> dispatch; ///< own handlers, and inherited ones once asked for

    bool isA(const ClassInfo* other) const { return other->depth <= depth && ancestors[other->depth] == other; }
    const Code<Traits>* find(std::int32_t message) const
    {
        if (const auto it = dispatch.find(message); it != dispatch.end())
            return it->second;
        const Code<Traits>* inherited = super == nullptr ? nullptr : super->find(message);
        dispatch.emplace(message, inherited);
        return inherited;
    }
};

} // namespace blak::vm
