// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"

#include <cstdint>
#include <string>

namespace blak::world {

/// What a character answers to GetUserName, as the old servers show it to administrators.
struct UserName
{
    std::string text;   ///< the name, or "Invalid resource id ID", or "Non-resource TAG,DATA"
    bool isName = true; ///< it is the first
};

/// Runs Blakod.
UserName userNameOf(vm::Vm& vm, std::int64_t object);

} // namespace blak::world
