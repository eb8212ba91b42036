// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/binder.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace blak::kod {
namespace {

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

} // namespace

void Binder::bindHandler(const Handler& handler, BoundClass& bound)
{
    ++handlerEpoch_;
    loops_ = 0;
    BoundHandler result{.syntax = &handler, .message = nullptr, .parameters = {}};
    for (const Parameter& parameter : handler.parameters) {
        bindExpression(*parameter.value);
        const Symbol* symbol = bindParameterName(parameter);
        if (!parameter.value->isConstant())
            error(Code::ConstantNeeded, parameter.value->first, parameter.value->last, parameter.reduce,
                  "parameter " + quoted(text(parameter.name)) + " can only begin with a constant")
                .consequence = parameter.value->failed;
        result.parameters.push_back(
            {symbol, nameId(parameter.name), valueWord(parameter.value->tag, parameter.value->value), parameter.name});
    }
    if (handler.brokenHeader)
        return;
    std::ranges::stable_sort(result.parameters, {}, [](const BoundParameter& p) { return p.symbol->id; });
    if (dialect_.repeatsNoticed)
        for (std::size_t i = 1; i < result.parameters.size(); ++i)
            if (result.parameters[i].symbol == result.parameters[i - 1].symbol)
                nameError(Code::ParameterTwice, result.parameters[i].use, handler.headerReduce,
                          "parameter " + quoted(text(result.parameters[i].use)) + " appears twice");

    checkMessageName(handler, bound, result);
    for (std::size_t i = 0; i < result.parameters.size(); ++i)
        note(result.parameters[i].use, NameKind::Parameter, static_cast<std::int32_t>(i), Doing::Declares);
    for (std::size_t i = 0; i < result.parameters.size(); ++i)
        locals_[result.parameters[i].name] = {
            .epoch = handlerEpoch_, .slot = static_cast<std::int32_t>(i), .parameter = true, .assigned = true};
    bindLocals(handler, result);
    bindBlock(handler.body);
    if (handler.comment != noToken) {
        result.comment = static_cast<std::int32_t>(bound_.debugStrings.size());
        bound_.debugStrings.push_back(unit_->texts[unit_->tokens[handler.comment].value]);
    }
    if (!handler.broken)
        finishHandler(handler);
    ++handlerEpoch_; // what follows must not see these locals
    bound.handlers.push_back(std::move(result));
}

/// Of a name that cannot be that of a parameter, a symbol with the number of what has the name: the handler knows it all the same.
const Symbol* Binder::bindParameterName(const Parameter& parameter)
{
    const NameId name = nameId(parameter.name);
    const std::string_view spelling = text(parameter.name);
    const Member* m = findMember(name);
    Symbol* known = symbols_.global(name);
    const bool isMember = m && (m->property >= 0 || m->classvar >= 0);
    if (isMember || findConstant(name) || (known && known->kind != SymbolKind::Parameter)) {
        nameError(Code::DuplicateIdentifier, parameter.name, parameter.reduce, "the name " + quoted(spelling) + " is already taken");
        const std::int32_t number = isMember ? (m->property >= 0 ? m->property : m->classvar) : known ? known->id : 0;
        return &symbols_.detached(SymbolKind::Parameter, name, spelling, number);
    }
    if (!known) {
        const bool wasMissing = symbols_.missing(name) != nullptr;
        known = globalOf(SymbolKind::Parameter, parameter.name, parameter.reduce, "parameter");
        if (!wasMissing)
            known->after = lastMessage_;
    } else if (known->run == options_.run && known->after == lastMessage_ && !dialect_.repeatsNoticed) {
        // The old compiler takes a parameter for one of this header when no other message was defined since it was made.
        // That is wrong when the last header overrode the message before it, but it refuses such code.
        nameError(Code::ParameterTwice, parameter.name, parameter.reduce, "parameter " + quoted(spelling) + " appears twice");
    }
    return known;
}

