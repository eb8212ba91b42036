// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/parser.h"

namespace blak::kod {
namespace {

constexpr unsigned nestingLimit = 1000;

/// Counts a level of nesting for as long as it lives.
class Level
{
public:
    explicit Level(unsigned& depth) : depth_(depth) { ++depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() { --depth_; }

private:
    unsigned& depth_;
};

} // namespace

const BinaryOperator* Parser::binaryOperator(TokenKind kind) const { return binary_[static_cast<std::size_t>(kind)]; }

Expression* Parser::node(ExpressionKind kind, TokenIndex first)
{
    Expression* expression = unit_.arena.make<Expression>(
        Expression{.kind = kind, .first = first, .last = at_ - 1, .reduce = furthest_, .left = nullptr});
    complete_.push_back(expression);
    return expression;
}

bool Parser::tooDeep(unsigned height)
{
    if (height <= nestingLimit)
        return false;
    failWith(Code::NestedTooDeeply, "this is nested more than " + std::to_string(nestingLimit) + " levels deep");
    return true;
}

/// Precedence climbing: operators of `level` and tighter ones.
Expression* Parser::parseExpression(unsigned level)
{
    Expression* left = parseUnary();
    while (left) {
        const BinaryOperator* row = binaryOperator(peek().kind);
        if (!row || row->level < level)
            return left;
        take();
        Expression* right = parseExpression(row->level + 1u);
        if (!right)
            return nullptr;
        if (row->level != dialect_.topLevel) // whether a tighter operator follows is only known from the next token
            lookAhead();
        Expression* both = node(ExpressionKind::Binary, left->first);
        both->op = row->op;
        both->left = left;
        both->right = right;
        left->part = right->part = true;
        both->height = static_cast<std::uint16_t>(std::max(left->height, right->height) + 1);
        if (tooDeep(both->height))
            return nullptr;
        left = both;
    }
    return nullptr;
}

Expression* Parser::unary(Operator op, Expression* operand, TokenIndex first)
{
    if (!operand)
        return nullptr;
    Expression* expression = node(ExpressionKind::Unary, first);
    expression->op = op;
    expression->left = operand;
    operand->part = true;
    expression->height = static_cast<std::uint16_t>(operand->height + 1);
    return tooDeep(expression->height) ? nullptr : expression;
}

Expression* Parser::parseUnary()
{
    const Level level(depth_);
    if (tooDeep(depth_))
        return nullptr;
    const TokenIndex first = peekIndex();
    switch (peek().kind) {
    case TokenKind::Minus: take(); return unary(Operator::Negate, parseUnary(), first);
    case TokenKind::Not: take(); return unary(Operator::Not, parseUnary(), first);
    case TokenKind::Tilde: take(); return unary(Operator::BitNot, parseUnary(), first);
    case TokenKind::PlusPlus:
    case TokenKind::MinusMinus: {
        const bool plus = unit_.tokens[take()].kind == TokenKind::PlusPlus;
        if (!at(TokenKind::Identifier)) {
            fail(tokenText(TokenKind::Identifier));
            return nullptr;
        }
        const NameUse name = take();
        Expression* operand = node(ExpressionKind::Name, name); // complete: nothing that follows belongs to it
        operand->name = name;
        return unary(plus ? Operator::PreIncrement : Operator::PreDecrement, operand, first);
    }
    default: return parsePrimary();
    }
}

Expression* Parser::parsePrimary()
{
    const TokenIndex first = peekIndex();
    switch (peek().kind) {
    case TokenKind::Number: {
        take();
        Expression* number = node(ExpressionKind::Number, first);
        number->value = static_cast<std::int32_t>(unit_.tokens[first].value);
        return number;
    }
    case TokenKind::Dollar: take(); return node(ExpressionKind::Nil, first);
    case TokenKind::String: {
        take();
        Expression* text = node(ExpressionKind::Text, first);
        text->name = first; // parentheses around it will move `first`
        return text;
    }
    case TokenKind::Ampersand:
    case TokenKind::At:
    case TokenKind::Star: {
        const TokenKind kind = peek().kind;
        if (kind == TokenKind::Star && !dialect_.localLiterals)
            break;
        take();
        NameUse name = noToken;
        if (!expectName(name))
            return nullptr;
        Expression* literal = node(kind == TokenKind::Ampersand ? ExpressionKind::ClassLiteral
                                   : kind == TokenKind::At      ? ExpressionKind::MessageLiteral
                                                                : ExpressionKind::LocalLiteral,
                                   first);
        literal->name = name;
        return literal;
    }
    case TokenKind::OpenParen: {
        take();
        Expression* inner = parseExpression();
        if (!inner || !expect(TokenKind::CloseParen))
            return nullptr;
        inner->first = first;
        inner->last = at_ - 1;
        return inner;
    }
    case TokenKind::OpenBracket: return parseCall(noToken, first);
    case TokenKind::Identifier:
        if (atHandlerHead())
            break;
        return parseNameExpression();
    case TokenKind::First:
    case TokenKind::Rest:
    case TokenKind::GetClass:
    case TokenKind::IsClass: return parseInstruction();
    default: break;
    }
    failBehind("an expression");
    return nullptr;
}

Expression* Parser::parseNameExpression()
{
    const NameUse name = take();
    if (at(TokenKind::OpenParen))
        return parseCall(name, name);
    lookAhead();
    Expression* expression = node(ExpressionKind::Name, name);
    expression->name = name;
    if (dialect_.increments && (at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus))) {
        const bool plus = unit_.tokens[take()].kind == TokenKind::PlusPlus;
        return unary(plus ? Operator::PostIncrement : Operator::PostDecrement, expression, name);
    }
    return expression;
}

/// First(e), Rest(e), GetClass(e) and IsClass(e, e) where they are instructions.
Expression* Parser::parseInstruction()
{
    const TokenIndex first = take();
    const TokenKind kind = unit_.tokens[first].kind;
    if (!expect(TokenKind::OpenParen))
        return nullptr;
    Expression* operand = parseExpression();
    if (!operand)
        return nullptr;
    if (kind != TokenKind::IsClass) {
        if (!expect(TokenKind::CloseParen))
            return nullptr;
        return unary(kind == TokenKind::First  ? Operator::First
                     : kind == TokenKind::Rest ? Operator::Rest
                                               : Operator::GetClass,
                     operand, first);
    }
    if (!expect(TokenKind::Comma))
        return nullptr;
    Expression* second = parseExpression();
    if (!second || !expect(TokenKind::CloseParen))
        return nullptr;
    Expression* both = node(ExpressionKind::Binary, first);
    both->op = Operator::IsClass;
    both->left = operand;
    both->right = second;
    operand->part = second->part = true;
    both->height = static_cast<std::uint16_t>(std::max(operand->height, second->height) + 1);
    return tooDeep(both->height) ? nullptr : both;
}

/// `Function(...)` with the name already taken, or `[...]` without a name.
Expression* Parser::parseCall(NameUse function, TokenIndex first)
{
    const Level level(depth_);
    if (tooDeep(depth_))
        return nullptr;
    const bool list = function == noToken;
    take();
    std::vector<Argument> arguments;
    const TokenKind close = list ? TokenKind::CloseBracket : TokenKind::CloseParen;
    if (!accept(close) && !parseArguments(arguments, close))
        return nullptr;
    Expression* expression = node(ExpressionKind::Call, first);
    expression->call = unit_.arena.make<Call>(Call{.function = function, .arguments = unit_.arena.copy(arguments)});
    for (const Argument& argument : arguments) {
        argument.value->part = true;
        expression->height = std::max<std::uint16_t>(expression->height, static_cast<std::uint16_t>(argument.value->height + 1));
    }
    return tooDeep(expression->height) ? nullptr : expression;
}

bool Parser::parseArguments(std::vector<Argument>& arguments, TokenKind close)
{
    do {
        if (close == TokenKind::CloseBracket) {
            Expression* value = parseExpression();
            if (!value)
                return false;
            arguments.push_back({.value = value});
        } else if (!parseArgument(arguments)) {
            return false;
        }
    } while (accept(TokenKind::Comma));
    return expect(close);
}

bool Parser::parseArgument(std::vector<Argument>& arguments)
{
    Argument argument{};
    if (accept(TokenKind::Hash) && (!expectName(argument.setting) || !expect(TokenKind::Equal)))
        return false;
    argument.value = parseExpression();
    if (!argument.value)
        return false;
    arguments.push_back(argument);
    return true;
}

} // namespace blak::kod
