// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace blak {

// The dialects of the language and of the engine: enum, the name that compiler, server, projects and the status bar know it by,
// and the one whose machine runs it. What a dialect is to the compiler stands in kodide/compiler, what it is at run time in
// server/vm; both find it by these names.
#define BLAK_DIALECTS(X)                                                                                                         \
    X(Classic, "classic", "classic")       /* today's mainline: 64-bit words */                                                  \
    X(Classic97, "classic97", "classic97") /* the same language with 32-bit words, as in 1997 and 2012 */                        \
    X(Open105, "open105", "open105")       /* OpenMeridian */                                                                    \
    X(Open29, "open29", "open105")         /* its fork 2.9: nearly the same language, the same object code */

enum class DialectId : std::uint8_t {
#define X(dialect, name, machine) dialect,
    BLAK_DIALECTS(X)
#undef X
};

inline constexpr std::array dialectNameTable{
#define X(dialect, name, machine) std::string_view(name),
    BLAK_DIALECTS(X)
#undef X
};

constexpr std::string_view dialectName(DialectId dialect) { return dialectNameTable[static_cast<std::size_t>(dialect)]; }
std::optional<DialectId> findDialectName(std::string_view name);
/// The name of the dialect whose machine runs it; empty when there is no such dialect.
std::string_view machineOf(std::string_view name);

/// Whether a source of the class System is of open105: its server sends this class a message that the fork 2.9 does not know.
bool isSystemOfOpen105(std::string_view source);

/// "classic, classic97, open105 and open29"
std::string dialectNames();

} // namespace blak
