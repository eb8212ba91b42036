// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::test {

/// Built for a sanitizer: memory and time are many times those of the program that people use.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace blak::test
