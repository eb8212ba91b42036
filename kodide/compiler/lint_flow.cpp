// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/lint_handler.h"
#include "kodide/compiler/tree_walk.h"

#include <bitset>
#include <ranges>
#include <unordered_map>
#include <unordered_set>

namespace blak::kod {
namespace {

constexpr std::size_t slotLimit = 256; // more cannot be compiled
using Slots = std::bitset<slotLimit>;

constexpr std::int32_t constructorMessage = 10; // reserved in all dialects

/// What a statement and all inside it do to locals and parameters.
struct Uses
{
    Slots reads;
    Slots writes;

    void add(const Uses& other)
    {
        reads |= other.reads;
        writes |= other.writes;
    }
};

Slots readsOf(const Expression& expression)
{
    Slots reads;
    forEachExpression(expression, [&](const Expression& inner) {
        if (inner.kind == ExpressionKind::Name && inner.leaf && inner.source == Source::Local)
            reads.set(static_cast<std::size_t>(inner.value));
    });
    return reads;
}

bool isLoop(StatementKind kind)
{
    return kind == StatementKind::While || kind == StatementKind::ForIn || kind == StatementKind::For ||
           kind == StatementKind::DoWhile;
}

/// Where `break` and `continue` of the innermost loop or switch lead.
struct Exits
{
    Slots breakLive;
    Slots continueLive;
    bool left = false; ///< a reachable `break`
};

class FlowLints
{
public:
    FlowLints(const BoundClass& owner, const BoundHandler& handler, std::vector<Finding>& findings)
        : owner_(owner), handler_(handler), unit_(*owner.unit), findings_(findings), parameters_(handler.parameters.size())
    {
    }

    void run()
    {
        if (handler_.named > slotLimit)
            return;
        const Block body = handler_.syntax->body;
        all_ = usesOf(body);
        forEachExpression(body, [this](const Expression& expression) {
            if (expression.kind == ExpressionKind::LocalLiteral) // whoever gets the place may read and set it
                shared_.set(static_cast<std::size_t>(expression.value));
        });
        Slots set = shared_;
        for (std::size_t slot = 0; slot < parameters_; ++slot)
            set.set(slot);
        forward(body, set, &body);
        backward(body, {});
        checkResults();
    }

private:
    void add(Code code, TokenIndex first, TokenIndex last, std::string message)
    {
        report(unit_, findings_, code, first, last, last, std::move(message));
    }

    /// Remembers the uses of each loop, so that none is walked again and again.
    Uses usesOf(Block block)
    {
        Uses uses;
        for (const Statement* statement : block) {
            Uses own;
            if (statement->expression)
                own.reads = readsOf(*statement->expression);
            if (statement->target != noToken && statement->targetSource == Source::Local)
                own.writes.set(static_cast<std::size_t>(statement->targetIndex));
            for (const Block inner : {statement->initial, statement->body, statement->step, statement->otherwise})
                own.add(usesOf(inner));
            for (const CaseLabel& label : statement->cases)
                own.add(usesOf(label.body));
            if (isLoop(statement->kind) || statement->kind == StatementKind::Switch)
                uses_[statement] = own;
            uses.add(own);
        }
        return uses;
    }

    // Forward: which locals may be set. False when the end of the block is never reached.

    bool forward(Block block, Slots& set, const Block* whole = nullptr)
    {
        bool reached = true;
        bool said = false;
        const Statement* before = nullptr;
        for (const Statement* statement : block) {
            if (!reached && !said) {
                // The language wants `return` at the end even after an `if` both of whose branches return.
                const bool demanded = whole && statement == whole->back() && !endsPath(*before);
                if (!demanded)
                    add(Code::UnreachableCode, statement->first, statement->last, "this statement is never reached");
                said = true; // one finding is enough
            }
            const bool wasDead = std::exchange(isDead_, isDead_ || !reached);
            reached = forward(*statement, set) && reached;
            isDead_ = wasDead;
            before = statement;
        }
        return reached;
    }

