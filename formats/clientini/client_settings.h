// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/settings/known_option.h"

#include <span>

/// meridian.ini and config.ini of the old clients (docs/formats/clientini.md). Sections that hold lists of the user's own
/// (colours, fonts, aliases, groups of players, keys) have free names.
namespace blak::clientini {

std::span<const settings::KnownOption> options();

/// Null when no client knows it. Any name in a section of free names gives that section's row.
const settings::KnownOption* findOption(std::string_view group, std::string_view name);

Result<settings::File> read(std::string_view text, std::string_view file);

std::vector<settings::Finding> check(const settings::File& file);

/// What a key of [keys] is bound to: "e+any", "w", "mouse0". Nothing when it is no key.
struct Binding
{
    enum class Modifier : std::uint8_t { None, Shift, Control, Any };

    std::string key;
    Modifier modifier = Modifier::None;

    friend bool operator==(const Binding&, const Binding&) = default;
};

std::optional<Binding> parseBinding(std::string_view value);
std::string formatBinding(const Binding& binding);

} // namespace blak::clientini
