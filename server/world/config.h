// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace blak::world {

/// blakserv.cfg: `[Group]` lines and `Name value` lines. Names compare without case. Options that are not in the file have the
/// defaults of reference protocol.md section 2.1, as far as this server asks for them.
class Config
{
public:
    void parse(std::string_view text);

    /// The text of a file that says the same.
    std::string write(std::int64_t now) const;

    std::string text(std::string_view group, std::string_view name, std::string_view otherwise = "") const;
    std::int64_t number(std::string_view group, std::string_view name, std::int64_t otherwise) const;
    bool yes(std::string_view group, std::string_view name, bool otherwise) const;

    void set(std::string_view group, std::string_view name, std::string_view value);

private:
    static std::string key(std::string_view group, std::string_view name);

    struct Entry
    {
        std::string group;
        std::string name;
        std::string value;
    };
    std::map<std::string, Entry> values_; ///< by lower-case group and name
};

/// An option that may be named in `set config`.
enum class OptionKind : std::uint8_t { Boolean, Integer, Text };

struct Option
{
    std::string_view group;
    std::string_view name;
    OptionKind kind;
    bool dynamic; ///< may change while the server runs
};

/// Group with or without its brackets; nullptr = there is no such option.
const Option* findOption(std::string_view group, std::string_view name);

} // namespace blak::world
