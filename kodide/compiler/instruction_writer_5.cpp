// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/instruction_writer.h"

namespace blak::kod {
namespace {

// Opcode byte: command in bits 7-5, destination in 4, first source in 3-2, second source in 1-0.
constexpr unsigned command(bof::PackedCommand number) { return static_cast<unsigned>(number) << 5; }
constexpr unsigned unaryCommand = command(bof::PackedCommand::Unary);
constexpr unsigned binaryCommand = command(bof::PackedCommand::Binary);
constexpr unsigned gotoCommand = command(bof::PackedCommand::Goto);
constexpr unsigned callCommand = command(bof::PackedCommand::Call);
constexpr unsigned returnCommand = command(bof::PackedCommand::Return);
constexpr unsigned destinationBit = 0x10;
constexpr unsigned unconditional = 0x01;
constexpr unsigned discardResult = 2u << 2;

unsigned first(Operand operand) { return static_cast<unsigned>(operand.source) << 2; }

unsigned second(Operand operand) { return static_cast<unsigned>(operand.source); }

unsigned operatorNumber(Operator op) { return static_cast<unsigned>(bof::packedNumber(formatOperator(op))); }

class Writer5 final : public InstructionWriter
{
public:
    using InstructionWriter::InstructionWriter;

    void unary(Operator op, Destination to, Operand source) override
    {
        byte(unaryCommand | (to.property ? destinationBit : 0) | first(source));
        byte(operatorNumber(op));
        word(to.index);
        word(source.word);
    }

    void binary(Operator op, Destination to, Operand left, Operand right) override
    {
        byte(binaryCommand | (to.property ? destinationBit : 0) | first(left) | second(right));
        byte(operatorNumber(op));
        word(to.index);
        word(left.word);
        word(right.word);
    }

    JumpSite jump(Jump kind, Operand condition) override
    {
        const std::size_t start = here();
        if (kind == Jump::Always)
            byte(gotoCommand | unconditional);
        else
            byte(gotoCommand | (kind == Jump::IfFalse ? destinationBit : 0) | first(condition));
        word(0);
        if (kind != Jump::Always)
            word(condition.word);
        return {start + 1, start};
    }

    void call(std::uint8_t function, std::optional<Destination> to, std::span<const Operand> arguments,
              std::span<const SettingOperand> settings) override
    {
        byte(callCommand | (!to ? discardResult : to->property ? 1u << 2 : 0));
        byte(function);
        if (to)
            word(to->index);
        byte(static_cast<unsigned>(arguments.size()));
        for (const Operand& argument : arguments) {
            byte(second(argument));
            word(argument.word);
        }
        byte(static_cast<unsigned>(settings.size()));
        for (const SettingOperand& setting : settings) {
            word(setting.parameter);
            byte(second(setting.value));
            word(setting.value.word);
        }
    }

    void returnValue(Operand value) override
    {
        byte(returnCommand | first(value));
        word(value.word);
    }

    void propagate() override { byte(returnCommand | destinationBit); }
};

} // namespace

std::unique_ptr<InstructionWriter> instructionWriter5(ByteBuffer& out) { return std::make_unique<Writer5>(out); }

std::unique_ptr<InstructionWriter> instructionWriter(const Dialect& dialect, ByteBuffer& out)
{
    return dialect.objectVersion == 5 ? instructionWriter5(out) : instructionWriter11(out);
}

} // namespace blak::kod
