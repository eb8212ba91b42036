// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/binder.h"

#include <algorithm>
#include <utility>

namespace blak::kod {
namespace {

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

/// Arithmetic of C on 32 bits, wrapping around. Comparisons are never worked out at compile time.
std::optional<std::int32_t> foldBinary(Operator op, std::int32_t left, std::int32_t right)
{
    const auto a = static_cast<std::uint32_t>(left);
    const auto b = static_cast<std::uint32_t>(right);
    const auto number = [](std::uint32_t value) { return static_cast<std::int32_t>(value); };
    switch (op) {
    case Operator::Add: return number(a + b);
    case Operator::Subtract: return number(a - b);
    case Operator::Multiply: return number(a * b);
    case Operator::Divide: return right == -1 ? number(0u - a) : left / right;
    case Operator::Modulo: return right == -1 ? 0 : left % right;
    case Operator::And: return left && right;
    case Operator::Or: return left || right;
    case Operator::BitAnd: return left & right;
    case Operator::BitOr: return left | right;
    default: return std::nullopt;
    }
}

std::string_view instructionName(Operator op) { return operatorText(op); }

/// What an operand of an instruction is when it is none of those that can be: variables, calls, First and Rest. Else null.
const char* noVariable(const Expression& operand)
{
    if (operand.isConstant())
        return "a constant";
    if (operand.kind == ExpressionKind::Binary)
        return "a binary operation";
    if (operand.kind == ExpressionKind::Unary && operand.op != Operator::First && operand.op != Operator::Rest)
        return "a unary operation";
    return nullptr;
}

/// Whether the argument of that index is an expression, not a setting.
bool isCounted(const BuiltinFunction& function, std::size_t index)
{
    return index < function.arguments || function.more == MoreArguments::Any;
}

} // namespace

void Binder::setConstant(Expression& expression, Tag tag, std::int32_t value)
{
    expression.leaf = true;
    expression.source = Source::Constant;
    expression.tag = tag;
    expression.value = value;
}

void Binder::bindExpression(Expression& expression)
{
    expression.failed = false;
    switch (expression.kind) {
    case ExpressionKind::Number: setConstant(expression, Tag::Integer, expression.value); break;
    case ExpressionKind::Nil: setConstant(expression, Tag::Nil, 0); break;
    case ExpressionKind::Text:
        setConstant(expression, Tag::DebugString, static_cast<std::int32_t>(bound_.debugStrings.size()));
        bound_.debugStrings.push_back(unit_->texts[unit_->tokens[expression.name].value]);
        break;
    case ExpressionKind::ClassLiteral:
    case ExpressionKind::MessageLiteral:
    case ExpressionKind::LocalLiteral: bindLiteral(expression); break;
    case ExpressionKind::Name: bindName(expression); break;
    case ExpressionKind::Call: bindCall(expression); break;
    case ExpressionKind::Unary: bindUnary(expression); break;
    case ExpressionKind::Binary: bindBinary(expression); break;
    }
}

void Binder::bindName(Expression& expression)
{
    const NameId name = nameId(expression.name);
    expression.leaf = true;
    if (LocalSlot* local = findLocal(name)) {
        local->mentioned = true;
        expression.source = Source::Local;
        expression.value = local->slot;
        note(expression.name, local->parameter ? NameKind::Parameter : NameKind::Local, local->slot);
        if (dialect_.uninitializedRefused && !local->parameter && !local->assigned && !symbols_.global(name)) {
            const bool again = std::exchange(local->reported, true);
            nameError(Code::UsedBeforeInitialized, expression.name, expression.reduce,
                      "local " + quoted(text(expression.name)) + " is used before it is set")
                .consequence = again;
        }
        return;
    }
    const Member* m = findMember(name);
    if (m && (m->property >= 0 || m->classvar >= 0)) {
        expression.source = m->property >= 0 ? Source::Property : Source::Classvar;
        expression.value = m->property >= 0 ? m->property : m->classvar;
        note(expression.name, m->property >= 0 ? NameKind::Property : NameKind::Classvar, expression.value);
        outsideName_ = true;
        return;
    }
    if (dialect_.constantsWithMembers) {
        if (const auto constant = findConstant(name)) {
            setConstant(expression, Tag::Integer, *constant);
            note(expression.name, NameKind::Constant, *constant);
            return;
        }
    }
    const Symbol* known = symbols_.global(name);
    if (known && known->kind == SymbolKind::Resource) {
        setConstant(expression, Tag::Resource, known->id);
        note(expression.name, NameKind::Resource, known->id);
        outsideName_ = true;
        return;
    }
    if (known && known->kind == SymbolKind::Self) {
        expression.source = Source::Property;
        expression.value = 0;
        note(expression.name, NameKind::Self, 0);
        outsideName_ = true;
        return;
    }
    if (!known && !symbols_.missing(name)) {
        if (const auto constant = findConstant(name)) {
            setConstant(expression, Tag::Integer, *constant);
            note(expression.name, NameKind::Constant, *constant);
            return;
        }
    }
    outsideName_ = true;
    expression.failed = true;
    setConstant(expression, Tag::Nil, 0);
    const std::string_view spelling = text(expression.name);
    if (known)
        nameError(Code::WrongIdentifierKind, expression.name, expression.reduce,
                  quoted(spelling) + " has no value" +
                      (known->kind == SymbolKind::Class     ? "; `&" + std::string(spelling) + "` stands for the class"
                       : known->kind == SymbolKind::Message ? "; `@" + std::string(spelling) + "` stands for the message"
                                                            : std::string()));
    else
        suggest(nameError(Code::UnknownIdentifier, expression.name, expression.reduce, "unknown name " + quoted(spelling)),
                expression.name, Wanted::Value)
            .consequence = hasLostSuperclass() || (m && m->refused);
}

/// &Class and @Message. An unknown one gets an id now and is expected to be defined later. Whatever else has the name hides the
/// class or message: the old compilers then make an id as if it were unknown, but only once, and later take the number of the
/// hider.
void Binder::bindLiteral(Expression& expression)
{
    const NameId name = nameId(expression.name);
    outsideName_ = true;
    if (expression.kind == ExpressionKind::LocalLiteral) {
        bindLocalLiteral(expression);
        return;
    }
    const bool isClass = expression.kind == ExpressionKind::ClassLiteral;
    const SymbolKind kind = isClass ? SymbolKind::Class : SymbolKind::Message;
    const Tag tag = isClass ? Tag::Class : Tag::Message;
    const NameKind noted = isClass ? NameKind::Class : NameKind::Message;
    const Symbol* missing = symbols_.missing(name);
    if (const auto hider = hiderOf(name, kind)) {
        setConstant(expression, tag, missing ? *hider : symbols_.refer(kind, name, text(expression.name)).id);
        return;
    }
    const Symbol* known = symbols_.global(name);
    if (known) {
        setConstant(expression, tag, known->id);
        note(expression.name, noted, known->id);
        return;
    }
    if (missing && missing->kind != kind) {
        nameError(Code::ReferencedElsewhere, expression.name, expression.reduce,
                  quoted(text(expression.name)) + " was used before as another kind of name");
        expression.failed = true;
    } else if (!missing) {
        missing = &symbols_.refer(kind, name, text(expression.name));
    }
    setConstant(expression, tag, missing->id);
    if (!expression.failed)
        note(expression.name, noted, missing->id);
}

void Binder::bindLocalLiteral(Expression& expression)
{
    LocalSlot* local = findLocal(nameId(expression.name));
    if (!local) {
        nameError(Code::LocalLiteralUnknown, expression.name, expression.reduce,
                  quoted(text(expression.name)) + " is not a local or parameter of this handler");
        expression.failed = true;
    }
    std::int32_t number = local ? local->slot : 0;
    if (!local) { // the number of what has the name is no division by zero
        const NameId name = nameId(expression.name);
        const Symbol* missing = symbols_.missing(name);
        number = hiderOf(name, SymbolKind::Self).value_or(missing ? missing->id : 0);
    }
    setConstant(expression, Tag::Integer, number);
    if (local)
        note(expression.name, local->parameter ? NameKind::Parameter : NameKind::Local, local->slot);
    if (local)
        local->assigned = local->mentioned = true; // whoever gets the slot number fills it
}

/// Number of what the name stands for when that is neither unknown nor a global symbol of that kind. Slot, property, class
/// variable, place of the function, or id; of a constant 0, where the old compilers have a number of chance.
std::optional<std::int32_t> Binder::hiderOf(NameId name, SymbolKind kind)
{
    if (LocalSlot* local = findLocal(name)) {
        local->mentioned = true;
        return local->slot;
    }
    if (const Member* m = findMember(name); m && (m->property >= 0 || m->classvar >= 0))
        return m->property >= 0 ? m->property : m->classvar;
    if (dialect_.constantsWithMembers && findConstant(name))
        return 0;
    if (const Symbol* known = symbols_.global(name))
        return known->kind == kind ? std::nullopt : std::optional(known->id);
    if (!symbols_.missing(name) && findConstant(name))
        return 0;
    return std::nullopt;
}

void Binder::bindUnary(Expression& expression)
{
    Expression& operand = *expression.left;
    bindExpression(operand);
    expression.leaf = false;
    expression.failed = operand.failed;
    switch (expression.op) {
    case Operator::First:
    case Operator::Rest:
    case Operator::GetClass: bindInstruction(expression); return;
    default: break;
    }
    if (!operand.isNumber())
        return;
    switch (expression.op) {
    case Operator::Not: setConstant(expression, Tag::Integer, operand.value == 0); break;
    case Operator::Negate:
        setConstant(expression, Tag::Integer, static_cast<std::int32_t>(0u - static_cast<std::uint32_t>(operand.value)));
        break;
    case Operator::BitNot: setConstant(expression, Tag::Integer, ~operand.value); break;
    default: break;
    }
}

void Binder::bindBinary(Expression& expression)
{
    bindExpression(*expression.left);
    bindExpression(*expression.right);
    const Expression& left = *expression.left;
    const Expression& right = *expression.right;
    expression.leaf = false;
    expression.failed = left.failed || right.failed;
    if (expression.op == Operator::IsClass || expression.op == Operator::IsClassConstant) {
        bindIsClass(expression);
        return;
    }
    if (!left.isConstant() || !right.isConstant())
        return;
    if (!left.isNumber() || !right.isNumber()) {
        if (dialect_.mixedConstantsRefused) {
            error(Code::MixedConstants, expression.first, expression.last, expression.reduce,
                  "both sides are constants and one is not a number")
                .consequence = expression.failed;
            expression.failed = true;
        }
        return;
    }
    if ((expression.op == Operator::Divide || expression.op == Operator::Modulo) && right.value == 0) {
        error(Code::DivisionByZero, right.first, right.last, expression.reduce, "division by zero");
        expression.failed = true;
        return;
    }
    if (const auto value = foldBinary(expression.op, left.value, right.value))
        setConstant(expression, Tag::Integer, *value);
}

/// First, Rest, GetClass: variables, calls and First or Rest can stand inside.
void Binder::bindInstruction(Expression& expression)
{
    const Expression& operand = *expression.left;
    if (const char* kind = noVariable(operand)) {
        error(Code::OperandKind, operand.first, operand.last, expression.reduce,
              std::string(instructionName(expression.op)) + " cannot be applied to " + kind)
            .consequence = operand.failed;
        expression.failed = true;
    }
}

/// The class is looked at first, then the object.
void Binder::bindIsClass(Expression& expression)
{
    const Expression& object = *expression.left;
    const Expression& type = *expression.right;
    bool failed = expression.failed;
    const auto fault = [&](Code code, const Expression& place, std::string message) {
        error(code, place.first, place.last, expression.reduce, std::move(message)).consequence = failed;
        failed = true;
    };
    const bool isInstruction = type.kind == ExpressionKind::Unary &&
                               (type.op == Operator::First || type.op == Operator::Rest || type.op == Operator::GetClass);
    if (type.isConstant() && type.tag != Tag::Class) {
        fault(Code::OperandKind, type, "IsClass needs a class, `&Name`");
        expression.failed = true;
        return;
    }
    expression.op = type.isConstant() ? Operator::IsClassConstant : Operator::IsClass;
    const bool self = object.leaf && object.source == Source::Property && object.value == 0;
    if (self && type.isConstant() && class_ && type.value == class_->info->symbol->id)
        fault(Code::IsClassAlwaysTrue, expression, "`self` is always of this class");
    else if (!type.leaf && type.kind != ExpressionKind::Call && !isInstruction)
        fault(Code::OperandKind, type, "IsClass needs a class literal, a variable or a call");
    if (const char* kind = noVariable(object))
        fault(Code::OperandKind, object, std::string("IsClass needs an object, not ") + kind);
    expression.failed = failed;
}

void Binder::bindCall(Expression& expression)
{
    Call& call = *expression.call;
    expression.leaf = false;
    outsideName_ = true;
    for (const Argument& argument : call.arguments) {
        bindExpression(*argument.value);
        expression.failed = expression.failed || argument.value->failed;
    }
    const NameId name = call.function == noToken ? symbols_.name("List") : nameId(call.function);
    const Symbol* known = symbols_.global(name);
    const bool isFunction = known && known->builtin;
    if (!isFunction && call.function == noToken) {
        // A class of that name in kodbase.txt has taken its place.
        error(Code::NotAFunction, expression.first, expression.last, expression.reduce,
              "`List`, which makes lists, is not a function here");
        expression.failed = true;
        return;
    }
    if (!isFunction || (call.function != noToken && hidesGlobals(name))) {
        Finding& finding = nameError(Code::NotAFunction, call.function, expression.reduce,
                                     quoted(text(call.function)) +
                                         (isFunction ? " is a variable here, which hides the function" : " is not a function"));
        if (!isFunction)
            suggest(finding, call.function, Wanted::Function);
        expression.failed = true;
        return;
    }
    call.builtin = known->builtin;
    note(call.function, NameKind::Function, known->id);
    noteSent(call);
    checkArguments(expression);
    bindSettings(expression);
}

void Binder::checkArguments(const Expression& expression)
{
    const Call& call = *expression.call;
    const BuiltinFunction& function = *call.builtin;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const Argument& argument = call.arguments[i];
        const bool setting = argument.setting != noToken;
        const bool counted = isCounted(function, i);
        const std::string place = "argument " + std::to_string(i + 1) + " of " + quoted(function.name);
        const TokenIndex first = setting ? argument.setting - 1 : argument.value->first;
        if (counted && setting) {
            error(Code::ArgumentKind, first, argument.value->last, expression.reduce, place + " must be an expression");
            continue;
        }
        if (!counted && function.more == MoreArguments::None) {
            error(Code::ExtraArgument, first, argument.value->last, expression.reduce,
                  place + " is too many; it takes " + std::to_string(function.arguments));
            return;
        }
        if (!counted && !setting)
            error(Code::ArgumentKind, first, argument.value->last, expression.reduce,
                  place + " must be a setting, `#parameter = value`");
    }
    if (call.arguments.size() < function.arguments)
        error(Code::TooFewArguments, expression.first, expression.last, expression.reduce,
              quoted(function.name) + " needs " + std::to_string(function.arguments) + " arguments, found " +
                  std::to_string(call.arguments.size()));
}

