// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/travel/tap.h"

namespace blak::serve {

/// Has the machine do an input of a log again. What makes no sense there does nothing.
void carryOut(vm::Vm& machine, LoggedHost& host, const LoggedInput& logged);

/// Whether the input that comes next in the log is one that was made while a handler stood, after `executed` of its instructions;
/// only what stands between two statements can be moved.
bool standsFor(InputLogReader& log, std::int64_t executed, bool inError, bool movable);

/// Goes on elsewhere: the handler does not stand there any more.
bool moves(const vm::Input& input);

} // namespace blak::serve
