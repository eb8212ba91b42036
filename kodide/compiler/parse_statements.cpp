// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/parser.h"

#include <algorithm>
#include <utility>

namespace blak::kod {
namespace {

constexpr unsigned blockLimit = 500; ///< levels of blocks, each a few frames deep

} // namespace

/// Up to the `end` of the class, whatever is faulty; for the old parsers, up to the first fault.
bool Parser::parseHandlers(std::vector<Handler*>& handlers)
{
    for (;;) {
        bool good = true;
        while (good && at(TokenKind::Identifier))
            good = parseHandler(handlers);
        if (options_.recovery == Recovery::Compatible || (good && at(TokenKind::EndClass)))
            return good;
        if (good)
            fail("a message handler or `end`");
        if (!skipToHandler())
            return false;
    }
}

bool Parser::parseHandler(std::vector<Handler*>& handlers)
{
    Handler* handler = unit_.arena.make<Handler>();
    if (!parseHandlerHeader(*handler)) {
        handler->brokenHeader = true;
        if (options_.recovery == Recovery::Compatible)
            handlers.push_back(handler);
        return false;
    }
    handlers.push_back(handler);
    handler_ = handler;
    handler->broken = true;
    if (at(TokenKind::String))
        handler->comment = take();
    if (!expect(TokenKind::OpenBrace) || !parseLocals(*handler) || !parseStatements(handler->body))
        return false;
    if (!at(TokenKind::CloseBrace))
        return failBehind("a statement or `}`");
    handler->last = take();
    handler->broken = false;
    return true;
}

bool Parser::parseHandlerHeader(Handler& handler)
{
    handler.name = take();
    if (!expect(TokenKind::OpenParen))
        return false;
    std::vector<Parameter> parameters;
    const bool good = accept(TokenKind::CloseParen) || parseParameters(parameters);
    handler.parameters = unit_.arena.copy(parameters);
    handler.headerReduce = furthest_;
    return good;
}

bool Parser::parseParameters(std::vector<Parameter>& parameters)
{
    do {
        Parameter parameter{};
        if (!expectName(parameter.name) || !expect(TokenKind::Equal))
            return false;
        parameter.value = parseExpression();
        if (!parameter.value)
            return false;
        lookAhead(); // `,` or `)`
        parameter.reduce = furthest_;
        parameters.push_back(parameter);
    } while (accept(TokenKind::Comma));
    return expect(TokenKind::CloseParen);
}

bool Parser::parseLocals(Handler& handler)
{
    if (!accept(TokenKind::Local))
        return true;
    std::vector<NameUse> locals(handler.locals.begin(), handler.locals.end());
    bool good = true;
    do {
        NameUse name = noToken;
        good = expectName(name);
        if (good)
            locals.push_back(name);
    } while (good && accept(TokenKind::Comma));
    handler.locals = unit_.arena.copy(locals);
    return good && expect(TokenKind::Semicolon);
}

/// Statements up to a token that cannot begin one. False only when the rest of the file is lost.
bool Parser::parseStatements(Block& block)
{
    std::vector<Statement*> statements;
    bool good = true;
    for (;;) {
        const TokenKind kind = peek().kind;
        if (kind == TokenKind::CloseBrace || kind == TokenKind::End ||
            (kind == TokenKind::EndClass && options_.recovery == Recovery::Editor) || kind == TokenKind::Case ||
            kind == TokenKind::Default || atHandlerHead())
            break;
        const TokenIndex first = peekIndex();
        const std::size_t complete = complete_.size();
        Statement* statement = unit_.arena.make<Statement>();
        if (!parseStatement(*statement)) {
            good = !stopped_ && recoverStatement();
            makeBad(*statement, first);
            const auto pieces = std::ranges::remove_if(complete_.begin() + static_cast<std::ptrdiff_t>(complete), complete_.end(),
                                                       [](const Expression* e) { return e->part; });
            statement->pieces = unit_.arena.copy(std::span<Expression* const>(
                complete_.data() + complete, static_cast<std::size_t>(pieces.begin() - complete_.begin()) - complete));
        }
        complete_.resize(complete);
        statements.push_back(statement);
        if (!good)
            break;
    }
    block = unit_.arena.copy(statements);
    return good;
}

void Parser::makeBad(Statement& statement, TokenIndex first)
{
    const Statement whole = std::exchange(statement, {.kind = StatementKind::Bad, .first = first, .last = at_ - 1});
    statement.reduce = furthest_;
    statement.loop = whole.kind == StatementKind::While || whole.kind == StatementKind::ForIn ||
                     whole.kind == StatementKind::For || whole.kind == StatementKind::DoWhile ||
                     whole.kind == StatementKind::Switch;
    const bool assigns = whole.kind == StatementKind::Assign || whole.kind == StatementKind::Increment;
    const bool early = whole.kind == StatementKind::ForIn && !dialect_.loopVariableLate;
    if (whole.header != 0 && (early || (dialect_.cFor && assigns))) { // an assignment is whole without its `;` there
        statement.target = whole.target;
        statement.header = whole.header;
    }
    statement.body = whole.body;
    statement.otherwise = whole.otherwise;
    statement.cases = whole.cases;
}

bool Parser::parseBraces(Block& block)
{
    if (depth_ >= blockLimit)
        return failWith(Code::NestedTooDeeply, "blocks are nested more than " + std::to_string(blockLimit) + " levels deep");
    if (!expect(TokenKind::OpenBrace))
        return false;
    ++depth_;
    const bool good = parseStatements(block);
    --depth_;
    return good && expect(TokenKind::CloseBrace);
}

Statement* Parser::finish(Statement& statement)
{
    statement.last = at_ - 1;
    statement.reduce = furthest_;
    return &statement;
}

/// Null after a fault; what was read by then stands in the statement.
Statement* Parser::parseStatement(Statement& whole)
{
    Statement* statement = &whole;
    statement->first = peekIndex();
    const auto simple = [&](StatementKind kind) -> Statement* {
        statement->kind = kind;
        take();
        return expect(TokenKind::Semicolon) ? finish(*statement) : nullptr;
    };
    switch (peek().kind) {
    case TokenKind::Identifier: return parseNameStatement(*statement);
    case TokenKind::PlusPlus:
    case TokenKind::MinusMinus: return parseAssignment(*statement) && expect(TokenKind::Semicolon) ? finish(*statement) : nullptr;
    case TokenKind::OpenBracket:
        statement->kind = StatementKind::Call;
        statement->expression = parseCall(noToken, peekIndex());
        return statement->expression && expect(TokenKind::Semicolon) ? finish(*statement) : nullptr;
    case TokenKind::If: return parseIf(*statement);
    case TokenKind::While:
        statement->kind = StatementKind::While;
        take();
        statement->expression = parseExpression();
        return statement->expression && parseBraces(statement->body) ? finish(*statement) : nullptr;
    case TokenKind::For: return dialect_.cFor ? parseCFor(*statement) : parseForIn(*statement);
    case TokenKind::Foreach: return parseForIn(*statement);
    case TokenKind::Do: return parseDo(*statement);
    case TokenKind::Switch: return parseSwitch(*statement);
    case TokenKind::Propagate: return simple(StatementKind::Propagate);
    case TokenKind::Break: return simple(StatementKind::Break);
    case TokenKind::Continue: return simple(StatementKind::Continue);
    case TokenKind::Return:
        statement->kind = StatementKind::Return;
        take();
        if (!at(TokenKind::Semicolon) && !(statement->expression = parseExpression()))
            return nullptr;
        return expect(TokenKind::Semicolon) ? finish(*statement) : nullptr;
    case TokenKind::Include: {
        statement->kind = StatementKind::Include;
        take();
        TokenIndex name = 0;
        if (!takeFileName(name) || !expect(TokenKind::Semicolon))
            return nullptr;
        finish(*statement);
        includeText(name);
        return statement;
    }
    case TokenKind::First:
    case TokenKind::Rest:
    case TokenKind::GetClass:
    case TokenKind::IsClass: {
        const std::string fault =
            "the result of " + std::string(tokenText(peek().kind)) + " must be assigned to a local or a property";
        const bool atOnce = options_.recovery == Recovery::Compatible; // the old compilers read no further
        if (atOnce || parseInstruction())
            failWith(Code::StatementResult, fault);
        return nullptr;
    }
    default: fail("a statement"); return nullptr;
    }
}

Statement* Parser::parseNameStatement(Statement& statement)
{
    const NameUse name = take();
    if (at(TokenKind::OpenParen)) {
        statement.kind = StatementKind::Call;
        statement.expression = parseCall(name, name);
        return statement.expression && expect(TokenKind::Semicolon) ? finish(statement) : nullptr;
    }
    --at_; // the assignment begins with the name
    return parseAssignment(statement) && expect(TokenKind::Semicolon) ? finish(statement) : nullptr;
}

/// x = e, x += e, x++, ++x; without the `;`.
bool Parser::parseAssignment(Statement& statement)
{
    statement.first = peekIndex();
    statement.kind = StatementKind::Assign;
    if (at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus)) {
        statement.kind = StatementKind::Increment;
        statement.op = unit_.tokens[take()].kind == TokenKind::PlusPlus ? Operator::PreIncrement : Operator::PreDecrement;
        const bool good = expectName(statement.target);
        statement.header = good ? furthest_ : 0;
        return good;
    }
    if (!expectName(statement.target))
        return false;
    const TokenKind kind = peek().kind;
    if (dialect_.increments && (kind == TokenKind::PlusPlus || kind == TokenKind::MinusMinus)) {
        statement.kind = StatementKind::Increment;
        statement.op = kind == TokenKind::PlusPlus ? Operator::PostIncrement : Operator::PostDecrement;
        take();
        statement.header = furthest_;
        return true;
    }
    bool known = kind == TokenKind::Equal;
    for (const AssignmentOperator& row : dialect_.assignmentOperators) {
        if (row.token == kind) {
            statement.op = row.op;
            known = true;
        }
    }
    if (!known)
        return failBehind("`=` or `(`");
    take();
    statement.expression = parseExpression();
    if (statement.expression && statement.op == Operator::None)
        statement.header = std::max(furthest_, peekIndex());
    return statement.expression != nullptr;
}

