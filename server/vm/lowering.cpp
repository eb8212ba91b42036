// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/lowering.h"

#include "formats/bof/instruction.h"
#include "server/vm/loader.h"

#include <algorithm>
#include <unordered_map>

namespace blak::vm {
namespace {

using bof::Kind;
using bof::Operator;
using bof::Source;

/// The lines of a whole file by absolute offset, looked up as the dialect's reference does (kod.md, section 8.1).
class LineTable
{
public:
    LineTable(std::span<const bof::Line> lines, bool ofNextStatement) : lines_(lines), ofNextStatement_(ofNextStatement) {}

    /// The line of the statement that begins at an offset; -1 = none.
    std::int32_t beginningAt(std::uint32_t offset) const
    {
        const auto it = std::ranges::lower_bound(lines_, offset, {}, &bof::Line::offset);
        return it == lines_.end() || it->offset != offset ? -1 : it->line;
    }

    std::int32_t at(std::uint32_t offset) const
    {
        const auto beyond = [&](const bof::Line& line) {
            return ofNextStatement_ ? line.offset <= offset : line.offset < offset;
        };
        const auto it = std::partition_point(lines_.begin(), lines_.end(), beyond);
        if (it == lines_.begin() || (it == lines_.end() && ofNextStatement_))
            return 0;
        return std::prev(it)->line;
    }

private:
    std::span<const bof::Line> lines_;
    bool ofNextStatement_;
};

/// Lowers one verified handler.
template <class Traits>
class Lowering
{
public:
    using Word = typename Traits::Word;

    explicit Lowering(Code<Traits>& code) : code_(code) {}

    /// Fails on what the fixed-size instructions cannot hold.
    bool run()
    {
        const LineTable lines(code_.file->lines, Traits::dialect().linesOfNextStatement);
        const std::uint32_t codeOffset = code_.place;
        code_.firstLine = lines.at(codeOffset + (Traits::dialect().linesOfNextStatement ? 0 : 1));
        std::vector<std::int32_t> places(code_.bytes.size() + 1, -1);
        std::vector<std::pair<std::size_t, std::int64_t>> jumps;
        bof::Instruction in;
        for (std::uint32_t offset = 0; offset < code_.bytes.size(); offset = in.end) {
            if (!bof::decode(code_.file->version, code_.bytes, offset, in))
                return false;
            places[offset] = static_cast<std::int32_t>(code_.instructions.size());
            hidden_ = 0;
            emit(in);
            if (in.kind == Kind::Goto || in.kind == Kind::GotoIf)
                jumps.emplace_back(code_.instructions.size() - 1, in.target);
            code_.statement.push_back(lines.beginningAt(codeOffset + offset));
            code_.statement.resize(code_.instructions.size(), -1);
            code_.offsets.resize(code_.instructions.size(), codeOffset + offset);
            code_.lines.resize(code_.instructions.size(), lines.at(codeOffset + in.end));
        }
        for (const auto& [at, target] : jumps)
            code_.instructions[at].extra = places[static_cast<std::size_t>(target)] - static_cast<std::int32_t>(at);
        fuse();
        code_.slotCount = static_cast<std::uint16_t>(code_.declaredSlots + mostHidden_);
        fillSites();
        return !tooLarge_;
    }

private:
    std::uint16_t constant(Word word)
    {
        const auto [it, isNew] = constants_.try_emplace(word, static_cast<std::uint16_t>(code_.constants.size()));
        if (isNew) {
            tooLarge_ |= code_.constants.size() > maxSlotIndex;
            code_.constants.push_back(word);
        }
        return it->second;
    }

    /// A class variable is first copied to a hidden slot behind the locals.
    OperandPlace place(const bof::Operand& operand)
    {
        switch (operand.source) {
        case Source::Local: return {Place::Local, static_cast<std::uint16_t>(operand.word)};
        case Source::Property: return {Place::Property, static_cast<std::uint16_t>(operand.word)};
        case Source::Constant: return {Place::Constant, constant(wordOf<Traits>(operand.value()))};
        case Source::Classvar: break;
        }
        const auto slot = static_cast<std::uint16_t>(code_.declaredSlots + hidden_++);
        mostHidden_ = std::max(mostHidden_, hidden_);
        Instruction load;
        load.operation = Operation::LoadClassvar;
        load.dest = slot;
        load.a = static_cast<std::uint16_t>(operand.word);
        code_.instructions.push_back(load);
        return {Place::Local, slot};
    }

    static Place placeOf(bof::Destination destination)
    {
        return destination == bof::Destination::Local      ? Place::Local
               : destination == bof::Destination::Property ? Place::Property
                                                           : Place::None;
    }

