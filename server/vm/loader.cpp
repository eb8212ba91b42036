// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/loader.h"

#include "formats/bof/instruction.h"
#include "formats/bof/verify.h"

#include <algorithm>
#include <optional>

namespace blak::vm {
namespace {

using bof::Kind;
using bof::Operator;
using bof::Source;

constexpr std::size_t maxSlotIndex = 60000;
constexpr std::size_t maxInheritance = 1000;
/// Bytes of code that cannot have more constants than instructions can name, as each takes four. Longer handlers are decoded when
/// they are loaded, so that it is known whether they fit.
constexpr std::size_t mostCodeLeft = 4 * maxSlotIndex;

template <class Traits>
typename Traits::Word wordOf(const bof::Value& value)
{
    return Words<Traits>::make(value.tag, value.data);
}

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

/// The lines of all handlers by their offset in the file.
std::vector<bof::Line> linesOf(const bof::File& file, const std::vector<std::vector<bof::HandlerPlace>>& places)
{
    std::vector<bof::Line> lines;
    for (std::size_t c = 0; c < file.classes.size(); ++c)
        for (std::size_t h = 0; h < file.classes[c].handlers.size(); ++h)
            for (const bof::Line& line : file.classes[c].handlers[h].lines)
                lines.push_back({places[c][h].code + line.offset, line.line});
    lines.shrink_to_fit();
    return lines;
}

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

/// False when the handler does not fit.
template <class Traits>
bool decodeNow(Code<Traits>& code)
{
    const bool fits = Lowering<Traits>(code).run();
    code.bytes = std::vector<std::byte>(); // its memory goes too
    if (code.entry == Entry::Undecoded)
        code.entry = Entry::Ready;
    return fits;
}

template <class Traits>
class Loader
{
public:
    Loader(Program<Traits>& program, std::vector<Error>& problems) : program_(program), problems_(problems) {}

    void add(LoadedFile&& loaded)
    {
        const Dialect& dialect = Traits::dialect();
        if (loaded.file.version != dialect.bofVersion) {
            problems_.push_back(
                {"expected version " + std::to_string(dialect.bofVersion) + ", found " + std::to_string(loaded.file.version),
                 loaded.name});
            return;
        }
        if (const auto sound = bof::verify(loaded.file, loaded.name); !sound) {
            problems_.push_back(sound.error());
            return;
        }
        const auto places = bof::places(loaded.file);
        auto source = std::make_unique<SourceFile>();
        source->name = std::move(loaded.name);
        source->version = loaded.file.version;
        source->strings = std::move(loaded.file.strings);
        source->lines = linesOf(loaded.file, places);
        for (std::size_t c = 0; c < loaded.file.classes.size(); ++c)
            addClass(loaded.file.classes[c], places[c], *source);
        program_.files.push_back(std::move(source));
    }

    /// Whether the classes fit into the places of their namesakes; linked to the superclasses there then.
    bool linkInto(const Program<Traits>& existing)
    {
        std::size_t there = 0;
        for (const auto& [id, old] : existing.classes)
            there += !program_.files.empty() && old->fileName == program_.files.front()->name;
        if (program_.classes.empty() || program_.classes.size() != there)
            return false;
        for (auto& [id, entry] : program_.classes) {
            const auto* old = existing.find(id);
            if (old == nullptr || old->fileName != entry->fileName || old->superId != entry->superId ||
                old->propertyCount != entry->propertyCount || old->classvarCount != entry->classvarCount)
                return false;
            entry->super = old->super;
            complete(*entry);
            const bool inherited =
                std::ranges::any_of(existing.classes, [&](const auto& other) { return other.second->super == old; });
            if (inherited && (entry->propertyDefaults != old->propertyDefaults || entry->classvars != old->classvars))
                return false;
        }
        return true;
    }

    /// Connects superclasses and drops the classes that have none, or less than they need.
    void link()
    {
        for (auto it = program_.classes.begin(); it != program_.classes.end();) {
            if (const auto fault = linkOne(*it->second)) {
                problems_.push_back({*fault, it->second->fileName + ", class " + std::to_string(it->first)});
                it = program_.classes.erase(it);
                // Whoever was linked to it is looked at again.
                for (auto& [id, entry] : program_.classes) {
                    entry->ancestors.clear();
                    entry->super = nullptr;
                }
                it = program_.classes.begin();
            } else {
                ++it;
            }
        }
        std::vector<ClassInfo<Traits>*> order;
        for (auto& [id, entry] : program_.classes)
            order.push_back(entry.get());
        std::ranges::stable_sort(order, {}, [](const auto* entry) { return entry->depth; });
        for (ClassInfo<Traits>* entry : order)
            complete(*entry);

        constexpr std::int32_t indexedClasses = 1 << 16; // keeps a file with wild numbers from making a huge index
        for (const auto& [id, entry] : program_.classes) {
            if (id < 0 || id >= indexedClasses)
                continue;
            program_.index.resize(static_cast<std::size_t>(id) + 1);
            program_.index.back() = entry.get();
        }
    }

private:
    void addClass(bof::Class& in, const std::vector<bof::HandlerPlace>& places, const SourceFile& source)
    {
        auto entry = std::make_unique<ClassInfo<Traits>>();
        entry->id = in.id;
        entry->superId = in.superId;
        entry->propertyCount = static_cast<std::uint32_t>(in.totalProperties);
        entry->classvarCount = static_cast<std::uint32_t>(in.totalClassvars);
        entry->file = &source;
        entry->fileName = source.name;
        for (const bof::Default& value : in.properties)
            own_[in.id].properties.emplace_back(static_cast<std::uint32_t>(value.number), wordOf<Traits>(value.value));
        for (const bof::Default& value : in.classvars)
            own_[in.id].classvars.emplace_back(static_cast<std::uint32_t>(value.number), wordOf<Traits>(value.value));
        for (std::size_t h = 0; h < in.handlers.size(); ++h)
            addHandler(*entry, in.handlers[h], places[h].code);
        if (program_.classes.contains(in.id)) {
            problems_.push_back(
                {"a class of the same number was loaded before", source.name + ", class " + std::to_string(in.id)});
            return;
        }
        program_.classes.emplace(in.id, std::move(entry));
    }

