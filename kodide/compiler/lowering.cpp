// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/lowering.h"

#include "formats/bof/functions.h"

#include <algorithm>

namespace blak::kod {
namespace {

Destination slot(int index) { return {false, static_cast<std::uint32_t>(index)}; }

Destination targetOf(const Statement& statement)
{
    return {statement.targetSource == Source::Property, static_cast<std::uint32_t>(statement.targetIndex)};
}

constexpr Operand nil{Source::Constant, valueWord(Tag::Nil, 0)};

// In the classic dialect the list loop calls these two built-in functions.
constexpr std::uint8_t firstFunction = bof::functionNumber(bof::Function::First);
constexpr std::uint8_t restFunction = bof::functionNumber(bof::Function::Rest);

} // namespace

Lowering::Lowering(const Dialect& dialect, ByteBuffer& out, std::vector<Finding>& findings)
    : dialect_(dialect), writer_(instructionWriter(dialect, out)), findings_(findings)
{
}

unsigned Lowering::lower(const BoundHandler& handler, const SyntaxUnit& unit)
{
    unit_ = &unit;
    base_ = highest_ = static_cast<int>(handler.named) - 1;
    lowerBlock(handler.syntax->body);
    const Handler& syntax = *handler.syntax;
    const std::string name(unit_->text(syntax.name));
    const auto report = [&](Code code, std::string message) -> Finding& {
        return kod::report(*unit_, findings_, code, syntax.name, syntax.name, syntax.headerReduce, std::move(message));
    };
    const bool tooMany = dialect_.maxParameters != 0 && handler.parameters.size() > dialect_.maxParameters;
    if (tooMany)
        report(Code::ParameterLimit, "handler `" + name + "` has " + std::to_string(handler.parameters.size()) +
                                         " parameters; the limit is " + std::to_string(dialect_.maxParameters))
            .referenceLine = 0;
    if (highest_ > static_cast<int>(dialect_.maxSlot))
        report(Code::LocalLimit, "handler `" + name + "` needs slot " + std::to_string(highest_) +
                                     " for parameters, locals and temporary values; the last one is " +
                                     std::to_string(dialect_.maxSlot))
            .referenceLine = 0;
    else if (!tooMany && dialect_.warnSlot != 0 && highest_ > static_cast<int>(dialect_.warnSlot))
        report(Code::LocalsNearLimit,
               "handler `" + name + "` uses slot " + std::to_string(highest_) + " of " + std::to_string(dialect_.maxSlot));
    return static_cast<unsigned>(highest_ + 1);
}

void Lowering::move(std::uint32_t end, std::uint32_t distance)
{
    for (; movedMarks_ < marks_.size() && marks_[movedMarks_].offset < end; ++movedMarks_)
        marks_[movedMarks_].offset += distance;
    for (; movedCalls_ < calls_.size() && calls_[movedCalls_].offset < end; ++movedCalls_)
        calls_[movedCalls_].offset += distance;
}

int Lowering::use(int slotIndex)
{
    highest_ = std::max(highest_, slotIndex);
    return slotIndex;
}

/// Simple statements get the line of their `;`, statements with a header one line before the place where their condition
/// was complete.
void Lowering::mark(const Statement& statement, bool inner)
{
    std::uint32_t line = unit_->tokens[statement.reduce].line;
    switch (statement.kind) {
    case StatementKind::If:
    case StatementKind::While:
    case StatementKind::ForIn:
    case StatementKind::For:
    case StatementKind::DoWhile:
    case StatementKind::Switch: line = unit_->tokens[statement.expression->reduce].line - 1; break;
    default: break;
    }
    marks_.push_back({static_cast<std::uint32_t>(writer_->here()), line, &statement, inner});
}

void Lowering::lowerBlock(Block block)
{
    for (const Statement* statement : block) {
        const bool jump = statement->kind == StatementKind::Break || statement->kind == StatementKind::Continue;
        if (statement->kind == StatementKind::Include || statement->kind == StatementKind::Bad || (jump && loops_.empty()))
            continue; // the last two only in classes that failed
        mark(*statement);
        lowerStatement(*statement);
    }
}

void Lowering::lowerStatement(const Statement& statement)
{
    switch (statement.kind) {
    case StatementKind::Call: use(lowerCall(*statement.expression, std::nullopt, base_)); break;
    case StatementKind::Assign:
    case StatementKind::Increment: lowerAssign(statement); break;
    case StatementKind::If: lowerIf(statement); break;
    case StatementKind::While: lowerWhile(statement); break;
    case StatementKind::ForIn: lowerForIn(statement); break;
    case StatementKind::For: lowerFor(statement); break;
    case StatementKind::DoWhile: lowerDo(statement); break;
    case StatementKind::Switch: lowerSwitch(statement); break;
    case StatementKind::Return: lowerReturn(statement); break;
    case StatementKind::Propagate: writer_->propagate(); break;
    case StatementKind::Break: loops_.back().breaks.push_back(writer_->jump(Jump::Always)); break;
    case StatementKind::Continue:
        if (loops_.back().top)
            writer_->land(writer_->jump(Jump::Always), *loops_.back().top);
        else
            loops_.back().continues.push_back(writer_->jump(Jump::Always));
        break;
    case StatementKind::Include:
    case StatementKind::Bad: break;
    }
}

/// target = e
void Lowering::lowerAssign(const Statement& statement) { use(evaluate(*statement.expression, targetOf(statement), base_)); }

/// return e; without e it is $
void Lowering::lowerReturn(const Statement& statement)
{
    if (!statement.expression) {
        writer_->returnValue(nil);
        return;
    }
    const Leaf value = toLeaf(*statement.expression, base_);
    use(value.highest);
    writer_->returnValue(value.operand);
}

/// Jumps away when the condition does not hold. `e = $` and `e <> $` have instructions of their own where the format has.
JumpSite Lowering::jumpUnless(const Expression& condition)
{
    const bool comparison = condition.kind == ExpressionKind::Binary && !condition.leaf &&
                            (condition.op == Operator::Equal || condition.op == Operator::NotEqual);
    if (dialect_.nullJumps && comparison && (condition.left->isNil() || condition.right->isNil())) {
        const Leaf tested = toLeaf(condition.right->isNil() ? *condition.left : *condition.right, base_);
        use(tested.highest);
        return writer_->jump(condition.op == Operator::Equal ? Jump::IfNotNull : Jump::IfNull, tested.operand);
    }
    const Leaf tested = toLeaf(condition, base_);
    use(tested.highest);
    return writer_->jump(Jump::IfFalse, tested.operand);
}

/// if c A else B:   unless c -> ELSE; A; goto END; ELSE: B; END:
void Lowering::lowerIf(const Statement& statement)
{
    const JumpSite otherwise = jumpUnless(*statement.expression);
    lowerBlock(statement.body);
    if (statement.otherwise.empty()) {
        writer_->land(otherwise);
        return;
    }
    const JumpSite end = writer_->jump(Jump::Always);
    writer_->land(otherwise);
    if (statement.elseIf) { // part of this statement, no line of its own
        mark(*statement.otherwise[0], true);
        lowerStatement(*statement.otherwise[0]);
    } else
        lowerBlock(statement.otherwise);
    writer_->land(end);
}

void Lowering::endLoop(Loop& loop)
{
    for (const JumpSite site : loop.breaks)
        writer_->land(site);
}

/// while c B:   TOP: unless c -> END; B; goto TOP; END:
void Lowering::lowerWhile(const Statement& statement)
{
    const std::size_t top = writer_->here();
    loops_.push_back({.top = top});
    const JumpSite end = jumpUnless(*statement.expression);
    lowerBlock(statement.body);
    mark(statement, true);
    writer_->land(writer_->jump(Jump::Always), top);
    writer_->land(end);
    endLoop(loops_.back());
    loops_.pop_back();
}

/// for x in e B:   t = e; TOP: if t = $ -> END; x = First(t); B; NEXT: t = Rest(t); goto TOP; END:
void Lowering::lowerForIn(const Statement& statement)
{
    const int list = use(base_ + 1);
    use(evaluate(*statement.expression, slot(list), base_));
    const int outer = std::exchange(base_, list);
    const Operand listOperand = slot(list).operand();
    const std::size_t top = writer_->here();
    JumpSite end{};
    if (dialect_.nullJumps) {
        end = writer_->jump(Jump::IfNull, listOperand);
        writer_->unary(Operator::First, targetOf(statement), listOperand);
    } else {
        const int test = use(base_ + 1);
        writer_->binary(Operator::Equal, slot(test), listOperand, nil);
        end = writer_->jump(Jump::IfTrue, slot(test).operand());
        writer_->call(firstFunction, targetOf(statement), {&listOperand, 1}, {});
    }
    loops_.emplace_back();
    lowerBlock(statement.body);
    for (const JumpSite site : loops_.back().continues)
        writer_->land(site);
    mark(statement, true);
    if (dialect_.nullJumps)
        writer_->unary(Operator::Rest, slot(list), listOperand);
    else
        writer_->call(restFunction, slot(list), {&listOperand, 1}, {});
    writer_->land(writer_->jump(Jump::Always), top);
    writer_->land(end);
    endLoop(loops_.back());
    loops_.pop_back();
    base_ = outer;
}

/// for (i; c; s) B:   i; TOP: unless c -> END; B; NEXT: s; goto TOP; END:
void Lowering::lowerFor(const Statement& statement)
{
    lowerBlock(statement.initial);
    const std::size_t top = writer_->here();
    mark(statement, true); // the condition, behind the marks of the first assignments
    const JumpSite end = jumpUnless(*statement.expression);
    loops_.emplace_back();
    lowerBlock(statement.body);
    for (const JumpSite site : loops_.back().continues)
        writer_->land(site);
    lowerBlock(statement.step);
    mark(statement, true);
    writer_->land(writer_->jump(Jump::Always), top);
    writer_->land(end);
    endLoop(loops_.back());
    loops_.pop_back();
}

/// do B while c:   TOP: B; NEXT: unless c -> END; goto TOP; END:
void Lowering::lowerDo(const Statement& statement)
{
    const std::size_t top = writer_->here();
    loops_.emplace_back();
    lowerBlock(statement.body);
    for (const JumpSite site : loops_.back().continues)
        writer_->land(site);
    mark(statement, true);
    const JumpSite end = jumpUnless(*statement.expression);
    writer_->land(writer_->jump(Jump::Always), top);
    writer_->land(end);
    endLoop(loops_.back());
    loops_.pop_back();
}

/// switch (e) { case C: ... }:   for each case: t = e = C; if t -> CASE; then goto default or END; bodies in text order
void Lowering::lowerSwitch(const Statement& statement)
{
    const int outer = base_;
    Operand value{};
    if (statement.expression->leaf) {
        value = {statement.expression->source, statement.expression->isConstant()
                                                   ? valueWord(statement.expression->tag, statement.expression->value)
                                                   : static_cast<std::uint32_t>(statement.expression->value)};
    } else {
        const int held = use(base_ + 1);
        use(evaluate(*statement.expression, slot(held), base_));
        value = slot(held).operand();
        base_ = held;
    }
    const int test = base_ + 1;
    std::vector<JumpSite> entries;
    for (const CaseLabel& label : statement.cases) {
        if (!label.value) {
            entries.push_back({});
            continue;
        }
        writer_->binary(Operator::Equal, slot(use(test)), value,
                        {Source::Constant, valueWord(label.value->tag, label.value->value)});
        entries.push_back(writer_->jump(Jump::IfTrue, slot(test).operand()));
    }
    const JumpSite none = writer_->jump(Jump::Always);
    bool hasDefault = false;
    loops_.emplace_back();
    for (std::size_t i = 0; i < statement.cases.size(); ++i) {
        const CaseLabel& label = statement.cases[i];
        writer_->land(label.value ? entries[i] : none);
        hasDefault = hasDefault || !label.value;
        lowerBlock(label.body);
    }
    if (!hasDefault)
        writer_->land(none);
    for (const JumpSite site : loops_.back().continues) // `continue` leaves the switch like `break`
        writer_->land(site);
    endLoop(loops_.back());
    loops_.pop_back();
    base_ = outer;
}

/// Makes the expression something an instruction can read; slot reserved + 1 holds it if it is not yet.
Lowering::Leaf Lowering::toLeaf(const Expression& expression, int reserved)
{
    if (expression.leaf) {
        const std::uint32_t word = expression.source == Source::Constant ? valueWord(expression.tag, expression.value)
                                                                         : static_cast<std::uint32_t>(expression.value);
        return {{expression.source, word}, reserved};
    }
    const Destination temporary = slot(reserved + 1);
    const int used = evaluate(expression, temporary, reserved);
    return {temporary.operand(), std::max(used, reserved + 1)};
}

/// Code that stores the value; returns the highest slot used.
int Lowering::evaluate(const Expression& expression, Destination to, int reserved)
{
    if (expression.leaf) {
        writer_->unary(Operator::Move, to, toLeaf(expression, reserved).operand);
        return reserved;
    }
    switch (expression.kind) {
    case ExpressionKind::Unary: return evaluateUnary(expression, to, reserved);
    case ExpressionKind::Binary: return evaluateBinary(expression, to, reserved);
    default: return lowerCall(expression, to, reserved);
    }
}

/// OP to, operand; a complex operand is worked out in the destination first
int Lowering::evaluateUnary(const Expression& expression, Destination to, int reserved)
{
    if (expression.left->leaf) {
        writer_->unary(expression.op, to, toLeaf(*expression.left, reserved).operand);
        return reserved;
    }
    const int used = evaluate(*expression.left, to, reserved);
    writer_->unary(expression.op, to, to.operand());
    return used;
}

/// OP to, left, right; `and` and `or` leave out the right side when the left one decides
int Lowering::evaluateBinary(const Expression& expression, Destination to, int reserved)
{
    int usedLeft = reserved;
    int top = reserved;
    Operand left;
    if (expression.left->leaf) {
        left = toLeaf(*expression.left, reserved).operand;
    } else {
        top = reserved + 1;
        left = slot(top).operand();
        usedLeft = evaluate(*expression.left, slot(top), top);
    }
    const bool shortCircuit = expression.op == Operator::And || expression.op == Operator::Or;
    JumpSite end{};
    if (shortCircuit) {
        const bool isAnd = expression.op == Operator::And;
        const JumpSite decide = writer_->jump(isAnd ? Jump::IfTrue : Jump::IfFalse, left);
        writer_->unary(Operator::Move, to, {Source::Constant, valueWord(Tag::Integer, isAnd ? 0 : 1)});
        end = writer_->jump(Jump::Always);
        writer_->land(decide);
    }
    Operand right;
    if (expression.right->leaf) {
        right = toLeaf(*expression.right, reserved).operand;
    } else {
        ++top;
        right = slot(top).operand();
        top = evaluate(*expression.right, slot(top), top);
    }
    writer_->binary(expression.op, to, left, right);
    if (shortCircuit)
        writer_->land(end);
    return std::max(usedLeft, top);
}

/// Arguments are brought into slots where needed, settings in the order of their parameter ids, then called.
int Lowering::lowerCall(const Expression& expression, std::optional<Destination> to, int reserved)
{
    const Call& call = *expression.call;
    if (!call.builtin)
        return reserved; // only in classes that failed
    int used = reserved;
    const auto place = [&](const Expression& value) {
        const Leaf leaf = toLeaf(value, reserved);
        reserved += leaf.highest > reserved;
        used = std::max(used, leaf.highest);
        return leaf.operand;
    };
    const std::size_t firstArgument = argumentStack_.size();
    const std::size_t firstSetting = settingStack_.size();
    std::size_t settings = 0;
    for (const Argument& argument : call.arguments) {
        if (argument.setting != noToken)
            ++settings;
        else {
            const Operand operand = place(*argument.value);
            argumentStack_.push_back(operand);
        }
    }
    if (settings > 0) {
        std::vector<const Argument*> sorted;
        sorted.reserve(settings);
        for (const Argument& argument : call.arguments)
            if (argument.setting != noToken)
                sorted.push_back(&argument);
        std::ranges::stable_sort(sorted, {}, &Argument::parameter);
        for (const Argument* argument : sorted) {
            const Operand operand = place(*argument->value);
            settingStack_.push_back({static_cast<std::uint32_t>(argument->parameter), operand});
        }
    }
    const std::size_t arguments = argumentStack_.size() - firstArgument;
    if (dialect_.maxArguments != 0 ? arguments > dialect_.maxArguments : arguments > 255)
        kod::report(*unit_, findings_, Code::ArgumentLimit, expression.first, expression.last, expression.reduce,
                    "this call has " + std::to_string(arguments) + " arguments; the limit is " +
                        std::to_string(dialect_.maxArguments != 0 ? dialect_.maxArguments : 255))
            .referenceLine = 0;
    calls_.push_back({static_cast<std::uint32_t>(writer_->here()), &expression});
    writer_->call(call.builtin->number, to, std::span(argumentStack_).subspan(firstArgument),
                  std::span(settingStack_).subspan(firstSetting));
    argumentStack_.resize(firstArgument);
    settingStack_.resize(firstSetting);
    return used;
}

} // namespace blak::kod
