// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace blak::dap {

/// A kind of errors of Blakod that a debugger can stop at, and words that its messages have, one of them at least.
struct ErrorKind
{
    std::string_view filter, label;
    std::span<const std::string_view> words; ///< none = all errors
};

std::span<const ErrorKind> errorKinds();

} // namespace blak::dap
