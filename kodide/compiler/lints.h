// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/session.h"

#include <memory>

/// What is legal and suspicious. All of it needs a unit without errors, as Session::compile leaves it.
namespace blak::kod {

/// Looks at one unit alone: lint_handler.cpp (names, comparisons, numbers) and lint_flow.cpp (paths through a handler).
void lint(const BoundUnit& bound, const SyntaxUnit& unit, std::vector<Finding>& findings);

/// What only a whole tree can tell: messages nobody sends or handles, parameters no handler takes, resources no code uses.
/// A name in a string counts as used, for code may send messages by their names.
class TreeLints
{
public:
    TreeLints();
    ~TreeLints();

    void add(const BoundUnit& bound, const SyntaxUnit& unit);
    /// After the last unit. `symbols` are those of the session that compiled them.
    void finish(const SymbolTable& symbols, std::vector<Finding>& findings);

private:
    struct Facts;
    std::unique_ptr<Facts> facts_;
};

} // namespace blak::kod