Statement* Parser::parseIf(Statement& statement)
{
    statement.kind = StatementKind::If;
    take();
    statement.expression = parseExpression();
    if (!statement.expression || !parseBraces(statement.body))
        return nullptr;
    lookAhead(); // is there an `else`?
    if (!accept(TokenKind::Else))
        return finish(statement);
    if (!dialect_.elseIf || !at(TokenKind::If))
        return parseBraces(statement.otherwise) ? finish(statement) : nullptr;

    if (depth_ >= blockLimit) {
        failWith(Code::NestedTooDeeply, "too many `else if`");
        return nullptr;
    }
    ++depth_;
    Statement* nested = unit_.arena.make<Statement>();
    const TokenIndex first = peekIndex();
    nested->first = first;
    const bool good = parseIf(*nested) != nullptr;
    --depth_;
    if (!good)
        makeBad(*nested, first);
    statement.elseIf = good;
    statement.otherwise = unit_.arena.copy(std::span<Statement* const>(&nested, 1));
    return good ? finish(statement) : nullptr;
}

Statement* Parser::parseForIn(Statement& statement)
{
    statement.kind = StatementKind::ForIn;
    take();
    if (!expectName(statement.target))
        return nullptr;
    statement.header = furthest_;
    if (!expect(TokenKind::In) || !(statement.expression = parseExpression()))
        return nullptr;
    return parseBraces(statement.body) ? finish(statement) : nullptr;
}

