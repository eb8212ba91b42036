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
            if (isMarked && unit_.tokens[one->first].source == 0)
                into_.lines.push_back(static_cast<int>(unit_.lineColumn(0, unit_.tokens[one->first].begin).line));
            inside(*one);
        }
    }

private:
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