void Binder::bindSettings(Expression& expression)
{
    Call& call = *expression.call;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        Argument& argument = call.arguments[i];
        if (argument.setting == noToken || isCounted(*call.builtin, i)) // where an expression belongs it is not looked at
            continue;
        const NameId name = nameId(argument.setting);
        const Member* m = findMember(name);
        const Symbol* known = symbols_.global(name);
        const bool isMember = m && (m->property >= 0 || m->classvar >= 0);
        // behind a local the old compilers look for nothing but a parameter
        if ((!findLocal(name) && (isMember || findConstant(name))) || (known && known->kind != SymbolKind::Parameter)) {
            nameError(Code::LiteralDuplicate, argument.setting, expression.reduce,
                      quoted(text(argument.setting)) + " is not a message parameter");
            expression.failed = true;
            continue;
        }
        if (!known) {
            known = symbols_.missing(name);
            if (known && known->kind != SymbolKind::Parameter) {
                nameError(Code::ReferencedElsewhere, argument.setting, expression.reduce,
                          quoted(text(argument.setting)) + " was used before as another kind of name");
                expression.failed = true;
                continue;
            }
            if (!known)
                known = &symbols_.refer(SymbolKind::Parameter, name, text(argument.setting));
        }
        argument.parameter = known->id;
        note(argument.setting, NameKind::MessageParameter, known->id);
        if (dialect_.repeatsNoticed)
            for (const Argument* other = call.arguments.data(); other != &argument; ++other)
                if (other->setting != noToken && other->parameter == argument.parameter) {
                    nameError(Code::DuplicateArgument, argument.setting, expression.reduce,
                              "the call sets " + quoted(text(argument.setting)) + " twice");
                    expression.failed = true;
                    break;
                }
    }
}

} // namespace blak::kod
