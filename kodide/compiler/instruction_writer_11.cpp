// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/instruction_writer.h"

#include <array>

namespace blak::kod {
namespace {

bof::Destination destination(const Destination& to) { return to.property ? bof::Destination::Property : bof::Destination::Local; }

bof::Destination destination(const std::optional<Destination>& to) { return to ? destination(*to) : bof::Destination::None; }

/// First of the opcodes of a conditional jump, for each kind of condition and source.
std::uint8_t jumpOpcode(Jump kind, Source source)
{
    constexpr std::array conditions{bof::Condition::True, bof::Condition::False, bof::Condition::Null, bof::Condition::NotNull};
    static const auto table = [&] {
        std::array<std::array<std::uint8_t, 4>, 4> opcodes{};
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 4; ++k)
                opcodes[i][k] = bof::jumpOpcode(conditions[i], static_cast<bof::Source>(k));
        return opcodes;
    }();
    return table[static_cast<std::size_t>(kind) - 1][static_cast<std::size_t>(source)];
}
static_assert(static_cast<int>(Jump::IfTrue) == 1 && static_cast<int>(Jump::IfNotNull) == 4);

class Writer11 final : public InstructionWriter
{
public:
    using InstructionWriter::InstructionWriter;

    void unary(Operator op, Destination to, Operand source) override
    {
        byte(bof::operatorOpcode(formatOperator(op), destination(to)));
        byte(static_cast<unsigned>(source.source) << 4 | (to.property ? 1 : 0));
        word(to.index);
        word(source.word);
    }

    void binary(Operator op, Destination to, Operand left, Operand right) override
    {
        byte(bof::operatorOpcode(formatOperator(op), destination(to)));
        byte(static_cast<unsigned>(left.source) << 4 | static_cast<unsigned>(right.source));
        word(to.index);
        word(left.word);
        word(right.word);
    }

    JumpSite jump(Jump kind, Operand condition) override
    {
        byte(kind == Jump::Always ? bof::gotoOpcode : jumpOpcode(kind, condition.source));
        const std::size_t field = here();
        word(0);
        if (kind != Jump::Always)
            word(condition.word);
        return {field, here()};
    }

    void call(std::uint8_t function, std::optional<Destination> to, std::span<const Operand> arguments,
              std::span<const SettingOperand> settings) override
    {
        byte(bof::callOpcode(!settings.empty(), destination(to)));
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
        byte(bof::returnOpcode);
        byte(static_cast<unsigned>(value.source) << 4);
        word(value.word);
    }

    void propagate() override
    {
        byte(bof::returnOpcode);
        byte(1);
    }
};

} // namespace

std::unique_ptr<InstructionWriter> instructionWriter11(ByteBuffer& out) { return std::make_unique<Writer11>(out); }

} // namespace blak::kod
