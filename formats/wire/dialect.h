// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace blak::wire {

/// Protocol dialects (section 8 of the protocol reference); the letter stands for the dialect in message layouts.
#define BLAK_WIRE_DIALECTS(X)                                                                                                    \
    X(Classic97, "1997", '9')                                                                                                    \
    X(Classic2012, "2012", 'C')                                                                                                  \
    X(Mainline, "mainline", 'M')                                                                                                 \
    X(Open105, "open105", 'O')                                                                                                   \
    X(Open29, "open29", 'F') /* the fork 2.9 of OpenMeridian: as open105 but for what a new character may learn */

enum class Dialect : std::uint8_t {
#define X(name, text, letter) name,
    BLAK_WIRE_DIALECTS(X)
#undef X
};

struct DialectName
{
    Dialect dialect;
    std::string_view name;
    char letter;
};

inline constexpr std::array dialectNames{
#define X(name, text, letter) DialectName{Dialect::name, text, letter},
    BLAK_WIRE_DIALECTS(X)
#undef X
};

constexpr char letterOf(Dialect dialect) { return dialectNames[static_cast<std::size_t>(dialect)].letter; }

/// OpenMeridian and its fork: their login, pace, flags of objects, colours of texts and times are the same.
constexpr bool isOpen(Dialect dialect) { return dialect == Dialect::Open105 || dialect == Dialect::Open29; }

} // namespace blak::wire
