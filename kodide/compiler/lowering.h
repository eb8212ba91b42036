// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/binder.h"
#include "kodide/compiler/instruction_writer.h"

#include <vector>

namespace blak::kod {

/// Where the code of a statement begins.
struct StatementMark
{
    std::uint32_t offset;        ///< in the object file
    std::uint32_t referenceLine; ///< as the old compilers number it
    const Statement* statement;
    bool inner = false; ///< a later part of it, unknown to the old line table: `else if`, the step of a loop
};

/// Where a call instruction begins.
struct CallMark
{
    std::uint32_t offset;
    const Expression* expression;
};

/// Turns bound handlers into instructions. Temporaries are the slots above the named ones; every statement starts again there.
class Lowering
{
public:
    Lowering(const Dialect& dialect, ByteBuffer& out, std::vector<Finding>& findings);

    /// Appends the code; returns the number of slots the handler needs.
    unsigned lower(const BoundHandler& handler, const SyntaxUnit& unit);

    const std::vector<StatementMark>& marks() const { return marks_; }

    /// Adds `distance` to the offsets below `end` that were not moved yet, when the code finds its place in a file.
    void move(std::uint32_t end, std::uint32_t distance);
    std::vector<StatementMark> takeMarks() { return std::move(marks_); }
    std::vector<CallMark> takeCalls() { return std::move(calls_); }

private:
    struct Loop
    {
        std::vector<JumpSite> breaks{};
        std::vector<JumpSite> continues{};
        std::optional<std::size_t> top{}; ///< `continue` jumps back here
    };
    struct Leaf
    {
        Operand operand;
        int highest; ///< slot used
    };

    void lowerBlock(Block block);
    void lowerStatement(const Statement& statement);
    void lowerAssign(const Statement& statement);
    void lowerIf(const Statement& statement);
    void lowerWhile(const Statement& statement);
    void lowerForIn(const Statement& statement);
    void lowerFor(const Statement& statement);
    void lowerDo(const Statement& statement);
    void lowerSwitch(const Statement& statement);
    void lowerReturn(const Statement& statement);
    JumpSite jumpUnless(const Expression& condition);
    void mark(const Statement& statement, bool inner = false);
    void endLoop(Loop& loop);
    int use(int slot);

    Leaf toLeaf(const Expression& expression, int reserved);
    int evaluate(const Expression& expression, Destination to, int reserved);
    int evaluateUnary(const Expression& expression, Destination to, int reserved);
    int evaluateBinary(const Expression& expression, Destination to, int reserved);
    int lowerCall(const Expression& expression, std::optional<Destination> to, int reserved);

    const Dialect& dialect_;
    const SyntaxUnit* unit_ = nullptr;
    std::unique_ptr<InstructionWriter> writer_;
    std::vector<Finding>& findings_;
    std::vector<StatementMark> marks_;
    std::vector<CallMark> calls_;
    std::size_t movedMarks_ = 0;
    std::size_t movedCalls_ = 0;
    std::vector<Loop> loops_;
    int base_ = -1;    ///< highest slot reserved at statement level
    int highest_ = -1; ///< highest slot used anywhere
    std::vector<Operand> argumentStack_;
    std::vector<SettingOperand> settingStack_;
};

} // namespace blak::kod
