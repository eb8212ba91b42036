// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/base/names.h"
#include "formats/settings/settings.h"

#include <functional>

/// What a program asks of its configuration file, and whether a file gives it.
namespace blak::settings {

enum class Kind : std::uint8_t {
    Boolean, ///< Yes or No in blakserv.cfg; 0, 1, true or false in .ini files
    Integer,
    Text,
    Path, ///< a folder
};

struct KnownOption
{
    std::string_view group;
    std::string_view name;
    Kind kind = Kind::Text;
    std::string_view note = {}; ///< unit and meaning, one line
    std::int64_t least = INT32_MIN, most = INT32_MAX; ///< of an Integer
};

struct Finding
{
    Severity severity = Severity::Warning;
    std::size_t line = 0; ///< from 1
    std::string message;
};

std::optional<bool> parseBoolean(std::string_view text, Style style);
std::string_view formatBoolean(bool value, Style style);

/// Nothing when the value fits the option's kind and range, else what was expected.
std::optional<std::string> mismatch(std::string_view value, const KnownOption& option, Style style);

/// What programs would complain about: options that `find` does not know, that come twice or stand outside of a group, values
/// that do not fit, groups without a closing bracket. `find` gives null for an option nobody knows.
std::vector<Finding> check(const File& file,
                           const std::function<const KnownOption*(std::string_view group, std::string_view name)>& find);

/// The row of a table of things derived from KnownOption; null when there is none.
template <typename Table>
auto findKnown(const Table& table, std::string_view group, std::string_view name) -> decltype(&*table.begin())
{
    for (const auto& option : table)
        if (equalIgnoringCase(option.group, group) && equalIgnoringCase(option.name, name))
            return &option;
    return nullptr;
}

} // namespace blak::settings
