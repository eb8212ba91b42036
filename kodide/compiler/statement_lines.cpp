// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/statement_lines.h"

#include <algorithm>

namespace blak::kod {
namespace {

class LineCollector
{
public:
    LineCollector(const SyntaxUnit& unit, HandlerLines& into) : unit_(unit), into_(into) {}

    void block(Block block)
    {
        for (const Statement* one : block) {
            const bool isMarked = one->kind != StatementKind::Include && one->kind != StatementKind::Bad;
            into_.isWhole = into_.isWhole && one->kind != StatementKind::Bad;
            if (isMarked && unit_.tokens[one->first].source == 0) {
                into_.lines.push_back(lineOf(one->first));
                const TokenIndex end = endOf(*one);
                if (unit_.tokens[end].source == 0 && lineOf(end) > lineOf(one->first))
                    into_.stretches.emplace_back(lineOf(one->first), lineOf(end));
            }
            inside(*one);
        }
    }

private:
    int lineOf(TokenIndex token) const { return static_cast<int>(unit_.lineColumn(0, unit_.tokens[token].begin).line); }

    /// The last token in front of its blocks.
    TokenIndex endOf(const Statement& statement) const
    {
        switch (statement.kind) {
        case StatementKind::If:
        case StatementKind::While:
        case StatementKind::ForIn:
        case StatementKind::For:
        case StatementKind::Switch: {
            TokenIndex end = statement.expression != nullptr ? statement.expression->last : statement.first;
            for (const Statement* step : statement.step) // of a `for`, behind its condition
                end = std::max(end, step->last);
            while (end + 1 < unit_.tokens.size() && end < statement.last && unit_.tokens[end + 1].kind == TokenKind::CloseParen)
                ++end;
            return end;
        }
        case StatementKind::DoWhile: return statement.first;
        default: return std::min<TokenIndex>(std::max(statement.first, statement.last), static_cast<TokenIndex>(unit_.tokens.size() - 1));
        }
    }

    void inside(const Statement& statement)
    {
        block(statement.initial);
        block(statement.body);
        block(statement.step);
        if (statement.elseIf && !statement.otherwise.empty())
            inside(*statement.otherwise[0]); // part of this one
        else
            block(statement.otherwise);
        for (const CaseLabel& label : statement.cases)
            block(label.body);
    }

    const SyntaxUnit& unit_;
    HandlerLines& into_;
};

} // namespace

int HandlerLines::next(int line) const
{
    const auto there = std::ranges::lower_bound(lines, line);
    return there == lines.end() ? 0 : *there;
}

int HandlerLines::placeFor(int line) const
{
    if (std::ranges::binary_search(lines, line))
        return line;
    int begin = 0; // the innermost one
    for (const auto& [from, to] : stretches)
        if (from < line && line <= to)
            begin = std::max(begin, from);
    return begin != 0 ? begin : next(line);
}

std::vector<HandlerLines> statementLines(const SyntaxUnit& unit)
{
    std::vector<HandlerLines> all;
    const auto lineOf = [&unit](TokenIndex token) { return static_cast<int>(unit.lineColumn(0, unit.tokens[token].begin).line); };
    for (const ClassSyntax* owner : unit.classes)
        for (const Handler* handler : owner->handlers) {
            const Token& name = unit.tokens[handler->name];
            if (name.source != 0)
                continue; // of an include
            HandlerLines one{.owner = std::string(unit.text(owner->name)), .name = std::string(unit.text(handler->name))};
            one.first = one.last = lineOf(handler->name);
            one.isWhole = !handler->broken && !handler->brokenHeader;
            if (handler->last > handler->name && handler->last < unit.tokens.size() && unit.tokens[handler->last].source == 0)
                one.last = lineOf(handler->last);
            LineCollector(unit, one).block(handler->body);
            std::ranges::sort(one.lines);
            one.lines.erase(std::unique(one.lines.begin(), one.lines.end()), one.lines.end());
            all.push_back(std::move(one));
        }
    return all;
}

} // namespace blak::kod
