// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace blak::serve {

/// What is known of an address that brings a password.
enum class Standing : std::uint8_t {
    Known, ///< has logged in to this account before
    Clean,
    Failed ///< has brought wrong ones lately
};

} // namespace blak::serve
