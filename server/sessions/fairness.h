// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::serve {

inline constexpr double burstSeconds = 3.0; ///< unused allowance of messages that is kept
inline constexpr double workBurst = 2.0;    ///< seconds, the same of work

} // namespace blak::serve