/// A refused message keeps the number of what has the name: the old compilers list it all the same.
void Binder::checkMessageName(const Handler& handler, BoundClass& bound, BoundHandler& result)
{
    const NameId name = nameId(handler.name);
    const std::string_view spelling = text(handler.name);
    const Member* m = findMember(name);
    Symbol* known = symbols_.global(name);
    const TokenIndex at = handler.headerReduce;
    const bool isMember = m && (m->property >= 0 || m->classvar >= 0);
    if (isMember || findConstant(name) || (known && known->kind != SymbolKind::Message)) {
        nameError(Code::DuplicateIdentifier, handler.name, at, "the name " + quoted(spelling) + " is already taken");
        const std::int32_t number = isMember ? (m->property >= 0 ? m->property : m->classvar) : known ? known->id : 0;
        known = &symbols_.detached(SymbolKind::Message, name, spelling, number);
    } else if (!known) {
        known = globalOf(SymbolKind::Message, handler.name, at, "message");
    } else if (known->run == options_.run && known->owner == bound.info->symbol->id) {
        Finding& finding =
            nameError(Code::MessageTwice, handler.name, at, "the class already has a handler for " + quoted(spelling));
        for (const BoundHandler& other : bound.handlers)
            if (other.message == known && finding.notes.empty())
                finding.notes.push_back({unit_->range(other.syntax->name, other.syntax->name), "the first one is here"});
    }
    note(handler.name, NameKind::Message, known->id, Doing::Declares);
    known->run = options_.run;
    known->owner = bound.info->symbol->id;
    result.message = known;
    lastMessage_ = known->id;
    MessageInfo info{symbols_.keep(spelling), known->id, {}};
    info.parameters.reserve(result.parameters.size());
    for (const BoundParameter& parameter : result.parameters)
        info.parameters.push_back({symbols_.keep(text(parameter.use)), parameter.symbol->id});
    bound.info->messages.edit().push_back(std::move(info));
}

void Binder::bindLocals(const Handler& handler, BoundHandler& result)
{
    auto slot = static_cast<std::int32_t>(result.parameters.size());
    for (const NameUse use : handler.locals) {
        const NameId name = nameId(use);
        if (findLocal(name))
            nameError(Code::DuplicateIdentifier, use, use, "the local " + quoted(text(use)) + " is declared twice");
        else
            locals_[name] = {.epoch = handlerEpoch_, .slot = slot};
        note(use, NameKind::Local, slot, Doing::Declares);
        ++slot;
    }
    result.named = static_cast<std::uint32_t>(slot);
}

void Binder::finishHandler(const Handler& handler)
{
    const StatementKind last = handler.body.empty() ? StatementKind::Bad : handler.body.back()->kind;
    if (last != StatementKind::Return && last != StatementKind::Propagate)
        error(Code::LastStatement, handler.last, handler.last, handler.last,
              "the last statement of handler " + quoted(text(handler.name)) + " must be `return` or `propagate`")
            .consequence = last == StatementKind::Bad && !handler.body.empty(); // it may be meant to be one
    for (const NameUse use : handler.locals) {
        const LocalSlot* local = findLocal(nameId(use));
        if (!local || local->assigned)
            continue;
        Finding& finding = nameError(Code::UnusedLocal, use, dialect_.uninitializedRefused ? handler.last : handler.headerReduce,
                                     "local " + quoted(text(use)) + " of handler " + quoted(text(handler.name)) + " is never set");
        finding.consequence = local->reported;
        finding.ours = !dialect_.uninitializedRefused && local->mentioned;
    }
}

void Binder::bindBlock(Block block)
{
    for (Statement* statement : block)
        bindStatement(*statement);
}

void Binder::bindLoop(Block block)
{
    ++loops_;
    bindBlock(block);
    --loops_;
}

