// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/instruction.h"
#include "kodide/compiler/dialect.h"
#include "kodide/compiler/syntax.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace blak::kod {

using ByteBuffer = std::vector<std::byte>;

inline void appendWord(ByteBuffer& out, std::uint32_t word)
{
    const std::size_t at = out.size();
    out.resize(at + 4);
    for (unsigned i = 0; i < 4; ++i)
        out[at + i] = static_cast<std::byte>(word >> (8 * i));
}

inline void patchWord(ByteBuffer& out, std::size_t at, std::size_t word)
{
    for (unsigned i = 0; i < 4; ++i)
        out[at + i] = static_cast<std::byte>(word >> (8 * i));
}

/// What an instruction reads: a slot, a property, a class variable, or a value word.
struct Operand
{
    Source source = Source::Constant;
    std::uint32_t word = 0;
};

/// Where an instruction stores: a slot or a property.
struct Destination
{
    bool property = false;
    std::uint32_t index = 0;

    Operand operand() const { return {property ? Source::Property : Source::Local, index}; }
};

struct SettingOperand
{
    std::uint32_t parameter;
    Operand value;
};

enum class Jump : std::uint8_t { Always, IfTrue, IfFalse, IfNull, IfNotNull };

/// A jump whose target is not known yet.
struct JumpSite
{
    std::size_t field; ///< offset of the displacement
    std::size_t base;  ///< offset it counts from
};

/// The same operator in the tables of formats/bof.
constexpr bof::Operator formatOperator(Operator op) { return static_cast<bof::Operator>(static_cast<int>(op) - 1); }
#define X(name, text, packed, version) static_assert(formatOperator(Operator::name) == bof::Operator::name);
BOF_UNARY_OPERATORS(X)
BOF_BINARY_OPERATORS(X)
#undef X

/// Appends instructions of one object format. Layouts: ../shared/reference/kod.md, section 3.2; opcodes: formats/bof.
class InstructionWriter
{
public:
    explicit InstructionWriter(ByteBuffer& out) : out_(out) {}
    InstructionWriter(const InstructionWriter&) = delete;
    InstructionWriter& operator=(const InstructionWriter&) = delete;
    virtual ~InstructionWriter() = default;

    virtual void unary(Operator op, Destination to, Operand source) = 0;
    virtual void binary(Operator op, Destination to, Operand left, Operand right) = 0;
    virtual JumpSite jump(Jump kind, Operand condition = {}) = 0;
    virtual void call(std::uint8_t function, std::optional<Destination> to, std::span<const Operand> arguments,
                      std::span<const SettingOperand> settings) = 0;
    virtual void returnValue(Operand value) = 0;
    virtual void propagate() = 0;

    std::size_t here() const { return out_.size(); }
    void land(JumpSite site) { land(site, here()); }
    void land(JumpSite site, std::size_t target) { patchWord(out_, site.field, target - site.base); }

protected:
    void byte(unsigned value) { out_.push_back(static_cast<std::byte>(value)); }
    void word(std::uint32_t value) { appendWord(out_, value); }

    ByteBuffer& out_;
};

std::unique_ptr<InstructionWriter> instructionWriter5(ByteBuffer& out);
std::unique_ptr<InstructionWriter> instructionWriter11(ByteBuffer& out);
std::unique_ptr<InstructionWriter> instructionWriter(const Dialect& dialect, ByteBuffer& out);

} // namespace blak::kod
