// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace blak::vm {

/// What a replacement field may take: an integer as the reference hands it over, or a text.
using FormatArgument = std::variant<std::int32_t, std::string_view>;

/// The format language of BuildString: `{}` in turn or `{n}` by number, not both; behind a colon
/// `[[fill]<>^] [+- or blank] [#] [0] [width] [.precision] [L] [type]`, where width and precision may be `{}` or `{n}` again;
/// types d x X o b B c of integers, s ? of texts. `{{` and `}}` stand for themselves. Fails on everything else, and on more than
/// `most` bytes (an error with an empty `where`).
Result<std::string> formatText(std::string_view pattern, std::span<const FormatArgument> arguments, std::size_t most);

} // namespace blak::vm