void Binder::bindStatement(Statement& statement)
{
    switch (statement.kind) {
    case StatementKind::Call: bindCallStatement(statement); break;
    case StatementKind::Assign: bindAssignment(statement); break;
    case StatementKind::Increment: bindIncrement(statement); break;
    case StatementKind::If:
        bindExpression(*statement.expression);
        bindBlock(statement.body);
        bindBlock(statement.otherwise);
        break;
    case StatementKind::While:
        bindExpression(*statement.expression);
        bindLoop(statement.body);
        break;
    case StatementKind::ForIn:
        if (!dialect_.loopVariableLate)
            bindTarget(statement, statement.header);
        bindExpression(*statement.expression);
        bindLoop(statement.body);
        if (dialect_.loopVariableLate)
            bindTarget(statement, statement.reduce);
        break;
    case StatementKind::For:
        bindBlock(statement.initial);
        bindExpression(*statement.expression);
        bindBlock(statement.step);
        bindLoop(statement.body);
        break;
    case StatementKind::DoWhile:
        bindLoop(statement.body);
        bindExpression(*statement.expression);
        break;
    case StatementKind::Switch: bindSwitch(statement); break;
    case StatementKind::Return:
        if (statement.expression)
            bindExpression(*statement.expression);
        break;
    case StatementKind::Propagate:
        if (!class_->info->super)
            error(Code::PropagateInRoot, statement.first, statement.last, statement.reduce,
                  "class " + quoted(class_->info->symbol->spelling) + " has no superclass to propagate to")
                .consequence = hasLostSuperclass();
        break;
    case StatementKind::Break:
        if (loops_ == 0)
            error(Code::BreakOutside, statement.first, statement.last, statement.reduce, "`break` must stand inside a loop");
        break;
    case StatementKind::Continue:
        if (loops_ == 0)
            error(Code::ContinueOutside, statement.first, statement.last, statement.reduce,
                  "`continue` must stand inside a loop");
        break;
    case StatementKind::Bad: bindBad(statement); break;
    case StatementKind::Include: break;
    }
}

/// The old compilers have looked at everything before the fault.
void Binder::bindBad(Statement& statement)
{
    for (Expression* piece : statement.pieces)
        bindExpression(*piece);
    if (statement.target != noToken)
        bindTarget(statement, statement.header);
    loops_ += statement.loop;
    bindBlock(statement.body);
    bindBlock(statement.otherwise);
    for (const CaseLabel& label : statement.cases) {
        if (label.whole && label.value)
            checkCase(label);
        bindBlock(label.body);
    }
    loops_ -= statement.loop;
}

/// Of a case whose value was bound.
void Binder::checkCase(const CaseLabel& label)
{
    if (!label.value->isConstant() && !label.value->failed)
        error(Code::CaseNotConstant, label.value->first, label.value->last, label.reduce, "a case must be a constant");
}

void Binder::bindCallStatement(Statement& statement)
{
    bindExpression(*statement.expression);
    const BuiltinFunction* builtin = statement.expression->call->builtin;
    if (builtin && builtin->resultRequired)
        error(Code::ResultDropped, statement.first, statement.last, statement.reduce,
              "the call of " + quoted(builtin->name) + " drops its result and has no other effect");
}

/// Resolves what is assigned to. False when nothing can be assigned.
bool Binder::bindTarget(Statement& statement, TokenIndex reduce, bool consequence)
{
    const auto refuse = [&](Code code, std::string message) {
        nameError(code, statement.target, reduce, std::move(message)).consequence = consequence;
    };
    const bool loop = statement.kind == StatementKind::ForIn || statement.loop;
    const NameId name = nameId(statement.target);
    if (LocalSlot* local = findLocal(name)) {
        local->assigned = local->mentioned = true;
        statement.targetSource = Source::Local;
        statement.targetIndex = local->slot;
        note(statement.target, local->parameter ? NameKind::Parameter : NameKind::Local, local->slot, Doing::Writes);
        return true;
    }
    const Member* m = findMember(name);
    if (m && m->property > 0) {
        statement.targetSource = Source::Property;
        statement.targetIndex = m->property;
        note(statement.target, NameKind::Property, m->property, Doing::Writes);
        return true;
    }
    const Symbol* known = symbols_.global(name);
    const bool self = known && known->kind == SymbolKind::Self;
    if (self && loop) {
        statement.targetSource = Source::Property;
        note(statement.target, NameKind::Self, 0, Doing::Writes);
        return true;
    }
    const std::string_view spelling = text(statement.target);
    if (self) {
        refuse(Code::AssignToSelf, "`self` cannot be assigned to");
        statement.targetSource = Source::Property;
    } else if (!known && !(m && m->classvar >= 0) && !findConstant(name))
        suggest(nameError(Code::UnknownIdentifier, statement.target, reduce, "unknown name " + quoted(spelling)), statement.target,
                Wanted::Value)
            .consequence = consequence || hasLostSuperclass() || (m && m->refused);
    else if (loop)
        refuse(Code::LoopVariableKind, "the loop variable " + quoted(spelling) + " must be a local or a property");
    else
        refuse(Code::NotAssignable, quoted(spelling) + " cannot be assigned to");
    return false;
}

