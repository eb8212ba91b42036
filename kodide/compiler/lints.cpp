// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/lints.h"

#include <algorithm>

namespace blak::kod {
namespace {

constexpr std::int32_t mostValue = 134'217'727; // 28 bits with sign
constexpr std::int32_t leastValue = -134'217'728;

bool isComparison(Operator op) { return op >= Operator::Equal && op <= Operator::GreaterEqual; }

/// Walks one handler, counting what its slots are used for.
class HandlerLints
{
public:
    HandlerLints(const BoundHandler& handler, const ClassInfo& owner, const SyntaxUnit& unit, std::vector<Finding>& findings)
        : handler_(handler), unit_(unit), findings_(findings), reads_(handler.named), writes_(handler.named)
    {
        for (const ClassInfo* up = owner.super; up && !overrides_; up = up->super)
            overrides_ = std::ranges::binary_search(up->messages, handler.message->id, {}, &MessageInfo::id);
    }

    void run()
    {
        block(handler_.syntax->body);
        // A handler that overrides another one, or that only stands for its overrides, has the parameters of the message.
        const bool interface = overrides_ || handler_.syntax->body.size() < 2;
        for (std::size_t slot = 0; slot < handler_.parameters.size() && !interface; ++slot)
            if (reads_[slot] == 0)
                add(Code::UnusedParameter, handler_.parameters[slot].use, handler_.parameters[slot].use,
                    "parameter `" + std::string(unit_.text(handler_.parameters[slot].use)) + "` is never used");
        std::size_t slot = handler_.parameters.size();
        for (const NameUse local : handler_.syntax->locals) {
            if (slot < reads_.size() && reads_[slot] == 0 && writes_[slot] != 0)
                add(Code::NeverRead, local, local, "local `" + std::string(unit_.text(local)) + "` is assigned and never read");
            ++slot;
        }
    }

private:
    void add(Code code, TokenIndex first, TokenIndex last, std::string message)
    {
        report(unit_, findings_, code, first, last, last, std::move(message));
    }

    void block(Block statements)
    {
        bool left = false;
        for (const Statement* statement : statements) {
            if (left) {
                add(Code::UnreachableCode, statement->first, statement->last, "this statement is never reached");
                left = false; // one finding is enough
            }
            visit(*statement);
            left = statement->kind == StatementKind::Return || statement->kind == StatementKind::Propagate ||
                   statement->kind == StatementKind::Break || statement->kind == StatementKind::Continue;
        }
    }

    void visit(const Statement& statement)
    {
        if (statement.target != noToken && statement.targetSource == Source::Local &&
            static_cast<std::size_t>(statement.targetIndex) < writes_.size())
            ++writes_[static_cast<std::size_t>(statement.targetIndex)];
        if (statement.expression)
            visit(*statement.expression);
        block(statement.initial);
        block(statement.step);
        block(statement.body);
        block(statement.otherwise);
        for (const CaseLabel& label : statement.cases)
            block(label.body);
    }

    void visit(const Expression& expression)
    {
        checkRange(expression);
        switch (expression.kind) {
        case ExpressionKind::Name:
            if (expression.source == Source::Local && static_cast<std::size_t>(expression.value) < reads_.size())
                ++reads_[static_cast<std::size_t>(expression.value)];
            break;
        case ExpressionKind::LocalLiteral: // whoever gets the slot may read and write it
            if (static_cast<std::size_t>(expression.value) < reads_.size())
                ++reads_[static_cast<std::size_t>(expression.value)];
            break;
        case ExpressionKind::Unary: visit(*expression.left); break;
        case ExpressionKind::Binary:
            checkPrecedence(expression);
            visit(*expression.left);
            visit(*expression.right);
            break;
        case ExpressionKind::Call:
            for (const Argument& argument : expression.call->arguments)
                visit(*argument.value);
            break;
        default: break;
        }
    }

    bool parenthesized(const Expression& expression) const { return unit_.tokens[expression.first].kind == TokenKind::OpenParen; }

    void checkPrecedence(const Expression& expression)
    {
        const Expression& left = *expression.left;
        if (isComparison(expression.op) && left.kind == ExpressionKind::Unary && left.op == Operator::Not &&
            !parenthesized(left)) {
            Finding& finding = report(unit_, findings_, Code::NotPrecedence, expression.first, expression.last, expression.last,
                                      "this means `(not ...) " + std::string(operatorText(expression.op)) + " ...`");
            const SourceRange operand = unit_.range(left.left->first, expression.last);
            const std::string_view text = unit_.sources[operand.file]->text;
            finding.fixes.push_back({"put the comparison in parentheses", operand,
                                     "(" + std::string(text.substr(operand.begin, operand.end - operand.begin)) + ")"});
        }
        if ((expression.op == Operator::BitAnd || expression.op == Operator::BitOr) && !expression.leaf)
            for (const Expression* side : {expression.left, expression.right})
                if (side->kind == ExpressionKind::Binary && isComparison(side->op) && !parenthesized(*side)) {
                    add(Code::BitPrecedence, expression.first, expression.last,
                        "the comparison is made first; write `(x " + std::string(operatorText(expression.op)) + " y) " +
                            std::string(operatorText(side->op)) + " z` if that is meant");
                    break;
                }
        if (expression.op == Operator::Modulo && expression.leaf && expression.value < 0)
            add(Code::FoldMismatch, expression.first, expression.last,
                "worked out now this is " + std::to_string(expression.value) + ", at run time it would be " +
                    std::to_string(-expression.value));
        if ((expression.op == Operator::Equal || expression.op == Operator::NotEqual) && expression.left->isConstant() &&
            expression.right->isConstant() && expression.left->tag != expression.right->tag)
            add(Code::AlwaysFalse, expression.first, expression.last, "the two sides are of different kinds and never equal");
    }

    void checkRange(const Expression& expression)
    {
        if (expression.isNumber() && (expression.value > mostValue || expression.value < leastValue))
            add(Code::ConstantOverflow, expression.first, expression.last,
                std::to_string(expression.value) + " does not fit into 28 bits");
    }

    const BoundHandler& handler_;
    const SyntaxUnit& unit_;
    std::vector<Finding>& findings_;
    std::vector<unsigned> reads_;
    std::vector<unsigned> writes_;
    bool overrides_ = false; ///< an ancestor handles the message
};

} // namespace

void lint(const BoundUnit& bound, const SyntaxUnit& unit, std::vector<Finding>& findings)
{
    for (const BoundClass& owner : bound.classes)
        if (owner.unit == &unit)
            for (const BoundHandler& handler : owner.handlers)
                HandlerLints(handler, *owner.info, unit, findings).run();
}

} // namespace blak::kod
