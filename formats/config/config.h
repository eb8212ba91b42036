// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/settings/known_option.h"

#include <array>
#include <span>

/// blakserv.cfg: the server's configuration (docs/formats/config.md).
namespace blak::config {

/// Servers differ in which options they know and in their defaults.
enum class Fork : std::uint8_t {
    Original, ///< 2012
    Mainline,
    Open105,
};
constexpr std::size_t forkCount = 3;

struct Option : settings::KnownOption
{
    std::array<const char*, forkCount> defaults{}; ///< by Fork; null = the fork does not know the option
    bool isDynamic = false;                        ///< may change while the server runs

    bool isKnownTo(Fork fork) const { return defaults[static_cast<std::size_t>(fork)] != nullptr; }
    /// Empty for an option of other forks.
    std::string_view defaultFor(Fork fork) const;
};

/// All options of all forks, group by group.
std::span<const Option> options();
/// Null when no fork knows it. Names compare without case.
const Option* findOption(std::string_view group, std::string_view name);

Result<settings::File> read(std::string_view text, std::string_view file);

/// What the file says, else the default of the fork.
std::string text(const settings::File& file, const Option& option, Fork fork);
/// The same as a number or a switch; a value that is none counts as not there (check() names it).
std::int64_t number(const settings::File& file, const Option& option, Fork fork);
bool yes(const settings::File& file, const Option& option, Fork fork);

std::vector<settings::Finding> check(const settings::File& file);

} // namespace blak::config
