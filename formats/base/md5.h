// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace blak {

/// MD5 (RFC 1321): what old clients send instead of a password. Not for anything that must be safe.
std::array<std::uint8_t, 16> md5(std::string_view text);

} // namespace blak
