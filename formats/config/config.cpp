// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/config/config.h"

namespace blak::config {
namespace {

using settings::Style;

} // namespace

std::string_view Option::defaultFor(Fork fork) const { return isKnownTo(fork) ? defaults[static_cast<std::size_t>(fork)] : ""; }

const Option* findOption(std::string_view group, std::string_view name) { return settings::findKnown(options(), group, name); }

Result<settings::File> read(std::string_view text, std::string_view file) { return settings::read(text, file, Style::Blank); }

std::string text(const settings::File& file, const Option& option, Fork fork)
{
    return file.value(option.group, option.name).value_or(std::string(option.defaultFor(fork)));
}

std::int64_t number(const settings::File& file, const Option& option, Fork fork)
{
    if (const auto value = parseNumber(text(file, option, fork), INT32_MIN, INT32_MAX))
        return *value;
    return parseNumber(option.defaultFor(fork)).value_or(0);
}

bool yes(const settings::File& file, const Option& option, Fork fork)
{
    if (const auto value = settings::parseBoolean(text(file, option, fork), Style::Blank))
        return *value;
    return settings::parseBoolean(option.defaultFor(fork), Style::Blank).value_or(false);
}

std::vector<settings::Finding> check(const settings::File& file) { return settings::check(file, findOption); }

} // namespace blak::config
