// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/config/config.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace blak::world {

/// blakserv.cfg as a running server sees it: formats/config reads and writes it, this finds values quickly. Names compare without
/// case; of equal options the first counts. Options that the file does not have get the default that the caller names.
class Config
{
public:
    /// Takes the place of what was there before; nothing changes when the text is refused.
    Result<void> parse(std::string_view text);

    /// The file as it was read, with what set() changed since; comments and the order of lines stay.
    std::string write() const { return settings::write(file_); }

    /// `text` (the file as it is now, which somebody may have edited since) with what set() changed since the last parse(), and
    /// nothing else. Fails when `text` makes no sense.
    Result<std::string> mergeInto(std::string_view text) const;

    std::string text(std::string_view group, std::string_view name, std::string_view otherwise = "") const;
    std::int64_t number(std::string_view group, std::string_view name, std::int64_t otherwise) const;
    bool yes(std::string_view group, std::string_view name, bool otherwise) const;

    /// Group with or without its brackets. Fails on what could not be read back.
    Result<void> set(std::string_view group, std::string_view name, std::string_view value);

    /// Options that nobody knows or that have no effect, values of a wrong kind, and the like.
    std::vector<settings::Finding> findings() const;

private:
    void index();

    settings::File file_{settings::Style::Blank};
    std::map<std::string, std::string> values_; ///< by lower-case group and name
    struct Change
    {
        std::string group, name, value;
    };
    std::map<std::string, Change> changed_; ///< by set(), since the last parse(); keys as those of values_
};

/// An option of any old server or of this one; group with or without its brackets. Null = there is none.
const config::Option* findOption(std::string_view group, std::string_view name);

/// Whether an option means something to this server; false for known ones that are taken and do nothing.
bool hasEffect(std::string_view group, std::string_view name);

/// Values with which a server would let nobody in or run nothing, and names that there are not: an error that names the option.
Result<void> checkOptions(const Config& config);
/// Of one option: "" or what is wrong with the value.
std::string faultOf(std::string_view group, std::string_view name, std::string_view value);

/// What counts when the file says nothing; here and there other than in the old servers. `fork` is theirs.
std::string_view defaultFor(const config::Option& option, config::Fork fork);

/// The options that only this server has.
std::span<const config::Option> ownOptions();

} // namespace blak::world
