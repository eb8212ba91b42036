// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/syntax.h"

namespace blak::kod {

/// Calls `visit` for the expression, then for all inside it. Expressions nest a thousand levels deep at most.
template <typename Visit>
void forEachExpression(const Expression& expression, Visit&& visit)
{
    visit(expression);
    switch (expression.kind) {
    case ExpressionKind::Unary: forEachExpression(*expression.left, visit); break;
    case ExpressionKind::Binary:
        forEachExpression(*expression.left, visit);
        forEachExpression(*expression.right, visit);
        break;
    case ExpressionKind::Call:
        for (const Argument& argument : expression.call->arguments)
            forEachExpression(*argument.value, visit);
        break;
    default: break;
    }
}

/// Calls `visit` for each statement of the block and of the blocks inside it, outer ones first.
template <typename Visit>
void forEachStatement(Block block, Visit&& visit)
{
    for (const Statement* statement : block) {
        visit(*statement);
        for (const Block inner : {statement->initial, statement->body, statement->step, statement->otherwise})
            forEachStatement(inner, visit);
        for (const CaseLabel& label : statement->cases)
            forEachStatement(label.body, visit);
    }
}

/// The same for the expressions of a block.
template <typename Visit>
void forEachExpression(Block block, Visit&& visit)
{
    forEachStatement(block, [&](const Statement& statement) {
        if (statement.expression)
            forEachExpression(*statement.expression, visit);
        for (const CaseLabel& label : statement.cases)
            if (label.value)
                forEachExpression(*label.value, visit);
    });
}

/// Every expression of a class: initial values and the bodies of the handlers. Constants are left out.
template <typename Visit>
void forEachExpression(const ClassSyntax& owner, Visit&& visit)
{
    for (const auto& members : {owner.classvars, owner.properties})
        for (const Declaration& member : members)
            if (member.value)
                forEachExpression(*member.value, visit);
    for (const Handler* handler : owner.handlers) {
        for (const Parameter& parameter : handler->parameters)
            forEachExpression(*parameter.value, visit);
        forEachExpression(handler->body, visit);
    }
}

} // namespace blak::kod
