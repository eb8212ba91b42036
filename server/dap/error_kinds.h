// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::dap {

/// A kind of errors of Blakod that a debugger can stop at, and words that its messages have, one of them at least.
struct ErrorKind
{
    std::string_view filter, label;
    std::span<const std::string_view> words; ///< none = all errors
};

std::span<const ErrorKind> errorKinds();

/// What somebody wants of errors besides: words, one of which they hold; classes in whose objects they come up.
struct ErrorCondition
{
    std::vector<std::string> words, classes;
};

/// "can't send", "&Lamp", "non-list, &Lamp, &Table": names of classes as Blakod writes them.
ErrorCondition errorCondition(std::string_view text);

/// "Lamp has no handler Light (OBJECT 6 CLASS Lamp, lamp.bof line 12)" of an error as the machine tells it: "[lamp.bof (12)] OBJECT 6
/// CLASS Lamp can't ...", in words as vm::errorInWords() has them. The line of what was typed is 0, and its file nobody asked for.
std::string reasonFirst(std::string_view error);

} // namespace blak::dap
