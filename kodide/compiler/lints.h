// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/characters.h"
#include "kodide/compiler/session.h"

#include <memory>
#include <string_view>

/// What is legal and suspicious. All of it needs a unit without errors, as Session::compile leaves it.
namespace blak::kod {

/// Looks at one unit alone: lint_handler.cpp (names, comparisons, numbers) and lint_flow.cpp (paths through a handler).
void lint(const BoundUnit& bound, const SyntaxUnit& unit, std::vector<Finding>& findings);

/// Who gets what a call sets with `#parameter = ...`.
struct SettingsTarget
{
    const Expression* message = nullptr;      ///< the last `@Message` among its arguments
    const Expression* createdClass = nullptr; ///< `&Class` of Create, where it is written there
    bool creates = false;                     ///< Create: the constructors get it
};
/// Of a function that takes settings.
SettingsTarget settingsTarget(const Call& call);

/// Whether the servers look the message up by its name, which is in lower case; beside those that the dialect reserves.
bool isLookedUpByServer(std::string_view message);

/// Calls `visit` for each word of a string that could be a name: code may send messages by their names.
template <typename Visit>
void forEachWord(std::string_view text, Visit&& visit)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && isClass(text[at], NameClass))
            ++at;
        if (at > begin)
            visit(text.substr(begin, at - begin));
        ++at;
    }
}

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