    void emit(const bof::Instruction& in)
    {
        Instruction out;
        out.to = placeOf(in.destination);
        out.dest = out.to == Place::None ? std::uint16_t{0} : static_cast<std::uint16_t>(in.slot); // 0: the scratch word
        const auto setFirst = [&] {
            const OperandPlace p = place(in.first);
            out.from = p.place;
            out.a = p.index;
        };
        switch (in.kind) {
        case Kind::Return:
            setFirst();
            out.operation = out.from == Place::Local ? Operation::ReturnLocal : Operation::ReturnAny;
            break;
        case Kind::Propagate: out.operation = Operation::Propagate; break;
        case Kind::Goto: out.operation = Operation::Goto; break;
        case Kind::GotoIf: {
            setFirst();
            const bool local = out.from == Place::Local;
            switch (in.condition) {
            case bof::Condition::True: out.operation = local ? Operation::GotoTrueLocal : Operation::GotoTrue; break;
            case bof::Condition::False: out.operation = local ? Operation::GotoFalseLocal : Operation::GotoFalse; break;
            case bof::Condition::Null: out.operation = Operation::GotoNull; break;
            case bof::Condition::NotNull: out.operation = Operation::GotoNotNull; break;
            }
            break;
        }
        case Kind::Unary:
            setFirst();
            out.operation = unary(in.op, out);
            break;
        case Kind::Binary: {
            setFirst();
            const OperandPlace p = place(in.second);
            out.second = p.place;
            out.b = p.index;
            out.operation = binary(in.op, out);
            break;
        }
        case Kind::Call: emitCall(in, out); break;
        }
        code_.instructions.push_back(out);
    }

    static Operation unary(Operator op, const Instruction& out)
    {
        switch (op) {
        case Operator::Not: return Operation::NotAny;
        case Operator::Negate: return Operation::NegateAny;
        case Operator::BitNot: return Operation::BitNotAny;
        case Operator::PostIncrement: return Operation::PostIncrementAny;
        case Operator::PostDecrement: return Operation::PostDecrementAny;
        case Operator::PreIncrement: return Operation::PreIncrementAny;
        case Operator::PreDecrement: return Operation::PreDecrementAny;
        case Operator::First: return Operation::First;
        case Operator::Rest: return Operation::Rest;
        case Operator::GetClass: return Operation::GetClass;
        default: break;
        }
        if (out.to == Place::Local)
            return out.from == Place::Local      ? Operation::MoveLL
                   : out.from == Place::Constant ? Operation::MoveLK
                                                 : Operation::MoveLP;
        return out.from == Place::Local      ? Operation::MovePL
               : out.from == Place::Constant ? Operation::MovePK
                                             : Operation::MoveAny;
    }

    static Operation binary(Operator op, const Instruction& out)
    {
        const bool ll = out.to == Place::Local && out.from == Place::Local && out.second == Place::Local;
        const bool lk = out.to == Place::Local && out.from == Place::Local && out.second == Place::Constant;
        switch (op) {
        case Operator::Add: return ll ? Operation::AddLL : lk ? Operation::AddLK : Operation::AddAny;
        case Operator::Subtract: return ll ? Operation::SubtractLL : lk ? Operation::SubtractLK : Operation::SubtractAny;
        case Operator::Multiply: return Operation::MultiplyAny;
        case Operator::Divide: return Operation::DivideAny;
        case Operator::Modulo: return Operation::ModuloAny;
        case Operator::And: return Operation::AndAny;
        case Operator::Or: return Operation::OrAny;
        case Operator::Equal: return Operation::EqualAny;
        case Operator::NotEqual: return Operation::NotEqualAny;
        case Operator::Less: return Operation::LessAny;
        case Operator::Greater: return Operation::GreaterAny;
        case Operator::LessEqual: return Operation::LessEqualAny;
        case Operator::GreaterEqual: return Operation::GreaterEqualAny;
        case Operator::BitAnd: return Operation::BitAndAny;
        case Operator::BitOr: return Operation::BitOrAny;
        default: return Operation::IsClass;
        }
    }

