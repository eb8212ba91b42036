// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/lint_handler.h"

#include "kodide/compiler/lints.h"
#include "kodide/compiler/tree_walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>

namespace blak::kod {
namespace {

constexpr std::int32_t mostValue = 134'217'727; // 28 bits with sign
constexpr std::int32_t leastValue = -134'217'728;

bool isComparison(Operator op) { return op >= Operator::Equal && op <= Operator::GreaterEqual; }

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

ValueKind kindOf(Tag tag)
{
    switch (tag) {
    case Tag::Nil: return ValueKind::Nil;
    case Tag::Integer: return ValueKind::Integer;
    case Tag::Resource: return ValueKind::Resource;
    case Tag::Class: return ValueKind::Class;
    case Tag::Message: return ValueKind::Message;
    case Tag::DebugString: return ValueKind::DebugString;
    }
    return ValueKind::Any;
}

/// What the value certainly is, as long as nothing fails at run time.
ValueKind kindOf(const Expression& expression)
{
    if (expression.isConstant())
        return kindOf(expression.tag);
    if (expression.leaf)
        return expression.source == Source::Property && expression.value == 0 ? ValueKind::Object : ValueKind::Any; // `self`
    switch (expression.kind) {
    case ExpressionKind::Call: {
        const Call& call = *expression.call;
        const bool emptyList = call.builtin->result == ValueKind::List && call.arguments.empty();
        return emptyList ? ValueKind::Nil : call.builtin->result;
    }
    case ExpressionKind::Unary:
        switch (expression.op) {
        case Operator::First:
        case Operator::Rest:
        case Operator::GetClass: return ValueKind::Any;
        default: return ValueKind::Integer;
        }
    case ExpressionKind::Binary: return ValueKind::Integer;
    default: return ValueKind::Any;
    }
}

class ClassLints
{
public:
    ClassLints(const BoundClass& owner, std::vector<Finding>& findings) : owner_(owner), unit_(*owner.unit), findings_(findings)
    {
    }

    void run()
    {
        forEachExpression(*owner_.syntax, [this](const Expression& expression) { checkExpression(expression); });
        checkConstants();
        for (const BoundHandler& handler : owner_.handlers)
            checkNames(handler);
    }

private:
    Finding& add(Code code, TokenIndex first, TokenIndex last, std::string message)
    {
        return report(unit_, findings_, code, first, last, last, std::move(message));
    }

    void checkExpression(const Expression& expression)
    {
        checkRange(expression);
        if (expression.kind != ExpressionKind::Binary)
            return;
        checkNot(expression);
        checkBits(expression);
        checkKinds(expression);
        if (expression.op == Operator::Modulo && expression.leaf && expression.value < 0)
            add(Code::FoldMismatch, expression.first, expression.last,
                "worked out now this is " + std::to_string(expression.value) + ", at run time it would be " +
                    std::to_string(-expression.value));
    }

    bool parenthesized(const Expression& expression) const { return unit_.tokens[expression.first].kind == TokenKind::OpenParen; }

    /// not a = b
    void checkNot(const Expression& expression)
    {
        const Expression& left = *expression.left;
        if (!isComparison(expression.op) || left.kind != ExpressionKind::Unary || left.op != Operator::Not || parenthesized(left))
            return;
        Finding& finding = add(Code::NotPrecedence, expression.first, expression.last,
                               "this means `(not ...) " + std::string(operatorText(expression.op)) + " ...`");
        const SourceRange operand = unit_.range(left.left->first, expression.last);
        const std::string_view text = unit_.sources[operand.file]->text;
        finding.fixes.push_back({"put the comparison in parentheses", operand,
                                 "(" + std::string(text.substr(operand.begin, operand.end - operand.begin)) + ")"});
    }

    /// x & 3 = 4
    void checkBits(const Expression& expression)
    {
        if ((expression.op != Operator::BitAnd && expression.op != Operator::BitOr) || expression.leaf)
            return;
        for (const Expression* side : {expression.left, expression.right})
            if (side->kind == ExpressionKind::Binary && isComparison(side->op) && !parenthesized(*side)) {
                add(Code::BitPrecedence, expression.first, expression.last,
                    "the comparison is made first; write `(x " + std::string(operatorText(expression.op)) + " y) " +
                        std::string(operatorText(side->op)) + " z` if that is meant");
                return;
            }
    }

    void checkKinds(const Expression& expression)
    {
        if (expression.op != Operator::Equal && expression.op != Operator::NotEqual)
            return;
        const ValueKind left = kindOf(*expression.left);
        const ValueKind right = kindOf(*expression.right);
        if (left == ValueKind::Any || right == ValueKind::Any || left == right)
            return;
        add(Code::AlwaysFalse, expression.first, expression.last,
            "the left side is " + std::string(kindName(left)) + ", the right one " + std::string(kindName(right)) +
                ": they are never equal");
    }

    /// A number that was worked out is judged as a whole, so that the parts of -134217728 are not.
    void checkRange(const Expression& expression)
    {
        if (!expression.isNumber() || parts_.contains(&expression))
            return;
        if (expression.kind == ExpressionKind::Unary || expression.kind == ExpressionKind::Binary)
            forEachExpression(expression, [this](const Expression& inner) { parts_.insert(&inner); });
        if (expression.value > mostValue || expression.value < leastValue)
            add(Code::ConstantOverflow, expression.first, expression.last,
                std::to_string(expression.value) + " does not fit into 28 bits; it becomes " +
                    std::to_string(static_cast<std::int32_t>(static_cast<std::uint32_t>(expression.value) << 4) >> 4));
    }