    static bool endsPath(const Statement& statement)
    {
        return statement.kind == StatementKind::Return || statement.kind == StatementKind::Propagate ||
               statement.kind == StatementKind::Break || statement.kind == StatementKind::Continue;
    }

    bool forward(const Statement& statement, Slots& set)
    {
        switch (statement.kind) {
        case StatementKind::If: {
            read(statement, set);
            Slots other = set;
            const bool first = forward(statement.body, set);
            const bool second = forward(statement.otherwise, other);
            if (!first)
                set = other;
            else if (second)
                set |= other;
            return first || second;
        }
        case StatementKind::While:
        case StatementKind::ForIn:
        case StatementKind::For:
        case StatementKind::DoWhile: return forwardLoop(statement, set);
        case StatementKind::Switch: return forwardSwitch(statement, set);
        case StatementKind::Break:
        case StatementKind::Continue:
            if (!exits_.empty() && (statement.kind == StatementKind::Break || inSwitch_))
                exits_.back().left = true;
            return false;
        default:
            read(statement, set);
            if (statement.kind == StatementKind::Return && isDead_)
                neverReached_.insert(&statement);
            break;
        }
        if (statement.target != noToken && statement.targetSource == Source::Local)
            set.set(static_cast<std::size_t>(statement.targetIndex));
        return !endsPath(statement);
    }

    bool forwardLoop(const Statement& statement, Slots& set)
    {
        if (statement.kind == StatementKind::For)
            forward(statement.initial, set);
        if (statement.kind == StatementKind::ForIn) // the list is worked out once
            read(statement, set);
        set |= uses_[&statement].writes; // by the turn before
        if (statement.kind != StatementKind::ForIn)
            read(statement, set);
        const bool outer = std::exchange(inSwitch_, false);
        exits_.emplace_back();
        Slots inside = set;
        forward(statement.body, inside);
        forward(statement.step, inside);
        const bool left = exits_.back().left;
        exits_.pop_back();
        inSwitch_ = outer;
        const Expression& condition = *statement.expression;
        const bool endless = statement.kind != StatementKind::ForIn && condition.isNumber() && condition.value != 0;
        return left || !endless;
    }

    bool forwardSwitch(const Statement& statement, Slots& set)
    {
        read(statement, set);
        const bool outer = std::exchange(inSwitch_, true);
        exits_.emplace_back();
        bool hasDefault = false;
        bool reached = true;
        Slots inside = set;
        for (const CaseLabel& label : statement.cases) {
            hasDefault = hasDefault || !label.value;
            if (!reached)
                inside = set;
            else
                inside |= set;
            reached = forward(label.body, inside);
        }
        set |= uses_[&statement].writes;
        const bool left = exits_.back().left;
        exits_.pop_back();
        inSwitch_ = outer;
        return reached || left || !hasDefault;
    }

    /// Reads of the statement's own expression, not of statements inside it.
    void read(const Statement& statement, const Slots& set)
    {
        if (!statement.expression)
            return;
        forEachExpression(*statement.expression, [&](const Expression& expression) {
            if (expression.kind != ExpressionKind::Name || !expression.leaf || expression.source != Source::Local)
                return;
            const auto slot = static_cast<std::size_t>(expression.value);
            if (set.test(slot) || reported_.test(slot) || !all_.writes.test(slot)) // never set at all: K0801
                return;
            reported_.set(slot);
            add(Code::UsedBeforeSet, expression.first, expression.last,
                "local `" + std::string(unit_.text(expression.name)) + "` has no value yet on any way that leads here");
        });
    }

    // Backward: which locals are read later. Loops count all they read as read later.

    Slots backward(Block block, Slots live)
    {
        for (const Statement* statement : std::views::reverse(block))
            live = backward(*statement, live);
        return live;
    }