    void addHandler(ClassInfo<Traits>& owner, bof::Handler& in, std::uint32_t place)
    {
        auto code = std::make_unique<Code<Traits>>();
        code->owner = &owner;
        code->file = owner.file;
        code->message = in.message;
        code->commentString = in.comment;
        code->declaredSlots = static_cast<std::uint16_t>(in.locals + in.parameters.size());
        code->parameterCount = static_cast<std::uint16_t>(in.parameters.size());
        code->parameterIds.reserve(in.parameters.size());
        code->parameterDefaults.reserve(in.parameters.size());
        for (const bof::Parameter& parameter : in.parameters) {
            code->parameterIds.push_back(parameter.id);
            code->parameterDefaults.push_back(wordOf<Traits>(parameter.value));
        }
        code->place = place;
        code->bytes = std::move(in.code);
        if (code->declaredSlots > Traits::dialect().maxSlots)
            code->entry = Entry::TooManySlots;
        const std::size_t size = code->bytes.size();
        if (size > mostCodeLeft && !decodeNow(*code)) {
            problems_.push_back({"the handler is too large", owner.fileName + ", class " + std::to_string(owner.id) +
                                                                 ", message " + std::to_string(in.message)});
            return;
        }
        program_.longestHandler = std::max(program_.longestHandler, static_cast<std::int64_t>(size));
        owner.handlers.push_back(std::move(code));
    }

    std::optional<std::string> linkOne(ClassInfo<Traits>& entry)
    {
        std::vector<const ClassInfo<Traits>*> chain{&entry};
        while (chain.back()->superId != 0) {
            const auto* super = program_.find(chain.back()->superId);
            if (super == nullptr)
                return "the superclass " + std::to_string(chain.back()->superId) + " is missing";
            if (super->propertyCount > chain.back()->propertyCount || super->classvarCount > chain.back()->classvarCount)
                return "was compiled against an older superclass " + std::to_string(super->id) + ": compile it again";
            if (chain.size() > maxInheritance)
                return std::string("the superclasses form a ring");
            chain.push_back(super);
        }
        entry.super = chain.size() > 1 ? chain[1] : nullptr;
        entry.ancestors.assign(chain.rbegin(), chain.rend());
        entry.depth = static_cast<std::uint32_t>(chain.size() - 1);
        return std::nullopt;
    }

    void complete(ClassInfo<Traits>& entry)
    {
        using W = Words<Traits>;
        if (entry.super != nullptr) {
            entry.propertyDefaults = entry.super->propertyDefaults;
            entry.classvars = entry.super->classvars;
        }
        entry.propertyDefaults.resize(entry.propertyCount + 1, W::nil);
        entry.classvars.resize(entry.classvarCount, W::nil);
        for (const auto& [number, word] : own_[entry.id].properties)
            entry.propertyDefaults[number] = word;
        for (const auto& [number, word] : own_[entry.id].classvars)
            entry.classvars[number] = word;
        for (auto& code : entry.handlers) {
            code->propagate = entry.super == nullptr ? nullptr : entry.super->find(code->message);
            entry.dispatch.insert_or_assign(code->message, code.get());
        }
    }

    struct OwnDefaults
    {
        std::vector<std::pair<std::uint32_t, typename Traits::Word>> properties;
        std::vector<std::pair<std::uint32_t, typename Traits::Word>> classvars;
    };

    Program<Traits>& program_;
    std::vector<Error>& problems_;
    std::unordered_map<std::int32_t, OwnDefaults> own_;
};

} // namespace

template <class Traits>
void decode(const Code<Traits>& code)
{
    decodeNow(const_cast<Code<Traits>&>(code)); // all of them belong to a Program, and none is const there
}

template <class Traits>
Program<Traits> loadProgram(std::vector<LoadedFile> files, std::vector<Error>& problems)
{
    Program<Traits> program;
    Loader<Traits> loader(program, problems);
    for (LoadedFile& file : files)
        loader.add(std::move(file));
    loader.link();
    return program;
}

template <class Traits>
Result<std::optional<Program<Traits>>> loadReplacement(LoadedFile file, const Program<Traits>& existing)
{
    std::vector<Error> problems;
    Program<Traits> program;
    Loader<Traits> loader(program, problems);
    loader.add(std::move(file));
    if (!problems.empty())
        return problems.front();
    if (!loader.linkInto(existing))
        return std::optional<Program<Traits>>();
    return std::optional(std::move(program));
}

#define X(Traits)                                                                                                                \
    template Result<std::optional<Program<Traits>>> loadReplacement<Traits>(LoadedFile, const Program<Traits>&);                 \
    template void decode<Traits>(const Code<Traits>&);                                                                           \
    template Program<Traits> loadProgram<Traits>(std::vector<LoadedFile>, std::vector<Error>&);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