void Binder::bindAssignment(Statement& statement)
{
    if (statement.op != Operator::None) { // x op= e stands for x = x op (e)
        Expression* left = unit_->arena.make<Expression>(Expression{.kind = ExpressionKind::Name,
                                                                    .first = statement.target,
                                                                    .last = statement.target,
                                                                    .reduce = statement.reduce,
                                                                    .name = statement.target,
                                                                    .left = nullptr});
        Expression* both = unit_->arena.make<Expression>(Expression{.kind = ExpressionKind::Binary,
                                                                    .op = statement.op,
                                                                    .first = statement.first,
                                                                    .last = statement.expression->last,
                                                                    .reduce = statement.reduce,
                                                                    .left = left,
                                                                    .right = statement.expression});
        statement.expression = both;
        statement.op = Operator::None;
        bindExpression(*both);
        bindTarget(statement, statement.reduce, left->failed);
        return;
    }
    bindExpression(*statement.expression);
    bindTarget(statement, statement.reduce);
}

/// x++ as a statement stands for x = x++, which counts once.
void Binder::bindIncrement(Statement& statement)
{
    const bool failed = !bindTarget(statement, statement.reduce);
    Expression* operand = unit_->arena.make<Expression>(Expression{.kind = ExpressionKind::Name,
                                                                   .first = statement.target,
                                                                   .last = statement.target,
                                                                   .reduce = statement.reduce,
                                                                   .name = statement.target,
                                                                   .left = nullptr});
    statement.expression = unit_->arena.make<Expression>(Expression{.kind = ExpressionKind::Unary,
                                                                    .op = statement.op,
                                                                    .first = statement.first,
                                                                    .last = statement.last,
                                                                    .reduce = statement.reduce,
                                                                    .left = operand});
    const std::size_t before = findings_->size();
    bindExpression(*statement.expression);
    for (std::size_t i = before; i < findings_->size(); ++i)
        (*findings_)[i].consequence |= failed;
}

void Binder::bindSwitch(Statement& statement)
{
    bindExpression(*statement.expression);
    ++loops_; // `break` leaves it, and so does `continue`
    std::unordered_multimap<std::int32_t, TokenIndex> seen;
    constexpr std::size_t mostPairs = 1000; // that are told of
    std::size_t pairs = 0;
    TokenIndex defaultAt = noToken;
    // The old compiler finds these two late, when it writes the object, and without a line.
    const auto late = [&](Code code, TokenIndex at, TokenIndex before, std::string message) -> Finding& {
        Finding& finding = error(code, at, at, statement.reduce, std::move(message));
        finding.referenceLine = 0;
        finding.order = std::uint64_t{statement.first} * 4;
        finding.notes.push_back({unit_->range(before, before), "the first one is here"});
        return finding;
    };
    for (const CaseLabel& label : statement.cases) {
        if (!label.value) {
            if (defaultAt != noToken)
                late(Code::TwoDefaults, label.first, defaultAt, "this switch has two defaults");
            defaultAt = label.first;
        } else {
            bindExpression(*label.value);
            checkCase(label);
            if (label.value->isConstant()) {
                const std::string message = "the switch has this case twice: " + std::to_string(label.value->value);
                bool again = false;
                const auto [begin, end] = seen.equal_range(label.value->value);
                for (auto place = begin; place != end && pairs < mostPairs;
                     ++place, ++pairs) { // the old compiler tells of each pair, from both sides
                    late(Code::DuplicateCase, label.value->first, place->second, message).consequence =
                        std::exchange(again, true);
                    late(Code::DuplicateCase, place->second, label.value->first, message).consequence = true;
                }
                seen.emplace(label.value->value, label.value->first);
            }
        }
        bindBlock(label.body);
    }
    --loops_;
}

} // namespace blak::kod