bool Parser::parseAssignments(Block& block, TokenKind end)
{
    std::vector<Statement*> assignments;
    if (!at(end)) {
        do {
            Statement* assignment = unit_.arena.make<Statement>();
            if (!parseAssignment(*assignment))
                return false;
            if (assignment->kind == StatementKind::Assign)
                lookAhead();
            assignments.push_back(finish(*assignment));
        } while (accept(TokenKind::Comma));
    }
    block = unit_.arena.copy(assignments);
    return expect(end);
}

/// for (a = 1, b = 2; a < b; a++) { ... }; every part may be empty.
Statement* Parser::parseCFor(Statement& statement)
{
    statement.kind = StatementKind::For;
    take();
    if (!expect(TokenKind::OpenParen) || !parseAssignments(statement.initial, TokenKind::Semicolon))
        return nullptr;
    if (!at(TokenKind::Semicolon) && !(statement.expression = parseExpression()))
        return nullptr;
    if (!expect(TokenKind::Semicolon) || !parseAssignments(statement.step, TokenKind::CloseParen))
        return nullptr;
    statement.header = furthest_;
    if (!parseBraces(statement.body))
        return nullptr;
    finish(statement);
    if (!statement.expression) { // as if 1 stood here; made when the whole loop is known
        statement.expression = node(ExpressionKind::Number, statement.first);
        statement.expression->value = 1;
    }
    return &statement;
}

Statement* Parser::parseDo(Statement& statement)
{
    statement.kind = StatementKind::DoWhile;
    take();
    if (!parseBraces(statement.body) || !expect(TokenKind::While))
        return nullptr;
    statement.expression = parseExpression();
    return statement.expression && expect(TokenKind::Semicolon) ? finish(statement) : nullptr;
}

Statement* Parser::parseSwitch(Statement& statement)
{
    statement.kind = StatementKind::Switch;
    take();
    if (!expect(TokenKind::OpenParen) || !(statement.expression = parseExpression()) || !expect(TokenKind::CloseParen) ||
        !expect(TokenKind::OpenBrace))
        return nullptr;
    statement.header = furthest_;
    if (!at(TokenKind::Case) && !at(TokenKind::Default)) {
        fail("`case` or `default`");
        return nullptr;
    }
    std::vector<CaseLabel> cases;
    ++depth_;
    bool good = true;
    while (good && (at(TokenKind::Case) || at(TokenKind::Default))) {
        CaseLabel label{};
        label.first = take();
        if (unit_.tokens[label.first].kind == TokenKind::Case) {
            label.value = parseExpression();
            good = label.value != nullptr;
        }
        good = good && expect(TokenKind::Colon);
        good = good && parseStatements(label.body);
        lookAhead();
        label.reduce = furthest_;
        label.whole = good;
        cases.push_back(label);
    }
    --depth_;
    statement.cases = unit_.arena.copy(cases);
    return good && expect(TokenKind::CloseBrace) ? finish(statement) : nullptr;
}

} // namespace blak::kod
