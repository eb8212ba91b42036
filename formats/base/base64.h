// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::base64 {

/// RFC 4648, with its padding, in one line.
std::string encode(std::span<const std::byte> bytes);

/// What is no letter of it is left out, whatever comes behind the padding too; an odd letter at the end makes no byte.
std::vector<std::byte> decode(std::string_view text);

} // namespace blak::base64