    /// Constants of the class's own text; those of include files are for everybody.
    void checkConstants()
    {
        std::set<std::uint32_t> used;
        std::map<TokenIndex, const Declaration*> declarations; // by name
        for (const Declaration& constant : owner_.syntax->constants)
            if (!constant.fragment) {
                declarations.emplace(constant.name, &constant);
                forEachExpression(*constant.value, [this](const Expression& expression) { checkRange(expression); });
            }
        for (TokenIndex i = owner_.syntax->name; i < owner_.syntax->last; ++i)
            if (unit_.tokens[i].kind == TokenKind::Identifier && !declarations.contains(i))
                used.insert(unit_.tokens[i].value);
        for (const auto& [name, constant] : declarations)
            if (unit_.tokens[name].source == 0 && !used.contains(unit_.tokens[name].value)) {
                Finding& finding = add(Code::UnusedConstant, name, name, "constant " + quoted(unit_.text(name)) + " is never used");
                if (const auto line = lineOf(*constant))
                    finding.fixes.push_back({"remove " + std::string(unit_.text(name)), *line, {}});
            }
    }

    /// The whole line of a declaration that has one of its own: a comment behind it is about it.
    std::optional<SourceRange> lineOf(const Declaration& constant) const
    {
        SourceRange range = unit_.range(constant.name, constant.value->last);
        const std::string_view text = unit_.sources[0]->text;
        const auto isBlank = [](char letter) { return letter == ' ' || letter == '\t'; };
        while (range.begin > 0 && isBlank(text[range.begin - 1]))
            --range.begin;
        if (range.begin > 0 && text[range.begin - 1] != '\n' && text[range.begin - 1] != '\r')
            return std::nullopt;
        while (range.end < text.size() && isBlank(text[range.end]))
            ++range.end;
        const bool isCommented = range.end < text.size() && text[range.end] == '%';
        while (isCommented && range.end < text.size() && text[range.end] != '\n' && text[range.end] != '\r')
            ++range.end;
        if (range.end < text.size() && text[range.end] != '\n' && text[range.end] != '\r')
            return std::nullopt;
        if (range.end < text.size())
            range.end += text.substr(range.end).starts_with("\r\n") ? 2u : 1u;
        return range;
    }

    void checkNames(const BoundHandler& handler)
    {
        std::vector<unsigned> reads(handler.named);
        std::vector<unsigned> writes(handler.named);
        const auto count = [](std::vector<unsigned>& counts, std::int32_t slot) {
            if (static_cast<std::size_t>(slot) < counts.size())
                ++counts[static_cast<std::size_t>(slot)];
        };
        forEachExpression(handler.syntax->body, [&](const Expression& expression) {
            // Whoever gets the place of a local by `*local` may read it.
            if ((expression.kind == ExpressionKind::Name && expression.source == Source::Local) ||
                expression.kind == ExpressionKind::LocalLiteral)
                count(reads, expression.value);
        });
        forEachStatement(handler.syntax->body, [&](const Statement& statement) {
            if (statement.target != noToken && statement.targetSource == Source::Local)
                count(writes, statement.targetIndex);
        });
        // A handler that overrides another one, or that only stands for its overrides, has the parameters of the message.
        const bool interface = overridesAncestor(*owner_.info, handler.message->id) || handler.syntax->body.size() < 2;
        for (std::size_t slot = 0; slot < handler.parameters.size() && !interface; ++slot)
            if (reads[slot] == 0)
                add(Code::UnusedParameter, handler.parameters[slot].use, handler.parameters[slot].use,
                    "parameter " + quoted(unit_.text(handler.parameters[slot].use)) + " is never used");
        std::size_t slot = handler.parameters.size();
        for (const NameUse local : handler.syntax->locals) {
            if (slot < reads.size() && reads[slot] == 0 && writes[slot] != 0)
                add(Code::NeverRead, local, local, "local " + quoted(unit_.text(local)) + " is assigned and never read");
            ++slot;
        }
    }

    const BoundClass& owner_;
    const SyntaxUnit& unit_;
    std::vector<Finding>& findings_;
    std::unordered_set<const Expression*> parts_; ///< of numbers that were worked out
};

} // namespace

bool overridesAncestor(const ClassInfo& owner, std::int32_t message)
{
    for (const ClassInfo* up = owner.super; up; up = up->super)
        if (std::ranges::binary_search(up->messages, message, {}, &MessageInfo::id))
            return true;
    return false;
}

void lintClass(const BoundClass& owner, std::vector<Finding>& findings) { ClassLints(owner, findings).run(); }

void lint(const BoundUnit& bound, const SyntaxUnit& unit, std::vector<Finding>& findings)
{
    for (const BoundClass& owner : bound.classes) {
        if (owner.unit != &unit)
            continue;
        lintClass(owner, findings);
        for (const BoundHandler& handler : owner.handlers)
            lintFlow(owner, handler, findings);
    }
}

} // namespace blak::kod