    void emitCall(const bof::Instruction& in, Instruction& out)
    {
        const bof::Function function = bof::functionOf(in.function, Traits::extended);
        Site site{.builtin = function,
                  .to = out.to,
                  .dest = out.dest,
                  .firstOperand = code_.operands.size(),
                  .arguments = in.arguments.size(),
                  .firstParameter = code_.parameters.size(),
                  .settings = in.settings.size()};
        for (const bof::Operand& operand : in.arguments)
            code_.operands.push_back(place(operand));
        for (const bof::Setting& setting : in.settings) {
            code_.parameters.push_back(setting.parameter);
            code_.operands.push_back(place(setting.operand));
        }
        out.operation = out.to == Place::None ? Operation::CallDiscard : Operation::Call;
        const auto isConstant = [&](std::size_t i, Tag tag) {
            return i < in.arguments.size() && in.arguments[i].source == Source::Constant && in.arguments[i].value().tag == tag;
        };
        if (function == bof::Function::Send && isConstant(1, Tag::Message)) {
            out.operation = Operation::Send;
            site.message = in.arguments[1].value().data;
        } else if (function == bof::Function::Create && isConstant(0, Tag::Class)) {
            out.operation = Operation::Create;
        } else if (out.to != Place::None && in.settings.empty()) {
            if (function == bof::Function::Cons && in.arguments.size() == 2) {
                out.operation = Operation::ConsCall;
                takeOperands(out, site.firstOperand);
                return;
            }
            if ((function == bof::Function::First || function == bof::Function::Rest) && in.arguments.size() == 1) {
                out.operation = function == bof::Function::First ? Operation::FirstCall : Operation::RestCall;
                takeOperands(out, site.firstOperand);
                return;
            }
        }
        out.extra = static_cast<std::int32_t>(sites_.size());
        sites_.push_back(site);
    }

    /// The operands from `first` on, for an instruction that is no call.
    void takeOperands(Instruction& out, std::size_t first)
    {
        out.from = code_.operands[first].place;
        out.a = code_.operands[first].index;
        if (code_.operands.size() > first + 1) {
            out.second = code_.operands[first + 1].place;
            out.b = code_.operands[first + 1].index;
        }
        code_.operands.resize(first);
    }

    /// Once nothing more is added to what they point into.
    void fillSites()
    {
        code_.operands.shrink_to_fit();
        code_.parameters.shrink_to_fit();
        const std::span<const OperandPlace> operands(code_.operands);
        const std::span<const std::int32_t> parameters(code_.parameters);
        code_.sites = std::vector<CallSite<Traits>>(sites_.size());
        for (std::size_t i = 0; i < sites_.size(); ++i) {
            const Site& from = sites_[i];
            CallSite<Traits>& site = code_.sites[i];
            site.function = builtinFor<Traits>(from.builtin);
            site.builtin = from.builtin;
            site.message = from.message;
            site.to = from.to;
            site.dest = from.dest;
            site.arguments = operands.subspan(from.firstOperand, from.arguments);
            site.parameters = parameters.subspan(from.firstParameter, from.settings);
            site.settings = operands.subspan(from.firstOperand + from.arguments, from.settings);
        }
    }

    /// compare t, a, b ; if t goto x   =>   compare-and-jump, when both stand next to each other.
    void fuse()
    {
        for (std::size_t i = 0; i + 1 < code_.instructions.size(); ++i) {
            Instruction& first = code_.instructions[i];
            const Instruction& jump = code_.instructions[i + 1];
            if (first.operation < Operation::EqualAny || first.operation > Operation::GreaterEqualAny || first.to != Place::Local)
                continue;
            if ((jump.operation != Operation::GotoTrueLocal && jump.operation != Operation::GotoFalseLocal) ||
                jump.a != first.dest)
                continue;
            const auto number = static_cast<int>(first.operation) - static_cast<int>(Operation::EqualAny);
            first.operation = static_cast<Operation>(static_cast<int>(Operation::EqualJump) + number);
            first.sense = jump.operation == Operation::GotoTrueLocal;
            first.extra = jump.extra + 1;
        }
    }

    /// A call site to be.
    struct Site
    {
        bof::Function builtin = bof::Function::None;
        std::int32_t message = -1;
        Place to = Place::None;
        std::uint16_t dest = 0;
        std::size_t firstOperand = 0, arguments = 0; ///< the operands of the settings follow those of the arguments
        std::size_t firstParameter = 0, settings = 0;
    };

    Code<Traits>& code_;
    std::vector<Site> sites_;
    std::unordered_map<Word, std::uint16_t> constants_;
    std::size_t hidden_ = 0;
    std::size_t mostHidden_ = 0;
    bool tooLarge_ = false;
};

} // namespace

template <class Traits>
bool lower(Code<Traits>& code)
{
    const bool fits = Lowering<Traits>(code).run();
    code.bytes = std::vector<std::byte>(); // its memory goes too
    if (code.entry == Entry::Undecoded)
        code.entry = Entry::Ready;
    return fits;
}

#define X(Traits) template bool lower<Traits>(Code<Traits>&);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