    Slots backward(const Statement& statement, Slots live)
    {
        const Slots own = statement.expression ? readsOf(*statement.expression) : Slots();
        switch (statement.kind) {
        case StatementKind::If: {
            const Slots other = backward(statement.otherwise, live);
            return backward(statement.body, live) | other | own;
        }
        case StatementKind::While:
        case StatementKind::ForIn:
        case StatementKind::For:
        case StatementKind::DoWhile: {
            const Slots again = live | uses_[&statement].reads;
            exits_.push_back({live, again});
            const Slots inside = backward(statement.body, backward(statement.step, again));
            exits_.pop_back();
            return backward(statement.initial, inside | again);
        }
        case StatementKind::Switch: {
            exits_.push_back({live, live});
            Slots all = live | own;
            for (const CaseLabel& label : std::views::reverse(statement.cases)) {
                live = backward(label.body, live);
                all |= live;
            }
            exits_.pop_back();
            return all;
        }
        case StatementKind::Break: return exits_.empty() ? Slots() : exits_.back().breakLive;
        case StatementKind::Continue: return exits_.empty() ? Slots() : exits_.back().continueLive;
        case StatementKind::Return: return own;
        case StatementKind::Propagate: return {};
        case StatementKind::Assign:
        case StatementKind::Increment: checkStore(statement, live); break;
        default: break;
        }
        if (statement.target != noToken && statement.targetSource == Source::Local)
            live.reset(static_cast<std::size_t>(statement.targetIndex));
        return live | own;
    }

    /// A constant is a cautious first value and the result of a call may be wanted for its effect: only work is reported.
    void checkStore(const Statement& statement, const Slots& live)
    {
        if (statement.targetSource != Source::Local)
            return;
        const auto slot = static_cast<std::size_t>(statement.targetIndex);
        const bool work = !statement.expression->isConstant() && statement.expression->kind != ExpressionKind::Call;
        if (work && !live.test(slot) && !shared_.test(slot) && all_.reads.test(slot))
            add(Code::NeverRead, statement.first, statement.last,
                "the value assigned to `" + std::string(unit_.text(statement.target)) + "` is never read");
    }

    /// A handler that gives a result should give one on every path; a constructor should let its ancestors work.
    void checkResults()
    {
        std::vector<const Statement*> empty;
        std::vector<const Statement*> returns;
        bool gives = false;
        forEachStatement(handler_.syntax->body, [&](const Statement& statement) {
            if (statement.kind != StatementKind::Return || neverReached_.contains(&statement))
                return;
            returns.push_back(&statement);
            if (!statement.expression)
                empty.push_back(&statement);
            else
                gives = gives || !statement.expression->isNil();
        });
        if (gives)
            for (const Statement* statement : empty)
                add(Code::NoResult, statement->first, statement->last,
                    "this path gives no result (`$`), others of handler `" + std::string(unit_.text(handler_.syntax->name)) +
                        "` do");
        if (handler_.message->id == constructorMessage && overridesAncestor(*owner_.info, constructorMessage))
            for (const Statement* statement : returns)
                add(Code::NoPropagate, statement->first, statement->last,
                    "the constructors of the ancestors do not run on this path; expected `propagate`");
    }

    const BoundClass& owner_;
    const BoundHandler& handler_;
    const SyntaxUnit& unit_;
    std::vector<Finding>& findings_;
    std::size_t parameters_;
    Uses all_;
    Slots shared_;   ///< their places are given away by `*local`
    Slots reported_; ///< read before they are set
    std::unordered_map<const Statement*, Uses> uses_;
    std::vector<Exits> exits_;
    bool inSwitch_ = false;
    bool isDead_ = false;                               ///< forward() is at what is never reached
    std::unordered_set<const Statement*> neverReached_; ///< returns
};

} // namespace

void lintFlow(const BoundClass& owner, const BoundHandler& handler, std::vector<Finding>& findings)
{
    FlowLints(owner, handler, findings).run();
}

} // namespace blak::kod
