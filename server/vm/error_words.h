// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace blak::vm {

/// What an error of the machine says, in words for people and without where it came up: "LanternInn has no handler UserSay", "division by
/// zero: 10 / 0", "First of 5, which is no list". `error` is as the machine tells it: "[lamp.bof (12)] OBJECT 6 CLASS Lamp can't ..."; of
/// the rarer ones only the place is left out.
std::string errorInWords(std::string_view error);

} // namespace blak::vm
