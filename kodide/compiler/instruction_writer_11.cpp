// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/instruction_writer.h"

namespace blak::kod {
namespace {

enum Opcode : unsigned {
    Return = 0x00,
    Goto = 0x01,
    GotoIfTrue = 0x02, // and three more: constant, local, property, class variable
    GotoIfFalse = 0x06,
    GotoIfNull = 0x0a,
    GotoIfNotNull = 0x0e,
    CallPlain = 0x12, // result dropped, to local, to property
    CallSettings = 0x15,
};

/// First opcode of an operator; the next one stores to a property (increments excepted).
unsigned opcodeOf(Operator op)
{
    switch (op) {
    case Operator::Not: return 0x18;
    case Operator::Negate: return 0x1a;
    case Operator::Move: return 0x1c;
    case Operator::BitNot: return 0x1e;
    case Operator::PostIncrement: return 0x20;
    case Operator::PostDecrement: return 0x21;
    case Operator::PreIncrement: return 0x22;
    case Operator::PreDecrement: return 0x23;
    case Operator::IsClass: return 0x42;
    case Operator::IsClassConstant: return 0x44;
    case Operator::First: return 0x46;
    case Operator::Rest: return 0x48;
    case Operator::GetClass: return 0x4a;
    default: return 0x24 + 2 * (static_cast<unsigned>(op) - static_cast<unsigned>(Operator::Add));
    }
}

bool isIncrement(Operator op) { return op >= Operator::PostIncrement && op <= Operator::PreDecrement; }

/// Order of the four variants of a conditional jump.
unsigned variant(Source source)
{
    switch (source) {
    case Source::Constant: return 0;
    case Source::Local: return 1;
    case Source::Property: return 2;
    case Source::Classvar: return 3;
    }
    return 0;
}

class Writer11 final : public InstructionWriter
{
public:
    using InstructionWriter::InstructionWriter;

    void unary(Operator op, Destination to, Operand source) override
    {
        byte(opcodeOf(op) + (to.property && !isIncrement(op) ? 1 : 0));
        byte(static_cast<unsigned>(source.source) << 4 | (to.property ? 1 : 0));
        word(to.index);
        word(source.word);
    }

    void binary(Operator op, Destination to, Operand left, Operand right) override
    {
        byte(opcodeOf(op) + (to.property ? 1 : 0));
        byte(static_cast<unsigned>(left.source) << 4 | static_cast<unsigned>(right.source));
        word(to.index);
        word(left.word);
        word(right.word);
    }

    JumpSite jump(Jump kind, Operand condition) override
    {
        const unsigned opcode = kind == Jump::Always    ? Goto
                                : kind == Jump::IfTrue  ? GotoIfTrue
                                : kind == Jump::IfFalse ? GotoIfFalse
                                : kind == Jump::IfNull  ? GotoIfNull
                                                        : GotoIfNotNull;
        byte(opcode + (kind == Jump::Always ? 0 : variant(condition.source)));
        const std::size_t field = here();
        word(0);
        if (kind != Jump::Always)
            word(condition.word);
        return {field, here()};
    }

    void call(std::uint8_t function, std::optional<Destination> to, std::span<const Operand> arguments,
              std::span<const SettingOperand> settings) override
    {
        byte((settings.empty() ? CallPlain : CallSettings) + (!to ? 0u : to->property ? 2u : 1u));
        byte(function);
        if (to)
            word(to->index);
        byte(static_cast<unsigned>(arguments.size()));
        for (const Operand& argument : arguments) {
            byte(static_cast<unsigned>(argument.source));
            word(argument.word);
        }
        if (settings.empty())
            return;
        byte(static_cast<unsigned>(settings.size()));
        for (const SettingOperand& setting : settings) {
            word(setting.parameter);
            byte(static_cast<unsigned>(setting.value.source));
            word(setting.value.word);
        }
    }

    void returnValue(Operand value) override
    {
        byte(Return);
        byte(static_cast<unsigned>(value.source) << 4);
        word(value.word);
    }

    void propagate() override
    {
        byte(Return);
        byte(1);
    }
};

} // namespace

std::unique_ptr<InstructionWriter> instructionWriter11(ByteBuffer& out) { return std::make_unique<Writer11>(out); }

} // namespace blak::kod
