// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/program.h"

namespace blak::vm {

inline constexpr std::size_t maxSlotIndex = 60000;

template <class Traits>
typename Traits::Word wordOf(const bof::Value& value)
{
    return Words<Traits>::make(value.tag, value.data);
}

/// Makes the instructions of a verified handler; its bytes go. False when fixed-size instructions cannot hold it.
template <class Traits>
bool lower(Code<Traits>& code);

} // namespace blak::vm
