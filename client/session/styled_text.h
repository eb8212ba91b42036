// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/dialect.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::session {

/// A piece of text in one style.
struct StyledRun
{
    std::string text; ///< UTF-8
    std::optional<std::uint32_t> colour; ///< 0xRRGGBB; nothing = the colour of the place where it stands
    bool bold = false, italic = false, underlined = false, struck = false;

    friend bool operator==(const StyledRun&, const StyledRun&) = default;
};

/// Bytes of Windows-1252 with style codes (` or ~ and a letter, protocol reference 1B.2) as runs. A code that a dialect does not
/// have stays as it is written. open105 has more colours.
std::vector<StyledRun> styledText(std::string_view bytes, wire::Dialect dialect);

/// The same without any style.
std::string plainText(std::string_view bytes, wire::Dialect dialect);

} // namespace blak::session
