// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/names.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace blak::world {

// What administrators may do; each role may do what those before it may.
#define BLAK_ROLES(X)                                                                                                            \
    X(Observer, "observer") /* looks */                                                                                          \
    X(Operator, "operator") /* keeps the game running: saves, locks, hangs up, bans */                                           \
    X(Owner, "owner")       /* everything: accounts, objects, configuration, the end of the server */

enum class Role : std::uint8_t {
#define X(name, text) name,
    BLAK_ROLES(X)
#undef X
};

constexpr std::string_view roleName(Role role)
{
    switch (role) {
#define X(name, text)                                                                                                            \
    case Role::name: return text;
        BLAK_ROLES(X)
#undef X
    }
    return {};
}

constexpr std::optional<Role> roleNamed(std::string_view text)
{
#define X(name, spelling)                                                                                                        \
    if (equalIgnoringCase(text, spelling))                                                                                       \
        return Role::name;
    BLAK_ROLES(X)
#undef X
    return std::nullopt;
}

} // namespace blak::world
